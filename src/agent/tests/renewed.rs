//! What changes while a turn is under way holds from the next request and the next call on.

use super::*;
use crate::agent::Decision;

/// An agent at work, with everything it asked for.
struct Running {
    agent: Agent,
    effects: Vec<Effect>,
}

impl Running {
    fn new() -> Self {
        let mut running = Self {
            agent: Agent::new(plan_with_tools()),
            effects: vec![],
        };
        running.give(Input::Start);
        running
    }

    fn give(&mut self, input: Input) {
        self.effects.extend(self.agent.handle(1.0, input));
    }

    /// The model calls this tool.
    fn calls(&mut self, id: &str, name: &str) {
        let whole = [calls(0, id, name, "{}"), finishes("tool_calls"), done()];
        for input in [head(200)].into_iter().chain(whole) {
            self.give(input);
        }
        self.give(Input::BodyEnded);
    }

    /// The model calls a tool that runs alone, and one that has to wait for it.
    fn calls_both(&mut self) {
        let both = [
            calls(0, "a", "write", "{}"),
            calls(1, "b", "add", "{}"),
            finishes("tool_calls"),
            done(),
        ];
        for input in [head(200)].into_iter().chain(both) {
            self.give(input);
        }
        self.give(Input::BodyEnded);
    }

    /// Has another permission hold for a tool, and the prompt say so.
    fn permit(&mut self, name: &str, permission: Permission) {
        let plan = &self.agent.plan;
        let (mut tools, mut rules) = (plan.input.tools.clone(), plan.rules.clone());
        rules.get_mut(name).unwrap().permission = permission;
        if permission == Permission::Never {
            tools.retain(|tool| tool.name != name);
        }
        let system = format!("{name}: {permission:?}");
        self.agent.renew(system, tools, rules);
    }

    /// The bodies of the requests so far.
    fn requests(&self) -> Vec<serde_json::Value> {
        let requests = self.effects.iter().filter_map(|effect| match effect {
            Effect::OpenStream(request) => Some(serde_json::from_str(&request.body).unwrap()),
            _ => None,
        });
        requests.collect()
    }

    /// What came of the calls so far: those that began, those that were asked about, and the answers.
    fn came(&self) -> Vec<String> {
        let came = self.effects.iter().filter_map(|effect| match effect {
            Effect::CallTool(call) => Some(format!("runs {}", call.id)),
            Effect::AskApproval(call) => Some(format!("asks {}", call.id)),
            Effect::Show(Change::ToolAnswered { id, result, .. }) => {
                Some(format!("{id} {:?}: {}", result.status, result.content))
            }
            _ => None,
        });
        came.collect()
    }
}

fn allow(id: &str) -> Input {
    Input::Decided {
        id: id.to_owned(),
        decision: Decision::Allow,
    }
}

#[test]
fn each_request_says_what_holds_when_it_is_made() {
    let mut running = Running::new();
    running.calls("a", "add");
    running.permit("write", Permission::Never);
    running.give(tool_answer("a", "1"));
    let requests = running.requests();
    assert_eq!(requests.len(), 2);
    let offered = |at: usize| {
        let tools = requests[at]["tools"].as_array().unwrap().iter();
        let names = tools.map(|tool| tool["function"]["name"].as_str().unwrap());
        names.collect::<Vec<_>>()
    };
    assert_eq!(offered(0), ["add", "write", "ask", "never"]);
    assert_eq!(offered(1), ["add", "ask", "never"]);
    assert_eq!(requests[0]["messages"][0]["role"], "user");
    assert_eq!(
        requests[1]["messages"][0],
        serde_json::json!({ "role": "system", "content": "write: Never" })
    );
}

#[test]
fn never_counts_from_the_next_call_on() {
    let mut running = Running::new();
    running.calls("a", "add");
    // What runs is left alone.
    running.permit("add", Permission::Never);
    running.give(tool_answer("a", "1"));
    running.calls("b", "add");
    assert_eq!(
        running.came(),
        [
            "runs a",
            "a Done: 1",
            "b Refused: The person does not allow this tool.",
        ]
    );
    assert_eq!(running.requests().len(), 3);
}

#[test]
fn a_permission_taken_back_asks_at_the_next_call() {
    let mut running = Running::new();
    running.calls("a", "add");
    running.permit("add", Permission::Ask);
    running.give(tool_answer("a", "1"));
    running.calls("b", "add");
    running.give(allow("b"));
    assert_eq!(running.came(), ["runs a", "a Done: 1", "asks b", "runs b"]);
}

#[test]
fn allowing_a_call_does_not_widen_a_never_chosen_since() {
    let mut running = Running::new();
    running.calls("a", "ask");
    running.permit("ask", Permission::Never);
    running.give(allow("a"));
    assert_eq!(
        running.came(),
        ["asks a", "a Refused: The person does not allow this tool."]
    );
    assert_eq!(running.requests().len(), 2, "the turn goes on");
}

#[test]
fn what_waits_for_its_turn_is_held_to_what_is_chosen_meanwhile() {
    for (permission, then) in [
        (Permission::Always, &["runs b"][..]),
        (
            Permission::Never,
            &["b Refused: The person does not allow this tool."],
        ),
        (Permission::Ask, &["asks b", "runs b"]),
    ] {
        let mut running = Running::new();
        running.calls_both();
        running.permit("add", permission);
        running.give(tool_answer("a", "1"));
        running.give(allow("b"));
        let mut expected = vec!["runs a", "a Done: 1"];
        expected.extend(then);
        assert_eq!(running.came(), expected);
    }
}

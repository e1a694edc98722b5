//! The agents there are: those that ship, and those that the person made or changed.

use super::built_in::built_in;
use super::schema::{AgentSchema, ROUNDS};
use crate::chat::AgentId;
use crate::tool::Permission;
use serde_json::{Map, Value, json};

/// Never empty: the built-in agents are always there, the default one first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Registry {
    /// The person's own agents and changed built-in ones.
    kept: Vec<Kept>,
}

/// An agent as it is stored.
#[derive(Clone, Debug, PartialEq)]
struct Kept {
    /// `None` for one that this build cannot read; it is written back as it is.
    agent: Option<AgentSchema>,
    /// Its record, with what this build does not know.
    record: Value,
}

/// A tool that an agent's form lets run without asking.
#[derive(Clone, Debug, PartialEq)]
pub struct Always {
    pub agent: AgentId,
    pub tool: String,
}

/// Of the record of all agents.
const VERSION: u64 = 1;

impl Registry {
    /// Every agent, the built-in ones first.
    pub fn all(&self) -> Vec<AgentSchema> {
        let mut all: Vec<AgentSchema> = built_in()
            .into_iter()
            .map(|agent| self.kept(&agent.id).cloned().unwrap_or(agent))
            .collect();
        let own = self.kept.iter().filter_map(|kept| kept.agent.as_ref());
        all.extend(own.filter(|agent| !is_built_in(&agent.id)).cloned());
        all
    }

    pub fn get(&self, id: &AgentId) -> Option<AgentSchema> {
        let shipped = || built_in().into_iter().find(|agent| agent.id == *id);
        self.kept(id).cloned().or_else(shipped)
    }

    /// The agent, or the default one where it was deleted.
    pub fn get_or_default(&self, id: Option<&AgentId>) -> AgentSchema {
        id.and_then(|id| self.get(id))
            .unwrap_or_else(|| self.all().swap_remove(0))
    }

    /// Whether a built-in agent is not as it ships.
    pub fn is_changed(&self, id: &AgentId) -> bool {
        is_built_in(id) && self.kept(id).is_some()
    }

    /// Adds an agent or replaces it. A built-in one that is as it ships is not kept.
    pub fn put(&mut self, agent: AgentSchema) {
        if built_in().contains(&agent) {
            self.remove(&agent.id);
            return;
        }
        let at = self.position(&agent.id);
        let mut record = serde_json::to_value(&agent).unwrap_or_default();
        match at.and_then(|at| self.kept.get_mut(at)) {
            Some(kept) => {
                if let (Value::Object(new), Value::Object(old)) = (&mut record, &kept.record) {
                    keep_unknown(new, old);
                }
                *kept = Kept {
                    agent: Some(agent),
                    record,
                };
            }
            None => self.kept.push(Kept {
                agent: Some(agent),
                record,
            }),
        }
    }

    /// Takes an own agent away; makes a built-in one what it was when it shipped.
    pub fn remove(&mut self, id: &AgentId) {
        if let Some(at) = self.position(id) {
            self.kept.remove(at);
        }
    }

    /// The tools that run without asking because their agents' forms say so.
    pub fn always(&self) -> Vec<Always> {
        let mut always = vec![];
        for agent in self.all() {
            for tool in agent.tools {
                if tool.permission == Some(Permission::Always) {
                    always.push(Always {
                        agent: agent.id.clone(),
                        tool: tool.name,
                    });
                }
            }
        }
        always
    }

    /// Leaves these to what holds for the tool elsewhere.
    pub fn take_back(&mut self, these: &[Always]) {
        self.exchange(these, Some(Permission::Always), None);
    }

    /// Undoes [`Registry::take_back`], except where something else was chosen since.
    pub fn give_back(&mut self, these: &[Always]) {
        self.exchange(these, None, Some(Permission::Always));
    }

    fn exchange(&mut self, these: &[Always], from: Option<Permission>, to: Option<Permission>) {
        for Always { agent, tool } in these {
            let Some(mut agent) = self.get(agent) else {
                continue;
            };
            let found = agent.tools.iter_mut().find(|known| known.name == *tool);
            if let Some(found) = found.filter(|found| found.permission == from) {
                found.permission = to;
                self.put(agent);
            }
        }
    }

    /// Makes an agent what it was, unless it was kept anew since.
    pub fn restore(&mut self, before: &Self, id: &AgentId) {
        if let (Some(at), None) = (before.position(id), self.position(id)) {
            let place = at.min(self.kept.len());
            self.kept.insert(place, before.kept[at].clone());
        }
    }

    /// Adds a copy under another id, and answers it.
    pub fn duplicate(&mut self, id: &AgentId, copy: AgentId) -> Option<AgentSchema> {
        let original = self.get(id)?;
        let copy = AgentSchema {
            id: copy,
            name: self.free_name(&format!("{} copy", original.name)),
            ..original
        };
        self.put(copy.clone());
        Some(copy)
    }

    /// The name, with a number behind it where another agent has it.
    pub fn free_name(&self, name: &str) -> String {
        let all = self.all();
        let is_free = |name: &str| all.iter().all(|agent| agent.name != name);
        let mut free = name.to_owned();
        let mut number = 2;
        while !is_free(&free) {
            free = format!("{name} {number}");
            number += 1;
        }
        free
    }

    /// What [`Registry::write`] wrote.
    ///
    /// # Errors
    /// Says why nothing of it can be read; then it must not be overwritten.
    pub fn read(value: Value) -> Result<Self, String> {
        let Value::Object(mut fields) = value else {
            return Err("the list of agents is none".to_owned());
        };
        let version = fields.get("version").and_then(Value::as_u64);
        if version.is_none_or(|version| version > VERSION) {
            return Err("a newer Colloquy wrote the list of agents".to_owned());
        }
        let Some(Value::Array(records)) = fields.remove("agents") else {
            return Err("the list of agents is missing".to_owned());
        };
        let kept = records.into_iter().map(|record| Kept {
            agent: read_agent(&record),
            record,
        });
        Ok(Self {
            kept: kept.collect(),
        })
    }

    /// As it is stored.
    pub fn write(&self) -> Value {
        let records: Vec<&Value> = self.kept.iter().map(|kept| &kept.record).collect();
        json!({ "version": VERSION, "agents": records })
    }

    fn kept(&self, id: &AgentId) -> Option<&AgentSchema> {
        let mut kept = self.kept.iter().filter_map(|kept| kept.agent.as_ref());
        kept.find(|agent| agent.id == *id)
    }

    fn position(&self, id: &AgentId) -> Option<usize> {
        let has = |kept: &Kept| kept.agent.as_ref().is_some_and(|agent| agent.id == *id);
        self.kept.iter().position(has)
    }
}

pub fn is_built_in(id: &AgentId) -> bool {
    built_in().iter().any(|agent| agent.id == *id)
}

/// An agent from a record of any age; its limits are brought into their range.
pub(super) fn read_agent(record: &Value) -> Option<AgentSchema> {
    let mut agent: AgentSchema = serde_json::from_value(record.clone()).ok()?;
    agent.max_rounds = agent.max_rounds.clamp(*ROUNDS.start(), *ROUNDS.end());
    Some(agent)
}

/// Fields that this build does not know stay. Those it knows are all in `new`.
fn keep_unknown(new: &mut Map<String, Value>, old: &Map<String, Value>) {
    for (key, value) in old {
        new.entry(key.clone()).or_insert_with(|| value.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::schema::AgentTool;
    use crate::chat::JUST_ASK;

    fn own(id: &str, name: &str) -> AgentSchema {
        AgentSchema::new(id.into(), name)
    }

    fn names(registry: &Registry) -> Vec<String> {
        registry.all().into_iter().map(|agent| agent.name).collect()
    }

    #[test]
    fn it_is_never_empty() {
        let shipped = [
            "General Assistant",
            "Code Assistant",
            "Researcher",
            "App Builder",
        ];
        let mut registry = Registry::default();
        assert_eq!(names(&registry), shipped);
        for agent in registry.all() {
            registry.remove(&agent.id);
        }
        assert_eq!(names(&registry), shipped);
        assert_eq!(registry.get_or_default(Some(&"gone".into())).id.0, JUST_ASK);
        assert!(registry.all()[0].tools.is_empty());
    }

    #[test]
    fn a_changed_built_in_agent_can_be_reset() {
        let mut registry = Registry::default();
        let original = registry.get(&"researcher".into()).unwrap();
        let mut changed = original.clone();
        changed.name = "Librarian".to_owned();
        registry.put(changed.clone());
        assert!(registry.is_changed(&original.id));
        assert_eq!(names(&registry)[2], "Librarian");
        let mut again = Registry::read(registry.write()).unwrap();
        assert_eq!(again, registry);
        again.remove(&original.id);
        assert_eq!(again.get(&original.id), Some(original.clone()));
        // Changed back by hand is the same.
        registry.put(original);
        assert_eq!(registry, Registry::default());
    }

    #[test]
    fn a_permission_goes_with_its_tool() {
        let mut registry = Registry::default();
        let tool = |name: &str, permission: Permission| AgentTool {
            permission: Some(permission),
            ..name.into()
        };
        registry.put(AgentSchema {
            id: "a".into(),
            tools: vec![
                tool("count", Permission::Always),
                tool("count_2", Permission::Always),
                tool("other", Permission::Never),
            ],
            ..built_in().swap_remove(0)
        });
        let permissions = |registry: &Registry| -> Vec<_> {
            let agent = registry.get(&"a".into()).unwrap();
            agent.tools.iter().map(|tool| tool.permission).collect()
        };
        let (always, never) = (Some(Permission::Always), Some(Permission::Never));
        let allowed = |tool: &str| Always {
            agent: "a".into(),
            tool: tool.to_owned(),
        };
        assert_eq!(registry.always(), [allowed("count"), allowed("count_2")]);
        let gone = Always {
            agent: "gone".into(),
            ..allowed("count")
        };
        let these = [allowed("count"), allowed("other"), gone];
        registry.take_back(&these);
        assert_eq!(permissions(&registry), [None, always, never]);
        assert_eq!(registry.always(), [allowed("count_2")]);
        registry.give_back(&these);
        assert_eq!(permissions(&registry), [always, always, never]);
    }

    #[test]
    fn an_agent_comes_back_alone() {
        let own = |id: &str| AgentSchema {
            id: id.into(),
            name: id.to_owned(),
            ..built_in().swap_remove(0)
        };
        let mut registry = Registry::default();
        registry.put(own("a"));
        registry.put(own("b"));
        let before = registry.clone();
        registry.remove(&"a".into());
        registry.put(own("c"));
        registry.restore(&before, &"a".into());
        let names = |registry: &Registry| -> Vec<String> {
            let own = registry.all().into_iter().skip(built_in().len());
            own.map(|agent| agent.name).collect()
        };
        assert_eq!(names(&registry), ["a", "b", "c"]);
        // It is there by now.
        registry.restore(&before, &"a".into());
        assert_eq!(names(&registry), ["a", "b", "c"]);
    }

    #[test]
    fn copies_have_names_of_their_own() {
        let mut registry = Registry::default();
        registry.put(own("a", "Mine"));
        registry.duplicate(&"a".into(), "b".into());
        registry.duplicate(&"a".into(), "c".into());
        registry.duplicate(&"gone".into(), "d".into());
        assert_eq!(names(&registry)[4..], ["Mine", "Mine copy", "Mine copy 2"]);
        registry.remove(&"b".into());
        assert_eq!(names(&registry)[4..], ["Mine", "Mine copy 2"]);
    }

    #[test]
    fn what_is_not_known_is_kept() {
        let stored = json!({ "version": 1, "agents": [
            { "id": "a", "name": "A", "template": "", "colour": "red",
              "tools": [{ "name": "teleport", "permission": "never" }], "max_rounds": 4000 },
            { "id": "b", "kind": "hologram" },
        ]});
        let mut registry = Registry::read(stored.clone()).unwrap();
        assert_eq!(registry.write(), stored);
        let mut agent = registry.get(&"a".into()).unwrap();
        assert_eq!(agent.max_rounds, 100);
        assert_eq!(agent.tools[0].name, "teleport");
        agent.name = "Renamed".to_owned();
        registry.put(agent);
        let written = registry.write();
        assert_eq!(written["agents"][0]["name"], "Renamed");
        assert_eq!(written["agents"][0]["colour"], "red");
        assert_eq!(written["agents"][1], stored["agents"][1]);
    }

    #[test]
    fn what_cannot_be_read_says_so() {
        for value in [
            json!(null),
            json!({}),
            json!({ "version": 2, "agents": [] }),
            json!({ "version": 1 }),
        ] {
            assert!(Registry::read(value.clone()).is_err(), "{value}");
        }
    }
}

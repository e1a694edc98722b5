//! One output item, and the parts that it becomes.

use super::items::{Class, Place};
use super::server_tool;
use super::slot::{Slot, Words};
use crate::chat::Citation;
use crate::provider::parts::Parts;
use crate::provider::{Event, PartKind};
use serde_json::{Value, json};

pub(super) struct Item {
    pub class: Class,
    pub index: Option<u64>,
    pub id: Option<String>,
    slots: Vec<Slot>,
    /// Of a call whose name is not known yet.
    waiting: String,
    done: bool,
}

impl Item {
    pub fn new(class: Class, place: Place<'_>) -> Self {
        Self {
            class,
            index: place.index,
            id: place.id.map(str::to_owned),
            slots: Vec::new(),
            waiting: String::new(),
            done: false,
        }
    }

    /// Whether its parts have ended.
    pub fn is_done(&self) -> bool {
        self.done
    }

    /// Takes the item as it was announced. Thinking and tools are shown from then on; a message waits for
    /// its first word.
    pub fn announce(&mut self, item: &Value, parts: &mut Parts, out: &mut Vec<Event>) {
        match self.class {
            Class::Message => {}
            Class::Reasoning => {
                self.slot(None, Words::Summary, parts, out);
            }
            Class::Call => {
                let name = item["name"].as_str().unwrap_or_default();
                let id = call_id(item);
                if !name.is_empty() {
                    self.begin_call(id, name, parts, out);
                }
            }
            Class::ServerTool => self.begin_tool(item, parts, out),
        }
    }

    /// Takes the item as it is at last: adds what is missing, and ends its parts.
    pub fn complete(&mut self, item: &Value, parts: &mut Parts, out: &mut Vec<Event>) {
        if self.done {
            return;
        }
        match self.class {
            Class::Message => {
                let content = item["content"].as_array();
                for (at, content) in (0..).zip(content.into_iter().flatten()) {
                    self.content(Some(at), content, parts, out);
                }
                if item["phase"].is_string() {
                    let texts = self.slots.iter().filter(|it| it.kind == Words::Text);
                    for index in texts.map(|slot| slot.part) {
                        let value = json!({ "phase": item["phase"] });
                        out.push(Event::PartOpaque { index, value });
                    }
                }
            }
            Class::Reasoning => self.complete_reasoning(item, parts, out),
            Class::Call => {
                let name = item["name"].as_str().unwrap_or_default();
                self.begin_call(call_id(item), name, parts, out);
                let arguments = item["arguments"].as_str().unwrap_or_default();
                self.whole(None, Words::Arguments, arguments, parts, out);
            }
            Class::ServerTool => {
                self.begin_tool(item, parts, out);
                let text = server_tool::describe(item);
                self.whole(None, Words::ServerTool, &text, parts, out);
            }
        }
        self.end(item["status"] != "incomplete", parts, out);
    }

    /// A message's content, whole.
    pub fn content(
        &mut self,
        at: Option<u64>,
        content: &Value,
        parts: &mut Parts,
        out: &mut Vec<Event>,
    ) {
        let (kind, text) = match content["type"].as_str() {
            Some("output_text" | "text") => (Words::Text, &content["text"]),
            Some("refusal") => (Words::Refusal, &content["refusal"]),
            _ => return,
        };
        self.whole(at, kind, text.as_str().unwrap_or_default(), parts, out);
        let annotations = content["annotations"].as_array();
        for annotation in annotations.into_iter().flatten() {
            self.cite(at, annotation, out);
        }
    }

    /// More words of a part.
    pub fn grow(
        &mut self,
        at: Option<u64>,
        kind: Words,
        text: &str,
        parts: &mut Parts,
        out: &mut Vec<Event>,
    ) {
        if text.is_empty() {
            return;
        }
        if kind == Words::Arguments && self.slots.is_empty() {
            return self.waiting.push_str(text);
        }
        let is_reasoning = matches!(kind, Words::Summary | Words::Reasoning);
        let slot = self.slot(if is_reasoning { None } else { at }, kind, parts, out);
        if is_reasoning {
            // The item begins as a summary, for want of anything better to know.
            if slot.said == 0 {
                slot.kind = kind;
            }
            if slot.kind != kind {
                return;
            }
            if slot.said > 0 && slot.section != at {
                slot.say("\n\n", parts, out);
            }
            slot.section = at;
        }
        slot.say(text, parts, out);
    }

    /// The whole text of a part, of which some may have come.
    pub fn whole(
        &mut self,
        at: Option<u64>,
        kind: Words,
        text: &str,
        parts: &mut Parts,
        out: &mut Vec<Event>,
    ) {
        let said = match self.known(at, kind) {
            Some(slot) => slot.said,
            None if kind == Words::Arguments => {
                if text.len() > self.waiting.len() {
                    text.clone_into(&mut self.waiting);
                }
                return;
            }
            None => 0,
        };
        if let Some(rest) = text.get(said..)
            && !rest.is_empty()
        {
            self.grow(at, kind, rest, parts, out);
        }
    }

    /// A source of the text of a message's content.
    pub fn cite(&mut self, at: Option<u64>, annotation: &Value, out: &mut Vec<Event>) {
        let url = annotation["url"].as_str().unwrap_or_default();
        let is_web = url.starts_with("https://") || url.starts_with("http://");
        let Some(slot) = self.known(at, Words::Text).filter(|_| is_web) else {
            return;
        };
        let title = annotation["title"].as_str().unwrap_or_default().to_owned();
        let url = url.to_owned();
        let citation = Citation { url, title };
        if !slot.cited.contains(&citation) {
            slot.cited.push(citation.clone());
            let index = slot.part;
            out.push(Event::PartCited { index, citation });
        }
    }

    /// What of the summary or the content is missing, and the state that goes back with the part.
    fn complete_reasoning(&mut self, item: &Value, parts: &mut Parts, out: &mut Vec<Event>) {
        let slot = self.slot(None, Words::Summary, parts, out);
        let part = slot.part;
        for (kind, list) in [
            (Words::Summary, &item["summary"]),
            (Words::Reasoning, &item["content"]),
        ] {
            let texts: Vec<&str> = list
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(|section| section["text"].as_str())
                .collect();
            let slot = self.slot(None, Words::Summary, parts, out);
            if (slot.kind == kind || slot.said == 0)
                && let Some(rest) = texts.join("\n\n").get(slot.said..)
                && !rest.is_empty()
            {
                slot.kind = kind;
                slot.say(rest, parts, out);
            }
        }
        let is_sealed = item["encrypted_content"]
            .as_str()
            .is_some_and(|it| !it.is_empty());
        if is_sealed {
            let mut value = json!({});
            for name in ["type", "id", "summary", "encrypted_content"] {
                if let Some(field) = item.get(name) {
                    value[name] = field.clone();
                }
            }
            out.push(Event::PartOpaque { index: part, value });
        }
    }

    fn begin_call(&mut self, id: &str, name: &str, parts: &mut Parts, out: &mut Vec<Event>) {
        if !self.slots.is_empty() {
            return;
        }
        let id = if id.is_empty() {
            self.id.clone().unwrap_or_else(|| "call".to_owned())
        } else {
            id.to_owned()
        };
        let name = name.to_owned();
        let part = parts.start(PartKind::ToolCall { id, name }, out);
        let mut slot = Slot::new(None, Words::Arguments, part);
        let waiting = std::mem::take(&mut self.waiting);
        slot.say(&waiting, parts, out);
        self.slots.push(slot);
    }

    fn begin_tool(&mut self, item: &Value, parts: &mut Parts, out: &mut Vec<Event>) {
        if !self.slots.is_empty() {
            return;
        }
        let item_type = item["type"].as_str().unwrap_or_default();
        let name = server_tool::name(item_type).unwrap_or("tool").to_owned();
        let part = parts.start(PartKind::ServerTool { name }, out);
        self.slots.push(Slot::new(None, Words::ServerTool, part));
    }

    fn known(&mut self, at: Option<u64>, kind: Words) -> Option<&mut Slot> {
        self.slots
            .iter_mut()
            .rfind(|slot| slot.kind == kind && slot.is_at(at))
    }

    /// The part for these words, begun where there is none.
    fn slot(
        &mut self,
        at: Option<u64>,
        kind: Words,
        parts: &mut Parts,
        out: &mut Vec<Event>,
    ) -> &mut Slot {
        let one_part = self.class != Class::Message;
        let known = self
            .slots
            .iter()
            .rposition(|slot| one_part || slot.kind == kind && slot.is_at(at));
        let known = known.unwrap_or_else(|| {
            let part = parts.start(kind.part(), out);
            self.slots.push(Slot::new(at, kind, part));
            self.slots.len() - 1
        });
        &mut self.slots[known]
    }

    /// The response is over.
    pub fn close(&mut self, finished: bool, parts: &mut Parts, out: &mut Vec<Event>) {
        // A call that was never named: the model is told so, rather than nothing.
        if !self.waiting.is_empty() {
            self.begin_call("", "", parts, out);
        }
        self.end(finished, parts, out);
    }

    /// Ends the item's parts. `finished`: it is complete, so a call without arguments has none.
    fn end(&mut self, finished: bool, parts: &mut Parts, out: &mut Vec<Event>) {
        self.done = true;
        for slot in &mut self.slots {
            if slot.kind == Words::Arguments && slot.said == 0 && finished {
                slot.say("{}", parts, out);
            }
            parts.end(slot.part, out);
        }
    }
}

fn call_id(item: &Value) -> &str {
    let ids = [&item["call_id"], &item["id"]];
    let mut ids = ids.into_iter().filter_map(Value::as_str);
    ids.find(|id| !id.is_empty()).unwrap_or_default()
}

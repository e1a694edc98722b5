//! The response's output items.
//!
//! Everything is said several times: in deltas, in the `done` events, in the finished item and once more in
//! the finished response. Each place adds what is still missing of the words, so that a server may leave
//! any of them out.

use super::item::Item;
use super::server_tool;
use crate::provider::Event;
use crate::provider::parts::Parts;
use serde_json::Value;

/// The items so far, in order.
#[derive(Default)]
pub(super) struct Items {
    list: Vec<Item>,
}

/// Where an event says that it belongs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place<'a> {
    pub index: Option<u64>,
    pub id: Option<&'a str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    Message,
    Reasoning,
    Call,
    ServerTool,
}

impl Class {
    /// `None` for items that are not shown.
    pub fn of(item: &Value) -> Option<Self> {
        match item["type"].as_str()? {
            "message" => Some(Self::Message),
            "reasoning" => Some(Self::Reasoning),
            "function_call" => Some(Self::Call),
            other => server_tool::name(other).map(|_| Self::ServerTool),
        }
    }
}

impl Items {
    /// The item that an event of this class belongs to. Proxies are known to make up a new id for every
    /// event, so the output index decides where not both fit. An item that was never announced begins here.
    pub fn find(&mut self, class: Class, place: Place<'_>) -> &mut Item {
        let at = self.position(class, place).unwrap_or_else(|| {
            self.list.push(Item::new(class, place));
            self.list.len() - 1
        });
        &mut self.list[at]
    }

    /// The item that is announced. Not all servers count their items, so that an index may come again.
    pub fn announced(&mut self, class: Class, place: Place<'_>) -> &mut Item {
        let is_another = |at: usize| place.id.is_some() && self.list[at].id.as_deref() != place.id;
        if self.position(class, place).is_some_and(is_another) {
            self.list.push(Item::new(class, place));
        }
        self.find(class, place)
    }

    fn position(&self, class: Class, place: Place<'_>) -> Option<usize> {
        let find = |fits: &dyn Fn(&Item) -> bool| {
            self.list
                .iter()
                .rposition(|item| item.class == class && fits(item))
        };
        let has_index = |item: &Item| place.index.is_some() && item.index == place.index;
        let has_id = |item: &Item| place.id.is_some() && item.id.as_deref() == place.id;
        let nameless = place.index.is_none() && place.id.is_none();
        find(&|item| has_index(item) && has_id(item))
            .or_else(|| find(&has_index))
            .or_else(|| find(&has_id))
            .or_else(|| find(&|item| nameless && !item.is_done()))
    }

    /// The item of a class that the finished response lists as the `nth` of its class.
    pub fn nth(&mut self, class: Class, nth: usize, place: Place<'_>) -> &mut Item {
        let mut of_class = (0..self.list.len()).filter(|at| self.list[*at].class == class);
        match of_class.nth(nth) {
            Some(at) => &mut self.list[at],
            None => self.find(class, place),
        }
    }

    /// The response is over. `finished`: the model ended it itself, so a call without arguments has none.
    pub fn close(&mut self, finished: bool, parts: &mut Parts, out: &mut Vec<Event>) {
        for item in &mut self.list {
            item.close(finished, parts, out);
        }
    }
}

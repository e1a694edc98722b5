//! Tool calls put together from their deltas.

use std::borrow::Cow;

/// One entry of a chunk's `tool_calls`; what was absent, `null` or empty is `None` or empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::provider) struct CallDelta<'a> {
    pub id: Option<Cow<'a, str>>,
    pub index: Option<i64>,
    pub name: Option<Cow<'a, str>>,
    /// JSON text, or a piece of it.
    pub arguments: Cow<'a, str>,
}

/// The calls of one response, in the order in which they began.
#[derive(Default)]
pub(super) struct Calls {
    list: Vec<Call>,
}

pub(super) struct Call {
    /// The response's part, once the call's name is known.
    part: Option<usize>,
    /// Unique in the response.
    id: String,
    /// The last id that the server gave it.
    wire_id: Option<String>,
    index: Option<i64>,
    name: String,
    arguments: String,
    /// The server said in so many words that there are no arguments.
    said_none: bool,
}

/// What a delta came to.
#[derive(Debug, PartialEq)]
pub(super) enum Step {
    Started {
        part: usize,
        id: String,
        name: String,
    },
    Arguments {
        part: usize,
        json: String,
    },
}

impl Calls {
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Takes one delta. `next_part` is the index of the response's next part and is counted up for a call
    /// that begins.
    pub fn push(
        &mut self,
        delta: CallDelta<'_>,
        next_part: &mut usize,
        sink: &mut impl FnMut(Step),
    ) {
        let at = self.find(&delta).unwrap_or_else(|| self.begin(&delta));
        let call = &mut self.list[at];
        if delta.id.is_some() {
            call.wire_id = delta.id.map(Cow::into_owned);
        }
        call.index = call.index.or(delta.index);
        if call.part.is_none()
            && let Some(name) = delta.name
        {
            call.name = name.into_owned();
            call.start(next_part, sink);
        }
        call.add(&delta.arguments, sink);
    }

    /// The response is over. `finished`: the model ended it itself. Then a call without arguments has none,
    /// and gets the `{}` that says so; otherwise its arguments may just not have come.
    pub fn close(
        &mut self,
        end: End,
        next_part: &mut usize,
        sink: &mut impl FnMut(Step),
    ) -> Vec<usize> {
        let last = self.list.len().saturating_sub(1);
        for (at, call) in self.list.iter_mut().enumerate() {
            if call.part.is_none() {
                call.start(next_part, sink);
            }
            let complete = match end {
                End::Finished => true,
                End::CutByLength => at < last || call.said_none,
                End::Broken => false,
            };
            if complete
                && call.arguments.is_empty()
                && let Some(part) = call.part
            {
                let json = "{}".to_owned();
                sink(Step::Arguments { part, json });
            }
        }
        self.list.drain(..).filter_map(|call| call.part).collect()
    }

    /// Which call goes on with this delta: by id, then by index, else the last one. A name begins a new
    /// call, unless the server repeats the name in every delta.
    fn find(&self, delta: &CallDelta<'_>) -> Option<usize> {
        let by_id = delta.id.as_deref().and_then(|id| {
            self.list
                .iter()
                .rposition(|call| call.wire_id.as_deref() == Some(id))
        });
        if by_id.is_some_and(|at| self.list[at].can_be_named(delta)) {
            return by_id;
        }
        let by_index = delta
            .index
            .and_then(|index| self.list.iter().rposition(|call| call.index == Some(index)));
        let at = match (by_index, delta.index) {
            (Some(at), _) => at,
            // An index never seen, on a delta that begins nothing: the server counts otherwise.
            (None, Some(_)) if delta.name.is_some() => return None,
            (None, _) => self.list.len().checked_sub(1)?,
        };
        let call = &self.list[at];
        let new_id = delta.id.is_some() && call.wire_id.is_some();
        let goes_on = match &delta.name {
            // Some servers make up an id for every delta.
            None => true,
            Some(_) if call.name.is_empty() => !new_id,
            Some(name) => !new_id && call.name == **name && !call.restarts(&delta.arguments),
        };
        goes_on.then_some(at)
    }

    fn begin(&mut self, delta: &CallDelta<'_>) -> usize {
        let wanted = match &delta.id {
            Some(id) => id.to_string(),
            None => format!("call_{}", self.list.len()),
        };
        let mut id = wanted.clone();
        let mut count = 1;
        while self.list.iter().any(|call| call.id == id) {
            count += 1;
            id = format!("{wanted}_{count}");
        }
        self.list.push(Call {
            part: None,
            id,
            wire_id: None,
            index: None,
            name: String::new(),
            arguments: String::new(),
            said_none: false,
        });
        self.list.len() - 1
    }
}

/// How a response ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::provider) enum End {
    Finished,
    /// The last call may have lost its end.
    CutByLength,
    Broken,
}

impl Call {
    fn start(&mut self, next_part: &mut usize, sink: &mut impl FnMut(Step)) {
        let part = *next_part;
        *next_part += 1;
        self.part = Some(part);
        sink(Step::Started {
            part,
            id: self.id.clone(),
            name: self.name.clone(),
        });
        if !self.arguments.is_empty() {
            let json = self.arguments.clone();
            sink(Step::Arguments { part, json });
        }
    }

    fn add(&mut self, json: &str, sink: &mut impl FnMut(Step)) {
        if self.arguments.is_empty() && matches!(json.trim(), "" | "null" | "{}") {
            self.said_none |= !json.trim().is_empty();
            return;
        }
        // Some servers end with the whole call once more.
        if self.arguments == json && self.is_complete() {
            return;
        }
        self.arguments.push_str(json);
        if let Some(part) = self.part
            && !json.is_empty()
        {
            let json = json.to_owned();
            sink(Step::Arguments { part, json });
        }
    }

    /// Whether a delta with this call's id can belong to it: ids are sometimes given twice.
    fn can_be_named(&self, delta: &CallDelta<'_>) -> bool {
        let same_name = match &delta.name {
            Some(name) => self.name.is_empty() || self.name == **name,
            None => true,
        };
        let same_index = match (self.index, delta.index) {
            (Some(own), Some(index)) => own == index,
            _ => true,
        };
        same_name && (same_index || !self.restarts(&delta.arguments))
    }

    /// Whether arguments that begin with `json` would be a second set.
    fn restarts(&self, json: &str) -> bool {
        let begins = json.trim_start().starts_with('{');
        begins && (self.said_none || self.is_complete())
    }

    fn is_complete(&self) -> bool {
        serde_json::from_str::<serde::de::IgnoredAny>(&self.arguments).is_ok()
    }
}

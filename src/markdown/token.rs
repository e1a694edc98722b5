//! What stands between the parser and the screen: a document as a flat list of tokens.

use std::borrow::Cow;

/// One step of building a document in document order. The builder has a cursor, the element it is in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token {
    /// Appends an element at the cursor and enters it. Void elements are closed by the next token.
    Open(Element),
    /// Appends a text node at the cursor.
    Text(String),
    /// Leaves the element at the cursor.
    Close,
    /// Sets `class="loose"` on the list that stands this many elements above the cursor (0: the cursor's
    /// own element). Taking the token back removes the attribute.
    Loosen(usize),
}

/// An element with its attributes. Only this module's writer makes one, so names are from a closed set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Element {
    name: &'static str,
    namespace: Namespace,
    attributes: Vec<(&'static str, Cow<'static, str>)>,
}

/// The namespace an element is created in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Namespace {
    Html,
    /// `http://www.w3.org/1998/Math/MathML`
    MathMl,
}

impl Element {
    pub fn name(&self) -> &'static str {
        self.name
    }

    pub fn namespace(&self) -> Namespace {
        self.namespace
    }

    pub fn attributes(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.attributes
            .iter()
            .map(|(name, value)| (*name, value.as_ref()))
    }

    /// Whether the element has neither content nor an end tag in HTML.
    pub fn is_void(&self) -> bool {
        self.namespace == Namespace::Html
            && matches!(self.name, "br" | "hr" | "img" | "input" | "wbr")
    }

    pub(super) fn html(name: &'static str) -> Self {
        Self {
            name,
            namespace: Namespace::Html,
            attributes: Vec::new(),
        }
    }

    pub(super) fn mathml(name: &'static str) -> Self {
        Self {
            name,
            namespace: Namespace::MathMl,
            attributes: Vec::new(),
        }
    }

    pub(super) fn with(mut self, name: &'static str, value: impl Into<Cow<'static, str>>) -> Self {
        self.attributes.push((name, value.into()));
        self
    }
}

/// What changes on screen. The receiver remembers the *live* tokens it applied and the nodes they made.
///
/// In this order: if `reset`, empty the message and forget the live tokens; take back the live tokens after
/// the first `keep`, last first (remove the node, or step back into the element, that each one made or
/// left); append `append_text` to the text node of the last kept token; apply `tokens`; forget the first
/// `seal` live tokens, whose nodes never change again except by [`Token::Loosen`] and [`Patch::reset`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Patch {
    pub reset: bool,
    pub keep: usize,
    pub append_text: String,
    pub tokens: Vec<Token>,
    pub seal: usize,
}

impl Patch {
    /// What turns the live tokens into `new`, of which the first `seal` are sealed.
    pub(super) fn between(live: &mut Vec<Token>, mut new: Vec<Token>, seal: usize) -> Self {
        let mut keep = live.iter().zip(&new).take_while(|(a, b)| a == b).count();
        let mut append_text = String::new();
        if let (Some(Token::Text(before)), Some(Token::Text(after))) =
            (live.get(keep), new.get(keep))
            && let Some(rest) = after.strip_prefix(before.as_str())
        {
            append_text.push_str(rest);
            keep += 1;
        }
        live.truncate(keep);
        live.drain(..seal.min(keep));
        if let (Some(Token::Text(text)), true) = (live.last_mut(), keep > seal) {
            text.push_str(&append_text);
        }
        live.extend_from_slice(&new[keep.max(seal)..]);
        Self {
            reset: false,
            keep,
            append_text,
            tokens: new.split_off(keep),
            seal,
        }
    }
}

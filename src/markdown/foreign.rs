//! The two languages that stand inside markdown: HTML and LaTeX.
//!
//! Their parsers are large and most messages need neither, so the page fetches them when the first message
//! does. Until then such a place shows its source, and the message is rendered once more when they are there.

mod direct;

use std::cell::Cell;
use std::rc::Rc;

pub use direct::Direct;

/// Parses what markdown embeds. Each answer is `None` as long as the parsers are not there.
pub trait Foreign {
    /// An HTML block, cleaned and balanced: only tags, attributes and schemes that the message may use.
    fn html(&self, source: &str) -> Option<String>;

    /// A formula as cleaned MathML; empty where the LaTeX cannot be read.
    fn mathml(&self, latex: &str, display: bool) -> Option<String>;
}

/// The parsers as one message uses them.
pub(super) struct Parsers {
    foreign: Rc<dyn Foreign>,
    missed: Cell<bool>,
}

impl Parsers {
    pub fn new(foreign: Rc<dyn Foreign>) -> Self {
        Self {
            foreign,
            missed: Cell::new(false),
        }
    }

    /// Whether something was asked that could not be answered yet.
    pub fn missed(&self) -> bool {
        self.missed.get()
    }

    pub fn html(&self, source: &str) -> Option<String> {
        self.note(self.foreign.html(source))
    }

    pub fn mathml(&self, latex: &str, display: bool) -> Option<String> {
        self.note(self.foreign.mathml(latex, display))
    }

    fn note(&self, answer: Option<String>) -> Option<String> {
        if answer.is_none() {
            self.missed.set(true);
        }
        answer
    }
}

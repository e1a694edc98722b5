//! JavaScript as a tool: what a run is given, and what comes back from it.
//!
//! `browser::sandbox` runs the code, in the page `public/sandbox.html`.
//!
//! # What the code may use
//! Its argument is `args`. An expression's value is the result; so is the last value of statements without `await`
//! and `return`; anything else is the body of an async function and answers by `return`. `console` is kept;
//! `display(…)` and the result show images (`OffscreenCanvas`, `ImageData`, `ImageBitmap`, `Blob`).
//!
//! # What comes back
//! JSON, of values that JSON lacks: `undefined` in a list is null, in an object absent; not-finite numbers, `BigInt`
//! and symbols are strings; a `Date` is its ISO 8601 form, an `Error` its text; a `Map` is an object if all its keys
//! are strings, else a list of pairs; a `Set` or typed array is a list; `toJSON` is obeyed; a circle is
//! `"[Circular]"`, a function `"[Function name]"`, and what lies deeper than 64 levels or beyond 200,000 values `"[…]"`.

mod collect;
mod text;

pub use collect::{Collector, Step};

use crate::chat::{Image, Millis};
use serde::Deserialize;
use serde_json::Value;

/// The most lines that a console keeps. These limits stand in `public/sandbox.html` too.
pub const MAX_LINES: usize = 1_000;
/// The most UTF-16 units that all lines have together.
pub const MAX_CONSOLE: usize = 100_000;
/// The most UTF-16 units of a result, written as JSON. A longer one comes as a string: the start of its JSON.
pub const MAX_RESULT: usize = 1_000_000;
pub const MAX_IMAGES: usize = 8;
/// The most base64 characters of an image.
pub const MAX_IMAGE: usize = 4_000_000;
/// The most UTF-16 units of one message from the sandbox: each unit of a text may take six when quoted.
pub const MAX_MESSAGE: u32 = 9_000_000;

/// How long a run may take unless the person says otherwise.
pub const DEFAULT_TIMEOUT: Millis = 10_000.0;

/// How much longer than its code a call may take, for the sandbox to load. The code's own limit strikes first, and
/// leaves what the run has said so far.
pub const GRACE: Millis = 20_000.0;

/// One run.
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    pub code: String,
    /// What the code finds in `args`.
    pub args: Value,
    pub timeout: Millis,
}

/// What is known of a run once it is over, however it ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    pub ending: Ending,
    pub console: Vec<Line>,
    pub images: Vec<Image>,
    pub cut: Cut,
    pub duration: Millis,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Ending {
    /// `None`: the value was `undefined`, or an image.
    Returned(Option<Value>),
    /// The error's text, with the line where the browser says it.
    Threw(String),
    /// It ran longer than this.
    TimedOut(Millis),
    /// The person ended it.
    Stopped,
    /// It asked for more memory than a run may hold.
    OutOfMemory,
    /// The worker or its process broke down, or said what it should not. Holds what the browser said of it.
    Crashed(String),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    pub level: Level,
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    Debug,
    Log,
    Info,
    Warn,
    Error,
}

/// What was more than may come back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cut {
    pub console: bool,
    pub images: bool,
    pub result: bool,
}

//! Syntax highlighting of the page's blocks of code.
//!
//! The grammars are a second WebAssembly binary that runs in a Web Worker, `src/bin/highlighter`. It is
//! loaded when the first block asks for it, is let go when none has asked for a while, and answers one
//! block at a time. If it crashes or hangs it is started once more; after that, code stays plain.

mod connection;
mod paint;

use std::cell::RefCell;
use std::collections::VecDeque;
use std::time::Duration;

use super::clock::now;
use crate::markdown::highlight::{Highlighted, MAX_CODE, Span, language};
use connection::{Connection, Event};
use leptos::prelude::set_timeout;
use web_sys::Element;

/// For a slow network to bring the worker.
const START_MS: i32 = 60_000;
/// For a slow device to highlight a long block.
const ANSWER_MS: i32 = 15_000;
/// How long an idle worker is kept. Its memory grows with every language it has seen.
const IDLE_MS: i32 = 60_000;
const ATTEMPTS: u32 = 2;

/// Colours the code of a `code` element later, without holding up anything: its text and its
/// `span.code-chunk`s stay, and the coloured pieces in them become `span.hl-…`, which
/// `style/highlight.css` styles.
///
/// `lang` is the info string of the fence. Code stays plain without a known language, beyond
/// [`MAX_CODE`] bytes, and where the element has changed or left the document before the answer came: ask
/// when the block is final, not while it grows. Asking again for a coloured element does no harm.
pub fn highlight(code_element: &Element, lang: &str) {
    let Some(grammar) = language(lang) else {
        return;
    };
    let element = code_element.clone();
    HIGHLIGHTER.with_borrow_mut(|highlighter| {
        highlighter.waiting.push(Job { element, grammar });
        highlighter.go_on();
    });
}

/// How long answers are gathered before they are put on screen.
const GATHER: Duration = Duration::from_millis(120);
/// How long putting them on screen may hold the page up, in milliseconds.
const PAINT_MS: f64 = 8.0;

thread_local! {
    static COLOURS: RefCell<VecDeque<(Element, Highlighted)>> = const { RefCell::new(VecDeque::new()) };
    static HIGHLIGHTER: RefCell<Highlighter> = RefCell::default();
}

#[derive(Default)]
struct Highlighter {
    /// The last one is the next: it stands where a conversation is read, at the end.
    waiting: Vec<Job>,
    worker: Worker,
    last_id: u32,
    failures: u32,
}

struct Job {
    element: Element,
    grammar: &'static str,
}

struct Request {
    id: u32,
    element: Element,
    code: String,
}

#[derive(Default)]
enum Worker {
    #[default]
    None,
    Starting(Connection),
    Idle(Connection),
    Busy(Connection, Request),
}

impl Highlighter {
    fn go_on(&mut self) {
        if self.failures >= ATTEMPTS {
            self.waiting.clear();
            return;
        }
        match std::mem::take(&mut self.worker) {
            Worker::None => {
                // Not for blocks that will not be coloured anyway.
                self.waiting.retain(|job| code(&job.element).is_some());
                if !self.waiting.is_empty() {
                    match Connection::open(dispatch) {
                        Some(connection) => {
                            connection.expect_within(START_MS);
                            self.worker = Worker::Starting(connection);
                        }
                        None => self.fail(),
                    }
                }
            }
            Worker::Idle(connection) => self.request(connection),
            other => self.worker = other,
        }
    }

    fn request(&mut self, connection: Connection) {
        while let Some(job) = self.waiting.pop() {
            if let Some(code) = code(&job.element) {
                self.last_id = self.last_id.wrapping_add(1);
                connection.send(self.last_id, job.grammar, &code);
                connection.expect_within(ANSWER_MS);
                let request = Request {
                    id: self.last_id,
                    element: job.element,
                    code,
                };
                self.worker = Worker::Busy(connection, request);
                return;
            }
        }
        connection.expect_within(IDLE_MS);
        self.worker = Worker::Idle(connection);
    }

    /// What has been highlighted now, if anything.
    fn handle(&mut self, event: Event) -> Option<(Element, Highlighted)> {
        let mut answered = None;
        match (std::mem::take(&mut self.worker), event) {
            (Worker::Starting(connection), Event::Ready) => self.worker = Worker::Idle(connection),
            (Worker::Busy(connection, request), Event::Answer { id, spans })
                if id == request.id =>
            {
                self.worker = Worker::Idle(connection);
                let spans = spans.into_iter().map(Span::unpack).collect();
                answered = Highlighted::new(request.code, spans)
                    .map(|highlighted| (request.element, highlighted));
            }
            // The worker goes with its connection.
            (Worker::Starting(_) | Worker::Busy(..), Event::Silence) | (_, Event::Crash) => {
                self.fail()
            }
            (Worker::Idle(_), Event::Silence) => {}
            (worker, _) => self.worker = worker,
        }
        self.go_on();
        answered
    }

    fn fail(&mut self) {
        self.failures += 1;
    }
}

fn dispatch(event: Event) {
    let answered = HIGHLIGHTER.with_borrow_mut(|highlighter| highlighter.handle(event));
    if let Some(answered) = answered {
        let is_first = COLOURS.with_borrow_mut(|colours| {
            colours.push_back(answered);
            colours.len() == 1
        });
        if is_first {
            set_timeout(paint_waiting, GATHER);
        }
    }
}

/// Puts the colours of several blocks on screen together: each time, the browser lays the page out anew.
fn paint_waiting() {
    let begun = now();
    while let Some((element, highlighted)) = COLOURS.with_borrow_mut(VecDeque::pop_front) {
        paint::paint(&element, highlighted);
        if now() - begun > PAINT_MS {
            break;
        }
    }
    if COLOURS.with_borrow(|colours| !colours.is_empty()) {
        set_timeout(paint_waiting, GATHER);
    }
}

/// The text to be coloured, if there is still reason to colour it.
fn code(element: &Element) -> Option<String> {
    element
        .text_content()
        .filter(|code| element.is_connected() && !code.is_empty() && code.len() <= MAX_CODE)
}

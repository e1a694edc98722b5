//! Markdown on screen, also while it streams in: new text goes to [`markdown::Stream`], and what changes
//! is applied to the DOM by appending. Finished blocks are never touched again.

mod controls;
mod mirror;

use crate::browser::{LiveText, foreign};
use crate::markdown;
use leptos::html;
use leptos::prelude::*;
use mirror::Mirror;
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

/// Text handed to the parser within one animation frame, in bytes. More waits for the next frame, so
/// that a burst costs no long task.
const BYTES_PER_FRAME: usize = 8 * 1024;

/// The cursor blinks once nothing has come for so long. As in any editor it stays lit while text grows, which
/// also spares the browser an animation that every frame would start anew.
const IDLE: Duration = Duration::from_millis(700);

/// Shows a text as markdown, growing as it grows.
#[component]
pub fn LiveMarkdown(text: LiveText) -> impl IntoView {
    let node = NodeRef::<html::Div>::new();
    let writer = Rc::new(RefCell::new(Writer {
        text: text.clone(),
        seen: 0,
        finished: false,
        state: None,
    }));
    let idle = Idle::new();
    let ready = foreign::ready();
    Effect::new(move |_| {
        let progress = text.progress();
        let anew = ready.get() && writer.borrow().is_provisional();
        if let Some(element) = node.get() {
            writer.borrow_mut().start(&element, anew);
            if !progress.done {
                idle.touch();
            }
            advance(&writer, progress.len, progress.done);
        }
    });
    view! {
        <div
            class="markdown"
            class:idle=idle.is_idle
            node_ref=node
            on:click=move |event| controls::clicked(&event)
        ></div>
    }
}

/// Notices when a text has stopped growing for a while.
#[derive(Clone, Copy)]
struct Idle {
    is_idle: RwSignal<bool>,
    grew: StoredValue<bool>,
    watching: StoredValue<bool>,
}

impl Idle {
    fn new() -> Self {
        Self {
            is_idle: RwSignal::new(false),
            grew: StoredValue::new(false),
            watching: StoredValue::new(false),
        }
    }

    /// The text has grown.
    fn touch(self) {
        self.grew.set_value(true);
        if self.is_idle.get_untracked() {
            self.is_idle.set(false);
        }
        if !self.watching.get_value() {
            self.watching.set_value(true);
            self.watch();
        }
    }

    /// One timer for many touches.
    fn watch(self) {
        set_timeout(
            move || match self.grew.try_get_value() {
                Some(true) => {
                    self.grew.set_value(false);
                    self.watch();
                }
                Some(false) => {
                    self.watching.set_value(false);
                    self.is_idle.set(true);
                }
                // The message has left the screen.
                None => {}
            },
            IDLE,
        );
    }
}

struct Writer {
    text: LiveText,
    /// Bytes handed over so far.
    seen: usize,
    finished: bool,
    state: Option<(markdown::Stream, Mirror)>,
}

impl Writer {
    fn start(&mut self, element: &web_sys::Element, anew: bool) {
        if anew {
            element.set_inner_html("");
            self.state = None;
            self.seen = 0;
            self.finished = false;
        }
        if self.state.is_none() {
            let stream = markdown::Stream::new(foreign::parsers());
            self.state = Mirror::new(element).map(|mirror| (stream, mirror));
        }
    }

    /// Whether the parsers came too late for something that is on screen.
    fn is_provisional(&self) -> bool {
        let state = self.state.as_ref();
        state.is_some_and(|(stream, _)| stream.is_provisional())
    }
}

/// Hands over what is new, a frame's worth now and the rest in the frames that follow.
fn advance(writer: &Rc<RefCell<Writer>>, len: usize, done: bool) {
    let mut behind = false;
    {
        let mut borrowed = writer.borrow_mut();
        let Writer {
            text,
            seen,
            finished,
            state,
        } = &mut *borrowed;
        let Some((stream, mirror)) = state else {
            return;
        };
        if *seen < len {
            let until = text.floor_boundary(len.min(*seen + BYTES_PER_FRAME));
            let patch = text.with_range(*seen, until, |new| stream.push(new));
            mirror.apply(patch);
            *seen = until;
            behind = until < len;
        }
        if done && !behind && !*finished {
            *finished = true;
            mirror.apply(stream.finish());
            mirror.finish();
        }
        for figure in mirror.take_finished_code() {
            controls::colour(&figure);
        }
    }
    if behind {
        let writer = writer.clone();
        let later = Closure::once_into_js(move || advance(&writer, len, done));
        if let Some(window) = web_sys::window() {
            let _ = window.request_animation_frame(later.unchecked_ref());
        }
    }
}

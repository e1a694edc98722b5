//! The page's end of the line to the worker.

use js_sys::{Array, Uint32Array};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{MessageEvent, Window, Worker, WorkerOptions, WorkerType};

/// The element of `index.html` whose `data-lazy` is the address of the worker's script; the build puts the
/// hashed name in.
const ADDRESS: &str = "#highlighter";

pub enum Event {
    Ready,
    Answer {
        id: u32,
        spans: Vec<u32>,
    },
    /// The script could not be loaded, or the worker has panicked.
    Crash,
    /// Nothing came within the time allowed.
    Silence,
}

/// A running worker. It ends when this is dropped.
pub struct Connection {
    worker: Worker,
    window: Window,
    timer: std::cell::Cell<Option<i32>>,
    timed_out: Closure<dyn Fn()>,
    _on_message: Closure<dyn Fn(MessageEvent)>,
    _on_error: Closure<dyn Fn(web_sys::Event)>,
}

impl Connection {
    /// `None` where the browser refuses to start workers. `handle` is never called from within a method.
    pub fn open(handle: fn(Event)) -> Option<Self> {
        let window = web_sys::window()?;
        let worker = start(&window)?;
        let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |message: MessageEvent| {
            if let Some(event) = read(&message.data()) {
                handle(event);
            }
        });
        let on_error = Closure::<dyn Fn(web_sys::Event)>::new(move |error: web_sys::Event| {
            // Code that stays plain is no reason to alarm the page's own handler of errors.
            error.prevent_default();
            handle(Event::Crash);
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        Some(Self {
            worker,
            window,
            timer: Default::default(),
            timed_out: Closure::new(move || handle(Event::Silence)),
            _on_message: on_message,
            _on_error: on_error,
        })
    }

    pub fn send(&self, id: u32, grammar: &str, code: &str) {
        let message = Array::of3(&id.into(), &grammar.into(), &code.into());
        // It fails only for values that cannot be cloned, which these can.
        let _ = self.worker.post_message(&message);
    }

    /// Tells the handler of [`Event::Silence`] after this time, in place of any time set before.
    pub fn expect_within(&self, milliseconds: i32) {
        self.stop_timer();
        let timed_out = self.timed_out.as_ref().unchecked_ref();
        self.timer.set(
            self.window
                .set_timeout_with_callback_and_timeout_and_arguments_0(timed_out, milliseconds)
                .ok(),
        );
    }

    fn stop_timer(&self) {
        if let Some(timer) = self.timer.take() {
            self.window.clear_timeout_with_handle(timer);
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.stop_timer();
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

fn read(data: &JsValue) -> Option<Event> {
    if data.is_null() {
        return Some(Event::Ready);
    }
    let answer = data.dyn_ref::<Array>()?;
    Some(Event::Answer {
        id: answer.get(0).as_f64()? as u32,
        spans: answer.get(1).dyn_ref::<Uint32Array>()?.to_vec(),
    })
}

fn start(window: &Window) -> Option<Worker> {
    let named = window.document()?.query_selector(ADDRESS).ok()??;
    let address = named.get_attribute("data-lazy")?;
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    Worker::new_with_options(&address, &options).ok()
}

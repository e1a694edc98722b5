//! The frame that a run lives in.

use super::super::clock::within;
use crate::chat::Millis;
use crate::tool::script::MAX_MESSAGE;
use futures_channel::mpsc::{UnboundedReceiver, UnboundedSender, unbounded};
use futures_util::StreamExt;
use js_sys::{Array, JsString, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{Document, HtmlIFrameElement, MessageChannel, MessageEvent, MessagePort, Window};

/// The page that runs the code, and how it is loaded: the one place to change when a service worker answers for
/// this address. Without the attribute the page refuses to run anything.
const ADDRESS: &str = "./sandbox.html?1";
const SANDBOX: &str = "allow-scripts";
/// What that page says first. The number is that of the form of its messages.
const HELLO: &str = "colloquy-sandbox-1";

/// A frame that is ready for code. Whatever runs in it ends when this is dropped.
pub struct Frame {
    _element: Element,
    port: MessagePort,
    said: UnboundedReceiver<Option<String>>,
    _on_message: Closure<dyn Fn(MessageEvent)>,
}

/// Loads a frame. The error says in words for the person why there is none.
pub async fn open(limit: Millis) -> Result<Frame, String> {
    let window = web_sys::window().ok_or("There is no window.")?;
    let document = window.document().ok_or("There is no page.")?;
    let (sender, mut hellos) = unbounded();
    let element = Element::new(&document).ok_or("The browser did not make a frame.")?;
    let greeting = Greeting::listen(&window, &element.0, sender);
    document
        .body()
        .and_then(|body| body.append_child(&element.0).ok())
        .ok_or("The page takes no frame.")?;
    let hello = within(limit, hellos.next()).await.flatten();
    drop(greeting);
    match hello.as_deref() {
        Some(HELLO) => Frame::connect(element).ok_or_else(|| "The sandbox cannot be reached.".to_owned()),
        Some(_) => Err("The sandbox is of another version than this page. Reload the page.".to_owned()),
        None => Err(
            "The sandbox for JavaScript did not load. Check the connection to the site that Colloquy came from."
                .to_owned(),
        ),
    }
}

impl Frame {
    /// Hands the frame its end of the line. After this, nobody else's word counts.
    fn connect(element: Element) -> Option<Self> {
        let channel = MessageChannel::new().ok()?;
        // The frame's origin is opaque, so no other target can be named; its window is known to be the frame's.
        element
            .0
            .content_window()?
            .post_message_with_transfer(&JsValue::NULL, "*", &Array::of1(&channel.port2()))
            .ok()?;
        let port = channel.port1();
        let (sender, said) = unbounded();
        let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            // It fails once the receiver is gone, when nobody listens any more.
            let _ = sender.unbounded_send(read(&event.data()));
        });
        port.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        Some(Self {
            _element: element,
            port,
            said,
            _on_message: on_message,
        })
    }

    /// `args` is JSON.
    pub fn start(&self, code: &str, args: &str) {
        let job = Object::new();
        for (name, text) in [("code", code), ("args", args)] {
            // A fresh object takes every property.
            let _ = Reflect::set(&job, &name.into(), &text.into());
        }
        // Texts can always be cloned.
        let _ = self.port.post_message(&job);
    }

    /// The next message; `None` for what is no text of bearable length.
    ///
    /// A frame whose process has crashed says nothing any more: Chromium does not tell (measured in version 156).
    pub async fn next(&mut self) -> Option<String> {
        self.said.next().await.flatten()
    }
}

impl Drop for Frame {
    fn drop(&mut self) {
        self.port.set_onmessage(None);
        self.port.close();
    }
}

/// The frame's element; leaves the page when dropped, and its worker ends with it.
struct Element(HtmlIFrameElement);

impl Element {
    fn new(document: &Document) -> Option<Self> {
        let frame: HtmlIFrameElement = document.create_element("iframe").ok()?.dyn_into().ok()?;
        // Before the address: what is loaded without it would have the page's own origin.
        frame.set_attribute("sandbox", SANDBOX).ok()?;
        frame.set_attribute("referrerpolicy", "no-referrer").ok()?;
        frame.set_title("Sandbox");
        frame.set_hidden(true);
        frame.set_src(ADDRESS);
        Some(Self(frame))
    }
}

impl Drop for Element {
    fn drop(&mut self) {
        self.0.remove();
    }
}

/// Waits for the frame's first word.
struct Greeting {
    window: Window,
    on_message: Closure<dyn Fn(MessageEvent)>,
}

impl Greeting {
    fn listen(window: &Window, frame: &HtmlIFrameElement, sender: UnboundedSender<String>) -> Self {
        let frame = frame.clone();
        let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            let is_frame = match (event.source(), frame.content_window()) {
                (Some(source), Some(window)) => Object::is(&source, window.as_ref()),
                _ => false,
            };
            // Of any other origin it would not be a sandbox.
            if is_frame && event.origin() == "null" {
                let _ = sender.unbounded_send(event.data().as_string().unwrap_or_default());
            }
        });
        let callback = on_message.as_ref().unchecked_ref();
        // Adding a listener to a window cannot fail.
        let _ = window.add_event_listener_with_callback("message", callback);
        Self {
            window: window.clone(),
            on_message,
        }
    }
}

impl Drop for Greeting {
    fn drop(&mut self) {
        let callback = self.on_message.as_ref().unchecked_ref();
        let _ = self
            .window
            .remove_event_listener_with_callback("message", callback);
    }
}

fn read(data: &JsValue) -> Option<String> {
    let text = data.dyn_ref::<JsString>()?;
    // Measured before it is copied.
    (text.length() <= MAX_MESSAGE).then(|| String::from(text))
}

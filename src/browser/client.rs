//! Sends one request and hands back bytes. Knows no agent, session or screen.

use super::clock::{Pacer, sleep};
use super::{doctor, leaving, on_device};
use crate::chat::Millis;
use crate::provider::doctor::Circumstances;
use crate::provider::on_device::SCHEME;
use crate::provider::request::HeaderValue;
use crate::provider::{HttpRequest, Method, ResponseHead, demo};
use futures_util::future::{Either, select};
use std::cell::Cell;
use std::pin::Pin;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{AbortController, AbortSignal, ReadableStreamDefaultReader, RequestRedirect};

mod answered;

pub use answered::{Answered, ask};

/// What comes back, in this order: a head, bytes, and one end; or a failure at any point.
pub enum Piece {
    Head(ResponseHead),
    Bytes(Vec<u8>),
    Ended,
    /// The browser's words, and what was found out where no answer came at all: a browser does not tell
    /// offline, a wrong host and missing CORS apart.
    Failed(String, Option<Box<Circumstances>>),
}

/// An open request. Dropping it aborts the request, and nothing is delivered afterwards.
pub struct OpenRequest {
    abort: Option<AbortController>,
    live: Rc<Cell<bool>>,
}

impl Drop for OpenRequest {
    fn drop(&mut self) {
        self.live.set(false);
        if let Some(abort) = &self.abort {
            abort.abort();
        }
    }
}

/// Sends the request; `deliver` gets what comes back, bytes at most once per interval of `clock::Pacer`.
pub fn open(request: HttpRequest, deliver: impl Fn(Piece) + 'static) -> OpenRequest {
    let live = Rc::new(Cell::new(true));
    let abort = AbortController::new().ok();
    let signal = abort.as_ref().map(AbortController::signal);
    let deliver = {
        let live = live.clone();
        move |piece| {
            if live.get() {
                deliver(piece);
            }
        }
    };
    spawn_local({
        let live = live.clone();
        async move {
            if request.url.starts_with(demo::SCHEME) {
                play(&request, &live, &deliver).await;
            } else if request.url.starts_with(SCHEME) {
                on_device::answer(&request, signal.as_ref(), &deliver).await;
            } else {
                let answered = Cell::new(false);
                let noting = |piece| {
                    answered.set(true);
                    deliver(piece);
                };
                match fetch(&request, signal.as_ref(), &noting).await {
                    Ok(()) => deliver(Piece::Ended),
                    Err(error) => {
                        leaving::settled().await;
                        // A request that was given up has not failed.
                        if !live.get() {
                            return;
                        }
                        let seen = match answered.get() {
                            true => None,
                            false => Some(Box::new(doctor::look_around(&request).await)),
                        };
                        deliver(Piece::Failed(words(&error), seen));
                    }
                }
            }
        }
    });
    OpenRequest { abort, live }
}

/// Plays the built-in script, piece by piece.
async fn play(request: &HttpRequest, live: &Cell<bool>, deliver: &impl Fn(Piece)) {
    let head = ResponseHead {
        status: 200,
        content_type: "text/event-stream".to_owned(),
        retry_after: None,
    };
    deliver(Piece::Head(head));
    for piece in demo::respond(&request.body) {
        sleep(piece.delay).await;
        if !live.get() {
            return;
        }
        deliver(Piece::Bytes(piece.bytes));
    }
    deliver(Piece::Ended);
}

async fn fetch(
    request: &HttpRequest,
    signal: Option<&AbortSignal>,
    deliver: &impl Fn(Piece),
) -> Result<(), JsValue> {
    let response = send(request, signal).await?;
    deliver(Piece::Head(head_of(&response)));
    match response.body() {
        Some(body) => pump(body.get_reader().unchecked_into(), append, deliver).await,
        None => Ok(()),
    }
}

/// A redirect is not followed: a browser would send the key along to wherever it leads.
async fn send(
    request: &HttpRequest,
    signal: Option<&AbortSignal>,
) -> Result<gloo_net::http::Response, JsValue> {
    // A query that stands in the address itself would be sent with an "&" at its end.
    let (address, query) = request.url.split_once('?').unwrap_or((&request.url, ""));
    let query = query.split('&').filter_map(|pair| pair.split_once('='));
    let mut builder = gloo_net::http::RequestBuilder::new(address)
        .query(query)
        .method(match request.method {
            Method::Get => gloo_net::http::Method::GET,
            Method::Post => gloo_net::http::Method::POST,
            Method::Delete => gloo_net::http::Method::DELETE,
        })
        .credentials(web_sys::RequestCredentials::Omit)
        .referrer_policy(web_sys::ReferrerPolicy::NoReferrer)
        .cache(web_sys::RequestCache::NoStore)
        .redirect(RequestRedirect::Manual)
        .abort_signal(signal);
    for (name, value) in &request.headers {
        builder = match value {
            HeaderValue::Plain(text) => builder.header(name, text),
            HeaderValue::Secret { prefix, secret } => {
                builder.header(name, &format!("{prefix}{}", secret.expose()))
            }
        };
    }
    let ready = match request.method {
        Method::Get | Method::Delete => builder.build(),
        Method::Post => builder.body(request.body.as_str()),
    };
    let sent = match ready {
        Ok(ready) => ready.send().await,
        Err(error) => Err(error),
    };
    sent.map_err(|error| match error {
        gloo_net::Error::JsError(error) => JsValue::from_str(&error.message),
        other => JsValue::from_str(&other.to_string()),
    })
}

/// Stands for the status of a redirect, of which a browser shows nothing at all.
const REDIRECTED: u16 = 302;

fn head_of(response: &gloo_net::http::Response) -> ResponseHead {
    let headers = response.headers();
    ResponseHead {
        status: match response.status() {
            0 => REDIRECTED,
            status => status,
        },
        content_type: headers
            .get("content-type")
            .unwrap_or_default()
            .to_lowercase(),
        retry_after: headers.get("retry-after"),
    }
}

/// Bytes delivered at once, at most.
const LARGEST_BATCH: usize = 64 * 1024;

/// A read that has not come back after so many milliseconds has nothing to give yet.
const READ_PATIENCE: Millis = 1.0;

/// Reads the body to its end, delivering one batch per turn of the pacer. `append` puts a chunk into a batch.
///
/// Between two turns nothing is read: the browser then joins what arrives into one chunk, and a
/// stream of thousands of tiny chunks costs the main thread a few reads per turn.
pub async fn pump(
    reader: ReadableStreamDefaultReader,
    append: fn(&JsValue, &mut Vec<u8>),
    deliver: &impl Fn(Piece),
) -> Result<(), JsValue> {
    let pacer = Pacer::default();
    let mut batch = Vec::new();
    let mut reading = read(&reader);
    loop {
        let Some(chunk) = reading.as_mut().await? else {
            return Ok(());
        };
        append(&chunk, &mut batch);
        pacer.turn().await;
        loop {
            reading = read(&reader);
            if batch.len() >= LARGEST_BATCH {
                break;
            }
            match select(reading.as_mut(), std::pin::pin!(sleep(READ_PATIENCE))).await {
                Either::Right(_) => break,
                Either::Left((Err(error), _)) => {
                    deliver(Piece::Bytes(batch));
                    return Err(error);
                }
                Either::Left((Ok(None), _)) => {
                    deliver(Piece::Bytes(batch));
                    return Ok(());
                }
                Either::Left((Ok(Some(chunk)), _)) => append(&chunk, &mut batch),
            }
        }
        deliver(Piece::Bytes(std::mem::take(&mut batch)));
    }
}

/// A chunk of a body that was fetched: bytes.
fn append(chunk: &JsValue, batch: &mut Vec<u8>) {
    let bytes: &js_sys::Uint8Array = chunk.unchecked_ref();
    let start = batch.len();
    batch.resize(start + bytes.length() as usize, 0);
    bytes.copy_to(&mut batch[start..]);
}

type Reading = Pin<Box<dyn Future<Output = Result<Option<JsValue>, JsValue>>>>;

fn read(reader: &ReadableStreamDefaultReader) -> Reading {
    let promise = reader.read();
    Box::pin(async move {
        let result = JsFuture::from(promise).await?;
        let done = js_sys::Reflect::get(&result, &"done".into())?.is_truthy();
        if done {
            return Ok(None);
        }
        Ok(Some(js_sys::Reflect::get(&result, &"value".into())?))
    })
}

/// Sends the request and reads the whole answer as text.
pub async fn fetch_text(request: &HttpRequest) -> Result<(ResponseHead, String), String> {
    if request.url.starts_with(SCHEME) {
        return Ok(on_device::models().await);
    }
    let sent = send(request, None).await;
    let response = sent.map_err(|error| words(&error))?;
    let head = head_of(&response);
    let text = response.text().await.map_err(|error| error.to_string())?;
    Ok((head, text))
}

fn words(error: &JsValue) -> String {
    error
        .dyn_ref::<js_sys::Error>()
        .map(|error| String::from(error.message()))
        .or_else(|| error.as_string())
        .unwrap_or_else(|| "the request failed".to_owned())
}

//! Asks the browser's own model, through the [Prompt API](https://webmachinelearning.github.io/prompt-api/), and
//! writes down what it says as the lines that `provider::on_device` reads.
//!
//! web-sys does not know the API yet, so it is reached by name.

use super::client::{Piece, pump};
use super::clock::sleep;
use crate::chat::Millis;
use crate::provider::on_device::{MODEL, UNAVAILABLE};
use crate::provider::{HttpRequest, ResponseHead};
use futures_util::future::{Either, select};
use js_sys::{Array, Function, JSON, Object, Promise, Reflect};
use serde_json::{Value, json};
use std::cell::Cell;
use std::pin::pin;
use std::rc::Rc;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortSignal, DomException, ReadableStream};

/// Whether the browser knows the API. It may still be unable to run a model on this device.
pub fn has_own_model() -> bool {
    language_model().is_some()
}

fn language_model() -> Option<JsValue> {
    let model = Reflect::get(&js_sys::global(), &"LanguageModel".into()).ok()?;
    model.is_function().then_some(model)
}

/// Answers a request as the browser's model; dropping `signal`'s controller aborted ends it.
pub async fn answer(request: &HttpRequest, signal: Option<&AbortSignal>, deliver: &impl Fn(Piece)) {
    deliver(Piece::Head(head()));
    if let Err(error) = prompt(&request.body, signal, deliver).await {
        deliver(Piece::Bytes(line(&json!({ "error": said(&error) }))));
    }
    deliver(Piece::Ended);
}

/// The answer to the question which models there are.
pub async fn models() -> (ResponseHead, String) {
    let body = match availability(&Object::new()).await {
        Ok(_) => json!({ "models": [MODEL] }),
        Err(error) => json!({ "error": said(&error) }),
    };
    (head(), body.to_string())
}

fn head() -> ResponseHead {
    ResponseHead {
        status: 200,
        content_type: "application/jsonl".to_owned(),
        retry_after: None,
    }
}

async fn prompt(
    body: &str,
    signal: Option<&AbortSignal>,
    deliver: &impl Fn(Piece),
) -> Result<(), JsValue> {
    let options: Object = JSON::parse(body)?.unchecked_into();
    let input = Reflect::get(&options, &"prompt".into())?;
    Reflect::delete_property(&options, &"prompt".into())?;
    let model = create(options, signal, deliver).await?;
    let said = converse(&model, &input, signal, deliver).await;
    // It holds memory until then; a model that cannot be let go of is let go of with the page.
    let _ = call(&model, "destroy", &[]);
    said
}

/// How often a wait for the model looks whether there is anything to tell.
const LOOK: Millis = 250.0;

/// While the browser loads a model it says nothing, which is not a stall: a blank line goes out so often.
const SIGN_OF_LIFE: Millis = 5_000.0;

/// Makes a session of the model, which may have to be fetched first.
async fn create(
    options: Object,
    signal: Option<&AbortSignal>,
    deliver: &impl Fn(Piece),
) -> Result<JsValue, JsValue> {
    let is_here = availability(&options).await? == "available";
    let loaded = Rc::new(Cell::new(0.0));
    if !is_here {
        Reflect::set(&options, &"monitor".into(), &monitor(loaded.clone()))?;
    }
    set_signal(&options, signal)?;
    let model = language_model().ok_or_else(|| unavailable("there is no LanguageModel"))?;
    let mut creating = pin!(settled(call(&model, "create", &[options.into()])?));
    let mut told = -1.0;
    let mut silent = 0.0;
    loop {
        match select(creating.as_mut(), pin!(sleep(LOOK))).await {
            Either::Left((session, _)) => return session,
            Either::Right(_) => {}
        }
        silent += LOOK;
        // Whole per cents are what is shown.
        let part = (loaded.get() * 100.0).floor() / 100.0;
        if !is_here && part != told {
            told = part;
            silent = 0.0;
            deliver(Piece::Bytes(line(&json!({ "downloading": part }))));
        } else if silent >= SIGN_OF_LIFE {
            silent = 0.0;
            deliver(Piece::Bytes(b"\n".to_vec()));
        }
    }
}

/// What the API calls to have the download watched. The browser owns it: a download may go on, and be told of,
/// after the request was given up.
fn monitor(loaded: Rc<Cell<f64>>) -> JsValue {
    let on_progress = Closure::<dyn FnMut(JsValue)>::new(move |event: JsValue| {
        let part = Reflect::get(&event, &"loaded".into()).ok();
        loaded.set(part.and_then(|part| part.as_f64()).unwrap_or_default());
    });
    let on_progress = on_progress.into_js_value();
    let monitor = Closure::<dyn FnMut(JsValue)>::new(move |target: JsValue| {
        // Without it the download goes on unseen.
        let listener = ["downloadprogress".into(), on_progress.clone()];
        let _ = call(&target, "addEventListener", &listener);
    });
    monitor.into_js_value()
}

/// Whether the model is here, or could be fetched, in the API's words.
async fn availability(options: &Object) -> Result<String, JsValue> {
    let model = language_model().ok_or_else(|| unavailable("there is no LanguageModel"))?;
    let options = Object::assign(&Object::new(), options);
    let answer = settled(call(&model, "availability", &[options.into()])?).await?;
    match answer.as_string() {
        Some(word) if word != "unavailable" => Ok(word),
        _ => Err(unavailable("its availability is “unavailable”")),
    }
}

async fn converse(
    model: &JsValue,
    input: &JsValue,
    signal: Option<&AbortSignal>,
    deliver: &impl Fn(Piece),
) -> Result<(), JsValue> {
    let before = number(model, USED).zip(measured(model, input).await);
    if let (Some((history, question)), Some(window)) = (before, number(model, WINDOW))
        && history + question > window
    {
        return Err(exception("QuotaExceededError", FORGETS));
    }
    let options = Object::new();
    set_signal(&options, signal)?;
    let stream: ReadableStream =
        call(model, "promptStreaming", &[input.clone(), options.into()])?.unchecked_into();
    pump(stream.get_reader().unchecked_into(), append, deliver).await?;
    let mut end = Vec::new();
    if let (Some((history, question)), Some(after)) = (before, number(model, USED)) {
        let input = (history + question).round();
        let output = (after - input).round();
        if output >= 0.0 {
            let usage = json!({ "input": input as u64, "output": output as u64 });
            end.extend(line(&json!({ "usage": usage })));
        }
    }
    end.extend(line(&json!({ "done": true })));
    deliver(Piece::Bytes(end));
    Ok(())
}

/// A piece of the answer: text, or, where thoughts are asked for, an object that says what it is.
fn append(piece: &JsValue, batch: &mut Vec<u8>) {
    let field = |name: &str| {
        let value = Reflect::get(piece, &name.into()).ok();
        value.and_then(|value| value.as_string())
    };
    let told = match (piece.as_string(), field("type").as_deref()) {
        (Some(text), _) => json!({ "text": text }),
        (None, Some("thought")) => json!({ "thinking": field("value") }),
        (None, _) => json!({ "text": field("value") }),
    };
    batch.extend(line(&told));
}

/// Tokens in the model's context, and how many fit into it: the names of today, and those before.
const USED: [&str; 2] = ["contextUsage", "inputUsage"];
const WINDOW: [&str; 2] = ["contextWindow", "inputQuota"];

/// The API makes room by forgetting the oldest messages and lets the model answer as if they had never been.
const FORGETS: &str = "The model would have to forget the beginning of the conversation.";

fn number(model: &JsValue, names: [&str; 2]) -> Option<f64> {
    let read = |name: &str| Reflect::get(model, &name.into()).ok()?.as_f64();
    names.into_iter().find_map(read)
}

/// Tokens that the input will take; `None` where the browser does not say.
async fn measured(model: &JsValue, input: &JsValue) -> Option<f64> {
    for name in ["measureContextUsage", "measureInputUsage"] {
        if let Ok(asked) = call(model, name, std::slice::from_ref(input)) {
            return settled(asked).await.ok()?.as_f64();
        }
    }
    None
}

fn set_signal(options: &Object, signal: Option<&AbortSignal>) -> Result<(), JsValue> {
    if let Some(signal) = signal {
        Reflect::set(options, &"signal".into(), signal)?;
    }
    Ok(())
}

/// Calls a method by its name.
fn call(object: &JsValue, name: &str, arguments: &[JsValue]) -> Result<JsValue, JsValue> {
    let method: Function = Reflect::get(object, &name.into())?.dyn_into()?;
    let list: Array = arguments.iter().collect();
    Reflect::apply(&method, object, &list)
}

async fn settled(promise: JsValue) -> Result<JsValue, JsValue> {
    JsFuture::from(Promise::resolve(&promise)).await
}

fn unavailable(words: &str) -> JsValue {
    exception(UNAVAILABLE, words)
}

/// A failure of our own, as an exception, so that it takes the same way as the API's.
fn exception(name: &str, words: &str) -> JsValue {
    let error = js_sys::Error::new(words);
    error.set_name(name);
    error.into()
}

/// An exception's name and words.
fn said(error: &JsValue) -> Value {
    if let Some(error) = error.dyn_ref::<DomException>() {
        return json!({ "name": error.name(), "message": error.message() });
    }
    match error.dyn_ref::<js_sys::Error>() {
        Some(error) => {
            json!({ "name": String::from(error.name()), "message": String::from(error.message()) })
        }
        None => json!({ "name": "UnknownError", "message": format!("{error:?}") }),
    }
}

fn line(value: &Value) -> Vec<u8> {
    format!("{value}\n").into_bytes()
}

//! Says a text aloud.

use super::{done, js, text};
use crate::browser::clock::sleep;
use crate::chat::{Millis, ToolResult};
use js_sys::{Array, Function, Promise, Reflect};
use serde_json::{Map, Value};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// Longest text, in characters.
const LONGEST: usize = 5_000;

/// Voices come late in some browsers: how often to look for them, and after how many milliseconds again.
const LOOKS: u32 = 10;
const BETWEEN_LOOKS: Millis = 200.0;

/// Silence, however speaking ends.
struct Speech(JsValue);

impl Drop for Speech {
    fn drop(&mut self) {
        let _ = js::call(&self.0, "cancel", &[]);
    }
}

/// # Errors
/// When the browser has no voice, or speaking fails.
pub async fn run(arguments: &Map<String, Value>) -> Result<ToolResult, String> {
    let words = text(arguments, "text").trim();
    if words.is_empty() {
        return Err("There is nothing to say.".to_owned());
    }
    if words.chars().count() > LONGEST {
        return Err(format!(
            "The text is longer than {LONGEST} characters. Say it in parts."
        ));
    }
    let speech = js::global(&["speechSynthesis"]);
    let class: Option<Function> = js::global(&["SpeechSynthesisUtterance"]).dyn_into().ok();
    let Some(class) = class.filter(|_| speech.is_object()) else {
        return Err("This browser cannot speak.".to_owned());
    };
    if !has_voice(&speech).await {
        return Err(
            "This browser has no voice installed, so nothing can be said aloud.".to_owned(),
        );
    }
    let broken = |_| "This browser cannot speak.".to_owned();
    let utterance = Reflect::construct(&class, &Array::of1(&words.into())).map_err(broken)?;
    let set = |name: &str, value: JsValue| Reflect::set(&utterance, &name.into(), &value);
    let lang = text(arguments, "lang");
    if !lang.is_empty() {
        let _ = set("lang", lang.into());
    }
    if let Some(rate) = arguments.get("rate").and_then(Value::as_f64) {
        let _ = set("rate", rate.clamp(0.5, 2.0).into());
    }
    let speech = Speech(speech);
    let said = Promise::new(&mut |resolve, reject| {
        let _ = set("onend", resolve.into());
        let _ = set("onerror", reject.into());
    });
    js::call(&speech.0, "speak", std::slice::from_ref(&utterance)).map_err(broken)?;
    match JsFuture::from(said).await {
        Ok(_) => Ok(done("Said.")),
        Err(event) => Err(match js::text(&event, "error").as_str() {
            "not-allowed" => {
                "The browser did not allow it: the person must click in the page first.".to_owned()
            }
            "language-unavailable" | "voice-unavailable" => {
                format!("This browser has no voice for {lang:?}.")
            }
            error => format!("Speaking failed ({error})."),
        }),
    }
}

async fn has_voice(speech: &JsValue) -> bool {
    for _ in 0..LOOKS {
        let voices = js::call(speech, "getVoices", &[]).unwrap_or_default();
        if js::get(&voices, "length").as_f64().unwrap_or_default() > 0.0 {
            return true;
        }
        sleep(BETWEEN_LOOKS).await;
    }
    false
}

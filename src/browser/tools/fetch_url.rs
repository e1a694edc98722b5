//! Fetches an address that the person allowed.
//!
//! Consent is for one host, so redirects are not followed: a browser tells a page neither where one leads nor lets it
//! choose whether to go there; asked to follow, it would have called the other host before anyone could be asked.

use super::{Context, done, flag, js, number, text};
use crate::browser::toolbox;
use crate::chat::{Shown, ToolResult, ToolStatus};
use crate::tool::consent;
use crate::tool::fetched::{self, Kind};
use leptos::prelude::Set;
use serde_json::{Map, Value};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, ReadableStreamDefaultReader, RequestInit, Response};

/// Bytes read where nothing is said, and at most.
const USUAL: usize = 1_000_000;
const MOST: usize = 5_000_000;

/// An open request; dropping it ends it.
struct Open(AbortController);

impl Drop for Open {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// # Errors
/// Says what is wrong with the address, or why nothing could be read from it.
pub async fn run(arguments: &Map<String, Value>, context: &Context) -> Result<ToolResult, String> {
    let url = address(text(arguments, "url"))?;
    let limit = number(arguments, "max_bytes")
        .unwrap_or(USUAL)
        .clamp(1, MOST);
    let host = consent::host(&url).unwrap_or_default();
    context.view.progress.set(format!("Asking {host}…"));
    let open = Open(AbortController::new().map_err(|_| "This browser cannot fetch.".to_owned())?);
    let response = send(&url, &open).await.map_err(|_| unreadable(&host))?;
    if js::text(&response, "type") == "opaqueredirect" {
        return Err(format!(
            "{url} redirects to another address. A browser does not tell where to, and the person allowed only {host}, \
             so the redirect was not followed. Call the final address directly if you know it; common ones differ by \
             https, \"www.\" or a slash at the end."
        ));
    }
    let kind = response
        .headers()
        .get("content-type")
        .ok()
        .flatten()
        .unwrap_or_default();
    let kind = fetched::kind(&kind);
    if let Kind::Other(name) = &kind {
        return Err(format!(
            "{url} gives {name}, which is neither text nor a picture."
        ));
    }
    let (bytes, whole) = read(&response, limit, context)
        .await
        .map_err(|_| unreadable(&host))?;
    let mut result = shown(&url, &kind, bytes, whole, flag(arguments, "raw"))?;
    if !response.ok() {
        let head = format!(
            "The server answered HTTP {} {}.",
            response.status(),
            response.status_text()
        );
        result.content = format!("{head}\n\n{}", result.content);
        result.status = ToolStatus::Failed;
        result.shown.clear();
    }
    Ok(result)
}

/// The address as a browser reads it; it must be the same host that the person was asked about.
fn address(asked: &str) -> Result<String, String> {
    let wrong = || {
        format!(
            "{asked:?} is no address that begins with https:// or http:// and names a host plainly."
        )
    };
    let host = consent::host(asked).ok_or_else(wrong)?;
    let url = web_sys::Url::new(asked.trim()).map_err(|_| wrong())?;
    let default_port = if url.protocol() == "https:" {
        ":443"
    } else {
        ":80"
    };
    if host.strip_suffix(default_port).unwrap_or(&host) != url.host() {
        return Err(format!("Write the host as {}.", url.host()));
    }
    let is_here = matches!(url.hostname().as_str(), "localhost" | "127.0.0.1" | "[::1]");
    let secure = js::global(&["isSecureContext"]).is_truthy()
        && js::text(&js::global(&["location"]), "protocol") == "https:";
    if secure && url.protocol() == "http:" && !is_here {
        return Err(
            "This page came by https, so the browser forbids addresses with http://. Try https://."
                .to_owned(),
        );
    }
    url.set_hash("");
    Ok(url.href())
}

async fn send(url: &str, open: &Open) -> Result<Response, JsValue> {
    let request = RequestInit::new();
    request.set_method("GET");
    request.set_credentials(web_sys::RequestCredentials::Omit);
    request.set_redirect(web_sys::RequestRedirect::Manual);
    request.set_referrer_policy(web_sys::ReferrerPolicy::NoReferrer);
    request.set_cache(web_sys::RequestCache::NoStore);
    request.set_signal(Some(&open.0.signal()));
    let window = web_sys::window().ok_or(JsValue::UNDEFINED)?;
    JsFuture::from(window.fetch_with_str_and_init(url, &request))
        .await?
        .dyn_into()
}

/// The first `limit` bytes of the body, and whether that is all of it.
async fn read(
    response: &Response,
    limit: usize,
    context: &Context,
) -> Result<(Vec<u8>, bool), JsValue> {
    let mut bytes = Vec::new();
    let Some(body) = response.body() else {
        return Ok((bytes, true));
    };
    let reader: ReadableStreamDefaultReader = body.get_reader().unchecked_into();
    loop {
        let piece = JsFuture::from(reader.read()).await?;
        if js::get(&piece, "done").is_truthy() {
            return Ok((bytes, true));
        }
        let piece: js_sys::Uint8Array = js::get(&piece, "value").dyn_into()?;
        let room = u32::try_from(limit - bytes.len()).unwrap_or(u32::MAX);
        let fits = piece.length() <= room;
        bytes.extend(piece.subarray(0, room.min(piece.length())).to_vec());
        if !fits {
            // Dropping the request ends what still comes.
            return Ok((bytes, false));
        }
        context
            .view
            .progress
            .set(format!("{} kB read…", bytes.len() / 1_000));
    }
}

fn shown(
    url: &str,
    kind: &Kind,
    bytes: Vec<u8>,
    whole: bool,
    raw: bool,
) -> Result<ToolResult, String> {
    let size = bytes.len();
    let cut = match whole {
        true => String::new(),
        false => format!("\n\n[Only the first {size} bytes were read.]"),
    };
    Ok(match kind {
        Kind::Image(media_type) => {
            if !whole {
                return Err(format!(
                    "The picture has more than {size} bytes. Ask for more with max_bytes."
                ));
            }
            let data = base64(&bytes).ok_or("The picture could not be read.")?;
            let mut result = done(format!(
                "The person sees the picture from {url} ({media_type}, {size} bytes)."
            ));
            let alt = format!("Picture from {url}");
            result.shown.push(Shown::Image {
                media_type: media_type.clone(),
                data,
                alt,
            });
            result
        }
        Kind::Html { charset } if !raw => {
            let html = decode(&bytes, charset);
            let text = toolbox::readable(&html, url)?;
            done(format!("{text}{cut}"))
        }
        Kind::Html { charset } | Kind::Text { charset } => done(decode(&bytes, charset) + &cut),
        Kind::Json => {
            let text = decode(&bytes, "utf-8");
            let mut result = done(format!("{text}{cut}"));
            result.shown.push(Shown::of(text));
            result
        }
        Kind::Other(name) => {
            return Err(format!(
                "{url} gives {name}, which is neither text nor a picture."
            ));
        }
    })
}

fn decode(bytes: &[u8], charset: &str) -> String {
    let decoder =
        web_sys::TextDecoder::new_with_label(charset).or_else(|_| web_sys::TextDecoder::new());
    let decoded = decoder.and_then(|decoder| decoder.decode_with_u8_array(bytes));
    decoded.unwrap_or_else(|_| String::from_utf8_lossy(bytes).into_owned())
}

fn base64(bytes: &[u8]) -> Option<String> {
    let binary: String = bytes.iter().map(|byte| char::from(*byte)).collect();
    web_sys::window()?.btoa(&binary).ok()
}

fn unreadable(host: &str) -> String {
    if js::global(&["navigator", "onLine"]).as_bool() == Some(false) {
        return "The device is offline.".to_owned();
    }
    format!(
        "Nothing could be read from {host}, and a browser does not tell a page why. Most likely the site does not allow \
         other pages to read it (no CORS headers), as most sites do not; a redirect looks the same. Or the host does \
         not exist or does not answer. Try an API or a raw file of the same content, which often allow it, or ask the \
         person to open the address and paste the text."
    )
}

//! What may be typed into the settings' fields, and what to say when it may not.

use super::kinds::{fill_in, placeholder};
use crate::provider::config::normalize_base_url;
use crate::provider::doctor::{host, is_near};
use crate::tool::consent;
use serde_json::{Map, Value};
use std::ops::RangeInclusive;

/// Something must stand there.
pub fn required(text: &str, what: &str) -> Result<String, String> {
    match text.trim() {
        "" => Err(format!("Enter {what}.")),
        text => Ok(text.to_owned()),
    }
}

/// A provider's base URL as it is kept. `page_is_https` says how the page itself was loaded: a browser lets
/// such a page reach plain http only on the same machine and, with the person's leave, in the local network.
pub fn base_url(text: &str, page_is_https: bool) -> Result<String, String> {
    if let Some(placeholder) = placeholder(text) {
        return Err(fill_in(placeholder));
    }
    let url = normalize_base_url(text)?;
    if page_is_https && url.starts_with("http://") && !is_near(host(&url)) {
        return Err(
            "This page was loaded over https, so the browser blocks http:// addresses on other \
             machines. Use https://, or open Colloquy over http."
                .to_owned(),
        );
    }
    Ok(url)
}

/// The address of a server of tools, as it is kept. What stands before the host, a name or a password, is refused: it
/// would be stored and shown.
pub fn server_url(text: &str) -> Result<String, String> {
    let url = text.trim();
    match consent::host(url) {
        Some(_) => Ok(url.to_owned()),
        None => Err("Enter an address that begins with https:// or http://.".to_owned()),
    }
}

/// An optional number within `range`.
pub fn number(text: &str, range: RangeInclusive<f64>) -> Result<Option<f64>, String> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    match text.parse::<f64>() {
        Ok(number) if range.contains(&number) => Ok(Some(number)),
        _ => Err(format!(
            "Enter a number from {} to {}, or nothing.",
            range.start(),
            range.end()
        )),
    }
}

/// An optional whole number, at least 1.
pub fn whole_number<T: std::str::FromStr + PartialOrd + From<u8>>(
    text: &str,
) -> Result<Option<T>, String> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    match text.parse::<T>() {
        Ok(number) if number >= T::from(1) => Ok(Some(number)),
        _ => Err("Enter a whole number above 0, or nothing.".to_owned()),
    }
}

/// An object as a field shows it: nothing for an empty one.
pub fn pretty_json(object: &Map<String, Value>) -> String {
    match object.is_empty() {
        true => String::new(),
        false => format!("{:#}", Value::Object(object.clone())),
    }
}

/// An optional JSON object.
pub fn json_object(text: &str) -> Result<Map<String, Value>, String> {
    if text.trim().is_empty() {
        return Ok(Map::new());
    }
    serde_json::from_str(text)
        .map_err(|error| format!("This is not a JSON object like {{\"seed\": 1}}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test]
    fn plain_http_goes_no_further_than_the_local_network() {
        for near in [
            "http://localhost:11434/v1",
            "http://[::1]:8000",
            "http://127.0.0.1",
            "http://192.168.1.5:8000/v1",
            "http://box.local/v1",
        ] {
            assert_eq!(base_url(near, true).as_deref(), Ok(near));
        }
        for far in ["http://8.8.8.8/v1", "http://localhost.example.com"] {
            let error = base_url(far, true).expect_err(far);
            assert!(error.contains("blocks"), "{far}: {error}");
            assert!(base_url(far, false).is_ok());
        }
        assert!(base_url("api.example.com/v1", false).is_err());
        let unfilled = base_url("https://{resource}.example.com/v1", true);
        assert!(unfilled.is_err_and(|error| error.contains("{resource}")));
    }

    #[wasm_bindgen_test]
    fn numbers_keep_to_their_range() {
        assert_eq!(number("", 0.0..=2.0), Ok(None));
        assert_eq!(number(" 0.7 ", 0.0..=2.0), Ok(Some(0.7)));
        for bad in ["2.1", "-1", "NaN", "inf", "warm"] {
            assert!(number(bad, 0.0..=2.0).is_err(), "{bad}");
        }
        assert_eq!(whole_number::<u64>(""), Ok(None));
        assert_eq!(whole_number::<u64>("4096"), Ok(Some(4096)));
        for bad in ["0", "-5", "1.5", "many"] {
            assert!(whole_number::<u64>(bad).is_err(), "{bad}");
        }
    }

    #[wasm_bindgen_test]
    fn extra_json_is_an_object() {
        assert_eq!(json_object("  "), Ok(Map::new()));
        assert_eq!(json_object(r#"{"seed": 1}"#).map(|map| map.len()), Ok(1));
        assert!(json_object("[1]").is_err());
        assert!(json_object("{seed: 1}").is_err());
    }
}

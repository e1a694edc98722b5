//! What may be typed into the settings' fields, and what to say when it may not.

use serde_json::{Map, Value};
use std::ops::RangeInclusive;

/// Something must stand there.
pub fn required(text: &str, what: &str) -> Result<String, String> {
    match text.trim() {
        "" => Err(format!("Enter {what}.")),
        text => Ok(text.to_owned()),
    }
}

/// A provider's base URL, without a trailing slash. An address copied with its path for chat completions
/// is cut back to the base. `page_is_https` says how the page itself was loaded: a browser lets such a
/// page reach plain http only on the same machine.
pub fn base_url(text: &str, page_is_https: bool) -> Result<String, String> {
    let text = text.trim();
    if text.is_empty() {
        return Err("Enter the address of the provider's API.".to_owned());
    }
    let Some((scheme, rest)) = text.split_once("://") else {
        return Err("Start the address with https:// or http://.".to_owned());
    };
    if !matches!(scheme, "http" | "https") {
        return Err("Start the address with https:// or http://.".to_owned());
    }
    let host = host(rest);
    if host.is_empty() || host.contains(char::is_whitespace) {
        return Err("The address has no host name.".to_owned());
    }
    if rest.contains(['?', '#']) || rest.contains(char::is_whitespace) {
        return Err("Leave out everything from a space, “?” or “#” on.".to_owned());
    }
    if scheme == "http" && page_is_https && !is_this_machine(host) {
        return Err(
            "This page was loaded over https, so the browser blocks http:// addresses on other \
             machines. Use https://, or open Colloquy over http."
                .to_owned(),
        );
    }
    let text = text.trim_end_matches('/');
    let base = text.strip_suffix("/chat/completions").unwrap_or(text);
    Ok(base.trim_end_matches('/').to_owned())
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

/// An optional JSON object.
pub fn json_object(text: &str) -> Result<Map<String, Value>, String> {
    if text.trim().is_empty() {
        return Ok(Map::new());
    }
    serde_json::from_str(text)
        .map_err(|error| format!("This is not a JSON object like {{\"seed\": 1}}: {error}"))
}

/// The host in `user@host:port/path`.
fn host(rest: &str) -> &str {
    let authority = rest.split('/').next().unwrap_or_default();
    let address = authority.rsplit('@').next().unwrap_or_default();
    match address.strip_prefix('[') {
        Some(v6) => v6.split(']').next().unwrap_or_default(),
        None => address.split(':').next().unwrap_or_default(),
    }
}

fn is_this_machine(host: &str) -> bool {
    host == "localhost" || host.ends_with(".localhost") || host.starts_with("127.") || host == "::1"
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test]
    fn a_base_url_is_cut_back_to_the_base() {
        let ok = |text, base: &str| assert_eq!(base_url(text, true), Ok(base.to_owned()));
        ok(
            " https://api.example.com/v1/ ",
            "https://api.example.com/v1",
        );
        ok(
            "https://api.example.com/v1/chat/completions",
            "https://api.example.com/v1",
        );
        ok("http://localhost:11434/v1", "http://localhost:11434/v1");
        ok("http://[::1]:8000", "http://[::1]:8000");
        ok("http://127.0.0.1", "http://127.0.0.1");
    }

    #[wasm_bindgen_test]
    fn what_is_no_base_url_says_why() {
        let bad = |text, part: &str| {
            let error = base_url(text, true).expect_err(text);
            assert!(error.contains(part), "{text}: {error}");
        };
        bad("", "Enter");
        bad("api.example.com/v1", "https://");
        bad("ftp://example.com", "https://");
        bad("https://", "host");
        bad("https:///v1", "host");
        bad("https://exa mple.com", "host");
        bad("https://example.com/v1?key=1", "?");
        bad("http://192.168.1.5:8000/v1", "blocks");
        bad("http://localhost.example.com", "blocks");
        assert!(base_url("http://192.168.1.5:8000/v1", false).is_ok());
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

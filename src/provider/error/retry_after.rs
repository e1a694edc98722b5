//! How long a provider asks to wait, wherever it says so. All results are milliseconds.

use crate::chat::Millis;
use serde_json::{Map, Value};
use std::time::UNIX_EPOCH;

/// The `Retry-After` header: seconds, or a date, which `now` is subtracted from.
pub(super) fn in_header(value: &str, now: Millis) -> Option<Millis> {
    let value = value.trim();
    if let Ok(seconds) = value.parse::<f64>() {
        return positive(seconds * 1000.0);
    }
    let date = httpdate::parse_http_date(value).ok()?;
    let date = date.duration_since(UNIX_EPOCH).ok()?;
    Some((date.as_secs_f64() * 1000.0 - now).max(0.0))
}

/// The fields of an error object.
pub(super) fn in_fields(fields: &Map<String, Value>) -> Option<Millis> {
    fields.iter().find_map(|(name, value)| {
        match name.to_ascii_lowercase().replace('-', "_").as_str() {
            "retry_after" | "retryafter" | "retry_after_seconds" | "estimated_time" => {
                seconds(value).and_then(positive)
            }
            "retry_after_ms" => value.as_f64().and_then(positive),
            // Google's `RetryInfo`, in a list of details.
            "details" => value
                .as_array()?
                .iter()
                .find_map(|detail| seconds(detail.get("retryDelay")?).and_then(positive)),
            "metadata" | "headers" => in_fields(value.as_object()?),
            _ => None,
        }
    })
}

/// A number of seconds, or a text such as `34s`.
fn seconds(value: &Value) -> Option<Millis> {
    match value {
        Value::String(text) => match text.trim().parse::<f64>() {
            Ok(seconds) => Some(seconds * 1000.0),
            Err(_) => duration(text),
        },
        value => value.as_f64().map(|seconds| seconds * 1000.0),
    }
}

/// A sentence such as `Please try again in 7m12.5s`. Expects lower case.
pub(super) fn in_message(message: &str) -> Option<Millis> {
    [
        "try again in ",
        "try again after ",
        "retry after ",
        "retry in ",
    ]
    .iter()
    .find_map(|words| {
        let (_, rest) = message.split_once(words)?;
        duration(rest)
    })
}

/// The duration that `text` begins with: numbers with units, `1h2m3.5s`, `20 ms`, `9 seconds`.
fn duration(text: &str) -> Option<Millis> {
    let mut rest = text.trim_start();
    let mut total = None;
    loop {
        let digits = rest
            .find(|c: char| !c.is_ascii_digit() && c != '.')
            .unwrap_or(rest.len());
        let Ok(number) = rest[..digits].parse::<f64>() else {
            return total.and_then(positive);
        };
        let after = rest[digits..].trim_start();
        let letters = after
            .find(|c: char| !c.is_ascii_alphabetic())
            .unwrap_or(after.len());
        let unit = match &after[..letters] {
            "ms" | "millisecond" | "milliseconds" => 1.0,
            "s" | "sec" | "secs" | "second" | "seconds" => 1000.0,
            "m" | "min" | "mins" | "minute" | "minutes" => 60_000.0,
            "h" | "hour" | "hours" => 3_600_000.0,
            _ => return total.and_then(positive),
        };
        total = Some(total.unwrap_or(0.0) + number * unit);
        rest = after[letters..].trim_start_matches([' ', ',']);
    }
}

fn positive(millis: Millis) -> Option<Millis> {
    (millis.is_finite() && millis >= 0.0).then_some(millis)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_header_is_seconds_or_a_date() {
        // Sun, 06 Nov 1994 08:49:37 GMT
        const THEN: Millis = 784_111_777_000.0;
        for (value, millis) in [
            ("20", Some(20_000.0)),
            (" 0.5 ", Some(500.0)),
            ("0", Some(0.0)),
            ("Sun, 06 Nov 1994 08:49:37 GMT", Some(30_000.0)),
            ("Sunday, 06-Nov-94 08:49:07 GMT", Some(0.0)),
            ("Sun Nov  6 08:00:00 1994", Some(0.0)),
            ("-1", None),
            ("NaN", None),
            ("soon", None),
            ("", None),
        ] {
            assert_eq!(in_header(value, THEN - 30_000.0), millis, "{value:?}");
        }
    }

    #[test]
    fn a_message_can_tell() {
        for (message, millis) in [
            ("please try again in 1.898s. visit", Some(1898.0)),
            ("try again in 7m12s", Some(432_000.0)),
            ("try again in 20ms.", Some(20.0)),
            ("please retry after 9 seconds.", Some(9000.0)),
            ("please retry in 34.07s.", Some(34_070.0)),
            ("try again in 1h 2m", Some(3_720_000.0)),
            ("try again in 1 minute, 5 seconds", Some(65_000.0)),
            ("try again in a moment", None),
            ("try again in 5 parsecs", None),
            ("try again later", None),
        ] {
            let found = in_message(message);
            assert_eq!(found.map(f64::round), millis, "{message}");
        }
    }

    #[test]
    fn a_body_can_tell() {
        for (body, millis) in [
            (json!({ "retry_after": 12 }), Some(12_000.0)),
            (json!({ "Retry-After": "2" }), Some(2000.0)),
            (json!({ "retry_after_ms": 150 }), Some(150.0)),
            (
                json!({ "details": [{}, { "retryDelay": "34s" }] }),
                Some(34_000.0),
            ),
            (
                json!({ "metadata": { "headers": { "Retry-After": "3" } } }),
                Some(3000.0),
            ),
            (json!({ "retry_after": null }), None),
        ] {
            let found = in_fields(body.as_object().unwrap());
            assert_eq!(found, millis, "{body}");
        }
    }
}

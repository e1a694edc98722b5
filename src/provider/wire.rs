//! What went over the wire, for looking at it and for playing it again. Keys are masked wherever it is shown.

use super::error::mask;
use super::request::HeaderValue;
use super::{HttpRequest, Method, ResponseHead, Secret};
use crate::chat::Millis;
use serde_json::{Value, json};

/// One request and what came back.
#[derive(Clone, Debug)]
pub struct Exchange {
    pub request: HttpRequest,
    /// When it was sent, in milliseconds since the epoch.
    pub sent: Millis,
    pub head: Option<ResponseHead>,
    pub pieces: Vec<Piece>,
    /// When it ended, and the browser's words where it broke; `None` while it runs.
    pub ended: Option<(Millis, Option<String>)>,
}

/// Bytes that arrived together.
#[derive(Clone, Debug)]
pub struct Piece {
    pub at: Millis,
    pub bytes: Vec<u8>,
}

impl Exchange {
    pub fn new(request: HttpRequest, sent: Millis) -> Self {
        Self {
            request,
            sent,
            head: None,
            pieces: Vec::new(),
            ended: None,
        }
    }

    /// Bytes of the response's body so far.
    pub fn size(&self) -> usize {
        self.pieces.iter().map(|piece| piece.bytes.len()).sum()
    }

    /// Events of a stream so far, or lines of anything else.
    pub fn events(&self) -> usize {
        let text = self.body();
        let is_stream = self
            .head
            .as_ref()
            .is_some_and(|head| head.content_type.starts_with("text/event-stream"));
        let counts = |line: &&str| match is_stream {
            true => line.starts_with("data:"),
            false => !line.trim().is_empty(),
        };
        text.lines().filter(counts).count()
    }

    /// The headers as they may be seen.
    pub fn headers(&self) -> Vec<(String, String)> {
        let seen = self.request.headers.iter().map(|(name, value)| {
            let value = match value {
                HeaderValue::Plain(text) => text.clone(),
                HeaderValue::Secret { prefix, .. } => format!("{prefix}•••"),
            };
            (name.clone(), value)
        });
        seen.collect()
    }

    /// The request's body as it may be seen.
    pub fn request_body(&self) -> String {
        self.masked(&self.request.body)
    }

    /// The response's body so far, as it may be seen.
    pub fn response_body(&self) -> String {
        self.masked(&self.body())
    }

    /// The request as a command for a shell, which finds the key in `$API_KEY`.
    pub fn curl(&self) -> String {
        let mut line = format!("curl {}", quoted(&self.request.url));
        for (name, value) in &self.request.headers {
            line.push_str(" \\\n  -H ");
            match value {
                HeaderValue::Plain(text) => line.push_str(&quoted(&format!("{name}: {text}"))),
                HeaderValue::Secret { prefix, .. } => {
                    line.push_str(&format!("\"{name}: {prefix}$API_KEY\""));
                }
            }
        }
        if self.request.method == Method::Post {
            line.push_str(" \\\n  --no-buffer --data-raw ");
            line.push_str(&quoted(&self.request_body()));
        }
        line
    }

    /// The exchange as a file that a server of fixtures plays back: the reply's pieces, each so many
    /// milliseconds after the one before.
    pub fn replay(&self) -> Value {
        let mut last = self.sent;
        let mut carried = Vec::new();
        let mut pieces = Vec::new();
        for (index, piece) in self.pieces.iter().enumerate() {
            carried.extend_from_slice(&piece.bytes);
            let is_last = index + 1 == self.pieces.len();
            // A character that was cut in two goes with the piece that completes it.
            let whole = match std::str::from_utf8(&carried) {
                Err(error) if !is_last && error.error_len().is_none() => error.valid_up_to(),
                Ok(_) | Err(_) => carried.len(),
            };
            let rest = carried.split_off(whole);
            let text = self.masked(&String::from_utf8_lossy(&carried));
            pieces
                .push(json!({ "text": text, "after": (piece.at - last).max(0.0).round() as u64 }));
            last = piece.at;
            carried = rest;
        }
        let head = self.head.clone().unwrap_or_default();
        let mut headers = vec![json!(["content-type", head.content_type])];
        headers.extend(head.retry_after.map(|wait| json!(["retry-after", wait])));
        let broke = matches!(&self.ended, Some((_, Some(_))));
        json!({
            "format": "colloquy-replay",
            "version": 1,
            "request": {
                "method": self.method(),
                "url": self.request.url,
                "headers": self.headers(),
                "body": self.request_body(),
            },
            "reply": {
                "status": head.status,
                "headers": headers,
                "cors": self.head.is_some(),
                "pieces": pieces,
                "end": if broke { "abort" } else { "close" },
            },
        })
    }

    pub fn method(&self) -> &'static str {
        match self.request.method {
            Method::Get => "GET",
            Method::Post => "POST",
            Method::Delete => "DELETE",
        }
    }

    fn body(&self) -> String {
        let bytes: Vec<u8> = self
            .pieces
            .iter()
            .flat_map(|piece| piece.bytes.iter().copied())
            .collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    fn masked(&self, text: &str) -> String {
        mask(text, self.secrets())
    }

    fn secrets(&self) -> impl Iterator<Item = &Secret> {
        self.request
            .headers
            .iter()
            .filter_map(|(_, value)| match value {
                HeaderValue::Secret { secret, .. } => Some(secret),
                HeaderValue::Plain(_) => None,
            })
    }
}

/// As one word of a POSIX shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    const KEY: &str = "sk-canary-0123456789";

    fn exchange(pieces: &[(&[u8], Millis)]) -> Exchange {
        let request = HttpRequest {
            method: Method::Post,
            url: "https://example.test/v1/chat/completions".into(),
            headers: vec![
                (
                    "content-type".into(),
                    HeaderValue::Plain("application/json".into()),
                ),
                (
                    "authorization".into(),
                    HeaderValue::Secret {
                        prefix: "Bearer ",
                        secret: Secret::new(KEY),
                    },
                ),
            ],
            body: format!(r#"{{"say":"it's {KEY}"}}"#),
        };
        let mut exchange = Exchange::new(request, 1000.0);
        exchange.head = Some(ResponseHead {
            status: 200,
            content_type: "text/event-stream".into(),
            retry_after: None,
        });
        exchange.pieces = pieces
            .iter()
            .map(|(bytes, at)| Piece {
                at: *at,
                bytes: bytes.to_vec(),
            })
            .collect();
        exchange.ended = Some((1100.0, None));
        exchange
    }

    #[test]
    fn a_command_names_no_key() {
        let command = exchange(&[]).curl();
        expect![[r#"
            curl 'https://example.test/v1/chat/completions' \
              -H 'content-type: application/json' \
              -H "authorization: Bearer $API_KEY" \
              --no-buffer --data-raw '{"say":"it'\''s •••"}'"#]]
        .assert_eq(&command);
    }

    #[test]
    fn pieces_keep_their_pace_and_characters_stay_whole() {
        let text = "data: é\n\ndata: b\n\n".as_bytes();
        let exchange = exchange(&[(&text[..7], 1010.0), (&text[7..], 1043.4)]);
        let replay = exchange.replay();
        expect![[r#"[{"after":10,"text":"data: "},{"after":33,"text":"é\n\ndata: b\n\n"}]"#]]
            .assert_eq(&replay["reply"]["pieces"].to_string());
        assert_eq!((exchange.size(), exchange.events()), (text.len(), 2));
    }

    #[test]
    fn nothing_that_is_shown_or_saved_holds_the_key() {
        let echo = format!("data: wrong key {KEY}\n\n");
        let exchange = exchange(&[(echo.as_bytes(), 1010.0)]);
        let shown = [
            exchange.curl(),
            exchange.replay().to_string(),
            exchange.request_body(),
            exchange.response_body(),
            format!("{:?}", exchange.headers()),
        ];
        for text in shown {
            assert!(!text.contains(KEY), "{text}");
            assert!(text.contains("•••") || text.contains("$API_KEY"), "{text}");
        }
    }

    #[test]
    fn a_broken_response_breaks_again() {
        let mut exchange = exchange(&[(b"data: half", 1010.0)]);
        exchange.ended = Some((1020.0, Some("network error".into())));
        assert_eq!(exchange.replay()["reply"]["end"], "abort");
    }
}

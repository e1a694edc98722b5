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
    /// When it ended, and how; `None` while it runs.
    pub ended: Option<(Millis, End)>,
}

/// How an exchange ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The response was complete.
    Closed,
    /// The connection broke, in the browser's words.
    Broken(String),
    /// The page closed it: the person stopped it, nothing came for too long, or what came was an error.
    GivenUp,
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

    /// Whether there is a server that a command could ask.
    pub fn has_address(&self) -> bool {
        self.request.url.starts_with("http")
    }

    /// The request as a command for a shell, which finds the key in `$API_KEY` and the value of any other secret header
    /// in a variable of its own: `$HEADER_X_TEAM` for `x-team`.
    pub fn curl(&self) -> String {
        let mut line = format!("curl {}", quoted(&self.request.url));
        let mut has_key = false;
        for (name, value) in &self.request.headers {
            line.push_str(" \\\n  -H ");
            match value {
                HeaderValue::Plain(text) => line.push_str(&quoted(&format!("{name}: {text}"))),
                HeaderValue::Secret { prefix, .. } => {
                    // The key comes first. An own header may have taken its place, with a value that is no bare key.
                    let is_key =
                        !has_key && (!prefix.is_empty() || KEY_HEADERS.contains(&name.as_str()));
                    has_key = true;
                    let variable = match is_key {
                        true => "API_KEY".to_owned(),
                        false => variable(name),
                    };
                    // Names may hold what a shell would act on.
                    line.push_str(&quoted(&format!("{name}: {prefix}")));
                    line.push_str(&format!("\"${variable}\""));
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
        let end = match (&self.ended, &self.head) {
            (Some((_, End::Closed)), _) => "close",
            (Some((_, End::Broken(_))), _) => "abort",
            // What would have come is not known.
            (Some((_, End::GivenUp)) | None, Some(_)) => "hang",
            (Some((_, End::GivenUp)) | None, None) => "silent",
        };
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
                "end": end,
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

/// The headers that keys stand alone in, see [`super::preset::Auth`].
const KEY_HEADERS: [&str; 3] = ["x-api-key", "x-goog-api-key", "api-key"];

/// The variable of a header's value. Its beginning keeps it apart from those that every shell has.
fn variable(header: &str) -> String {
    let plain = |c: char| match c.is_ascii_alphanumeric() {
        true => c.to_ascii_uppercase(),
        false => '_',
    };
    format!("HEADER_{}", header.chars().map(plain).collect::<String>())
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
        exchange.ended = Some((1100.0, End::Closed));
        exchange
    }

    #[test]
    fn a_command_names_no_key() {
        let command = exchange(&[]).curl();
        expect![[r#"
            curl 'https://example.test/v1/chat/completions' \
              -H 'content-type: application/json' \
              -H 'authorization: Bearer '"$API_KEY" \
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
    fn a_model_of_the_page_has_no_command() {
        let mut exchange = exchange(&[]);
        assert!(exchange.has_address());
        for scheme in [
            crate::provider::on_device::SCHEME,
            crate::provider::demo::SCHEME,
        ] {
            exchange.request.url = format!("{scheme}/prompt");
            assert!(!exchange.has_address());
        }
    }

    #[test]
    fn a_command_has_a_variable_for_each_secret() {
        let secret = |name: &str, prefix| {
            let secret = Secret::new(KEY);
            (name.to_owned(), HeaderValue::Secret { prefix, secret })
        };
        let line = |headers: &[(String, HeaderValue)]| {
            let mut exchange = exchange(&[]);
            exchange.request.headers = headers.to_vec();
            exchange.request.method = Method::Get;
            exchange.curl().replace(" \\\n ", "")
        };
        let bearer = secret("authorization", "Bearer ");
        let address = "curl 'https://example.test/v1/chat/completions'";
        for (headers, written) in [
            (
                vec![bearer, secret("x-team", ""), secret("x-api-key", "")],
                r#"-H 'authorization: Bearer '"$API_KEY" -H 'x-team: '"$HEADER_X_TEAM" -H 'x-api-key: '"$HEADER_X_API_KEY""#,
            ),
            (
                vec![secret("x-api-key", ""), secret("user", "")],
                r#"-H 'x-api-key: '"$API_KEY" -H 'user: '"$HEADER_USER""#,
            ),
            (
                vec![secret("authorization", ""), secret("a$(b`c'", "")],
                r#"-H 'authorization: '"$HEADER_AUTHORIZATION" -H 'a$(b`c'\'': '"$HEADER_A__B_C_""#,
            ),
        ] {
            assert_eq!(line(&headers), format!("{address} {written}"));
        }
    }

    #[test]
    fn a_response_that_did_not_come_to_its_end_does_not_when_played_again() {
        let broken = End::Broken("network error".into());
        for (ended, with_head, without) in [
            (Some(End::Closed), "close", "close"),
            (Some(broken), "abort", "abort"),
            (Some(End::GivenUp), "hang", "silent"),
            (None, "hang", "silent"),
        ] {
            let mut exchange = exchange(&[(b"data: half", 1010.0)]);
            exchange.ended = ended.map(|end| (1020.0, end));
            assert_eq!(exchange.replay()["reply"]["end"], with_head);
            exchange.head = None;
            assert_eq!(exchange.replay()["reply"]["end"], without);
        }
    }
}

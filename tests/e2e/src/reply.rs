//! A response as data: what is sent, in which pieces, how slowly, and how it ends.

use axum::body::Body;
use axum::http::{HeaderName, HeaderValue, Response, StatusCode, header};
use futures_util::stream;
use serde::{Deserialize, Serialize};
use std::io;
use std::time::Duration;

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Reply {
    pub status: u16,
    /// Names in lower case.
    pub headers: Vec<(String, String)>,
    /// Whether the page may read the response. Without it a browser reports a bare network error.
    pub cors: bool,
    pub pieces: Vec<Piece>,
    pub end: End,
}

/// Bytes that are written at once, `after` milliseconds after the piece before.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(from = "WrittenPiece")]
pub struct Piece {
    pub bytes: Vec<u8>,
    pub after: u64,
}

/// A piece as files have it: bytes, or text where they are text.
#[derive(Deserialize)]
struct WrittenPiece {
    #[serde(default)]
    bytes: Vec<u8>,
    #[serde(default)]
    text: String,
    #[serde(default)]
    after: u64,
}

impl From<WrittenPiece> for Piece {
    fn from(written: WrittenPiece) -> Self {
        let mut bytes = written.bytes;
        bytes.extend_from_slice(written.text.as_bytes());
        Self {
            bytes,
            after: written.after,
        }
    }
}

/// What happens once all pieces are sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// The body ends properly.
    #[default]
    Close,
    /// The connection breaks in the middle of the body.
    Abort,
    /// Nothing more is sent, and the connection stays open.
    Hang,
    /// As `Hang`, but not even the response's head is sent.
    Silent,
}

impl Default for Reply {
    fn default() -> Self {
        Self {
            status: 200,
            headers: vec![],
            cors: true,
            pieces: vec![],
            end: End::Close,
        }
    }
}

impl Reply {
    /// A stream of server-sent events, one piece for each string.
    pub fn events<T: Into<Vec<u8>>>(pieces: impl IntoIterator<Item = T>) -> Self {
        Self {
            pieces: pieces
                .into_iter()
                .map(|bytes| Piece {
                    bytes: bytes.into(),
                    after: 0,
                })
                .collect(),
            ..Self::default()
        }
        .header("content-type", "text/event-stream")
    }

    /// A whole document.
    pub fn document(status: u16, content_type: &str, body: impl Into<Vec<u8>>) -> Self {
        Self {
            status,
            pieces: vec![Piece {
                bytes: body.into(),
                after: 0,
            }],
            ..Self::default()
        }
        .header("content-type", content_type)
    }

    pub fn json(status: u16, body: &serde_json::Value) -> Self {
        Self::document(status, "application/json", body.to_string())
    }

    /// Reads a reply, or a replay file that the page saved.
    ///
    /// # Errors
    /// What is wrong with the JSON.
    pub fn from_file(text: &str) -> serde_json::Result<Self> {
        let mut file: serde_json::Value = serde_json::from_str(text)?;
        match file.get_mut("reply") {
            Some(reply) => serde_json::from_value(reply.take()),
            None => serde_json::from_value(file),
        }
    }

    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    pub fn without_cors(mut self) -> Self {
        self.cors = false;
        self
    }

    pub fn end(mut self, end: End) -> Self {
        self.end = end;
        self
    }

    /// Waits so many milliseconds before each piece.
    pub fn paced(mut self, after: u64) -> Self {
        for piece in &mut self.pieces {
            piece.after = after;
        }
        self
    }

    /// Cuts everything into pieces of one byte, in the middle of characters too.
    pub fn byte_by_byte(mut self) -> Self {
        self.pieces = self
            .pieces
            .iter()
            .flat_map(|piece| &piece.bytes)
            .map(|&byte| Piece {
                bytes: vec![byte],
                after: 0,
            })
            .collect();
        self
    }

    /// The HTTP response. `watch` lives as long as the body is wanted, and learns how it ended.
    pub async fn into_response(self, watch: Watch) -> Response<Body> {
        if self.end == End::Silent {
            std::future::pending::<()>().await;
        }
        let state = (self.pieces.into_iter(), self.end, watch, false);
        let body = stream::unfold(state, |(mut pieces, end, mut watch, ended)| async move {
            if ended {
                return None;
            }
            if let Some(piece) = pieces.next() {
                match piece.after {
                    // Lets the connection write what it has before the next piece is there.
                    0 => tokio::task::yield_now().await,
                    after => tokio::time::sleep(Duration::from_millis(after)).await,
                }
                return Some((Ok(piece.bytes), (pieces, end, watch, false)));
            }
            match end {
                End::Close => {
                    watch.finish();
                    None
                }
                End::Abort => {
                    // What was written before must have left, or the page would never see it.
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    watch.finish();
                    let broken = io::Error::other("the fixture breaks the connection");
                    Some((Err(broken), (pieces, end, watch, true)))
                }
                End::Hang | End::Silent => std::future::pending().await,
            }
        });
        let mut response = Response::new(Body::from_stream(body));
        // A recorded request that got no answer has the status 0; without CORS the page sees the same again.
        *response.status_mut() =
            StatusCode::from_u16(self.status).unwrap_or(StatusCode::BAD_GATEWAY);
        for (name, value) in &self.headers {
            response.headers_mut().append(
                HeaderName::try_from(name).expect("a valid header name"),
                HeaderValue::try_from(value).expect("a valid header value"),
            );
        }
        // A browser that reuses a connection the moment it is closed reports a network error.
        let close = HeaderValue::from_static("close");
        response.headers_mut().insert(header::CONNECTION, close);
        if self.cors {
            let anyone = HeaderValue::from_static("*");
            response
                .headers_mut()
                .insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, anyone);
        }
        response
    }
}

/// Tells whether a response was taken to its end or given up by the client.
pub struct Watch {
    finished: bool,
    report: Option<Box<dyn FnOnce(bool) + Send>>,
}

impl Watch {
    /// `report` is called once, with true when everything was sent.
    pub fn new(report: impl FnOnce(bool) + Send + 'static) -> Self {
        Self {
            finished: false,
            report: Some(Box::new(report)),
        }
    }

    fn finish(&mut self) {
        self.finished = true;
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Some(report) = self.report.take() {
            report(self.finished);
        }
    }
}

//! Another site on the web, for an agent that fetches addresses. It allows every page to read it, except at `/closed`.

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Response, Uri, header};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use futures_util::{StreamExt, stream};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

const ARTICLE: &str = "<!doctype html><html><head><title>Tides</title><script>window.evil = 1</script></head><body>\
    <nav><a href='/'>Home</a> <a href='/shop'>Buy our mugs</a></nav><main><article><h1>Why the sea rises</h1>\
    <p>The Moon pulls the water on the near side more than the Earth, and the Earth more than the water on the far \
    side. So the water stands high on both sides, and a shore passes both hills in a day.</p>\
    <p>The Sun does the same, less than half as strongly. Read about <a href='/spring'>spring tides</a>, which come \
    when both pull along one line, at new and at full moon.</p></article></main><footer>Cookies and more</footer>\
    </body></html>";

/// One red pixel.
const PICTURE: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";

/// A handle on the running site.
#[derive(Clone)]
pub struct Elsewhere {
    address: SocketAddr,
    seen: Arc<Seen>,
}

#[derive(Default)]
struct Seen {
    visits: Mutex<Vec<Visit>>,
    /// How many endless answers were given up by closing the connection.
    closed: AtomicUsize,
}

/// A request that came.
#[derive(Clone, Debug)]
pub struct Visit {
    pub path: String,
    pub headers: BTreeMap<String, String>,
}

impl Elsewhere {
    /// Starts on a free port.
    pub async fn start() -> Self {
        let seen = Arc::<Seen>::default();
        let router = Router::new().fallback(answer).with_state(seen.clone());
        let address = crate::serve(router, 0).await;
        Self { address, seen }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}/{path}", self.address)
    }

    pub fn host(&self) -> String {
        self.address.to_string()
    }

    /// Every request so far, in order.
    pub fn visits(&self) -> Vec<Visit> {
        let visits = self.seen.visits.lock();
        visits.unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn closed(&self) -> usize {
        self.seen.closed.load(Ordering::SeqCst)
    }
}

/// Counts the end of an endless answer.
struct Connection(Arc<Seen>);

impl Drop for Connection {
    fn drop(&mut self) {
        self.0.closed.fetch_add(1, Ordering::SeqCst);
    }
}

async fn answer(State(seen): State<Arc<Seen>>, uri: Uri, headers: HeaderMap) -> Response<Body> {
    let text = |value: &HeaderValue| value.to_str().unwrap_or_default().to_owned();
    let visit = Visit {
        path: uri.path().to_owned(),
        headers: headers
            .iter()
            .map(|(name, value)| (name.to_string(), text(value)))
            .collect(),
    };
    seen.visits
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .push(visit);
    let picture = || STANDARD.decode(PICTURE).expect("it is base64");
    let (status, kind, body) = match uri.path() {
        "/article" | "/closed" => (200, "text/html; charset=utf-8", Body::from(ARTICLE)),
        "/data" => (200, "application/json", Body::from("{\"high\":[4.1,3.9]}")),
        "/picture" => (200, "image/png", Body::from(picture())),
        "/film" => (200, "video/mp4", Body::from(vec![0; 64])),
        "/moved" => (302, "text/plain", Body::empty()),
        "/long" => (200, "text/plain", Body::from("0123456789".repeat(1_000))),
        // Begins, and never ends.
        "/endless" => {
            let connection = Connection(seen.clone());
            let begun = stream::once(async { Ok::<_, Infallible>("It begins.") });
            let never = stream::once(async move {
                let _open = connection;
                std::future::pending().await
            });
            (200, "text/plain", Body::from_stream(begun.chain(never)))
        }
        _ => (404, "text/plain", Body::from("There is no such page.")),
    };
    let mut response = Response::builder()
        .status(status)
        .header(header::CONTENT_TYPE, kind)
        .header(header::SET_COOKIE, "seen=1");
    if status == 302 {
        response = response.header(header::LOCATION, "/article");
    }
    if uri.path() != "/closed" {
        response = response.header(header::ACCESS_CONTROL_ALLOW_ORIGIN, "*");
    }
    response.body(body).expect("the answer is well-formed")
}

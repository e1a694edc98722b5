//! The static host: serves `dist/` at the root and under a sub-path, and collects what went wrong in the page.

use axum::Router;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, Response, StatusCode, header};
use axum::routing;
use std::net::SocketAddr;
use std::path::{Path as FilePath, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Where the build is served a second time.
pub const SUB_PATH: &str = "/some/sub/path/";

/// A handle on the running server. Each has an origin, and so a browser storage, of its own.
#[derive(Clone)]
pub struct Site {
    address: SocketAddr,
    problems: Problems,
    withheld: Withheld,
}

type Withheld = Arc<Mutex<Option<String>>>;
type Problems = Arc<Mutex<Vec<String>>>;

#[derive(Clone)]
struct Shelf {
    folder: PathBuf,
    probe: bool,
    problems: Problems,
    withheld: Withheld,
}

impl Site {
    /// Serves the build with a script put in front that reports problems.
    pub async fn start() -> Self {
        Self::start_on(0, &dist(), true).await
    }

    /// Serves a folder on the given port (0: a free one), exactly as it is unless `probe` is set.
    pub async fn start_on(port: u16, folder: &FilePath, probe: bool) -> Self {
        assert!(
            folder.join("index.html").is_file(),
            "there is no build in {}: run `make build` first",
            folder.display()
        );
        let problems = Problems::default();
        let withheld = Withheld::default();
        let shelf = Shelf {
            folder: folder.to_owned(),
            probe,
            problems: problems.clone(),
            withheld: withheld.clone(),
        };
        let files = Router::new()
            .route("/", routing::get(index))
            .route("/{*path}", routing::get(file));
        let router = Router::new()
            .nest(SUB_PATH.trim_end_matches('/'), files.clone())
            .route(SUB_PATH, routing::get(index))
            .route("/__probe.js", routing::get(probe_script))
            .route("/__problems", routing::post(note_problem))
            .merge(files)
            .with_state(shelf);
        let address = crate::serve(router, port).await;
        Self {
            address,
            problems,
            withheld,
        }
    }

    /// The page at the root of its host.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// The page under a sub-path.
    pub fn sub_url(&self) -> String {
        format!("http://{}{SUB_PATH}", self.address)
    }

    /// From now on answers 404 for files whose names have this in them.
    pub fn withhold(&self, name: &str) {
        *self.withheld.lock().unwrap_or_else(PoisonError::into_inner) = Some(name.to_owned());
    }

    /// Withholds nothing any more.
    pub fn give_back(&self) {
        *self.withheld.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Takes what was reported since the last call.
    pub fn take_problems(&self) -> Vec<String> {
        std::mem::take(&mut *self.problems.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The folder that `make build` fills.
pub fn dist() -> PathBuf {
    FilePath::new(env!("CARGO_MANIFEST_DIR")).join("../../dist")
}

async fn index(State(shelf): State<Shelf>) -> Response<Body> {
    serve_file(&shelf, "index.html")
}

async fn file(State(shelf): State<Shelf>, Path(path): Path<String>) -> Response<Body> {
    serve_file(&shelf, &path)
}

fn serve_file(shelf: &Shelf, path: &str) -> Response<Body> {
    let withheld = shelf
        .withheld
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .clone();
    let given = !path.split('/').any(|part| part == "..")
        && !withheld.is_some_and(|name| path.contains(&name));
    let Some(mut bytes) = given
        .then(|| std::fs::read(shelf.folder.join(path)).ok())
        .flatten()
    else {
        let mut response = Response::new(Body::from("not found"));
        *response.status_mut() = StatusCode::NOT_FOUND;
        return response;
    };
    if shelf.probe && path == "index.html" {
        bytes = with_probe(bytes);
    }
    let mut response = Response::new(Body::from(bytes));
    response.headers_mut().insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static(content_type(path)),
    );
    response
        .headers_mut()
        .insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

/// Puts the probe behind the policy, so that it is bound by it, and before everything else.
fn with_probe(html: Vec<u8>) -> Vec<u8> {
    let html = String::from_utf8(html).expect("index.html is UTF-8");
    let (head, rest) = html.split_once("<title>").expect("index.html has a title");
    assert!(
        head.contains("Content-Security-Policy"),
        "the policy stands before the title"
    );
    format!("{head}<script src=\"/__probe.js\"></script><title>{rest}").into_bytes()
}

async fn probe_script() -> Response<Body> {
    let mut response = Response::new(Body::from(include_str!("probe.js")));
    response.headers_mut().insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/javascript"),
    );
    response
}

async fn note_problem(State(shelf): State<Shelf>, text: String) {
    shelf
        .problems
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .push(text);
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript",
        "css" => "text/css",
        "wasm" => "application/wasm",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}

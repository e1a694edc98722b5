//! Servers of tools: a real one, and one of our own that shows what it was asked.

mod fixture;

pub use fixture::{Fixture, Manner};

use crate::browser::Process;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::Duration;

/// The reference server of the protocol, in the version that `scripts/mcp-server.sh` names. Dropping it ends it.
pub struct Everything {
    port: u16,
    _process: Process,
}

impl Everything {
    pub async fn start() -> Self {
        let home = install();
        // Somebody else could take the port in between; then the server ends, and the wait below says so.
        let port = TcpListener::bind("127.0.0.1:0")
            .and_then(|listener| listener.local_addr())
            .expect("there is a free port")
            .port();
        let mut command = Command::new("node");
        command
            .arg(format!(
                "{home}/node_modules/@modelcontextprotocol/server-everything/dist/index.js"
            ))
            .arg("streamableHttp")
            .env("PORT", port.to_string())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let server = Self {
            port,
            _process: Process::spawn(command),
        };
        for _ in 0..300 {
            if tokio::net::TcpStream::connect(("127.0.0.1", port))
                .await
                .is_ok()
            {
                return server;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("the server of tools does not listen on port {port} after 30 seconds");
    }

    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/mcp", self.port)
    }

    pub fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }
}

/// Brings the server, once for all tests, and says where it lies.
fn install() -> String {
    static ONCE: Mutex<()> = Mutex::new(());
    let _once = ONCE
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let script = root.join("scripts/mcp-server.sh");
    let status = Command::new(&script)
        .status()
        .unwrap_or_else(|error| panic!("cannot run {}: {error}", script.display()));
    assert!(status.success(), "{} failed: {status}", script.display());
    let text = std::fs::read_to_string(&script).expect("the script can be read");
    let version = text
        .lines()
        .find_map(|line| line.strip_prefix("VERSION="))
        .expect("the script names a version");
    root.join("target/mcp").join(version).display().to_string()
}

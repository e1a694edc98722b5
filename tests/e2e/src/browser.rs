//! Starting and stopping a browser with its driver.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use thirtyfour::{Capabilities, WebDriver};

/// The three engines that the page has to work in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    Chromium,
    Firefox,
    Webkit,
}

/// A browser with an empty profile. [`Browser::quit`] closes it; dropping it kills what is left.
pub struct Browser {
    pub driver: WebDriver,
    // In the order in which they are killed.
    _driver_process: Process,
    _display: Option<Process>,
    _scratch: TempDir,
}

impl Engine {
    pub fn name(self) -> &'static str {
        match self {
            Self::Chromium => "chromium",
            Self::Firefox => "firefox",
            Self::Webkit => "webkit",
        }
    }

    /// Starts a driver on a free port, and a browser by it. `switches` are Chromium's alone, and `headed` gives it
    /// a window on a display that nobody sees.
    pub async fn start(self, switches: &[String], headed: bool) -> Browser {
        let scratch = tempfile::tempdir().expect("a temporary folder can be made");
        let display = (self == Self::Webkit || headed).then(virtual_display);
        let port = free_port();
        let mut command = Command::new(find(self.driver_names(), self));
        match self {
            Self::Chromium => command.arg(format!("--port={port}")),
            Self::Firefox => command.args(["--port", &port.to_string(), "--websocket-port", "0"]),
            Self::Webkit => command.arg(format!("--port={port}")),
        };
        if let Some((_, number)) = &display {
            command.env("DISPLAY", format!(":{number}"));
            // A message bus and an accessibility bus would be looked for and missed.
            command.env("NO_AT_BRIDGE", "1").env("GTK_A11Y", "none");
        }
        // Browsers leave files behind; these go with the folder.
        command.env("TMPDIR", scratch.path());
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let driver_process = Process::spawn(command);
        wait_for_port(port, self).await;
        let url = format!("http://127.0.0.1:{port}");
        let driver = WebDriver::new(&url, self.capabilities(switches, headed))
            .await
            .unwrap_or_else(|error| panic!("{} did not start: {error}", self.name()));
        let second = Duration::from_secs(1);
        driver
            .set_script_timeout(30 * second)
            .await
            .expect("a script time-out can be set");
        Browser {
            driver,
            _driver_process: driver_process,
            _display: display.map(|(process, _)| process),
            _scratch: scratch,
        }
    }

    fn driver_names(self) -> &'static [&'static str] {
        match self {
            Self::Chromium => &["chromedriver"],
            Self::Firefox => &["geckodriver"],
            Self::Webkit => &["WebKitWebDriver"],
        }
    }

    fn capabilities(self, switches: &[String], headed: bool) -> Capabilities {
        let mut options = match self {
            Self::Chromium => json!({ "goog:chromeOptions": {
                "binary": find(&["chromium", "chromium-browser", "google-chrome"], self),
                "args": [
                    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-quic",
                    "--no-first-run", "--disable-background-networking", "--disable-component-update",
                    "--disable-sync", "--window-size=1280,800",
                ],
            } }),
            Self::Firefox => json!({ "moz:firefoxOptions": {
                "binary": find(&["firefox-esr", "firefox"], self),
                "args": ["-headless", "--width=1280", "--height=800"],
                "prefs": { "app.update.enabled": false, "datareporting.policy.dataSubmissionEnabled": false },
            } }),
            Self::Webkit => json!({ "webkitgtk:browserOptions": {
                "binary": mini_browser(),
                "args": ["--automation"],
            } }),
        };
        if self == Self::Chromium
            && let Some(Value::Array(all)) = options.pointer_mut("/goog:chromeOptions/args")
        {
            all.retain(|switch| !headed || switch != "--headless=new");
            all.extend(switches.iter().map(|switch| json!(switch)));
        }
        match options {
            Value::Object(options) => options.into(),
            _ => Capabilities::new(),
        }
    }

    fn packages(self) -> &'static str {
        match self {
            Self::Chromium => "chromium chromium-driver",
            Self::Firefox => "firefox-esr && cargo install geckodriver --locked",
            Self::Webkit => "webkit2gtk-driver libwebkit2gtk-4.1-0 xvfb",
        }
    }
}

impl Browser {
    /// Closes the browser and lets the driver clean up its profile.
    pub async fn quit(self) {
        let Self { driver, .. } = &self;
        let closing = driver.clone().quit();
        let _ = tokio::time::timeout(Duration::from_secs(10), closing).await;
    }
}

/// The first of `names` that is on the PATH or where cargo installs to.
fn find(names: &[&str], engine: Engine) -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let cargo = std::env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
    let folders: Vec<PathBuf> = std::env::split_paths(&path)
        .chain(cargo.map(|home| home.join("bin")))
        .collect();
    names
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|file| file.is_file())
        .unwrap_or_else(|| missing(names[0], engine))
}

/// WebKitGTK's own test browser, which Debian keeps out of the PATH.
fn mini_browser() -> PathBuf {
    let folders = std::fs::read_dir("/usr/lib")
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path());
    folders
        .chain([PathBuf::from("/usr/lib"), PathBuf::from("/usr/libexec")])
        .flat_map(|folder| {
            ["webkit2gtk-4.1", "webkitgtk-6.0", "webkit2gtk-4.0"]
                .map(|name| folder.join(name).join("MiniBrowser"))
        })
        .find(|file| file.is_file())
        .unwrap_or_else(|| missing("MiniBrowser", Engine::Webkit))
}

fn missing(what: &str, engine: Engine) -> ! {
    panic!(
        "{what} is missing, so nothing can be tested in {}. Run `scripts/browsers.sh {}`, or on Debian as root: \
         apt-get install -y --no-install-recommends {}",
        engine.name(),
        engine.name(),
        engine.packages(),
    )
}

/// An X server without a screen; WebKitGTK draws nowhere else, and questions have no other place.
fn virtual_display() -> (Process, u32) {
    let mut command = Command::new(find(&["Xvfb"], Engine::Webkit));
    command.args([
        "-displayfd",
        "1",
        "-screen",
        "0",
        "1280x1024x24",
        "-nolisten",
        "tcp",
    ]);
    command.stdout(Stdio::piped()).stderr(Stdio::null());
    let mut process = Process::spawn(command);
    let output = process.0.stdout.take().expect("the output is piped");
    let mut line = String::new();
    let _ = BufReader::new(output).read_line(&mut line);
    let number = line
        .trim()
        .parse()
        .unwrap_or_else(|_| panic!("Xvfb did not start: it said {line:?}"));
    (process, number)
}

fn free_port() -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("this machine has a free port");
    listener
        .local_addr()
        .expect("a bound listener has an address")
        .port()
}

async fn wait_for_port(port: u16, engine: Engine) {
    let start = Instant::now();
    while tokio::net::TcpStream::connect(("127.0.0.1", port))
        .await
        .is_err()
    {
        assert!(
            start.elapsed() < Duration::from_secs(30),
            "the driver of {} does not listen on port {port}",
            engine.name()
        );
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// A child process in a group of its own, ended with everything it started.
pub(crate) struct Process(Child);

impl Process {
    pub(crate) fn spawn(mut command: Command) -> Self {
        let child = command.stdin(Stdio::null()).process_group(0).spawn();
        Self(
            child.unwrap_or_else(|error| {
                panic!("cannot start {:?}: {error}", command.get_program())
            }),
        )
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        use rustix::process::{Pid, Signal, kill_process_group};

        if let Some(group) = Pid::from_raw(self.0.id() as i32) {
            let _ = kill_process_group(group, Signal::TERM);
            let deadline = Instant::now() + Duration::from_secs(3);
            while Instant::now() < deadline && matches!(self.0.try_wait(), Ok(None)) {
                std::thread::sleep(Duration::from_millis(20));
            }
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = self.0.wait();
    }
}

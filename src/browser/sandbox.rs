//! Runs JavaScript that nobody vouches for: a model's, or a person's own tool.
//!
//! Each run has a frame of opaque origin ([`frame`]), in it a worker, and ends by the removal of the frame.
//! `public/sandbox.html` is the frame's page; its policy lets nothing onto the network. What comes from there is
//! untrusted: [`crate::tool::script::Collector`] checks it, and a forged message can only spoil the run's own report.
//!
//! # What it cannot promise
//! Measured in Chromium 156, Firefox 153 and WebKitGTK 2.50: the page stays responsive under endless loops and
//! floods, but no browser lets a page limit a worker's memory. Buffers, canvases and blobs are counted and end the
//! run at 512 MiB; code that means harm gets round that. What grows as objects, numbers or texts is bounded by the
//! time limit alone, at 0.1 to 0.7 GB each second on two slow cores, and freed when the run ends. In Chromium on a
//! computer the frame has a process of its own: the page outlives it, and the run ends by its time limit. Elsewhere a
//! worker shares the page's process, so a machine that runs out of memory in that time can lose the tab. Firefox
//! holds the page up for some two seconds when 100,000 promises are rejected at once and nobody catches them.

mod frame;

pub use crate::tool::script::{Cut, DEFAULT_TIMEOUT, Ending, Job, Level, Line, Report};

use super::clock::{now, sleep};
use crate::chat::Millis;
use crate::tool::script::{Collector, Step};
use frame::Frame;
use futures_util::future::{Either, select};
use std::pin::pin;

/// For a slow network to bring the page of the sandbox.
const START_MS: Millis = 15_000.0;

/// Why nothing was run.
#[derive(Clone, Debug, PartialEq)]
pub enum SandboxError {
    /// The person ended it before it began.
    Stopped,
    /// The browser did not give a sandbox; says why.
    Unavailable(String),
}

impl std::fmt::Display for SandboxError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Stopped => f.write_str("The run was stopped."),
            Self::Unavailable(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for SandboxError {}

/// Runs the job to its end, or until `cancel` resolves. Several may run at once.
///
/// The time limit counts from when the sandbox is ready.
pub async fn run(job: Job, cancel: impl Future<Output = ()>) -> Result<Report, SandboxError> {
    let mut cancel = pin!(cancel);
    let ready = pin!(frame::open(START_MS));
    let mut frame = match select(ready, &mut cancel).await {
        Either::Left((frame, _)) => frame.map_err(SandboxError::Unavailable)?,
        Either::Right(_) => return Err(SandboxError::Stopped),
    };
    let begun = now();
    frame.start(&job.code, &job.args.to_string());
    let mut collector = Collector::default();
    let ending = {
        let finished = pin!(collect(&mut frame, &mut collector));
        let too_long = pin!(sleep(job.timeout));
        match select(finished, select(cancel, too_long)).await {
            Either::Left((ending, _)) => ending,
            Either::Right((Either::Left(_), _)) => Ending::Stopped,
            Either::Right((Either::Right(_), _)) => Ending::TimedOut(job.timeout),
        }
    };
    Ok(collector.finish(ending, now() - begun))
}

async fn collect(frame: &mut Frame, collector: &mut Collector) -> Ending {
    while let Some(text) = frame.next().await {
        if let Step::Ends(ending) = collector.take(&text) {
            return ending;
        }
    }
    Ending::Crashed("It sent what is not a message.".to_owned())
}

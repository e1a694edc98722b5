//! The native side of the measurement.

use std::hint::black_box;
use std::time::Instant;
use stream_bench::Reader;
use stream_bench::corpus::{Style, openai_chat};

const SIZE: usize = 64 << 20;
const CHUNK: usize = 16 << 10;
const ROUNDS: usize = 9;

fn main() {
    for (name, style) in [("plain", Style::Plain), ("padded", Style::Padded)] {
        let stream = openai_chat(style, SIZE);
        let mut speeds: Vec<f64> = (0..ROUNDS).map(|_| speed(&stream)).collect();
        speeds.sort_by(f64::total_cmp);
        let (median, slowest, fastest) = (speeds[ROUNDS / 2], speeds[0], speeds[ROUNDS - 1]);
        println!("native, {name} chunks: ours {median:.0} MB/s ({slowest:.0} to {fastest:.0})");
    }
}

/// Megabytes a second.
#[allow(
    clippy::disallowed_methods,
    reason = "this program is native and measures time"
)]
fn speed(stream: &[u8]) -> f64 {
    let start = Instant::now();
    let mut reader = Reader::default();
    for chunk in stream.chunks(CHUNK) {
        black_box(reader.push(chunk));
    }
    let seconds = start.elapsed().as_secs_f64();
    assert!(
        reader.event_count() > stream.len() / 400,
        "events are missing"
    );
    stream.len() as f64 / 1e6 / seconds
}

//! For the tests that decoding is linear: the bytes that were searched or copied by this thread.

use std::cell::Cell;

thread_local! {
    static BYTES: Cell<usize> = const { Cell::new(0) };
}

pub(super) fn add(bytes: usize) {
    BYTES.set(BYTES.get() + bytes);
}

/// Feeds `stream` to `push` in chunks of many sizes and asserts that each of its bytes was searched at most
/// once and copied at most twice, into its line and into its event.
pub(super) fn assert_linear<D>(stream: &[u8], start: impl Fn() -> D, push: impl Fn(&mut D, &[u8])) {
    for size in [1, 2, 7, 100, 16 << 10, stream.len()] {
        BYTES.set(0);
        let mut decoder = start();
        for chunk in stream.chunks(size) {
            push(&mut decoder, chunk);
        }
        let work = BYTES.get();
        assert!(work > 0, "nothing was counted");
        assert!(
            work <= 3 * stream.len(),
            "{work} bytes of work for {} in chunks of {size}",
            stream.len()
        );
    }
}

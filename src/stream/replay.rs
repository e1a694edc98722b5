//! For tests of anything that reads a stream: the same bytes, cut in many ways.

use std::fmt::Debug;

/// Calls `run` with the chunks of `bytes` cut in every way that has found bugs: whole, byte by byte, in
/// chunks of some small sizes, with empty chunks between, and in two at every point. Panics if any result
/// differs from that of the whole, which is returned.
///
/// The work grows with the square of the length: for fixtures of some kilobytes.
pub fn every_split<T: PartialEq + Debug>(bytes: &[u8], mut run: impl FnMut(&[&[u8]]) -> T) -> T {
    let whole = run(&[bytes]);
    let mut check = |name: String, chunks: &[&[u8]]| {
        let result = run(chunks);
        assert_eq!(result, whole, "left: {name}; right: whole");
    };
    for size in [1, 2, 3, 5, 7, 16, 61] {
        let chunks: Vec<&[u8]> = bytes.chunks(size).collect();
        check(format!("in chunks of {size}"), &chunks);
    }
    let with_empty: Vec<&[u8]> = bytes.chunks(1).flat_map(|byte| [byte, &[]]).collect();
    check("byte by byte with empty chunks".into(), &with_empty);
    for at in 0..=bytes.len() {
        let (before, after) = bytes.split_at(at);
        check(format!("cut at {at}"), &[before, after]);
    }
    whole
}

#[test]
fn sees_a_reader_that_depends_on_the_cut() {
    let counts_chunks = |chunks: &[&[u8]]| chunks.len();
    assert!(std::panic::catch_unwind(|| every_split(b"ab", counts_chunks)).is_err());
    assert_eq!(every_split(b"ab", |chunks| chunks.concat()), b"ab");
}

/// The stream that a fuzzer's input stands for, whole and in chunks. The first byte says how many of the
/// next bytes are sizes of chunks, used in turn.
pub fn split_input(input: &[u8]) -> (&[u8], Vec<&[u8]>) {
    let Some((&count, rest)) = input.split_first() else {
        return (&[], Vec::new());
    };
    let (sizes, stream) = rest.split_at(rest.len().min(usize::from(count % 16)));
    (stream, cut(stream, sizes))
}

/// Chunks of the given sizes in turn; a size of 0 makes an empty chunk, all zeros make one whole.
fn cut<'c>(mut stream: &'c [u8], sizes: &[u8]) -> Vec<&'c [u8]> {
    let mut chunks = Vec::new();
    if sizes.iter().any(|&size| size > 0) {
        for &size in sizes.iter().cycle() {
            if stream.is_empty() {
                break;
            }
            let (chunk, rest) = stream.split_at(stream.len().min(usize::from(size)));
            chunks.push(chunk);
            stream = rest;
        }
    }
    chunks.push(stream);
    chunks
}

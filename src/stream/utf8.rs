//! Incremental UTF-8.

/// Turns byte chunks into text. A sequence cut between two chunks is put together again; each maximal
/// invalid part becomes one U+FFFD, as the [WHATWG decoder](https://encoding.spec.whatwg.org/#utf-8-decoder)
/// and [`String::from_utf8_lossy`] do for the whole. A byte order mark is passed on like any character.
#[derive(Debug, Default)]
pub struct Utf8Decoder {
    /// The start of a sequence whose rest has not come yet: the first `carried` bytes.
    carry: [u8; 4],
    carried: usize,
}

impl Utf8Decoder {
    /// Calls `sink` with the text of `chunk`, piece by piece; valid text is borrowed from the chunk.
    ///
    /// # Errors
    /// Whatever `sink` returned; the rest of the chunk is then lost.
    #[inline]
    pub fn push<E>(
        &mut self,
        chunk: &[u8],
        mut sink: impl FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
        let chunk = self.complete_carry(chunk, &mut sink)?;
        let (chunk, tail) = chunk.split_at(chunk.len() - unfinished_len(chunk));
        self.carry[self.carried..self.carried + tail.len()].copy_from_slice(tail);
        self.carried += tail.len();

        if let Ok(text) = std::str::from_utf8(chunk) {
            return sink(text);
        }
        for part in chunk.utf8_chunks() {
            sink(part.valid())?;
            if !part.invalid().is_empty() {
                sink(REPLACEMENT)?;
            }
        }
        Ok(())
    }

    /// Ends the text: a sequence that was never completed becomes one U+FFFD. The decoder can then be used
    /// for another text.
    ///
    /// # Errors
    /// Whatever `sink` returned.
    pub fn finish<E>(&mut self, mut sink: impl FnMut(&str) -> Result<(), E>) -> Result<(), E> {
        if std::mem::take(&mut self.carried) > 0 {
            sink(REPLACEMENT)?;
        }
        Ok(())
    }

    /// Feeds the carried sequence byte by byte until it is whole or broken; returns what is left of the chunk.
    fn complete_carry<'c, E>(
        &mut self,
        mut chunk: &'c [u8],
        sink: &mut impl FnMut(&str) -> Result<(), E>,
    ) -> Result<&'c [u8], E> {
        while self.carried > 0 {
            let Some((&byte, rest)) = chunk.split_first() else {
                break;
            };
            self.carry[self.carried] = byte;
            let character = self.carry;
            match std::str::from_utf8(&character[..=self.carried]) {
                Ok(text) => {
                    self.carried = 0;
                    chunk = rest;
                    sink(text)?;
                }
                Err(error) if error.error_len().is_none() => {
                    self.carried += 1;
                    chunk = rest;
                }
                // What was carried began a sequence rightly, so it is this byte that breaks it: the byte
                // is no part of the invalid sequence and may begin the next one.
                Err(_) => {
                    self.carried = 0;
                    sink(REPLACEMENT)?;
                }
            }
        }
        Ok(chunk)
    }
}

const REPLACEMENT: &str = "\u{FFFD}";

/// The length of the sequence that begins in the last three bytes and would go on after them.
fn unfinished_len(bytes: &[u8]) -> usize {
    for (back, &byte) in (1..=3).zip(bytes.iter().rev()) {
        let continues_another = byte & 0xC0 == 0x80;
        if !continues_another {
            let sequence = std::str::from_utf8(&bytes[bytes.len() - back..]);
            let is_unfinished = sequence.is_err_and(|error| error.error_len().is_none());
            return if is_unfinished { back } else { 0 };
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::replay::every_split;
    use proptest::prelude::*;
    use std::convert::Infallible;

    fn decode(chunks: &[&[u8]]) -> String {
        let mut text = String::new();
        let mut decoder = Utf8Decoder::default();
        let mut sink = |piece: &str| {
            text.push_str(piece);
            Ok::<_, Infallible>(())
        };
        for chunk in chunks {
            let Ok(()) = decoder.push(chunk, &mut sink);
        }
        let Ok(()) = decoder.finish(&mut sink);
        text
    }

    #[test]
    fn equals_the_lossy_decoding_of_the_whole() {
        let cases: [&[u8]; 12] = [
            b"",
            b"plain",
            "é 漢字 😀 \u{FEFF}".as_bytes(),
            b"\xff\xfe",
            b"a\x80b\xbf",
            b"\xc0\xaf overlong",
            b"\xe0\x80\x80 \xe0\xa0\x80",
            b"\xed\xa0\xbd\xed\xb8\x80 surrogates",
            b"\xf0\x9f\x98x \xf0\x9f\x98",
            b"\xf0\x80\x80\x80 \xf4\x90\x80\x80 \xf5\x80",
            b"\xe6\xbc\xe6\xbc\xa2\xe6",
            b"\xc3\xc3\xa9\xc3",
        ];
        for bytes in cases {
            assert_eq!(every_split(bytes, decode), String::from_utf8_lossy(bytes));
        }
    }

    proptest! {
        #[test]
        fn equals_the_lossy_decoding_however_it_is_cut(
            chunks in prop::collection::vec(prop::collection::vec(byte(), 0..6), 0..12),
        ) {
            let whole = chunks.concat();
            let chunks: Vec<&[u8]> = chunks.iter().map(Vec::as_slice).collect();
            prop_assert_eq!(decode(&chunks), String::from_utf8_lossy(&whole));
        }
    }

    /// Bytes at the borders of the ranges that the decoder tells apart.
    fn byte() -> impl Strategy<Value = u8> {
        prop::sample::select(vec![
            b'a', 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec,
            0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf4, 0xf5, 0xff,
        ])
    }
}

//! [JSON lines](https://jsonlines.org): one JSON value on each line.

#[cfg(test)]
use super::work;
use super::{DEFAULT_EVENT_LIMIT, StreamError, Utf8Decoder};
use memchr::memchr;

/// Cuts a stream into its lines, which the caller parses. Blank lines are skipped. Lines do not depend on
/// how the bytes are cut into chunks.
#[derive(Debug)]
pub struct JsonLinesDecoder {
    utf8: Utf8Decoder,
    lines: Lines,
    failed: Option<StreamError>,
}

impl Default for JsonLinesDecoder {
    fn default() -> Self {
        Self::with_line_limit(DEFAULT_EVENT_LIMIT)
    }
}

impl JsonLinesDecoder {
    /// A decoder that refuses a line of more than `limit` bytes.
    pub fn with_line_limit(limit: usize) -> Self {
        let line = String::new();
        Self {
            utf8: Utf8Decoder::default(),
            lines: Lines { limit, line },
            failed: None,
        }
    }

    /// Decodes the next bytes and calls `on_line` for each line that they complete, without its LF or CRLF.
    ///
    /// # Errors
    /// [`StreamError::EventTooLarge`], after the lines before it were handed out, and from then on always.
    pub fn push(&mut self, chunk: &[u8], mut on_line: impl FnMut(&str)) -> Result<(), StreamError> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        let result = self
            .utf8
            .push(chunk, |text| self.lines.push(text, &mut on_line));
        self.failed = result.err();
        result
    }

    /// Ends the stream: a last line without its line end goes to `on_line`. It may be a whole value, or the
    /// connection may have broken in the middle of it.
    ///
    /// # Errors
    /// As for [`push`](Self::push).
    pub fn finish(mut self, mut on_line: impl FnMut(&str)) -> Result<(), StreamError> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        self.utf8
            .finish(|text| self.lines.push(text, &mut on_line))?;
        self.lines.line(&self.lines.line, &mut on_line)
    }
}

#[derive(Debug)]
struct Lines {
    limit: usize,
    /// The start of the line that the last piece ended in; it holds no line end.
    line: String,
}

impl Lines {
    fn push(&mut self, mut text: &str, on_line: &mut impl FnMut(&str)) -> Result<(), StreamError> {
        while let Some(at) = memchr(b'\n', text.as_bytes()) {
            #[cfg(test)]
            work::add(at + 1);
            let (end, rest) = (&text[..at], &text[at + 1..]);
            if self.line.is_empty() {
                self.line(end, on_line)?;
            } else {
                self.keep(end)?;
                self.line(&self.line, on_line)?;
                self.line.clear();
            }
            text = rest;
        }
        #[cfg(test)]
        work::add(text.len());
        self.keep(text)
    }

    fn line(&self, line: &str, on_line: &mut impl FnMut(&str)) -> Result<(), StreamError> {
        self.check_size(line.len())?;
        let line = line.strip_suffix('\r').unwrap_or(line);
        if !line.trim_ascii().is_empty() {
            on_line(line);
        }
        Ok(())
    }

    fn keep(&mut self, text: &str) -> Result<(), StreamError> {
        self.check_size(self.line.len() + text.len())?;
        #[cfg(test)]
        work::add(text.len());
        self.line.push_str(text);
        Ok(())
    }

    fn check_size(&self, size: usize) -> Result<(), StreamError> {
        let limit = self.limit;
        if size > limit {
            return Err(StreamError::EventTooLarge { limit });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::replay::every_split;
    use expect_test::{Expect, expect};
    use std::fmt::Write;

    fn decode(chunks: &[&[u8]]) -> String {
        let mut shown = String::new();
        let mut decoder = JsonLinesDecoder::with_line_limit(12);
        for chunk in chunks {
            let result = decoder.push(chunk, |line| writeln!(shown, "{line:?}").unwrap());
            if let Err(error) = result {
                assert_eq!(decoder.push(b"{}\n", |_| ()), Err(error));
                assert_eq!(decoder.finish(|_| ()), Err(error));
                return shown + &error.to_string();
            }
        }
        match decoder.finish(|line| writeln!(shown, "at the end: {line:?}").unwrap()) {
            Ok(()) => shown,
            Err(error) => shown + "at the end: " + &error.to_string(),
        }
    }

    fn check(stream: &[u8], expected: Expect) {
        expected.assert_eq(&every_split(stream, decode));
    }

    #[test]
    fn lines_end_with_lf_or_crlf() {
        check(
            b"{\"a\":1}\n[2]\r\n3\n",
            expect![[r#"
            "{\"a\":1}"
            "[2]"
            "3"
        "#]],
        );
    }

    #[test]
    fn blank_lines_are_skipped() {
        check(
            b"\n\r\n1\n \t \n2\n\n",
            expect![[r#"
            "1"
            "2"
        "#]],
        );
        check(b"", expect![""]);
    }

    #[test]
    fn a_last_line_needs_no_end() {
        check(
            b"1\n{\"done\":",
            expect![[r#"
            "1"
            at the end: "{\"done\":"
        "#]],
        );
        check(
            b"1\r",
            expect![[r#"
            at the end: "1"
        "#]],
        );
        check(
            b"1\n  ",
            expect![[r#"
            "1"
        "#]],
        );
    }

    #[test]
    fn broken_utf8_is_replaced() {
        check(
            b"\"\xc3\xa9\xff\"\n\"\xe6\xbc",
            expect![[r#"
            "\"é�\""
            at the end: "\"�"
        "#]],
        );
    }

    #[test]
    fn a_line_has_a_limit() {
        check(
            b"1\n123456789012\n",
            expect![[r#"
            "1"
            "123456789012"
        "#]],
        );
        check(
            b"1\n1234567890123\n2\n",
            expect![[r#"
            "1"
            one event of the stream is larger than the limit of 12 bytes"#]],
        );
        check(
            b"1\n1234567890123",
            expect![[r#"
            "1"
            one event of the stream is larger than the limit of 12 bytes"#]],
        );
        check(
            b"1\n1234567890\xe6\xbc",
            expect![[r#"
            "1"
            at the end: one event of the stream is larger than the limit of 12 bytes"#]],
        );
    }

    #[test]
    fn the_work_is_linear() {
        let stream = format!("{{}}\n\"{}\"\n1\r\n", "x".repeat(100_000));
        let limit = stream.len();
        work::assert_linear(
            stream.as_bytes(),
            || JsonLinesDecoder::with_line_limit(limit),
            |decoder, chunk| decoder.push(chunk, |_| ()).unwrap(),
        );
    }
}

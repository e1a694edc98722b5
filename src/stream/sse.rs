//! Server-sent events, decoded by the
//! [WHATWG rules](https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation).
//!
//! Model servers bend these rules, so three things that the standard drops can be had here:
//! - an *`error:` field* (some gateways answer so after a 200) is a frame of its own, see [`Frame::event`];
//! - an event *without its blank line* at the end of the stream is handed out by [`SseDecoder::finish`];
//! - *lines that are no field*, such as a bare JSON error or an HTML page, are kept as
//!   [`stray`](SseDecoder::stray) text.

#[cfg(test)]
use super::work;
use super::{DEFAULT_EVENT_LIMIT, StreamError, Utf8Decoder};
use memchr::memchr2;

/// One event of the stream, borrowed from the chunk if it lies in one whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame<'a> {
    /// The event's type, `message` if the server named none.
    ///
    /// A field called `error` is handed out at once as a frame of type `error` with the field's value as
    /// data, whatever event it stands in. That event itself is what the standard says.
    pub event: &'a str,
    /// The `data` lines, joined by a line feed. Empty for an empty `data:`, which servers send to keep a
    /// connection alive.
    pub data: &'a str,
    /// The last event id that the stream has named so far, empty if none.
    pub id: &'a str,
}

/// Decodes one event stream. Frames do not depend on how the bytes are cut into chunks.
#[derive(Debug)]
pub struct SseDecoder {
    utf8: Utf8Decoder,
    lines: Lines,
    failed: Option<StreamError>,
}

impl Default for SseDecoder {
    fn default() -> Self {
        Self::with_event_limit(DEFAULT_EVENT_LIMIT)
    }
}

impl SseDecoder {
    /// A decoder that refuses a line, or the data of an event, of more than `limit` bytes.
    pub fn with_event_limit(limit: usize) -> Self {
        Self {
            utf8: Utf8Decoder::default(),
            lines: Lines {
                limit,
                at_start: true,
                ..Lines::default()
            },
            failed: None,
        }
    }

    /// Decodes the next bytes and calls `on_frame` for each event that they complete.
    ///
    /// # Errors
    /// [`StreamError::EventTooLarge`], after the frames before it were handed out, and from then on always.
    #[inline]
    pub fn push(
        &mut self,
        chunk: &[u8],
        mut on_frame: impl FnMut(Frame<'_>),
    ) -> Result<(), StreamError> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        let result = self
            .utf8
            .push(chunk, |text| self.lines.push(text, &mut on_frame));
        self.failed = result.err();
        result
    }

    /// Ends the stream and returns its [`stray`](Self::stray) text, the last line included.
    ///
    /// The standard drops an event whose blank line never came. Some model servers end their streams so,
    /// so it goes to `on_frame`, and the caller judges whether it is whole: the connection may as well have
    /// broken in the middle of it.
    ///
    /// # Errors
    /// As for [`push`](Self::push).
    pub fn finish(mut self, mut on_frame: impl FnMut(Frame<'_>)) -> Result<String, StreamError> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        self.utf8
            .finish(|text| self.lines.push(text, &mut on_frame))?;
        self.lines.finish(&mut on_frame)?;
        Ok(self.lines.stray)
    }

    /// The lines so far that are neither a known field nor a comment, joined by line feeds: the first
    /// 4 KiB of them. Here is the answer of a server that spoke JSON or HTML instead of events.
    pub fn stray(&self) -> &str {
        &self.lines.stray
    }

    /// The time to wait before connecting again, in milliseconds, that the stream last asked for.
    pub fn retry(&self) -> Option<u64> {
        self.lines.retry
    }
}

/// The state of the stream between two pieces of text. No text is looked at twice: what is kept from a
/// piece is known to hold no line end.
#[derive(Debug, Default)]
struct Lines {
    limit: usize,
    /// Nothing was read yet: a byte order mark may come.
    at_start: bool,
    /// The last line ended with CR: a line feed that follows belongs to it.
    after_cr: bool,
    /// The start of the line that the last piece ended in.
    line: String,
    event: String,
    /// What is here of the event's data, if it had a `data` line.
    data: Option<String>,
    id: String,
    retry: Option<u64>,
    stray: String,
    stray_is_full: bool,
}

impl Lines {
    fn push(
        &mut self,
        mut text: &str,
        on_frame: &mut impl FnMut(Frame<'_>),
    ) -> Result<(), StreamError> {
        if text.is_empty() {
            return Ok(());
        }
        if std::mem::take(&mut self.at_start) {
            text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        }
        if std::mem::take(&mut self.after_cr) {
            text = text.strip_prefix('\n').unwrap_or(text);
        }
        if !self.line.is_empty() {
            let Some((end, rest)) = self.split_line(text) else {
                return self.keep_line(text);
            };
            self.keep_line(end)?;
            self.kept_line(on_frame)?;
            text = rest;
        }
        // The event's first data line, as long as it can be borrowed.
        let mut first = None;
        while let Some((line, rest)) = self.split_line(text) {
            self.line(line, &mut first, on_frame)?;
            text = rest;
        }
        self.keep_data(first);
        self.keep_line(text)
    }

    fn finish(&mut self, on_frame: &mut impl FnMut(Frame<'_>)) -> Result<(), StreamError> {
        if !self.line.is_empty() {
            self.kept_line(on_frame)?;
        }
        self.dispatch(None, on_frame);
        Ok(())
    }

    /// Splits off the first line, without its end.
    fn split_line<'t>(&mut self, text: &'t str) -> Option<(&'t str, &'t str)> {
        let at = memchr2(b'\n', b'\r', text.as_bytes());
        #[cfg(test)]
        work::add(at.map_or(text.len(), |at| at + 1));
        let at = at?;
        let (line, end) = text.split_at(at);
        let rest = match end.strip_prefix("\r\n") {
            Some(rest) => rest,
            None => {
                self.after_cr = end == "\r";
                &end[1..]
            }
        };
        Some((line, rest))
    }

    fn keep_line(&mut self, text: &str) -> Result<(), StreamError> {
        self.check_size(self.line.len() + text.len())?;
        #[cfg(test)]
        work::add(text.len());
        self.line.push_str(text);
        Ok(())
    }

    fn kept_line(&mut self, on_frame: &mut impl FnMut(Frame<'_>)) -> Result<(), StreamError> {
        let mut line = std::mem::take(&mut self.line);
        let mut first = None;
        self.line(&line, &mut first, on_frame)?;
        self.keep_data(first);
        line.clear();
        self.line = line;
        Ok(())
    }

    fn keep_data(&mut self, first: Option<&str>) {
        if let Some(first) = first {
            #[cfg(test)]
            work::add(first.len());
            self.data = Some(first.to_owned());
        }
    }

    fn line<'t>(
        &mut self,
        line: &'t str,
        first: &mut Option<&'t str>,
        on_frame: &mut impl FnMut(Frame<'_>),
    ) -> Result<(), StreamError> {
        self.check_size(line.len())?;
        if line.is_empty() {
            self.dispatch(first.take(), on_frame);
            return Ok(());
        }
        let (field, value) = match line.split_once(':') {
            Some((field, value)) => (field, value.strip_prefix(' ').unwrap_or(value)),
            None => (line, ""),
        };
        match field {
            "data" => return self.data_line(value, first),
            "event" => value.clone_into(&mut self.event),
            "id" if value.contains('\0') => {}
            "id" => value.clone_into(&mut self.id),
            "retry" if value.bytes().all(|byte| byte.is_ascii_digit()) => {
                self.retry = value.parse().ok().or(self.retry);
            }
            "retry" | "" => {}
            "error" => on_frame(Frame {
                event: "error",
                data: value,
                id: &self.id,
            }),
            _ if self.stray_is_full => {}
            _ => self.keep_stray(line),
        }
        Ok(())
    }

    fn data_line<'t>(
        &mut self,
        value: &'t str,
        first: &mut Option<&'t str>,
    ) -> Result<(), StreamError> {
        self.keep_data(first.take());
        let Some(mut data) = self.data.take() else {
            *first = Some(value);
            return Ok(());
        };
        self.check_size(data.len() + 1 + value.len())?;
        #[cfg(test)]
        work::add(value.len());
        data.push('\n');
        data.push_str(value);
        self.data = Some(data);
        Ok(())
    }

    fn dispatch(&mut self, first: Option<&str>, on_frame: &mut impl FnMut(Frame<'_>)) {
        if let Some(data) = first.or(self.data.as_deref()) {
            on_frame(Frame {
                event: if self.event.is_empty() {
                    "message"
                } else {
                    &self.event
                },
                data,
                id: &self.id,
            });
            self.data = None;
        }
        self.event.clear();
    }

    fn keep_stray(&mut self, line: &str) {
        let lines = [if self.stray.is_empty() { "" } else { "\n" }, line];
        for text in lines {
            let kept = text.floor_char_boundary(STRAY_LIMIT - self.stray.len());
            self.stray.push_str(&text[..kept]);
            if kept < text.len() {
                self.stray_is_full = true;
            }
        }
    }

    fn check_size(&self, size: usize) -> Result<(), StreamError> {
        if size > self.limit {
            let limit = self.limit;
            return Err(StreamError::EventTooLarge { limit });
        }
        Ok(())
    }
}

const STRAY_LIMIT: usize = 4 << 10;

#[cfg(test)]
mod tests;

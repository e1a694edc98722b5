//! Thinking written into the content, between `<think>` and `</think>`, by servers that do not split it off.

use std::borrow::Cow;

const OPEN: &str = "<think>";
const CLOSE: &str = "</think>";

/// Splits content at the tags. Only content that begins with the opening tag is thinking; tags elsewhere
/// are text that speaks about tags, with one exception: models whose template opens the thinking for them
/// send the closing tag alone.
#[derive(Default)]
pub(super) struct ThinkTags {
    state: State,
    /// The end of the content so far that may turn out to be a tag.
    held: String,
}

#[derive(Clone, Copy, Default, PartialEq)]
enum State {
    /// Nothing but white space so far.
    #[default]
    Start,
    /// After `<think>`; `begun` once there was more than white space.
    Inside { begun: bool },
    /// After `</think>`, before the first character of the answer.
    Between,
    /// In text that a lone `</think>` may still turn into thinking.
    Text { at_line_start: bool },
    /// No tag means anything any more.
    Plain,
}

#[derive(Debug, PartialEq)]
pub(super) enum Piece<'a> {
    Thinking(Cow<'a, str>),
    Text(Cow<'a, str>),
    /// The text so far was thinking.
    TextWasThinking,
}

impl ThinkTags {
    /// Stops looking for tags: thinking came by a field of its own.
    pub fn disregard(&mut self) {
        if matches!(self.state, State::Text { .. }) && self.held.is_empty() {
            self.state = State::Plain;
        }
    }

    /// Takes more content.
    #[inline]
    pub fn push<'a>(&mut self, text: Cow<'a, str>, sink: &mut impl FnMut(Piece<'a>)) {
        if text.is_empty() {
            return;
        }
        if self.state == State::Plain {
            return sink(Piece::Text(text));
        }
        if self.held.is_empty() && memchr::memchr(b'<', text.as_bytes()).is_none() {
            match &mut self.state {
                State::Text { at_line_start } => {
                    *at_line_start = text.ends_with('\n');
                    return sink(Piece::Text(text));
                }
                State::Inside { begun: true } => return sink(Piece::Thinking(text)),
                _ => {}
            }
        }
        let mut all = std::mem::take(&mut self.held);
        all.push_str(&text);
        self.split(&all, false, &mut |piece| sink(piece.into_owned()));
    }

    /// The content ended, or something else follows it.
    pub fn flush(&mut self, sink: &mut impl FnMut(Piece<'static>)) {
        let held = std::mem::take(&mut self.held);
        if !held.is_empty() {
            self.split(&held, true, &mut |piece| sink(piece.into_owned()));
        }
    }

    fn split(&mut self, mut text: &str, ended: bool, sink: &mut impl FnMut(Piece<'_>)) {
        while !text.is_empty() {
            text = match self.state {
                State::Start => {
                    let trimmed = text.trim_start();
                    if let Some(rest) = trimmed.strip_prefix(OPEN) {
                        self.state = State::Inside { begun: false };
                        rest
                    } else if OPEN.starts_with(trimmed) && (!ended || trimmed.is_empty()) {
                        return self.hold(text);
                    } else {
                        self.state = State::Text {
                            at_line_start: true,
                        };
                        text
                    }
                }
                State::Inside { begun: false } => {
                    let trimmed = text.trim_start();
                    if !trimmed.is_empty() {
                        self.state = State::Inside { begun: true };
                    }
                    trimmed
                }
                State::Inside { begun: true } => {
                    let (thinking, rest) = match text.find(CLOSE) {
                        Some(at) => {
                            self.state = State::Between;
                            (&text[..at], &text[at + CLOSE.len()..])
                        }
                        None => {
                            let keep = if ended { 0 } else { partial_close(text) };
                            let (thinking, held) = text.split_at(text.len() - keep);
                            self.hold(held);
                            (thinking, "")
                        }
                    };
                    if !thinking.is_empty() {
                        sink(Piece::Thinking(thinking.into()));
                    }
                    rest
                }
                State::Between => {
                    let trimmed = text.trim_start();
                    if !trimmed.is_empty() {
                        self.state = State::Plain;
                    }
                    trimmed
                }
                State::Text { at_line_start } => {
                    match self.find_lone_close(text, at_line_start, ended) {
                        Lone::At(at) => {
                            if at > 0 {
                                sink(Piece::Text(text[..at].into()));
                            }
                            sink(Piece::TextWasThinking);
                            self.state = State::Between;
                            &text[at + CLOSE.len()..]
                        }
                        Lone::Undecided(at) => {
                            let (said, held) = text.split_at(at);
                            if !said.is_empty() {
                                self.state = State::Text {
                                    at_line_start: said.ends_with('\n'),
                                };
                                sink(Piece::Text(said.into()));
                            }
                            return self.hold(held);
                        }
                        Lone::Never => {
                            self.state = State::Plain;
                            text
                        }
                        Lone::NotYet => {
                            self.state = State::Text {
                                at_line_start: text.ends_with('\n'),
                            };
                            sink(Piece::Text(text.into()));
                            ""
                        }
                    }
                }
                State::Plain => {
                    sink(Piece::Text(text.into()));
                    ""
                }
            };
        }
    }

    /// A closing tag that ends silent thinking stands at the beginning or at the end of a line. Text that
    /// speaks of the opening tag first is no silent thinking.
    fn find_lone_close(&self, text: &str, at_line_start: bool, ended: bool) -> Lone {
        for (at, _) in text.match_indices('<') {
            let rest = &text[at..];
            if rest.starts_with(OPEN) {
                return Lone::Never;
            }
            if let Some(after) = rest.strip_prefix(CLOSE) {
                let begins_line = if at == 0 {
                    at_line_start
                } else {
                    text[..at].ends_with('\n')
                };
                if begins_line || after.starts_with(['\n', '\r']) || after.is_empty() && ended {
                    return Lone::At(at);
                }
                if after.is_empty() {
                    return Lone::Undecided(at);
                }
            } else if !ended && (CLOSE.starts_with(rest) || OPEN.starts_with(rest)) {
                return Lone::Undecided(at);
            }
        }
        Lone::NotYet
    }

    fn hold(&mut self, text: &str) {
        text.clone_into(&mut self.held);
    }
}

enum Lone {
    At(usize),
    /// From here on it may become one.
    Undecided(usize),
    NotYet,
    Never,
}

impl Piece<'_> {
    fn into_owned<'b>(self) -> Piece<'b> {
        match self {
            Self::Thinking(text) => Piece::Thinking(text.into_owned().into()),
            Self::Text(text) => Piece::Text(text.into_owned().into()),
            Self::TextWasThinking => Piece::TextWasThinking,
        }
    }
}

/// How many bytes at the end of `text` may be the beginning of a closing tag.
fn partial_close(text: &str) -> usize {
    let at = text.rfind('<').filter(|at| CLOSE.starts_with(&text[*at..]));
    at.map_or(0, |at| text.len() - at)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What comes out, with `[…]` around thinking, and around text that turned out to be thinking.
    fn split(texts: &[&str]) -> String {
        let mut tags = ThinkTags::default();
        let (mut shown, mut text_start) = (String::new(), None);
        let mut sink = |piece: Piece<'_>| match piece {
            Piece::Thinking(text) => {
                if shown.ends_with(']') {
                    shown.pop();
                } else {
                    shown.push('[');
                }
                shown.push_str(&text);
                shown.push(']');
            }
            Piece::Text(text) => {
                assert!(!text.is_empty());
                text_start.get_or_insert(shown.len());
                shown.push_str(&text);
            }
            Piece::TextWasThinking => {
                shown.insert(text_start.unwrap_or(shown.len()), '[');
                shown.push(']');
            }
        };
        for text in texts {
            tags.push(Cow::Borrowed(text), &mut sink);
        }
        tags.flush(&mut sink);
        shown
    }

    #[test]
    fn splits_however_the_content_is_cut() {
        for (content, shown) in [
            ("Hello", "Hello"),
            ("<think>a\nb</think>\n\nHello", "[a\nb]Hello"),
            (
                " \n<think>\na</think>b</think>c <think>d",
                "[a]b</think>c <think>d",
            ),
            ("<think>\n\n</think>\n\nHello", "Hello"),
            ("<think></think>Hello", "Hello"),
            ("<think>never closed <", "[never closed <]"),
            ("<think>a < b </thin </think>x", "[a < b </thin ]x"),
            ("<thin", "<thin"),
            ("<thinking>a</thinking>", "<thinking>a</thinking>"),
            ("  indented", "  indented"),
            ("\n\n", ""),
            // The closing tag alone.
            ("silent\n</think>\n\nHello", "[silent\n]Hello"),
            ("silent</think>\nHello", "[silent]Hello"),
            ("silent</think>", "[silent]"),
            ("</think>Hello", "[]Hello"),
            ("a\n</think>b\n</think>\nc", "[a\n]b\n</think>\nc"),
            // Text about tags.
            ("Say `</think>` to end", "Say `</think>` to end"),
            (
                "Use <think> and\n</think>\n.",
                "Use <think> and\n</think>\n.",
            ),
            ("a </think", "a </think"),
            ("x < y, <b>bold</b> <", "x < y, <b>bold</b> <"),
        ] {
            assert_eq!(split(&[content]), shown, "{content:?}");
            for at in 0..=content.len() {
                let (a, b) = content.split_at(at);
                assert_eq!(split(&[a, b]), shown, "{a:?} {b:?}");
            }
            let bytes: Vec<&str> = content.split("").filter(|c| !c.is_empty()).collect();
            assert_eq!(split(&bytes), shown, "character by character: {content:?}");
        }
    }

    #[test]
    fn text_without_tags_is_not_copied() {
        let mut tags = ThinkTags::default();
        tags.push(Cow::Borrowed("Hello"), &mut |_| {});
        tags.push(Cow::Borrowed(" there\n"), &mut |piece| {
            assert!(matches!(piece, Piece::Text(Cow::Borrowed(" there\n"))));
        });
    }
}

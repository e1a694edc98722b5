//! A message as it arrives.

use pulldown_cmark::{Options, Parser};
use std::rc::Rc;

use super::cut;
use super::foreign::{Foreign, Parsers};
use super::math::{self, Math};
use super::render::{Ending, Kind, LINES, Writer, Written};
use super::skeleton::{Frame, Skeleton};
use super::token::{Patch, Token};

/// The markdown that is spoken here: CommonMark and GFM.
pub(super) const OPTIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS)
    .union(Options::ENABLE_GFM);

/// From this size on, the unfinished part is parsed again only when it grew by an eighth.
const LARGE: usize = 4 * 1024;
/// The longest line of nothing but markers that is held back until it shows its nature.
const MAX_HELD: usize = 64;

/// Renders a whole message.
pub(super) fn whole(markdown: &str, math: &mut Math) -> Vec<Token> {
    let mut source = String::new();
    Normaliser::default().push(markdown, &mut source);
    let skeleton = Skeleton::default();
    parse(&source, &skeleton, Ending::Final, math)
        .written
        .tokens
}

struct Parsed {
    written: Written,
    /// Whether anything was defined that other blocks may refer to.
    defines: bool,
    bytes: usize,
}

fn parse(source: &str, skeleton: &Skeleton, ending: Ending, math: &mut Math) -> Parsed {
    let (marked, twice) = math.mark(source, skeleton.text.len(), ending);
    let parser = Parser::new_ext(&marked, OPTIONS);
    let mut defines = parser.reference_definitions().iter().next().is_some();
    let mut writer = Writer::new(source, skeleton, ending, math);
    for (event, range) in parser.into_offset_iter() {
        defines |= matches!(
            event,
            pulldown_cmark::Event::Start(pulldown_cmark::Tag::FootnoteDefinition(_))
        );
        writer.event(event, range);
    }
    Parsed {
        written: writer.written(),
        defines,
        bytes: source.len() * (1 + usize::from(twice)),
    }
}

/// Renders a message as it arrives, at a cost that depends on what is new and not on what was before.
///
/// Only the *unfinished part* is parsed again with each push: the last block, or the last child of the last
/// block's containers (see `skeleton`). The rest is sealed. A message that defines link references or
/// footnotes is rendered once more, as a whole, when it is finished.
pub struct Stream {
    normaliser: Normaliser,
    message: String,
    skeleton: Skeleton,
    /// The skeleton's text and the unfinished source.
    source: String,
    /// How much of `source` was looked at for a place to cut, and from which length on, if none was found,
    /// another look is worth its cost.
    searched: usize,
    search_from: usize,
    /// How much of `source` was parsed.
    parsed: usize,
    /// How much of `source` is on screen.
    shown: usize,
    /// What further text on the same line can be, as far as the last parse tells.
    tail: Tail,
    live: Vec<Token>,
    defines: bool,
    math: Math,
    parsed_bytes: u64,
}

/// What the unfinished part ends with.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
enum Tail {
    /// Something that has to be parsed.
    #[default]
    Unknown,
    /// Text of a paragraph or an item.
    Text,
    Code(Code),
    Html,
}

/// The end of an open fenced code block.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Code {
    /// Whether the last line is known to be code, not the closing fence.
    line_is_code: bool,
    /// The lines in the unfinished part: a whole chunk of them has to be sealed.
    lines: usize,
}

impl Code {
    /// The state after more text, if that is nothing but code of the same chunk.
    fn after(mut self, text: &str, skeleton: &Skeleton) -> Option<Self> {
        // What begins a line can only be told here if no container has a say in it.
        let fence = match skeleton.frames.as_slice() {
            [
                Frame::Code {
                    indent: 0, fence, ..
                },
            ] => Some(fence.as_bytes()),
            _ => None,
        };
        let mut lines = text.split('\n');
        let mut line = lines.next();
        while let Some(content) = line {
            let first = content.trim_start().bytes().next();
            if let (false, Some(first)) = (self.line_is_code, first) {
                self.line_is_code = !fence?.contains(&first);
                self.line_is_code.then_some(())?;
            }
            line = lines.next();
            if line.is_some() {
                self.line_is_code = false;
                self.lines += 1;
            }
        }
        (self.lines < LINES && (fence.is_some() || self.line_is_code)).then_some(self)
    }
}

impl Stream {
    /// A message that holds nothing yet. `foreign` parses the HTML and formulas in it.
    pub fn new(foreign: Rc<dyn Foreign>) -> Self {
        Self {
            normaliser: Normaliser::default(),
            message: String::new(),
            skeleton: Skeleton::default(),
            source: String::new(),
            searched: 0,
            search_from: 0,
            parsed: 0,
            shown: 0,
            tail: Tail::default(),
            live: Vec::new(),
            defines: false,
            math: Math::new(Parsers::new(foreign)),
            parsed_bytes: 0,
        }
    }

    /// Whether something is shown as its source for want of the parser. Once that is there, the message is
    /// to be rendered anew.
    pub fn is_provisional(&self) -> bool {
        self.math.parsers.missed()
    }

    /// Adds text and tells what changes on screen.
    pub fn push(&mut self, text: &str) -> Patch {
        let before = self.source.len();
        self.normaliser.push(text, &mut self.source);
        self.message.push_str(&self.source[before..]);
        if self.source.len() == before {
            return self.unchanged();
        }
        let grown = self.source.len() - self.parsed;
        let worthwhile = match self.tail {
            Tail::Html => self.source.len() / 2,
            _ => self.source.len() / 8,
        };
        let is_large = self.source.len() > LARGE && grown < worthwhile;
        if self.is_plain(before) || is_large && !self.ends_paragraph() {
            return self.append();
        }
        self.update()
    }

    /// Ends the message: what is on screen is now what [`super::render`] gives for the whole.
    pub fn finish(&mut self) -> Patch {
        if self.defines || math::is_possible(&self.message) {
            let tokens = whole(&self.message, &mut self.math);
            self.parsed_bytes += self.message.len() as u64;
            self.live.clear();
            return Patch {
                reset: true,
                seal: tokens.len(),
                tokens,
                ..Patch::default()
            };
        }
        let parsed = parse(&self.source, &self.skeleton, Ending::Final, &mut self.math);
        self.parsed_bytes += parsed.bytes as u64;
        if parsed.defines {
            self.defines = true;
            return self.finish();
        }
        let tokens = parsed.written.tokens;
        let seal = tokens.len();
        Patch::between(&mut self.live, tokens, seal)
    }

    /// The bytes given to the parser so far: the measure of the work done.
    pub fn parsed_bytes(&self) -> u64 {
        self.parsed_bytes
    }

    fn unchanged(&self) -> Patch {
        Patch {
            keep: self.live.len(),
            ..Patch::default()
        }
    }

    /// Whether the text from `before` on can be shown as it is: it is text on a line whose begin was parsed, or
    /// lines of code.
    fn is_plain(&mut self, before: usize) -> bool {
        const SPECIAL: &[u8] = b"\n*_`~[]<>&\\$|):!@";
        if !matches!(self.live.last(), Some(Token::Text(_))) {
            return false;
        }
        let text = &self.source[before..];
        match self.tail {
            Tail::Text => !text.bytes().any(|b| SPECIAL.contains(&b)),
            Tail::Code(code) => match code.after(text, &self.skeleton) {
                Some(code) => {
                    self.tail = Tail::Code(code);
                    true
                }
                None => false,
            },
            Tail::Unknown | Tail::Html => false,
        }
    }

    /// Whether the source now ends with a blank line after a paragraph.
    fn ends_paragraph(&self) -> bool {
        self.tail == Tail::Text
            && self
                .source
                .trim_end_matches([' ', '\t'])
                .strip_suffix('\n')
                .is_some_and(|rest| rest.trim_end_matches([' ', '\t']).ends_with('\n'))
    }

    /// Shows what is new as text, without parsing.
    fn append(&mut self) -> Patch {
        let new = &self.source[self.shown..];
        let new = match self.tail {
            Tail::Code(_) => new,
            // Space at the end of a line is not shown, and raw HTML not before it is cleaned.
            Tail::Text | Tail::Unknown => new.trim_end(),
            Tail::Html => "",
        };
        self.shown += new.len();
        let mut patch = self.unchanged();
        match self.live.last_mut() {
            _ if new.is_empty() => {}
            Some(Token::Text(text)) => {
                text.push_str(new);
                patch.append_text = new.to_owned();
            }
            _ => {
                patch.tokens = vec![Token::Text(new.to_owned())];
                self.live.extend(patch.tokens.clone());
            }
        }
        patch
    }

    fn update(&mut self) -> Patch {
        let mut tokens = Vec::new();
        let lines = self.source.rfind('\n').map_or(0, |newline| newline + 1);
        let new_lines = lines > self.searched.max(self.skeleton.text.len());
        if new_lines && (lines >= self.search_from || self.source[..lines].ends_with("\n\n")) {
            self.seal(lines, &mut tokens);
        }
        let seal = tokens.len();
        let end = self.display_end();
        let parsed = parse(
            &self.source[..end],
            &self.skeleton,
            Ending::Open,
            &mut self.math,
        );
        self.parsed_bytes += parsed.bytes as u64;
        self.defines |= parsed.defines;
        self.parsed = self.source.len();
        let written = parsed.written;
        self.tail = match end == self.source.len() {
            true => tail(&written, &self.source, &self.skeleton),
            false => Tail::Unknown,
        };
        self.shown = match self.tail {
            Tail::Code(_) => end,
            _ => self.source[..end].trim_end().len(),
        };
        tokens.extend(written.tokens.into_iter().take(written.open_end));
        Patch::between(&mut self.live, tokens, seal)
    }

    /// Moves what the first `lines` bytes of the source finish into `tokens`.
    fn seal(&mut self, lines: usize, tokens: &mut Vec<Token>) {
        self.searched = lines;
        self.search_from = lines + lines / 4;
        let source = &self.source[..lines];
        let parsed = parse(source, &self.skeleton, Ending::Open, &mut self.math);
        self.parsed_bytes += parsed.bytes as u64;
        self.defines |= parsed.defines;
        let Some(cut) = cut::find(source, &self.skeleton, &parsed.written) else {
            return;
        };
        let mut written = parsed.written.tokens;
        let rest = written.split_off(cut.token);
        tokens.extend(written);
        let mut source = cut.skeleton.text.clone();
        source.push_str(&self.source[cut.source..]);
        self.searched = lines - cut.source + cut.skeleton.text.len();
        self.search_from = 0;
        let before = std::mem::replace(&mut self.source, source);
        self.skeleton = cut.skeleton;
        self.check(&before, &rest);
    }

    /// The rest of the source gives the same tokens after the skeleton as it gave after the whole.
    fn check(&mut self, before: &str, rest: &[Token]) {
        if cfg!(debug_assertions) && !self.defines {
            let source = &self.source[..self.searched];
            let again = parse(source, &self.skeleton, Ending::Open, &mut self.math)
                .written
                .tokens;
            let end = rest.len().min(again.len());
            debug_assert_eq!(
                rest[..end],
                again[..end],
                "from {before:?} to {:?}",
                self.source
            );
        }
    }

    /// The end of the source without a last line of which nothing but markers has come: `-` may become an
    /// item, a rule or a heading's underline, and showing each in turn would flicker.
    fn display_end(&self) -> usize {
        let line = self.source.rfind('\n').map_or(0, |newline| newline + 1);
        let is_marker = |b: u8| b.is_ascii_digit() || b" \t-=*+#>|`~:_.)[]$\\".contains(&b);
        let partial = &self.source[line..];
        match partial.len() <= MAX_HELD && partial.bytes().all(is_marker) {
            true => line.max(self.skeleton.text.len()),
            false => self.source.len(),
        }
    }
}

fn tail(written: &Written, source: &str, skeleton: &Skeleton) -> Tail {
    let on_line = !source.ends_with('\n');
    match written.path.as_slice() {
        [.., node] if node.kind == Kind::Html => Tail::Html,
        [.., code, chunk]
            if chunk.kind == Kind::Chunk
                && code.kind == Kind::Code { fenced: true }
                && code.end == source.len() =>
        {
            Tail::Code(Code {
                line_is_code: on_line,
                lines: source[skeleton.text.len()..].matches('\n').count(),
            })
        }
        [.., node] if on_line && matches!(node.kind, Kind::Paragraph { .. }) => Tail::Text,
        _ => Tail::Unknown,
    }
}

/// Makes every line end with a line feed, and removes the characters that have a meaning of their own here.
#[derive(Default)]
struct Normaliser {
    after_return: bool,
}

impl Normaliser {
    fn push(&mut self, text: &str, out: &mut String) {
        let mut text = text;
        if std::mem::take(&mut self.after_return) {
            text = text.strip_prefix('\n').unwrap_or(text);
        }
        let special = |b: u8| matches!(b, b'\r' | 0) || math::is_mark(b);
        while let Some(at) = text.bytes().position(special) {
            out.push_str(&text[..at]);
            let is_return = text.as_bytes()[at] == b'\r';
            out.push(if is_return {
                '\n'
            } else {
                char::REPLACEMENT_CHARACTER
            });
            text = &text[at + 1..];
            if is_return {
                self.after_return = text.is_empty();
                text = text.strip_prefix('\n').unwrap_or(text);
            }
        }
        out.push_str(text);
    }
}

//! Math: `$$…$$`, `\[…\]` and `\(…\)`, and `$…$` by Pandoc's rules.
//!
//! pulldown-cmark's own math extension knows no backslash delimiters and takes more dollars for math than
//! Pandoc does, so math is found here. A first parse tells which delimiters stand in text (not in code, HTML
//! or an address). Each span from delimiter to delimiter is then overwritten, length for length, with marks
//! that mean nothing in markdown, and the second parse gives a text with marks in its place. A source without
//! any delimiter is parsed once.
//!
//! A single dollar opens if a non-space follows it; the next dollar closes if a non-space stands before it
//! and no digit after it; else the first one is a dollar. A span ends in the paragraph, heading or cell it
//! begins in, with one exception: `$$` or `\[` at the begin of a line reaches over lines that would begin
//! another block (`= b`, `+ c`), up to [`MAX_DISPLAY`] bytes, but over no blank line, fence or HTML.

mod find;

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use super::foreign::Parsers;
use super::render::Ending;
use super::sanitize;
use super::token::{Element, Token};
use find::find;

/// The most bytes of display math that would otherwise be several blocks.
const MAX_DISPLAY: usize = 4096;
/// The most formulas of which the MathML is remembered.
const MAX_REMEMBERED: usize = 64;
/// The first byte of a span's marks, and the others. Neither occurs in a source: see [`is_mark`].
const FIRST: u8 = 2;
const OTHER: u8 = 3;

/// Whether a byte is one of the marks, which a source must not contain.
pub(super) fn is_mark(byte: u8) -> bool {
    matches!(byte, FIRST | OTHER)
}

/// Splits a text at its first span's marks.
pub(super) fn split_mark(text: &str) -> Option<(&str, &str)> {
    let at = memchr::memchr(FIRST, text.as_bytes())?;
    let after = text[at + 1..].trim_start_matches(char::from(OTHER));
    Some((&text[..at], after))
}

/// A formula in the source, with its delimiters.
#[derive(Debug, Clone)]
pub(super) struct Span {
    range: Range<usize>,
    delimiter: usize,
    display: bool,
    /// Not closed yet: shown as source.
    pending: bool,
}

/// The formulas of the source being rendered, and a memory of formulas rendered before.
pub(super) struct Math {
    pub parsers: Parsers,
    spans: Vec<Span>,
    sources: Vec<String>,
    remembered: HashMap<(bool, String), Vec<Token>>,
}

impl Math {
    pub fn new(parsers: Parsers) -> Self {
        Self {
            parsers,
            spans: Vec::new(),
            sources: Vec::new(),
            remembered: HashMap::new(),
        }
    }

    /// Finds the formulas after `from` and gives the source with marks in their place. The flag tells
    /// whether the source was parsed for it.
    pub fn mark<'a>(
        &mut self,
        source: &'a str,
        from: usize,
        ending: Ending,
    ) -> (Cow<'a, str>, bool) {
        self.spans.clear();
        self.sources.clear();
        let bytes = &source.as_bytes()[from..];
        let has_delimiter = memchr::memchr(b'$', bytes).is_some()
            || memchr::memchr_iter(b'\\', bytes)
                .any(|at| matches!(bytes.get(at + 1), Some(b'(' | b'[')));
        if !has_delimiter {
            return (Cow::Borrowed(source), false);
        }
        self.spans = find(source, from, ending);
        if self.spans.is_empty() {
            return (Cow::Borrowed(source), true);
        }
        let mut marked = String::with_capacity(source.len());
        for Span { range, .. } in &self.spans {
            marked.push_str(&source[marked.len()..range.start]);
            marked.push(char::from(FIRST));
            marked.extend((range.start + 1..range.end).map(|_| char::from(OTHER)));
            self.sources.push(source[range.clone()].to_owned());
        }
        marked.push_str(&source[marked.len()..]);
        (Cow::Owned(marked), true)
    }

    /// The formulas that begin within a range of the source.
    pub fn spans_in(&self, range: &Range<usize>) -> Vec<Span> {
        let first = self
            .spans
            .partition_point(|span| span.range.start < range.start);
        let end = self
            .spans
            .partition_point(|span| span.range.start < range.end);
        self.spans[first..end.max(first)].to_vec()
    }

    /// Puts the sources of the formulas back into a text that is not rendered as text.
    pub fn restore<'t>(&self, text: &'t str, range: &Range<usize>) -> Cow<'t, str> {
        if memchr::memchr(FIRST, text.as_bytes()).is_none() {
            return Cow::Borrowed(text);
        }
        let mut out = String::new();
        let mut rest = text;
        let first = self
            .spans
            .partition_point(|span| span.range.start < range.start);
        let mut sources = self.sources[first..].iter();
        while let Some((before, after)) = split_mark(rest) {
            out.push_str(before);
            out.push_str(sources.next().map_or("", String::as_str));
            rest = after;
        }
        out.push_str(rest);
        Cow::Owned(out)
    }

    /// The elements of one formula.
    pub fn tokens(&mut self, source: &str, span: Span) -> Vec<Token> {
        let whole = &source[span.range.clone()];
        if span.pending {
            return code("math-pending", whole);
        }
        let latex = &whole[span.delimiter..whole.len() - span.delimiter];
        let latex = without_quote_markers(latex, quote_depth(source, span.range.start));
        let key = (span.display, latex.into_owned());
        if let Some(tokens) = self.remembered.get(&key) {
            return tokens.clone();
        }
        let Some(mathml) = self.parsers.mathml(&key.1, span.display) else {
            return code("math-pending", whole);
        };
        let tokens = sanitize::mathml(&mathml).unwrap_or_else(|| code("math-source", whole));
        if self.remembered.len() >= MAX_REMEMBERED {
            self.remembered.clear();
        }
        self.remembered.insert(key, tokens.clone());
        tokens
    }
}

/// How many quotes the line of this place stands in, as far as its begin tells.
fn quote_depth(source: &str, at: usize) -> usize {
    let line = source[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let prefix = &source[line..at];
    let is_marker = |b: u8| b.is_ascii_digit() || b" \t>-+*.)".contains(&b);
    match prefix.bytes().all(is_marker) {
        true => memchr::memchr_iter(b'>', prefix.as_bytes()).count(),
        false => 0,
    }
}

fn without_quote_markers(latex: &str, depth: usize) -> Cow<'_, str> {
    if depth == 0 || !latex.contains('\n') {
        return Cow::Borrowed(latex);
    }
    let mut lines = latex.split('\n').map(str::to_owned);
    let mut out = lines.next().unwrap_or_default();
    for line in lines {
        let mut rest = line.as_str();
        for _ in 0..depth {
            rest = rest.trim_start();
            rest = rest.strip_prefix('>').unwrap_or(rest);
        }
        out.push('\n');
        out.push_str(rest);
    }
    Cow::Owned(out)
}

fn code(class: &'static str, source: &str) -> Vec<Token> {
    vec![
        Token::Open(Element::html("code").with("class", class)),
        Token::Text(source.to_owned()),
        Token::Close,
    ]
}

/// Whether a message may hold a formula. One that runs over several lines of a list or quote ends at what
/// the containers' markers say, which the unfinished part alone does not always tell: such a message is
/// rendered once more, as a whole, when it is finished.
pub(super) fn is_possible(message: &str) -> bool {
    message.contains('$') || message.contains("\\[") || message.contains("\\(")
}

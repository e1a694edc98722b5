//! Quotes with a title, blocks of code, cells.

use std::borrow::Cow;
use std::ops::Range;

use super::*;

impl Writer<'_> {
    pub(super) fn open_quote(&mut self, kind: Option<BlockQuoteKind>) {
        let Some(kind) = kind else {
            return self.open(Element::html("blockquote"));
        };
        let (class, title) = match kind {
            BlockQuoteKind::Note => ("alert alert-note", "Note"),
            BlockQuoteKind::Tip => ("alert alert-tip", "Tip"),
            BlockQuoteKind::Important => ("alert alert-important", "Important"),
            BlockQuoteKind::Warning => ("alert alert-warning", "Warning"),
            BlockQuoteKind::Caution => ("alert alert-caution", "Caution"),
        };
        self.open(Element::html("blockquote").with("class", class));
        self.open(Element::html("p").with("class", "alert-title"));
        self.text(title);
        self.tokens.push(Token::Close);
        self.open_end = self.tokens.len();
    }

    pub(super) fn open_code(&mut self, kind: &CodeBlockKind<'_>, range: &Range<usize>) {
        let info = match kind {
            CodeBlockKind::Fenced(info) => self.math.restore(info, range),
            CodeBlockKind::Indented => Cow::Borrowed(""),
        };
        let language = info
            .split(|c: char| c.is_whitespace() || matches!(c, ',' | '{' | '}'))
            .find(|word| !word.is_empty())
            .unwrap_or_default();
        self.open(Element::html("figure").with("class", "code"));
        self.open(Element::html("figcaption"));
        if !language.is_empty() {
            self.open(Element::html("span").with("class", "code-lang"));
            self.text(language);
            self.tokens.push(Token::Close);
        }
        self.tokens.push(Token::Close);
        self.open(Element::html("pre").with("tabindex", "0"));
        self.open(match language {
            "" => Element::html("code"),
            _ => Element::html("code").with("class", format!("language-{language}")),
        });
        self.chunk_lines = 0;
        self.at_line_start = true;
    }

    pub(super) fn in_code(&self) -> bool {
        self.depth > 0
            && self
                .path
                .get(self.depth - 1)
                .is_some_and(|node| matches!(node.kind, Kind::Code { .. }))
    }

    pub(super) fn code(&mut self, text: &str, start: usize) {
        let text = &*self.math.restore(text, &(start..start + text.len()));
        let mut offset = start;
        for line in text.split_inclusive('\n') {
            if self.at_line_start {
                if self.chunk_lines.is_multiple_of(LINES) {
                    let token = self.tokens.len();
                    let index = usize::from(self.chunk_lines > 0);
                    if index > 0 {
                        self.tokens.push(Token::Close);
                    }
                    self.chunk_lines = 0;
                    self.path.truncate(self.depth);
                    self.path.push(Node {
                        kind: Kind::Chunk,
                        start: offset,
                        end: offset,
                        token,
                        token_end: token,
                        index,
                        frame: None,
                    });
                    self.open(Element::html("span").with("class", "code-chunk"));
                }
                self.chunk_lines += 1;
            }
            self.at_line_start = line.ends_with('\n');
            self.text(line);
            offset += line.len();
        }
    }

    pub(super) fn cell(&self) -> Element {
        let is_head = self.parent_is(&Kind::Head);
        let alignment = self
            .depth
            .checked_sub(2)
            .and_then(|table| match &self.path.get(table)?.kind {
                Kind::Table { alignments } => alignments.get(self.cell).copied(),
                _ => None,
            })
            .unwrap_or(Alignment::None);
        let element = Element::html(if is_head { "th" } else { "td" });
        match alignment {
            Alignment::None => element,
            Alignment::Left => element.with("align", "left"),
            Alignment::Center => element.with("align", "center"),
            Alignment::Right => element.with("align", "right"),
        }
    }
}

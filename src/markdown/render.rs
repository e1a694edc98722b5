//! The writer: pulldown-cmark's events become tokens.

use std::ops::Range;

use pulldown_cmark::{Alignment, BlockQuoteKind, CodeBlockKind, Event, HeadingLevel, Tag, TagEnd};

use super::skeleton::{Frame, Skeleton};
use super::token::{Element, Token};

mod inline;
mod leaves;
mod nest;
mod notes;

/// Top-level blocks in one `div.blocks`.
const BLOCKS: usize = 32;
/// Rows in one `tbody`.
const ROWS: usize = 50;
/// Lines in one `span.code-chunk`.
pub(super) const LINES: usize = 50;

/// Whether more text may follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    Open,
    Final,
}

/// A block, row or chunk of code on the way from the root to the last thing written.
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub kind: Kind,
    /// Where it begins and ends in the source.
    pub start: usize,
    pub end: usize,
    /// The tokens before it, and those before what follows it.
    pub token: usize,
    pub token_end: usize,
    /// Its siblings before it, as far as they are counted: top-level blocks, rows, 0 or 1 for chunks.
    pub index: usize,
    /// The frame of the skeleton that it continues.
    pub frame: Option<usize>,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Kind {
    Quote,
    List {
        loose: bool,
        /// Where the first paragraph of an item's own begins: only with one does the parser tell looseness.
        text: Option<usize>,
        /// Where the last item begins, if it is not the skeleton's.
        item: Option<usize>,
        open_token: Option<usize>,
    },
    Item,
    Paragraph {
        /// Not by an event of its own: it is in a tight list's item.
        implied: bool,
    },
    Heading,
    Rule,
    Code {
        fenced: bool,
    },
    Chunk,
    Html,
    Table {
        alignments: Vec<Alignment>,
    },
    Head,
    Row,
    Note,
}

pub(super) struct Written {
    pub tokens: Vec<Token>,
    /// How many of the tokens stand before the end tags of the blocks that are open at the end.
    pub open_end: usize,
    /// From the root to the block that was begun last.
    pub path: Vec<Node>,
}

pub(super) struct Writer<'a> {
    source: &'a str,
    skeleton: &'a Skeleton,
    ending: Ending,
    math: &'a mut super::math::Math,
    tokens: Vec<Token>,
    open_end: usize,
    path: Vec<Node>,
    depth: usize,
    blocks: usize,
    /// Events to skip: the depth of elements inside the finished part.
    skipping: usize,
    frames_opened: usize,
    inline: inline::Inline,
    html: String,
    cell: usize,
    rows: usize,
    chunk_lines: usize,
    at_line_start: bool,
    notes: notes::Notes,
}

impl<'a> Writer<'a> {
    pub fn new(
        source: &'a str,
        skeleton: &'a Skeleton,
        ending: Ending,
        math: &'a mut super::math::Math,
    ) -> Self {
        Self {
            source,
            skeleton,
            ending,
            math,
            tokens: Vec::new(),
            open_end: 0,
            path: Vec::new(),
            depth: 0,
            blocks: skeleton.blocks,
            skipping: 0,
            frames_opened: 0,
            inline: inline::Inline::default(),
            html: String::new(),
            cell: 0,
            rows: 0,
            chunk_lines: 0,
            at_line_start: true,
            notes: notes::Notes::default(),
        }
    }

    pub fn event(&mut self, event: Event<'_>, range: Range<usize>) {
        if self.skipping > 0 {
            match event {
                Event::Start(tag) => {
                    if tag == Tag::Paragraph {
                        self.probe(range.start);
                    }
                    self.skipping += 1;
                }
                Event::End(_) => self.skipping -= 1,
                _ => {}
            }
            return;
        }
        if range.start < self.skeleton.text.len() && !matches!(event, Event::End(_)) {
            self.finished(&event, &range);
            return;
        }
        match event {
            Event::Start(tag) => self.start(tag, range),
            Event::End(tag) => self.end(tag, range),
            Event::Rule => {
                self.begin(Kind::Rule, range.start);
                self.open(Element::html("hr"));
                self.tokens.push(Token::Close);
                self.finish(range.end);
            }
            Event::Text(text) if self.in_code() => self.code(&text, range.start),
            Event::Html(html) | Event::Text(html) if self.parent_is(&Kind::Html) => {
                self.html.push_str(&html)
            }
            event => self.inline_event(event, range),
        }
    }

    pub fn written(mut self) -> Written {
        self.write_notes();
        if self.blocks > 0 {
            self.tokens.push(Token::Close);
        }
        Written {
            tokens: self.tokens,
            open_end: self.open_end,
            path: self.path,
        }
    }

    /// An event of the skeleton: it continues a frame, or is filling to be skipped.
    fn finished(&mut self, event: &Event<'_>, range: &Range<usize>) {
        let Event::Start(tag) = event else {
            return;
        };
        let frame = self.skeleton.frames.get(self.frames_opened);
        let parent_is_item_frame = match self.path.last().map(|node| (&node.kind, node.frame)) {
            Some((Kind::List { .. }, Some(frame))) => {
                matches!(&self.skeleton.frames[frame], Frame::List(list) if list.item_open)
            }
            _ => false,
        };
        let kind = match (tag, frame) {
            (Tag::Item, _) if parent_is_item_frame => Kind::Item,
            (Tag::BlockQuote(_), Some(Frame::Quote)) => Kind::Quote,
            (Tag::List(_), Some(Frame::List(list))) => Kind::List {
                loose: list.loose,
                text: Some(0),
                item: None,
                open_token: None,
            },
            (Tag::Table(_), Some(Frame::Table { alignments, rows })) => {
                self.rows = *rows;
                Kind::Table {
                    alignments: alignments.clone(),
                }
            }
            (Tag::CodeBlock(_), Some(Frame::Code { chunked, .. })) => {
                // Code is cut between chunks only.
                self.chunk_lines = if *chunked { LINES } else { 0 };
                self.at_line_start = true;
                Kind::Code { fenced: true }
            }
            _ => {
                if *tag == Tag::Paragraph {
                    self.probe(range.start);
                }
                self.skipping = 1;
                return;
            }
        };
        let frame = if kind == Kind::Item {
            self.frames_opened - 1
        } else {
            self.frames_opened += 1;
            self.frames_opened - 1
        };
        self.path.truncate(self.depth);
        self.path.push(Node {
            kind,
            start: range.start,
            end: range.end,
            token: 0,
            token_end: 0,
            index: self.blocks.saturating_sub(1),
            frame: Some(frame),
        });
        self.depth += 1;
    }

    /// A paragraph of the skeleton shows that its list is loose.
    fn probe(&mut self, start: usize) {
        let Some(list) = self
            .skeleton
            .probes
            .iter()
            .position(|probe| *probe == start)
        else {
            return;
        };
        let depth = (0..self.path.len())
            .filter(|depth| matches!(self.path[*depth].kind, Kind::List { .. }))
            .nth(list);
        if let Some(depth) = depth {
            self.loosen(depth);
        }
    }

    fn start(&mut self, tag: Tag<'_>, range: Range<usize>) {
        match tag {
            Tag::Paragraph => {
                let continues_checkbox = self.path.last().is_some_and(|node| {
                    node.kind == Kind::Paragraph { implied: true } && self.depth == self.path.len()
                });
                if self.depth >= 2 && self.grandparent_list() {
                    self.loosen(self.depth - 2 - usize::from(continues_checkbox));
                }
                if !continues_checkbox {
                    self.begin(Kind::Paragraph { implied: false }, range.start);
                    self.open(Element::html("p"));
                }
                self.has_text();
            }
            Tag::Heading { level, .. } => {
                self.begin(Kind::Heading, range.start);
                self.open(Element::html(heading(level)));
            }
            Tag::BlockQuote(kind) => {
                self.begin(Kind::Quote, range.start);
                self.open_quote(kind);
            }
            Tag::CodeBlock(kind) => {
                let fenced = matches!(kind, CodeBlockKind::Fenced(_));
                self.begin(Kind::Code { fenced }, range.start);
                self.open_code(&kind, &range);
            }
            Tag::HtmlBlock => {
                self.begin(Kind::Html, range.start);
                self.html.clear();
            }
            Tag::List(first) => {
                self.begin(
                    Kind::List {
                        loose: false,
                        text: None,
                        item: None,
                        open_token: None,
                    },
                    range.start,
                );
                let at = self.tokens.len();
                if let Some(Kind::List { open_token, .. }) =
                    self.path.last_mut().map(|node| &mut node.kind)
                {
                    *open_token = Some(at);
                }
                self.open(match first {
                    None => Element::html("ul"),
                    Some(1) => Element::html("ol"),
                    Some(first) => Element::html("ol").with("start", first.to_string()),
                });
            }
            Tag::Item => {
                self.close_implied();
                if let Some(Kind::List { item, .. }) =
                    self.path.get_mut(self.depth - 1).map(|node| &mut node.kind)
                {
                    *item = Some(range.start);
                }
                self.begin(Kind::Item, range.start);
                self.open(Element::html("li"));
            }
            Tag::FootnoteDefinition(label) => {
                self.begin(Kind::Note, range.start);
                self.begin_note(&label);
            }
            Tag::Table(alignments) => {
                self.begin(Kind::Table { alignments }, range.start);
                self.open(
                    Element::html("div")
                        .with("class", "table-scroll")
                        .with("tabindex", "0"),
                );
                self.open(Element::html("table"));
                self.rows = 0;
            }
            Tag::TableHead => {
                self.begin(Kind::Head, range.start);
                self.open(Element::html("thead"));
                self.open(Element::html("tr"));
                self.cell = 0;
            }
            Tag::TableRow => {
                self.begin(Kind::Row, range.start);
                if let Some(node) = self.path.last_mut() {
                    node.index = self.rows;
                }
                if self.rows.is_multiple_of(ROWS) {
                    if self.rows > 0 {
                        self.tokens.push(Token::Close);
                    }
                    self.open(Element::html("tbody"));
                }
                self.rows += 1;
                self.open(Element::html("tr"));
                self.cell = 0;
            }
            Tag::TableCell => {
                let cell = self.cell();
                self.open(cell);
            }
            tag => self.inline_event(Event::Start(tag), range),
        }
    }

    fn end(&mut self, tag: TagEnd, range: Range<usize>) {
        match tag {
            TagEnd::Paragraph | TagEnd::Heading(_) => {
                self.end_inline();
                self.tokens.push(Token::Close);
                self.finish(range.end);
            }
            TagEnd::BlockQuote(_) | TagEnd::List(_) | TagEnd::Item => {
                self.close_implied();
                self.tokens.push(Token::Close);
                self.finish(range.end);
            }
            TagEnd::CodeBlock => {
                if self.chunk_lines > 0 {
                    self.tokens.push(Token::Close);
                }
                self.chunk_lines = 0;
                self.tokens.extend([const { Token::Close }; 3]);
                self.finish(range.end);
            }
            TagEnd::HtmlBlock => {
                let html = std::mem::take(&mut self.html);
                let source = self.math.restore(&html, &range);
                match self.math.parsers.html(&source) {
                    Some(cleaned) => self.tokens.extend(super::sanitize::raw_block(&cleaned)),
                    None => self.tokens.push(Token::Text(source.into_owned())),
                }
                self.open_end = self.tokens.len();
                self.finish(range.end);
            }
            TagEnd::FootnoteDefinition => {
                self.close_implied();
                self.finish(range.end);
                self.end_note();
            }
            TagEnd::Table => {
                if self.rows > 0 {
                    self.tokens.push(Token::Close);
                }
                self.tokens.extend([const { Token::Close }; 2]);
                self.finish(range.end);
            }
            TagEnd::TableHead => {
                self.tokens.extend([const { Token::Close }; 2]);
                self.finish(range.end);
            }
            TagEnd::TableRow => {
                self.tokens.push(Token::Close);
                self.finish(range.end);
            }
            TagEnd::TableCell => {
                self.end_inline();
                self.tokens.push(Token::Close);
                self.cell += 1;
            }
            tag => self.inline_event(Event::End(tag), range),
        }
    }

    /// Appends to the text at the end, or begins one.
    fn text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        match self.tokens.last_mut() {
            Some(Token::Text(last)) => last.push_str(text),
            _ => self.tokens.push(Token::Text(text.to_owned())),
        }
        self.open_end = self.tokens.len();
    }
}

fn heading(level: HeadingLevel) -> &'static str {
    match level {
        HeadingLevel::H1 => "h1",
        HeadingLevel::H2 => "h2",
        HeadingLevel::H3 => "h3",
        HeadingLevel::H4 => "h4",
        HeadingLevel::H5 => "h5",
        HeadingLevel::H6 => "h6",
    }
}

//! What stands inside a paragraph, heading or cell.

use std::ops::Range;

use pulldown_cmark::{Event, Tag, TagEnd};

use super::{Ending, Kind, Writer};
use crate::markdown::links::{self, Image};
use crate::markdown::math;
use crate::markdown::sanitize::{self, RawTag};
use crate::markdown::token::{Element, Token};

#[derive(Default)]
pub(super) struct Inline {
    /// Text that is not written yet: bare addresses are found in runs of text, not in single events.
    run: String,
    /// Where the last inline event ended in the source.
    end: usize,
    /// The open inline elements.
    open: Vec<Open>,
    image: Option<OpenImage>,
}

impl Inline {
    pub(super) fn end(&self) -> usize {
        self.end
    }
}

struct Open {
    /// The name, if raw HTML opened it.
    raw: Option<&'static str>,
    is_link: bool,
    /// Not, if it is a link whose address was refused.
    written: bool,
}

/// An image whose alternative text is being collected.
struct OpenImage {
    address: String,
    alt: String,
    nested: usize,
}

impl Writer<'_> {
    pub(super) fn inline_event(&mut self, event: Event<'_>, range: Range<usize>) {
        if self.inline.image.is_some() {
            return self.image_event(&event, &range);
        }
        self.imply_paragraph(range.start);
        self.inline.end = self.inline.end.max(range.end);
        if !matches!(event, Event::TaskListMarker(_))
            && self.parent_is(&Kind::Paragraph { implied: true })
        {
            self.has_text();
        }
        match event {
            Event::Text(text) => self.run(&text, &range),
            Event::SoftBreak => self.inline.run.push('\n'),
            Event::HardBreak => {
                self.flush();
                self.empty(Element::html("br"));
                self.text("\n");
            }
            Event::Code(code) => {
                self.flush();
                let code = self.math.restore(&code, &range).into_owned();
                self.open(Element::html("code"));
                self.text(&code);
                self.close();
            }
            Event::InlineHtml(html) | Event::Html(html) => {
                self.flush();
                let html = self.math.restore(&html, &range).into_owned();
                self.raw(&html);
            }
            Event::FootnoteReference(label) => {
                self.flush();
                self.note_reference(&label);
            }
            Event::TaskListMarker(checked) => {
                self.flush();
                let checkbox = Element::html("input").with("type", "checkbox");
                self.empty(match checked {
                    true => checkbox.with("checked", "").with("disabled", ""),
                    false => checkbox.with("disabled", ""),
                });
                self.text(" ");
            }
            Event::Start(Tag::Emphasis) => self.open_inline(Some(Element::html("em")), false),
            Event::Start(Tag::Strong) => self.open_inline(Some(Element::html("strong")), false),
            Event::Start(Tag::Strikethrough) => {
                self.open_inline(Some(Element::html("del")), false);
            }
            Event::Start(Tag::Link { dest_url, .. }) => {
                let address = self.math.restore(&dest_url, &range);
                let link = links::address(&address).map(links::element);
                self.open_inline(link, true);
            }
            Event::Start(Tag::Image { dest_url, .. }) => {
                self.flush();
                self.inline.image = Some(OpenImage {
                    address: self.math.restore(&dest_url, &range).into_owned(),
                    alt: String::new(),
                    nested: 0,
                });
            }
            Event::End(
                TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link,
            ) => {
                self.flush();
                while let Some(open) = self.inline.open.pop() {
                    if open.written {
                        self.close();
                    }
                    if open.raw.is_none() {
                        break;
                    }
                }
            }
            // The syntax of the remaining events is not switched on.
            _ => {}
        }
    }

    /// Ends the text of a paragraph, heading or cell, and what raw HTML left open in it.
    pub(super) fn end_inline(&mut self) {
        self.flush();
        while let Some(open) = self.inline.open.pop() {
            if open.written {
                self.close();
            }
        }
    }

    /// A tight list's item holds its text without a paragraph's events.
    fn imply_paragraph(&mut self, start: usize) {
        let in_text = self.depth > 0
            && self.path.get(self.depth - 1).is_some_and(|node| {
                matches!(
                    node.kind,
                    Kind::Paragraph { .. } | Kind::Heading | Kind::Head | Kind::Row
                )
            });
        if !in_text {
            self.begin(Kind::Paragraph { implied: true }, start);
            self.open(Element::html("p"));
        }
    }

    fn open_inline(&mut self, element: Option<Element>, is_link: bool) {
        self.flush();
        self.inline.open.push(Open {
            raw: None,
            is_link,
            written: element.is_some(),
        });
        if let Some(element) = element {
            self.open(element);
        }
    }

    fn empty(&mut self, element: Element) {
        self.open(element);
        self.close();
    }

    fn close(&mut self) {
        self.tokens.push(Token::Close);
        self.open_end = self.tokens.len();
    }

    fn run(&mut self, text: &str, range: &Range<usize>) {
        let mut rest = text;
        let mut spans = self.math.spans_in(range).into_iter();
        while let Some((before, after)) = math::split_mark(rest) {
            self.inline.run.push_str(before);
            self.flush();
            if let Some(span) = spans.next() {
                let math = self.math.tokens(self.source, span);
                self.tokens.extend(math);
                self.open_end = self.tokens.len();
            }
            rest = after;
        }
        self.inline.run.push_str(rest);
    }

    /// Writes the run of text, with bare addresses as links.
    fn flush(&mut self) {
        if self.inline.run.is_empty() {
            return;
        }
        let run = std::mem::take(&mut self.inline.run);
        let mut written = 0;
        if !self.inline.open.iter().any(|open| open.is_link) {
            while let Some(bare) = links::bare(&run, written) {
                // An address that may still grow is shown as text, lest its link changes with each letter.
                if self.ending == Ending::Open
                    && bare.end == run.len()
                    && self.inline.end == self.source.len()
                {
                    break;
                }
                self.text(&run[written..bare.start]);
                self.open(links::element(bare.address));
                self.text(&run[bare.start..bare.end]);
                self.close();
                written = bare.end;
            }
        }
        self.text(&run[written..]);
    }

    fn raw(&mut self, html: &str) {
        match sanitize::raw_inline(html, &self.math.parsers) {
            Some(RawTag::Open(element)) if element.is_void() => self.empty(element),
            Some(RawTag::Open(element)) => {
                let is_link = element.name() == "a";
                if is_link && self.inline.open.iter().any(|open| open.is_link) {
                    return;
                }
                self.inline.open.push(Open {
                    raw: Some(element.name()),
                    is_link,
                    written: true,
                });
                self.open(element);
            }
            Some(RawTag::Close(name)) => {
                // An end tag may not reach out of the emphasis or link it stands in.
                let within = self
                    .inline
                    .open
                    .iter()
                    .rev()
                    .take_while(|open| open.raw.is_some());
                let Some(above) = within
                    .map(|open| open.raw)
                    .position(|raw| raw == Some(name))
                else {
                    return;
                };
                let kept = self.inline.open.len() - above - 1;
                self.inline.open.truncate(kept);
                (0..=above).for_each(|_| self.close());
            }
            None => {}
        }
    }

    fn image_event(&mut self, event: &Event<'_>, range: &Range<usize>) {
        let Some(image) = &mut self.inline.image else {
            return;
        };
        match event {
            Event::Text(text) | Event::Code(text) => {
                image.alt.push_str(&self.math.restore(text, range));
            }
            Event::SoftBreak | Event::HardBreak => image.alt.push(' '),
            Event::Start(Tag::Image { .. }) => image.nested += 1,
            Event::End(TagEnd::Image) if image.nested > 0 => image.nested -= 1,
            Event::End(TagEnd::Image) => {
                let Some(OpenImage { address, alt, .. }) = self.inline.image.take() else {
                    return;
                };
                match links::image(&address, &alt) {
                    Some(Image::Embedded(element)) => self.empty(element),
                    Some(Image::OnClick(button, text)) => {
                        self.open(button);
                        self.text(&text);
                        self.close();
                    }
                    None => self.text(&alt),
                }
            }
            _ => {}
        }
    }
}

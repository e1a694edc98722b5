//! Where the formulas of a source stand.

use std::ops::Range;

use pulldown_cmark::{Event, LinkType, Parser, Tag, TagEnd};

use super::{MAX_DISPLAY, Span};
use crate::markdown::render::Ending;
use crate::markdown::stream::OPTIONS;

/// A paragraph, heading or cell: where its text stands in the source.
struct Leaf {
    start: usize,
    texts: Vec<Range<usize>>,
    is_cell: bool,
    is_atx: bool,
    /// Whether it is in a list or quote.
    is_nested: bool,
}

impl Leaf {
    /// What each of its lines begins with if it keeps to the leaf's containers.
    fn prefix(&self, source: &str) -> String {
        if !self.is_nested {
            return String::new();
        }
        let line = source[..self.start]
            .rfind('\n')
            .map_or(0, |newline| newline + 1);
        let blank = |c| if c == '>' { '>' } else { ' ' };
        source[line..self.start].chars().map(blank).collect()
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Delimiter {
    Dollar,
    Dollars,
    Open(u8),
    Close(u8),
}

pub(super) fn find(source: &str, from: usize, ending: Ending) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut current: Option<Leaf> = None;
    let mut containers = 0_usize;
    // Elements around whose text is code or belongs to an address.
    let mut opaque = 0_usize;
    for (event, range) in Parser::new_ext(source, OPTIONS).into_offset_iter() {
        let leaf = |kind: Option<&Tag<'_>>| Leaf {
            // A text's range does not include the backslash that escapes its first character.
            start: range.start - usize::from(source[..range.start].ends_with('\\')),
            texts: Vec::new(),
            is_cell: kind == Some(&Tag::TableCell),
            is_atx: source[range.start..].starts_with('#'),
            is_nested: containers > 0,
        };
        let begins_inline = matches!(
            event,
            Event::Code(_)
                | Event::InlineHtml(_)
                | Event::TaskListMarker(_)
                | Event::FootnoteReference(_)
                | Event::Start(
                    Tag::Emphasis
                        | Tag::Strong
                        | Tag::Strikethrough
                        | Tag::Link { .. }
                        | Tag::Image { .. },
                )
        );
        if begins_inline {
            current.get_or_insert_with(|| leaf(None));
        }
        match &event {
            Event::Start(tag @ (Tag::Paragraph | Tag::Heading { .. } | Tag::TableCell)) => {
                end_leaf(source, &mut current, ending, &mut spans);
                current = Some(leaf(Some(tag)));
            }
            Event::Start(
                Tag::Image { .. }
                | Tag::Link {
                    link_type: LinkType::Autolink | LinkType::Email,
                    ..
                },
            ) => opaque += 1,
            // A link inside such an element counts like it, so that its end does.
            Event::Start(Tag::Link { .. }) if opaque > 0 => opaque += 1,
            Event::End(TagEnd::Image | TagEnd::Link) => opaque = opaque.saturating_sub(1),
            Event::Start(Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Link { .. })
            | Event::End(TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough) => {}
            Event::Text(_) if opaque == 0 && range.start >= from => {
                current.get_or_insert_with(|| leaf(None)).texts.push(range);
            }
            Event::Start(_) | Event::End(_) | Event::Rule => {
                end_leaf(source, &mut current, ending, &mut spans);
                match event {
                    Event::Start(Tag::CodeBlock(_)) => opaque += 1,
                    Event::End(TagEnd::CodeBlock) => opaque = opaque.saturating_sub(1),
                    Event::Start(Tag::Item | Tag::BlockQuote(_) | Tag::FootnoteDefinition(_)) => {
                        containers += 1;
                    }
                    Event::End(
                        TagEnd::Item | TagEnd::BlockQuote(_) | TagEnd::FootnoteDefinition,
                    ) => containers = containers.saturating_sub(1),
                    _ => {}
                }
            }
            _ => {}
        }
    }
    end_leaf(source, &mut current, ending, &mut spans);
    spans
}

fn end_leaf(source: &str, leaf: &mut Option<Leaf>, ending: Ending, spans: &mut Vec<Span>) {
    let Some(leaf) = leaf.take() else {
        return;
    };
    let resume = spans.last().map_or(0, |span| span.range.end);
    let delimiters = delimiters(source, &leaf.texts, resume);
    let length = |delimiter| match delimiter {
        Delimiter::Dollar => 1,
        _ => 2,
    };
    let mut next = 0;
    while let Some((start, opener)) = delimiters.get(next).copied() {
        next += 1;
        let width = length(opener);
        let closer = match opener {
            Delimiter::Dollar => {
                let Some((end, closer)) = delimiters.get(next).copied() else {
                    continue;
                };
                if closer == Delimiter::Dollar && is_dollar_math(source, start, end) {
                    spans.push(span(start, end + 1, 1, false));
                    next += 1;
                }
                continue;
            }
            Delimiter::Dollars => Delimiter::Dollars,
            Delimiter::Open(b'(') => Delimiter::Close(b')'),
            Delimiter::Open(_) => Delimiter::Close(b']'),
            Delimiter::Close(_) => continue,
        };
        let display = !matches!(opener, Delimiter::Open(b'('));
        let found = delimiters[next..].iter().position(|(_, d)| *d == closer);
        if let Some(found) = found {
            let end = delimiters[next + found].0;
            if !source[start + width..end].trim().is_empty() {
                spans.push(span(start, end + width, width, display));
                next += found + 1;
            }
            continue;
        }
        let begins_line =
            display && !leaf.is_cell && !leaf.is_atx && begins_line(source, start, &leaf.texts);
        let reach = match begins_line {
            true => beyond(source, start, closer, &leaf.prefix(source)),
            false => Reach::Ends,
        };
        let content_end = source.trim_end().len();
        let ends_open = source[content_end..].matches('\n').count() < 2;
        let last = ends_open
            && leaf
                .texts
                .last()
                .is_some_and(|text| text.end >= content_end);
        match reach {
            Reach::Closed(end) => {
                spans.push(span(start, end, width, display));
                return;
            }
            Reach::Open if ending == Ending::Open => {}
            Reach::Ends if ending == Ending::Open && last && !leaf.is_cell => {}
            Reach::Open | Reach::Ends => continue,
        }
        spans.push(Span {
            pending: true,
            ..span(start, content_end, width, display)
        });
        return;
    }
}

fn span(start: usize, end: usize, delimiter: usize, display: bool) -> Span {
    Span {
        range: start..end,
        delimiter,
        display,
        pending: false,
    }
}

/// The delimiters in the texts of a leaf that begin at or after `resume`.
fn delimiters(source: &str, texts: &[Range<usize>], resume: usize) -> Vec<(usize, Delimiter)> {
    let bytes = source.as_bytes();
    let mut found = Vec::new();
    let mut covered = 0;
    for text in texts {
        // The parser leaves an escaping backslash out of the text: it stands right before it.
        let escaped = text.start > covered && bytes[text.start - 1] == b'\\';
        covered = text.end;
        let mut at = text.start;
        if escaped {
            let delimiter = match bytes.get(at) {
                Some(open @ (b'(' | b'[')) => Some(Delimiter::Open(*open)),
                Some(close @ (b')' | b']')) => Some(Delimiter::Close(*close)),
                _ => None,
            };
            found.extend(delimiter.map(|delimiter| (at - 1, delimiter)));
            at += 1;
        }
        while let Some(dollar) = memchr::memchr(b'$', bytes.get(at..text.end).unwrap_or_default()) {
            at += dollar;
            let run = bytes[at..text.end]
                .iter()
                .take_while(|b| **b == b'$')
                .count();
            match run {
                1 => found.push((at, Delimiter::Dollar)),
                2 => found.push((at, Delimiter::Dollars)),
                _ => {}
            }
            at += run;
        }
    }
    found.retain(|(at, _)| *at >= resume);
    found
}

fn is_dollar_math(source: &str, open: usize, close: usize) -> bool {
    let inside = &source[open + 1..close];
    let after = source[close + 1..].chars().next();
    !inside.starts_with(char::is_whitespace)
        && !inside.ends_with(char::is_whitespace)
        && !inside.is_empty()
        && !after.is_some_and(|c| c.is_ascii_digit())
}

fn begins_line(source: &str, start: usize, texts: &[Range<usize>]) -> bool {
    let line = source[..start].rfind('\n').map_or(0, |newline| newline + 1);
    let first = texts.first().map_or(start, |text| text.start);
    start == first
        || source[start..].starts_with('\\') && start + 1 == first
        || source[line..start]
            .bytes()
            .all(|b| matches!(b, b' ' | b'\t' | b'>'))
}

/// Where display math that is not closed in its paragraph may end.
enum Reach {
    Closed(usize),
    /// The source ends before it is decided.
    Open,
    Ends,
}

/// Looks for the closer on the following lines. Each has to begin with `prefix`: a block that began outside of
/// the containers would have ended them for the first parse, and all after it would be misjudged.
fn beyond(source: &str, start: usize, closer: Delimiter, prefix: &str) -> Reach {
    let closer = match closer {
        Delimiter::Dollars => "$$",
        _ => "\\]",
    };
    let opener_line = source[..start].rfind('\n').map_or(0, |newline| newline + 1);
    let opener_prefix = &source[opener_line..start];
    if opener_prefix.chars().count() < prefix.chars().count() {
        return Reach::Ends;
    }
    let mut at = start + 2;
    let mut first = true;
    for line in source[at..].split_inclusive('\n') {
        let content = line.trim_start_matches([' ', '\t', '>']);
        let unmarked = content.trim_start_matches(|c: char| {
            c.is_ascii_digit() || matches!(c, ' ' | '\t' | '>' | '-' | '+' | '*' | '.' | ')')
        });
        let html = unmarked.strip_prefix('<').is_some_and(|rest| {
            rest.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?'))
        });
        let fence = unmarked.starts_with("```") || unmarked.starts_with("~~~");
        let blank = content.trim().is_empty() && line.ends_with('\n');
        let outside = !line.starts_with(prefix) && !prefix.starts_with(line);
        if !first && (blank || html || fence || outside) {
            return Reach::Ends;
        }
        let mut from = 0;
        while let Some(found) = line[from..].find(closer) {
            let close = at + from + found;
            let escaped = source[..close].ends_with('\\');
            if close + 2 - start > MAX_DISPLAY {
                return Reach::Ends;
            }
            if !escaped && !source[start + 2..close].trim().is_empty() {
                return Reach::Closed(close + 2);
            }
            from += found + 2;
        }
        at += line.len();
        first = false;
        if at - start > MAX_DISPLAY {
            return Reach::Ends;
        }
    }
    Reach::Open
}

//! The only maker of [`SafeHtml`], and the door for everything that was parsed as HTML or MathML: whatever
//! the cleaner let through is mapped onto tables of names once more.

use super::foreign::Parsers;
use super::links;
use super::token::{Element, Namespace, Token};

/// HTML that can be put into the page as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SafeHtml(String);

impl SafeHtml {
    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn into_string(self) -> String {
        self.0
    }
}

/// Writes a whole document's tokens as HTML.
pub(super) fn html(tokens: &[Token]) -> SafeHtml {
    let mut out = String::new();
    let mut open: Vec<&'static str> = Vec::new();
    let mut just_closed_void = false;
    let mut first_in_pre = false;
    for token in tokens {
        match token {
            Token::Open(element) => {
                out.push('<');
                out.push_str(element.name());
                for (name, value) in element.attributes() {
                    out.push(' ');
                    out.push_str(name);
                    out.push_str("=\"");
                    escape(value, true, &mut out);
                    out.push('"');
                }
                out.push('>');
                just_closed_void = element.is_void();
                if !just_closed_void {
                    open.push(element.name());
                }
            }
            Token::Text(text) => {
                // An HTML parser drops a line feed right after `<pre>`.
                if first_in_pre && text.starts_with('\n') {
                    out.push('\n');
                }
                escape(text, false, &mut out);
            }
            Token::Close if just_closed_void => just_closed_void = false,
            Token::Close => {
                if let Some(name) = open.pop() {
                    out.push_str("</");
                    out.push_str(name);
                    out.push('>');
                }
            }
            // Lists of a whole document know their looseness when they are opened.
            Token::Loosen(_) => {}
        }
        first_in_pre = matches!(token, Token::Open(element) if element.name() == "pre");
    }
    SafeHtml(out)
}

/// Escapes as HTML's serialisation algorithm does.
fn escape(text: &str, is_value: bool, out: &mut String) {
    let bytes = text.as_bytes();
    let mut written = 0;
    for (at, byte) in bytes.iter().enumerate() {
        let (reference, length) = match byte {
            b'&' => ("&amp;", 1),
            b'<' => ("&lt;", 1),
            b'>' => ("&gt;", 1),
            b'"' if is_value => ("&quot;", 1),
            0xc2 if bytes.get(at + 1) == Some(&0xa0) => ("&nbsp;", 2),
            _ => continue,
        };
        out.push_str(&text[written..at]);
        out.push_str(reference);
        written = at + length;
    }
    out.push_str(&text[written..]);
}

/// Elements that raw HTML may use inside a paragraph, heading or cell.
pub(super) const INLINE: &[&str] = &[
    "abbr", "b", "br", "cite", "code", "del", "dfn", "em", "i", "ins", "kbd", "mark", "q", "s",
    "samp", "small", "strong", "sub", "sup", "u", "var", "wbr",
];

/// Elements that only an HTML block may use.
pub(super) const BLOCK: &[&str] = &[
    "blockquote",
    "caption",
    "dd",
    "details",
    "div",
    "dl",
    "dt",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "li",
    "ol",
    "p",
    "pre",
    "summary",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "ul",
];

/// MathML Core's elements but for those that load, link, script or embed HTML.
pub(super) const MATHML: &[&str] = &[
    "math",
    "menclose",
    "merror",
    "mfrac",
    "mi",
    "mmultiscripts",
    "mn",
    "mo",
    "mover",
    "mpadded",
    "mphantom",
    "mprescripts",
    "mroot",
    "mrow",
    "ms",
    "mspace",
    "msqrt",
    "mstyle",
    "msub",
    "msubsup",
    "msup",
    "mtable",
    "mtd",
    "mtext",
    "mtr",
    "munder",
    "munderover",
];

pub(super) const MATHML_ATTRIBUTES: &[&str] = &[
    "accent",
    "accentunder",
    "columnalign",
    "columnlines",
    "columnspacing",
    "columnspan",
    "depth",
    "display",
    "displaystyle",
    "fence",
    "form",
    "framespacing",
    "height",
    "largeop",
    "linethickness",
    "lspace",
    "mathbackground",
    "mathcolor",
    "mathsize",
    "mathvariant",
    "maxsize",
    "minsize",
    "movablelimits",
    "notation",
    "rowlines",
    "rowspacing",
    "rowspan",
    "rspace",
    "scriptlevel",
    "separator",
    "stretchy",
    "symmetric",
    "voffset",
    "width",
];

fn lookup(table: &'static [&'static str], name: &str) -> Option<&'static str> {
    table.iter().copied().find(|known| *known == name)
}

/// The element of a raw inline start tag, or of an end tag.
pub(super) enum RawTag {
    Open(Element),
    Close(&'static str),
}

/// Reads one inline tag of CommonMark's form. Attributes do not survive, but for a link's address.
pub(super) fn raw_inline(tag: &str, parsers: &Parsers) -> Option<RawTag> {
    let body = tag.strip_prefix('<')?;
    let (closes, body) = match body.strip_prefix('/') {
        Some(rest) => (true, rest),
        None => (false, body),
    };
    let end = body
        .find(|c: char| !c.is_ascii_alphanumeric() && c != '-')
        .unwrap_or(body.len());
    let name = body[..end].to_ascii_lowercase();
    if name == "a" {
        if closes {
            return Some(RawTag::Close("a"));
        }
        return match raw_block(&parsers.html(tag)?).into_iter().next() {
            Some(Token::Open(link)) => Some(RawTag::Open(link)),
            _ => None,
        };
    }
    let name = lookup(INLINE, &name)?;
    Some(if closes {
        RawTag::Close(name)
    } else {
        RawTag::Open(Element::html(name))
    })
}

/// Gives a cleaned HTML block as balanced tokens.
pub(super) fn raw_block(cleaned: &str) -> Vec<Token> {
    let mut reader = Reader::default();
    reader.read(cleaned, |name, attributes, open| {
        if name == "a" {
            return attributes
                .iter()
                .find(|(name, _)| *name == "href")
                .and_then(|(_, href)| links::address(href))
                .map(links::element);
        }
        // Such an item without its list would, in HTML text, end an item of ours around it.
        let stray = match name {
            "li" => !open.iter().any(|name| matches!(*name, "ul" | "ol")),
            "dd" | "dt" => !open.contains(&"dl"),
            _ => false,
        };
        if stray {
            return None;
        }
        let mut element = Element::html(lookup(INLINE, name).or_else(|| lookup(BLOCK, name))?);
        for (name, value) in attributes {
            let small_number = value.len() <= 3 && value.bytes().all(|b| b.is_ascii_digit());
            match *name {
                "open" => element = element.with("open", ""),
                "colspan" if small_number => element = element.with("colspan", value.clone()),
                "rowspan" if small_number => element = element.with("rowspan", value.clone()),
                _ => {}
            }
        }
        Some(element)
    });
    reader.tokens
}

/// Gives a cleaned formula as tokens. None if it is none.
pub(super) fn mathml(cleaned: &str) -> Option<Vec<Token>> {
    let mut reader = Reader::default();
    reader.read(cleaned, |name, attributes, _| {
        let mut element = Element::mathml(lookup(MATHML, name)?);
        for (name, value) in attributes {
            if let Some(name) = lookup(MATHML_ATTRIBUTES, name) {
                element = element.with(name, value.clone());
            }
        }
        Some(element)
    });
    matches!(reader.tokens.first(), Some(Token::Open(element))
        if element.name() == "math" && element.namespace() == Namespace::MathMl)
    .then_some(reader.tokens)
}

/// Reads HTML as html5ever serialises it: balanced, quoted, five character references.
#[derive(Default)]
struct Reader {
    tokens: Vec<Token>,
    /// The names of the open elements as written, and whether each became a token.
    names: Vec<String>,
    written: Vec<bool>,
}

impl Reader {
    fn read(
        &mut self,
        html: &str,
        map: impl Fn(&str, &[(&str, String)], &[&str]) -> Option<Element>,
    ) {
        let mut rest = html;
        while !rest.is_empty() {
            if let Some(end_tag) = rest.strip_prefix("</") {
                let Some(end) = end_tag.find('>') else { break };
                self.close();
                rest = &end_tag[end + 1..];
            } else if let Some(start_tag) = rest.strip_prefix('<') {
                let Some((name, attributes, after)) = start_tag_parts(start_tag) else {
                    break;
                };
                let open: Vec<&str> = self.names.iter().map(String::as_str).collect();
                let element = map(name, &attributes, &open);
                let is_void = matches!(name, "br" | "hr" | "wbr" | "img" | "input");
                self.names.push(name.to_owned());
                self.written.push(element.is_some());
                self.tokens.extend(element.map(Token::Open));
                if is_void {
                    self.close();
                }
                rest = after;
            } else {
                let end = rest.find('<').unwrap_or(rest.len());
                self.tokens.push(Token::Text(unescape(&rest[..end])));
                rest = &rest[end..];
            }
        }
        while !self.names.is_empty() {
            self.close();
        }
    }

    fn close(&mut self) {
        self.names.pop();
        if self.written.pop() == Some(true) {
            self.tokens.push(Token::Close);
        }
    }
}

type StartTag<'a> = (&'a str, Vec<(&'a str, String)>, &'a str);

fn start_tag_parts(source: &str) -> Option<StartTag<'_>> {
    let end = source.find([' ', '>'])?;
    let (name, mut rest) = source.split_at(end);
    let mut attributes = Vec::new();
    while let Some(attribute) = rest.strip_prefix(' ') {
        let (name, value) = attribute.split_once("=\"")?;
        let (value, after) = value.split_once('"')?;
        attributes.push((name, unescape(value)));
        rest = after;
    }
    Some((name, attributes, rest.strip_prefix('>')?))
}

fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let known = [
            ("&amp;", '&'),
            ("&lt;", '<'),
            ("&gt;", '>'),
            ("&quot;", '"'),
            ("&nbsp;", '\u{a0}'),
        ];
        let (reference, character) = known
            .into_iter()
            .find(|(reference, _)| rest.starts_with(reference))
            .unwrap_or(("&", '&'));
        out.push(character);
        rest = &rest[reference.len()..];
    }
    out.push_str(rest);
    out
}

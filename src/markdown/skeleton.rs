//! What a stream keeps of the part of a message that is finished: enough to parse what follows it.
//!
//! A message that is inside a list in a quote cannot be parsed from the middle: whether `  * x` is an item,
//! code or text depends on the containers around it. The [`Skeleton`] is a minimal source that opens exactly
//! those containers. Parsing it followed by the unfinished source gives the unfinished elements.

use std::fmt::Write;

use pulldown_cmark::Alignment;

/// A container that was opened in the finished part and is still open.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Frame {
    Quote,
    List(List),
    Table {
        alignments: Vec<Alignment>,
        /// The finished rows, without the head.
        rows: usize,
    },
    /// A fenced code block: the columns and the characters of its opening fence. `chunked` if code was
    /// already written.
    Code {
        indent: usize,
        fence: String,
        chunked: bool,
    },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct List {
    /// The open item, or one that stands for the items before the next one.
    pub item: Item,
    pub item_open: bool,
    /// Whether the list is known to be loose.
    pub loose: bool,
}

/// How an item's first line begins, in columns relative to its container's content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Item {
    pub indent: usize,
    pub marker: String,
    pub padding: usize,
}

impl Item {
    /// Reads an item's indentation, marker and padding. None if there are tabs, whose width would depend on
    /// where they stand.
    pub fn parse(source: &str) -> Option<Self> {
        let line = source.lines().next().unwrap_or_default();
        let indent = spaces(line);
        let marker = marker(&line[indent..])?;
        let content = &line[indent + marker.len()..];
        let padding = match spaces(content) {
            _ if content.trim().is_empty() => 1,
            n @ 1..=4 => n,
            _ => 1,
        };
        let has_tab = content.bytes().find(|b| *b != b' ') == Some(b'\t');
        (!has_tab && indent < 4).then(|| Self {
            indent,
            marker: marker.to_owned(),
            padding,
        })
    }

    /// An item of the same list as the one that begins here, so wide that nothing that may follow in the
    /// list is a part of it.
    pub fn closed(source: &str) -> Option<Self> {
        Some(Self {
            indent: 0,
            marker: marker(source.trim_start_matches([' ', '\t']))?.to_owned(),
            padding: 4,
        })
    }

    /// The columns that belong to the item on its further lines.
    pub fn width(&self) -> usize {
        self.indent + self.marker.len() + self.padding
    }
}

fn marker(source: &str) -> Option<&str> {
    let digits = source.bytes().take_while(u8::is_ascii_digit).count();
    let marker = source.get(..digits + 1)?;
    let is_marker = match digits {
        0 => matches!(marker, "-" | "+" | "*"),
        _ => marker.ends_with(['.', ')']),
    };
    is_marker.then_some(marker)
}

pub(super) fn spaces(text: &str) -> usize {
    text.bytes().take_while(|b| *b == b' ').count()
}

#[derive(Debug, Clone, Default)]
pub(super) struct Skeleton {
    pub frames: Vec<Frame>,
    /// The number of top-level blocks begun.
    pub blocks: usize,
    /// The source that opens the frames.
    pub text: String,
    /// For each frame that is a list, where in `text` its item's first child begins.
    pub probes: Vec<usize>,
}

impl Skeleton {
    pub fn new(frames: Vec<Frame>, blocks: usize) -> Self {
        let mut text = String::new();
        let mut probes = Vec::new();
        // What a further line of the containers so far begins with.
        let mut prefix = String::new();
        for frame in &frames {
            match frame {
                Frame::Quote => {
                    prefix.push_str("> ");
                    // An empty heading ends on its line, so nothing can continue it.
                    let _ = writeln!(text, "{prefix}#");
                }
                Frame::List(List { item, .. }) => {
                    let Item {
                        indent,
                        marker,
                        padding,
                    } = item;
                    let _ = write!(text, "{prefix}{:indent$}{marker}{:padding$}", "", "");
                    // A paragraph's event tells whether the parser finds the list loose.
                    probes.push(text.len());
                    text.push_str("x\n");
                    let _ = write!(prefix, "{:1$}", "", item.width());
                    let _ = writeln!(text, "{prefix}#");
                }
                Frame::Table { alignments, .. } => {
                    let _ = write!(text, "{prefix}|");
                    text.extend(alignments.iter().map(|_| "x|"));
                    let _ = write!(text, "\n{prefix}|");
                    text.extend(alignments.iter().map(|alignment| match alignment {
                        Alignment::None => "-|",
                        Alignment::Left => ":-|",
                        Alignment::Center => ":-:|",
                        Alignment::Right => "-:|",
                    }));
                    text.push('\n');
                }
                Frame::Code { indent, fence, .. } => {
                    let _ = writeln!(text, "{prefix}{:indent$}{fence}", "");
                }
            }
        }
        Self {
            frames,
            blocks,
            text,
            probes,
        }
    }
}

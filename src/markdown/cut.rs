//! Where a stream's unfinished part can be cut: what is before is final, what follows is parsed again.

use super::render::{Kind, Node, Written};
use super::skeleton::{Frame, Item, List, Skeleton, spaces};

/// The most containers a skeleton opens. What is nested deeper is finished with the container around it.
const MAX_FRAMES: usize = 32;

pub(super) struct Cut {
    /// Where in the source the unfinished part begins, and in the tokens.
    pub source: usize,
    pub token: usize,
    pub skeleton: Skeleton,
}

/// Finds the last place to cut a source of whole lines.
pub(super) fn find(source: &str, skeleton: &Skeleton, written: &Written) -> Option<Cut> {
    let path = Path {
        source,
        skeleton,
        nodes: &written.path,
    };
    let cut = path
        .after_leaf()
        .or_else(|| (0..path.nodes.len()).rev().find_map(|at| path.before(at)))?;
    (cut.source > skeleton.text.len()).then_some(cut)
}

/// The nodes from the root to the block that was begun last: all that can still be open.
struct Path<'a> {
    source: &'a str,
    skeleton: &'a Skeleton,
    nodes: &'a [Node],
}

impl Path<'_> {
    /// Before the blank lines at the end, if the last block is one that a blank line ends.
    fn after_leaf(&self) -> Option<Cut> {
        let at = self
            .nodes
            .iter()
            .position(|node| !matches!(node.kind, Kind::Quote | Kind::List { .. } | Kind::Item))?;
        let leaf = &self.nodes[at];
        let blank = blank_lines_start(self.source);
        let ended = match leaf.kind {
            // An item with nothing but a checkbox is an empty one, which what follows does not belong to.
            Kind::Paragraph { implied: true } => !matches!(
                self.source[leaf.start..leaf.end].trim(),
                "[ ]" | "[x]" | "[X]"
            ),
            Kind::Paragraph { implied: false }
            | Kind::Heading
            | Kind::Rule
            | Kind::Table { .. } => true,
            Kind::Html => true,
            Kind::Code { fenced } => fenced,
            _ => false,
        };
        if !ended || leaf.end > blank || blank == self.source.len() {
            return None;
        }
        Some(Cut {
            source: blank,
            token: leaf.token_end,
            skeleton: self.skeleton(at, true)?,
        })
    }

    /// Before the line on which this node begins, if nothing around it begins there too.
    fn before(&self, at: usize) -> Option<Cut> {
        let node = &self.nodes[at];
        if node.frame.is_some() || matches!(node.kind, Kind::Head) {
            return None;
        }
        let line = self.line(node.start);
        if self.nodes[..at].iter().any(|around| around.start >= line) {
            return None;
        }
        // The line must show that it belongs to its containers, and not continue an alert's first line:
        // that one acts like a paragraph's.
        self.indent(at)?;
        if let Some(parent) = at.checked_sub(1).map(|parent| &self.nodes[parent])
            && let Some((first, between)) = self.source[parent.start..line].split_once('\n')
            && first.trim_start_matches(['>', ' ']).starts_with("[!")
            && between.is_empty()
        {
            return None;
        }
        Some(Cut {
            source: line,
            token: node.token,
            skeleton: self.skeleton(at, false)?,
        })
    }

    /// The skeleton that opens the containers around this node. `ended` if the node is finished.
    fn skeleton(&self, at: usize, ended: bool) -> Option<Skeleton> {
        let mut frames = Vec::new();
        for around in 0..at {
            frames.extend(self.frame(around, at, ended)?);
        }
        if frames.len() > MAX_FRAMES {
            return None;
        }
        let blocks = match self.nodes.first() {
            Some(first) if at > 0 || ended => first.index + 1,
            Some(first) => first.index,
            None => self.skeleton.blocks,
        };
        Some(Skeleton::new(frames, blocks))
    }

    /// The frame for a node around the node `inner`; items belong to their list's frame. None if it cannot
    /// be written as one.
    fn frame(&self, at: usize, inner: usize, ended: bool) -> Option<Option<Frame>> {
        let node = &self.nodes[at];
        let old = node.frame.and_then(|frame| self.skeleton.frames.get(frame));
        Some(Some(match &node.kind {
            Kind::Item => return Some(None),
            Kind::Quote => Frame::Quote,
            // Whether a list without text is loose cannot be told, so it is not cut. A paragraph that is
            // still open does not count: it may turn into a heading.
            Kind::List { text: None, .. } => return None,
            Kind::List { text, .. } if !ended && *text == self.nodes.last().map(|n| n.start) => {
                return None;
            }
            Kind::List { loose, item, .. } => {
                let item_open = at + 1 < inner;
                let item = match (item, old) {
                    (Some(start), _) if item_open => self.item(*start)?,
                    (Some(start), _) => Item::closed(&self.source[*start..])?,
                    (None, Some(Frame::List(list))) => list.item.clone(),
                    (None, _) => return None,
                };
                Frame::List(List {
                    item,
                    item_open,
                    loose: *loose,
                })
            }
            Kind::Table { alignments } => Frame::Table {
                alignments: alignments.clone(),
                rows: self.nodes.get(inner)?.index,
            },
            Kind::Code { fenced: true } => match old {
                Some(Frame::Code { indent, fence, .. }) => Frame::Code {
                    indent: *indent,
                    fence: fence.clone(),
                    chunked: true,
                },
                _ => {
                    let rest = &self.source[node.start..];
                    let character = rest.chars().next()?;
                    let length = rest.chars().take_while(|c| *c == character).count();
                    Frame::Code {
                        indent: self.indent(at)?,
                        fence: rest[..length].to_owned(),
                        chunked: self.nodes.get(inner)?.index > 0,
                    }
                }
            },
            _ => return None,
        }))
    }

    /// The columns between the begin of the containers' content on this node's line and the node.
    fn indent(&self, at: usize) -> Option<usize> {
        let node = &self.nodes[at];
        let mut start = self.line(node.start);
        let line = start;
        for around in &self.nodes[..at] {
            let here = around.start >= line && around.frame.is_none();
            let rest = &self.source[start..node.start];
            match around.kind {
                Kind::Quote => {
                    let marker = spaces(rest);
                    let after = rest[marker..].strip_prefix('>')?;
                    start += marker + 1 + usize::from(after.starts_with(' '));
                }
                Kind::Item if here => {
                    start = around.start + self.item(around.start)?.width();
                }
                Kind::Item => {
                    let width = self.item_width(around)?;
                    (spaces(rest) >= width).then_some(())?;
                    start += width;
                }
                _ => {}
            }
        }
        let between = self.source.get(start..node.start)?;
        (spaces(between) == between.len()).then_some(between.len())
    }

    fn item_width(&self, node: &Node) -> Option<usize> {
        match node.frame.and_then(|frame| self.skeleton.frames.get(frame)) {
            Some(Frame::List(list)) => Some(list.item.width()),
            _ => Some(self.item(node.start)?.width()),
        }
    }

    /// The item that begins here. None if a tab stands before it.
    fn item(&self, start: usize) -> Option<Item> {
        let has_tab = self.source[self.line(start)..start].contains('\t');
        Item::parse(&self.source[start..]).filter(|_| !has_tab)
    }

    fn line(&self, at: usize) -> usize {
        memchr::memrchr(b'\n', &self.source.as_bytes()[..at]).map_or(0, |newline| newline + 1)
    }
}

fn blank_lines_start(source: &str) -> usize {
    let content = source.trim_end_matches([' ', '\t', '\n']);
    source[content.len()..]
        .find('\n')
        .map_or(source.len(), |newline| content.len() + newline + 1)
}

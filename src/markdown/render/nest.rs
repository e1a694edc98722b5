//! Where the writer stands: the containers it is in, and how they begin and end.

use super::*;

impl Writer<'_> {
    /// Begins a block's node, after ending a tight item's text before it.
    pub(super) fn begin(&mut self, kind: Kind, start: usize) {
        self.close_implied();
        let token = self.tokens.len();
        let index = self.blocks;
        if self.depth == 0 {
            if self.blocks.is_multiple_of(BLOCKS) {
                if self.blocks > 0 {
                    self.tokens.push(Token::Close);
                }
                self.open(Element::html("div").with("class", "blocks"));
            }
            self.blocks += 1;
        }
        self.path.truncate(self.depth);
        self.path.push(Node {
            kind,
            start,
            end: start,
            token,
            token_end: token,
            index,
            frame: None,
        });
        self.depth += 1;
    }

    /// Ends the innermost open block's node.
    pub(super) fn finish(&mut self, end: usize) {
        self.depth = self.depth.saturating_sub(1);
        let token_end = self.tokens.len();
        if let Some(node) = self.path.get_mut(self.depth) {
            node.end = end;
            node.token_end = token_end;
        }
    }

    pub(super) fn close_implied(&mut self) {
        if self.parent_is(&Kind::Paragraph { implied: true }) {
            self.end_inline();
            self.tokens.push(Token::Close);
            self.finish(self.inline.end());
        }
    }

    pub(super) fn open(&mut self, element: Element) {
        self.tokens.push(Token::Open(element));
        self.open_end = self.tokens.len();
    }

    pub(super) fn parent_is(&self, kind: &Kind) -> bool {
        self.depth > 0
            && self
                .path
                .get(self.depth - 1)
                .is_some_and(|node| node.kind == *kind)
    }

    pub(super) fn grandparent_list(&self) -> bool {
        let is = |up: usize, list: bool| {
            self.depth
                .checked_sub(up)
                .and_then(|at| self.path.get(at))
                .is_some_and(|node| match node.kind {
                    Kind::Item => !list,
                    Kind::List { .. } => list,
                    _ => false,
                })
        };
        is(1, false) && is(2, true)
            || self.parent_is(&Kind::Paragraph { implied: true }) && is(2, false) && is(3, true)
    }

    /// Notes that the open paragraph belongs to an item itself.
    pub(super) fn has_text(&mut self) {
        let Some(start) = self.path.get(self.depth - 1).map(|node| node.start) else {
            return;
        };
        let list = self
            .depth
            .checked_sub(3)
            .and_then(|list| self.path.get_mut(list));
        if let Some(Kind::List { text, .. }) = list.map(|node| &mut node.kind) {
            text.get_or_insert(start);
        }
    }

    /// Marks the list at this depth of the path as loose.
    pub(super) fn loosen(&mut self, depth: usize) {
        let Some(node) = self.path.get_mut(depth) else {
            return;
        };
        let Kind::List {
            loose, open_token, ..
        } = &mut node.kind
        else {
            return;
        };
        if std::mem::replace(loose, true) {
            return;
        }
        if let Some(at) = *open_token {
            if let Some(Token::Open(list)) = self.tokens.get_mut(at) {
                *list = list.clone().with("class", "loose");
            }
            return;
        }
        let Some(frame) = node.frame else {
            return;
        };
        let inside = self.skeleton.frames[frame + 1..]
            .iter()
            .map(|frame| match frame {
                Frame::Quote => 1,
                Frame::List(list) => 1 + usize::from(list.item_open),
                Frame::Table { rows, .. } => 2 + usize::from(*rows > 0),
                Frame::Code { chunked, .. } => 3 + usize::from(*chunked),
            });
        let item = matches!(&self.skeleton.frames[frame], Frame::List(list) if list.item_open);
        // The probes come first: the cursor is still where the skeleton leaves it.
        self.tokens
            .push(Token::Loosen(usize::from(item) + inside.sum::<usize>()));
        self.open_end = self.tokens.len();
    }
}

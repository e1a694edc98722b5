//! A document in memory that patches are applied to, as a page would apply them.

use colloquy::markdown::{Element, Patch, Token};

/// The document's nodes; 0 is the root.
pub struct Dom {
    nodes: Vec<Node>,
    cursor: usize,
    /// The live tokens and the node that each one made or left.
    live: Vec<(Token, usize)>,
}

struct Node {
    parent: usize,
    children: Vec<usize>,
    content: Content,
}

enum Content {
    Element { element: Element, loose: bool },
    Text(String),
    Root,
}

impl Dom {
    pub fn new() -> Self {
        let root = Node {
            parent: 0,
            children: Vec::new(),
            content: Content::Root,
        };
        Self {
            nodes: vec![root],
            cursor: 0,
            live: Vec::new(),
        }
    }

    pub fn apply(&mut self, patch: Patch) {
        if patch.reset {
            *self = Self::new();
        }
        assert!(patch.keep <= self.live.len(), "keeps more than is live");
        while self.live.len() > patch.keep {
            let (token, node) = self.live.pop().unwrap();
            match token {
                Token::Open(_) | Token::Text(_) => {
                    let parent = self.nodes[node].parent;
                    assert_eq!(self.nodes[parent].children.pop(), Some(node));
                    self.cursor = parent;
                }
                Token::Close => self.cursor = node,
                Token::Loosen(_) => self.set_loose(node, false),
            }
        }
        if !patch.append_text.is_empty() {
            let (token, node) = self.live.last_mut().expect("a text to append to");
            let Content::Text(text) = &mut self.nodes[*node].content else {
                panic!("appends to {token:?}");
            };
            text.push_str(&patch.append_text);
        }
        for token in patch.tokens {
            let node = match &token {
                Token::Open(element) => {
                    let node = self.append(Content::Element {
                        element: element.clone(),
                        loose: false,
                    });
                    self.cursor = node;
                    node
                }
                Token::Text(text) => {
                    assert!(!text.is_empty());
                    self.append(Content::Text(text.clone()))
                }
                Token::Close => {
                    assert_ne!(self.cursor, 0, "leaves the root");
                    let left = self.cursor;
                    self.cursor = self.nodes[left].parent;
                    left
                }
                Token::Loosen(up) => {
                    let list = (0..*up).fold(self.cursor, |node, _| self.nodes[node].parent);
                    self.set_loose(list, true);
                    list
                }
            };
            self.live.push((token, node));
        }
        assert!(patch.seal <= self.live.len(), "seals more than is live");
        self.live.drain(..patch.seal);
    }

    fn append(&mut self, content: Content) -> usize {
        let node = self.nodes.len();
        self.nodes.push(Node {
            parent: self.cursor,
            children: Vec::new(),
            content,
        });
        self.nodes[self.cursor].children.push(node);
        node
    }

    fn set_loose(&mut self, node: usize, value: bool) {
        match &mut self.nodes[node].content {
            Content::Element { element, loose } if matches!(element.name(), "ul" | "ol") => {
                assert_ne!(*loose, value);
                *loose = value;
            }
            _ => panic!("loosens something that is not a list"),
        }
    }

    /// The document as HTML.
    pub fn html(&self) -> String {
        let mut out = String::new();
        self.write(0, &mut out);
        out
    }

    fn write(&self, node: usize, out: &mut String) {
        let Node {
            children, content, ..
        } = &self.nodes[node];
        match content {
            Content::Text(text) => out.push_str(&escape(text).replace("&quot;", "\"")),
            Content::Root => children.iter().for_each(|child| self.write(*child, out)),
            Content::Element { element, loose } => {
                out.push('<');
                out.push_str(element.name());
                let loose = loose.then_some(("class", "loose"));
                for (name, value) in element.attributes().chain(loose) {
                    out.push_str(&format!(" {name}=\"{}\"", escape(value)));
                }
                out.push('>');
                if !element.is_void() {
                    children.iter().for_each(|child| self.write(*child, out));
                    out.push_str(&format!("</{}>", element.name()));
                }
            }
        }
    }

    pub fn live_len(&self) -> usize {
        self.live.len()
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\u{a0}', "&nbsp;")
}

//! The DOM side of a [`Patch`]: a cursor in the document, and what the live tokens made.

use super::controls;
use crate::markdown::{Element, Namespace, Patch, Token};
use std::collections::VecDeque;
use wasm_bindgen::intern;
use web_sys::{Document, Node};

const MATHML: &str = "http://www.w3.org/1998/Math/MathML";

/// Applies patches to an element's content.
pub struct Mirror {
    document: Document,
    root: web_sys::Element,
    /// The element that tokens are applied in.
    cursor: web_sys::Element,
    live: VecDeque<Step>,
    /// The block of code that the cursor is in.
    code: Option<web_sys::Element>,
    /// Blocks of code that will not change again and that nobody has asked for yet.
    finished_code: Vec<web_sys::Element>,
}

/// What a live token did, for taking it back.
enum Step {
    Opened(web_sys::Element),
    Text(web_sys::Text),
    Closed(web_sys::Element),
    /// A block of code was closed.
    ClosedCode(web_sys::Element),
    Loosened(web_sys::Element),
}

impl Mirror {
    /// A mirror that writes into `root`, which is empty; `None` for an element without a document.
    pub fn new(root: &web_sys::Element) -> Option<Self> {
        Some(Self {
            document: root.owner_document()?,
            root: root.clone(),
            cursor: root.clone(),
            live: VecDeque::new(),
            code: None,
            finished_code: Vec::new(),
        })
    }

    pub fn apply(&mut self, patch: Patch) {
        if patch.reset {
            self.root.set_text_content(None);
            self.cursor = self.root.clone();
            self.live.clear();
            self.code = None;
            self.finished_code.clear();
        }
        while self.live.len() > patch.keep {
            self.take_back();
        }
        if let (false, Some(Step::Text(text))) = (patch.append_text.is_empty(), self.live.back()) {
            let _ = text.append_data(&patch.append_text);
        }
        for token in &patch.tokens {
            self.put(token);
        }
        self.seal(patch.seal);
    }

    /// No more patches will come: everything is final.
    pub fn finish(&mut self) {
        self.seal(self.live.len());
    }

    /// The blocks of code that became final since the last time.
    pub fn take_finished_code(&mut self) -> Vec<web_sys::Element> {
        std::mem::take(&mut self.finished_code)
    }

    fn seal(&mut self, steps: usize) {
        for step in self.live.drain(..steps.min(self.live.len())) {
            if let Step::ClosedCode(figure) = step {
                self.finished_code.push(figure);
            }
        }
    }

    fn put(&mut self, token: &Token) {
        match token {
            Token::Open(element) => {
                if let Some(made) = self.make(element) {
                    self.append(&made);
                    match element.name() {
                        "figure" => self.code = Some(made.clone()),
                        "figcaption" => controls::add_copy_button(&self.document, &made),
                        _ => {}
                    }
                    self.cursor = made.clone();
                    self.live.push_back(Step::Opened(made));
                }
            }
            Token::Text(text) => {
                let node = self.document.create_text_node(text);
                self.append(&node);
                self.live.push_back(Step::Text(node));
            }
            Token::Close => {
                let left = self.cursor.clone();
                self.cursor = left.parent_element().unwrap_or_else(|| self.root.clone());
                self.live.push_back(if self.is_code(&left) {
                    self.code = None;
                    Step::ClosedCode(left)
                } else {
                    Step::Closed(left)
                });
            }
            Token::Loosen(up) => {
                let mut list = self.cursor.clone();
                for _ in 0..*up {
                    list = list.parent_element().unwrap_or(list);
                }
                let _ = list.set_attribute("class", "loose");
                self.live.push_back(Step::Loosened(list));
            }
        }
    }

    fn take_back(&mut self) {
        match self.live.pop_back() {
            Some(Step::Opened(element)) => {
                self.cursor = element
                    .parent_element()
                    .unwrap_or_else(|| self.root.clone());
                if self.is_code(&element) {
                    self.code = None;
                }
                element.remove();
            }
            Some(Step::Text(text)) => text.remove(),
            Some(Step::Closed(element)) => self.cursor = element,
            Some(Step::ClosedCode(figure)) => {
                self.code = Some(figure.clone());
                self.cursor = figure;
            }
            Some(Step::Loosened(list)) => {
                let _ = list.remove_attribute("class");
            }
            None => {}
        }
    }

    fn is_code(&self, element: &Node) -> bool {
        let code = self.code.as_ref();
        code.is_some_and(|code| code.is_same_node(Some(element)))
    }

    fn append(&self, node: &Node) {
        let _ = self.cursor.append_child(node);
    }

    /// Names and attributes come from the markdown writer's closed tables, values from its checks. There are few
    /// names, so their strings are kept on the browser's side.
    fn make(&self, element: &Element) -> Option<web_sys::Element> {
        let made = match element.namespace() {
            Namespace::Html => self.document.create_element(intern(element.name())),
            Namespace::MathMl => self
                .document
                .create_element_ns(Some(MATHML), element.name()),
        }
        .ok()?;
        for (name, value) in element.attributes() {
            let _ = made.set_attribute(intern(name), value);
        }
        Some(made)
    }
}

//! Putting colours on screen, a few milliseconds at a time.

use std::collections::VecDeque;

use crate::markdown::highlight::{Class, Highlighted};
use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{Document, DocumentFragment, Element, Node, Performance, Window};

/// How long one step may hold the page up: half a frame.
const STEP_MS: f64 = 8.0;
/// Asking the clock costs as much as making a piece.
const PIECES_PER_LOOK: usize = 32;

/// Colours the element if its text is still the code, now and in as many further frames as it takes.
pub fn paint(element: &Element, highlighted: Highlighted) {
    if let Some(painter) = Painter::new(element, highlighted) {
        painter.go_on();
    }
}

struct Painter {
    window: Window,
    document: Document,
    clock: Performance,
    highlighted: Highlighted,
    /// The elements that hold the text, in order: chunks of lines, or the code element itself.
    parts: VecDeque<Element>,
    /// What will replace the children of the first part, and how much of its text is still missing.
    fresh: Option<(DocumentFragment, usize)>,
    /// An empty element of each class, to be copied.
    models: Vec<(Class, Element)>,
}

impl Painter {
    fn new(element: &Element, highlighted: Highlighted) -> Option<Self> {
        let window = web_sys::window()?;
        Some(Self {
            document: element.owner_document()?,
            clock: window.performance()?,
            window,
            highlighted,
            parts: parts(element),
            fresh: None,
            models: Vec::new(),
        })
    }

    fn go_on(mut self) {
        let end = self.clock.now() + STEP_MS;
        while self.clock.now() < end {
            match self.step() {
                Some(Progress::More) => {}
                Some(Progress::Done) | None => return,
            }
        }
        let window = self.window.clone();
        let next = Closure::once_into_js(move || self.go_on());
        // Without a next frame the rest stays plain.
        let _ = window.request_animation_frame(next.unchecked_ref());
    }

    /// `None` if the element is not what it was, or not there: the rest of it stays as it is.
    fn step(&mut self) -> Option<Progress> {
        let Some(part) = self.parts.front().cloned() else {
            return Some(Progress::Done);
        };
        let (fresh, mut missing) = match self.fresh.take() {
            Some(begun) => begun,
            None => {
                let text = part
                    .text_content()
                    .filter(|text| self.highlighted.continues_with(text))?;
                (self.document.create_document_fragment(), text.len())
            }
        };
        for _ in 0..PIECES_PER_LOOK {
            if missing == 0 {
                break;
            }
            let (text, class) = self.highlighted.next(missing)?;
            missing -= text.len();
            let node: Node = match class {
                None => self.document.create_text_node(text).into(),
                Some(class) => {
                    let node = model(&self.document, &mut self.models, class)?
                        .clone_node()
                        .ok()?;
                    node.set_text_content(Some(text));
                    node
                }
            };
            fresh.append_child(&node).ok()?;
        }
        if missing > 0 {
            self.fresh = Some((fresh, missing));
            return Some(Progress::More);
        }
        if !part.is_connected() || part.text_content() != fresh.text_content() {
            return None;
        }
        part.replace_children_with_node_1(&fresh);
        self.parts.pop_front();
        Some(Progress::More)
    }
}

enum Progress {
    More,
    Done,
}

fn parts(element: &Element) -> VecDeque<Element> {
    let children = element.children();
    let chunks: VecDeque<Element> = (0..children.length())
        .filter_map(|index| children.item(index))
        .filter(|child| child.class_name() == "code-chunk")
        .collect();
    if chunks.len() == element.child_nodes().length() as usize {
        chunks
    } else {
        VecDeque::from([element.clone()])
    }
}

fn model<'a>(
    document: &Document,
    models: &'a mut Vec<(Class, Element)>,
    class: Class,
) -> Option<&'a Element> {
    let known = models.iter().position(|(of, _)| *of == class);
    let index = match known {
        Some(index) => index,
        None => {
            let model = document.create_element("span").ok()?;
            model.set_class_name(class.css());
            models.push((class, model));
            models.len() - 1
        }
    };
    models.get(index).map(|(_, model)| model)
}

#[cfg(test)]
mod tests;

//! Where the focus goes when something new comes on screen.

use leptos::html::ElementType;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, ScrollIntoViewOptions, ScrollLogicalPosition};

/// Hands the focus to an element each time it comes on screen.
pub fn focus_when_shown<E>(node: NodeRef<E>)
where
    E: ElementType,
    E::Output: JsCast + Clone + 'static,
{
    node.on_load(|element| {
        let element: HtmlElement = element.unchecked_into();
        // Only what is laid out can take it.
        request_animation_frame(move || drop(element.focus()));
    });
}

/// Scrolls no further than it takes to see all of it.
pub fn into_view(element: &Element) {
    let nearest = ScrollIntoViewOptions::new();
    nearest.set_block(ScrollLogicalPosition::Nearest);
    element.scroll_into_view_with_scroll_into_view_options(&nearest);
}

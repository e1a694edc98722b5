//! The controls inside a message: copying a block of code, loading a remote image.

use crate::browser::highlight::highlight;
use crate::ui::clipboard;
use leptos::leptos_dom::helpers::set_timeout;
use leptos::task::spawn_local;
use std::time::Duration;
use wasm_bindgen::JsCast;
use web_sys::{Document, Element, MouseEvent};

const COPY: &str = "Copy code";

/// How long "Copied" stays.
const SHOWN: Duration = Duration::from_secs(2);

/// Puts the Copy button into a code block's caption.
pub fn add_copy_button(document: &Document, caption: &Element) {
    let Ok(button) = document.create_element("button") else {
        return;
    };
    let _ = button.set_attribute("type", "button");
    let _ = button.set_attribute("aria-label", COPY);
    button.set_text_content(Some("Copy"));
    let _ = caption.append_child(&button);
}

/// Has the code of a finished block coloured, if it names a language.
pub fn colour(figure: &Element) {
    if let Ok(Some(code)) = figure.query_selector("code")
        && let Some(language) = code.class_name().strip_prefix("language-")
    {
        highlight(&code, language);
    }
}

/// Handles every click inside a message: one listener for all its controls.
pub fn clicked(event: &MouseEvent) {
    let target = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok());
    let button = target.and_then(|target| target.closest("button").ok().flatten());
    let Some(button) = button else { return };
    if button.class_list().contains("remote-image") {
        load_image(&button);
    } else if let Ok(Some(figure)) = button.closest("figure.code") {
        copy_code(button, &figure);
    }
}

fn copy_code(button: Element, figure: &Element) {
    let code = figure.query_selector("code").ok().flatten();
    let Some(text) = code.and_then(|code| code.text_content()) else {
        return;
    };
    spawn_local(async move {
        let copied = clipboard::copy(text, None).await;
        let (label, said) = if copied {
            ("Copied", "Copied")
        } else {
            ("Not copied", "Refused")
        };
        let _ = button.set_attribute("aria-label", label);
        button.set_text_content(Some(said));
        set_timeout(
            move || {
                let _ = button.set_attribute("aria-label", COPY);
                button.set_text_content(Some("Copy"));
            },
            SHOWN,
        );
    });
}

/// The person asked for this image: only now is its host contacted, without saying from where.
fn load_image(button: &Element) {
    let address = button.get_attribute("data-src");
    let image = button
        .owner_document()
        .and_then(|page| page.create_element("img").ok());
    if let (Some(address), Some(image)) = (address, image) {
        let _ = image.set_attribute("referrerpolicy", "no-referrer");
        let _ = image.set_attribute("alt", &button.get_attribute("data-alt").unwrap_or_default());
        let _ = image.set_attribute("src", &address);
        let _ = button.replace_with_with_node_1(&image);
    }
}

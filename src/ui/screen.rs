//! What is open on the screen, apart from the conversation itself.

use super::scroll::Follow;
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, MediaQueryList};

/// A part of the settings dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    Providers,
    Agents,
    Keys,
    Tools,
    Appearance,
    Data,
    Wire,
}

/// A copyable handle; provided as a context by [`super::start`].
#[derive(Clone, Copy)]
pub struct Screen {
    /// Whether the sidebar has room beside the conversation; else it is a drawer over it.
    pub wide: RwSignal<bool>,
    pub sidebar: RwSignal<bool>,
    /// Where the focus goes when the drawer opens, and when it closes.
    pub new_chat: NodeRef<html::Button>,
    pub toggle: NodeRef<html::Button>,
    pub settings: RwSignal<bool>,
    pub section: RwSignal<Section>,
    /// Set to have the settings open with the form for a new provider.
    pub add_provider: RwSignal<bool>,
    /// Where the person writes.
    pub composer: NodeRef<html::Textarea>,
    /// A starter prompt on its way to the composer.
    pub prompt: RwSignal<Option<String>>,
    /// The text of a settings file that the person has not decided on yet.
    pub offered_settings: RwSignal<Option<String>>,
    pub follow: Follow,
}

impl Screen {
    pub fn new() -> Self {
        // The same limit stands in `style/shell.css`.
        let query = media("(min-width: 52rem)");
        let is_wide = query.as_ref().is_none_or(MediaQueryList::matches);
        let wide = RwSignal::new(is_wide);
        let sidebar = RwSignal::new(is_wide);
        if let Some(query) = query {
            watch(&query, move |is_wide| {
                wide.set(is_wide);
                sidebar.set(is_wide);
            });
        }
        Self {
            wide,
            sidebar,
            new_chat: NodeRef::new(),
            toggle: NodeRef::new(),
            settings: RwSignal::new(false),
            section: RwSignal::new(Section::Providers),
            add_provider: RwSignal::new(false),
            composer: NodeRef::new(),
            prompt: RwSignal::new(None),
            offered_settings: RwSignal::new(None),
            follow: Follow::new(),
        }
    }

    pub fn open_settings(&self) {
        self.settings.set(true);
    }

    /// Opens the settings where models are.
    pub fn manage_models(&self) {
        self.section.set(Section::Providers);
        self.settings.set(true);
    }

    /// Opens the settings where agents are.
    pub fn manage_agents(&self) {
        self.section.set(Section::Agents);
        self.settings.set(true);
    }

    /// Opens the settings where the next step of a first visit is.
    pub fn connect_provider(&self) {
        self.section.set(Section::Providers);
        self.add_provider.set(true);
        self.settings.set(true);
    }

    /// Whether the sidebar lies over the conversation.
    pub fn drawer(&self) -> bool {
        self.sidebar.get() && !self.wide.get()
    }

    /// A drawer covers the conversation, so it goes once something was chosen in it.
    pub fn close_drawer(&self) {
        if !self.wide.get_untracked() {
            self.sidebar.set(false);
        }
    }

    /// Hands the focus to the composer if what had it is gone by the next frame.
    pub fn rescue_focus(self) {
        request_animation_frame(move || {
            if has_keyboard() && focused().is_none() {
                self.take_caret();
            }
        });
    }

    /// As [`Self::rescue_focus`], after a dialog: Chromium hands a text field the focus back, but not the caret.
    pub fn rescue_caret(self) {
        request_animation_frame(move || {
            if has_keyboard() && focused().is_none_or(|element| element.tag_name() == "TEXTAREA") {
                self.take_caret();
            }
        });
    }

    /// Hands the focus to the composer, except where that would bring up an on-screen keyboard.
    pub fn focus_composer(self) {
        if has_keyboard() {
            self.write();
        }
    }

    /// Has the person write on, with an on-screen keyboard too.
    pub fn write(self) {
        // The field may be mounted in this very tick.
        request_animation_frame(move || self.take_caret());
    }

    fn take_caret(self) {
        if let Some(field) = self.composer.get_untracked() {
            let _ = field.focus();
            let end = field.value().encode_utf16().count() as u32;
            let _ = field.set_selection_range(end, end);
        }
    }
}

/// What has the focus, unless it is lost: then the whole page has it.
fn focused() -> Option<Element> {
    let document = document();
    let body = document.body();
    let element = document.active_element();
    element.filter(|element| body.is_none_or(|body| *body != *element))
}

fn has_keyboard() -> bool {
    media("(pointer: coarse)").is_none_or(|query| !query.matches())
}

fn media(query: &str) -> Option<MediaQueryList> {
    window().match_media(query).ok().flatten()
}

/// Calls `changed` for as long as the page lives.
fn watch(query: &MediaQueryList, changed: impl Fn(bool) + 'static) {
    let on_change = Closure::<dyn Fn()>::new({
        let query = query.clone();
        move || changed(query.matches())
    });
    let callback = on_change.as_ref().unchecked_ref();
    // Adding a listener to a media query cannot fail.
    let _ = query.add_event_listener_with_callback("change", callback);
    on_change.forget();
}

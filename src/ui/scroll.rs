//! Keeps the end of the conversation in view until the person looks elsewhere.
//!
//! A token costs nothing here: the browser reports the transcript's new size once per frame, after layout,
//! and only then is it scrolled. Any upward intent lets go at once; coming back to the end, sending a
//! message, or "Scroll to bottom" takes hold again.

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{
    IntersectionObserver, IntersectionObserverEntry, IntersectionObserverInit, KeyboardEvent,
    ResizeObserver, TouchEvent, WheelEvent,
};

/// A copyable handle.
#[derive(Clone, Copy)]
pub struct Follow {
    attached: RwSignal<bool>,
    /// Whether the end of the conversation is on screen.
    at_end: RwSignal<bool>,
    pub log: NodeRef<html::Section>,
    pub content: NodeRef<html::Div>,
    pub end: NodeRef<html::Div>,
    /// Where the log was scrolled to when last seen, and where a finger went down, in pixels.
    last_top: StoredValue<i32>,
    /// How tall its content was then.
    last_height: StoredValue<i32>,
    touched: StoredValue<i32>,
}

impl Follow {
    pub fn new() -> Self {
        Self {
            attached: RwSignal::new(true),
            at_end: RwSignal::new(true),
            log: NodeRef::new(),
            content: NodeRef::new(),
            end: NodeRef::new(),
            last_top: StoredValue::new(0),
            last_height: StoredValue::new(0),
            touched: StoredValue::new(0),
        }
    }

    /// Goes to the end and stays there.
    pub fn attach(&self) {
        self.attached.set(true);
        self.scroll_to_end();
    }

    /// Whether there is something to scroll back to.
    pub fn is_away(&self) -> bool {
        !self.attached.get() && !self.at_end.get()
    }

    pub fn on_wheel(&self, event: &WheelEvent) {
        if event.delta_y() < 0.0 {
            self.release();
        }
    }

    pub fn on_touch_start(&self, event: &TouchEvent) {
        if let Some(touch) = event.touches().get(0) {
            self.touched.set_value(touch.client_y());
        }
    }

    /// A finger that moves down drags the text down: towards what was said before.
    pub fn on_touch_move(&self, event: &TouchEvent) {
        if let Some(touch) = event.touches().get(0)
            && touch.client_y() > self.touched.get_value() + 4
        {
            self.release();
        }
    }

    pub fn on_key(&self, event: &KeyboardEvent) {
        let up = match event.key().as_str() {
            "ArrowUp" | "PageUp" | "Home" => true,
            " " => event.shift_key(),
            _ => false,
        };
        if up {
            self.release();
        }
    }

    /// Text that moves under the pointer cannot be selected.
    pub fn on_select(&self) {
        self.release();
    }

    /// Catches every other way up: the scroll bar, find in page, focus moving to an older answer.
    pub fn on_scroll(&self) {
        let Some(log) = self.log.get_untracked() else {
            return;
        };
        let top = log.scroll_top();
        let before = self.last_top.get_value();
        self.last_top.set_value(top);
        let height = log.scroll_height();
        let shrank = height < self.last_height.get_value();
        self.last_height.set_value(height);
        // Content that shrank, or turned out shorter than the browser had taken it for, moves the end up;
        // that is nobody's intent.
        if top < before - 1 && !shrank && height - log.client_height() - top > 2 {
            self.release();
        }
    }

    /// Starts observing; to be called once the nodes exist, in the owner they belong to.
    pub fn observe(self) {
        let (Some(log), Some(content), Some(end)) = (
            self.log.get_untracked(),
            self.content.get_untracked(),
            self.end.get_untracked(),
        ) else {
            return;
        };
        let resized = Closure::<dyn Fn()>::new(move || {
            if self.attached.get_untracked() {
                self.scroll_to_end();
            }
        });
        let seen = Closure::<dyn Fn(js_sys::Array)>::new(move |entries: js_sys::Array| {
            let newest: IntersectionObserverEntry = entries.pop().unchecked_into();
            let at_end = newest.is_intersecting();
            self.at_end.set(at_end);
            if at_end {
                self.attached.set(true);
            }
        });
        let options = IntersectionObserverInit::new();
        options.set_root(Some(&log));
        options.set_root_margin("0px 0px 24px 0px");
        // Both are built from literals that every engine accepts; without them the page still scrolls by hand.
        let sizes = ResizeObserver::new(resized.as_ref().unchecked_ref());
        let sight = IntersectionObserver::new_with_options(seen.as_ref().unchecked_ref(), &options);
        if let Ok(sizes) = &sizes {
            sizes.observe(&content);
            sizes.observe(&log);
        }
        if let Ok(sight) = &sight {
            sight.observe(&end);
        }
        let kept = StoredValue::new_local((sizes, sight, resized, seen));
        on_cleanup(move || {
            kept.with_value(|(sizes, sight, _, _)| {
                if let Ok(sizes) = sizes {
                    sizes.disconnect();
                }
                if let Ok(sight) = sight {
                    sight.disconnect();
                }
            });
        });
    }

    fn release(&self) {
        if self.attached.get_untracked() {
            self.attached.set(false);
        }
    }

    fn scroll_to_end(&self) {
        if let Some(log) = self.log.get_untracked() {
            log.set_scroll_top(log.scroll_height());
        }
    }
}

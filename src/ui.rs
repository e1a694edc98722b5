//! The page: Leptos components.
//!
//! [`Manager`] is the only way to a conversation. Each file is one component; [`screen::Screen`] says
//! which panels are open, and everything else on screen follows from the manager's signals.

mod announcer;
mod choosers;
mod clipboard;
mod composer;
mod download;
mod failure;
mod focus;
mod format;
mod icon;
mod keys;
mod lazy;
pub mod live;
mod modal;
mod notices;
mod options;
pub mod panic;
mod passphrase;
mod picker;
mod screen;
mod scroll;
pub mod settings;
mod shell;
mod sidebar;
pub mod tool;
mod top_bar;
mod transcript;
mod turn;
pub mod unlock;
mod viewport;
mod welcome;

use crate::browser::{self, Manager, Parts};
use leptos::prelude::*;

/// Mounts the app.
pub fn start(parts: Parts) {
    panic::install(|| Box::pin(browser::rescue_export()));
    keys::watch_composition();
    viewport::follow_keyboard();
    mount_to_body(move || {
        provide_context(parts);
        provide_context(Manager::new(parts));
        provide_context(screen::Screen::new());
        view! { <shell::Shell /> }
    });
}

//! The page's frame: sessions, top bar, conversation, composer, and what may lie over them.

use super::announcer::Announcer;
use super::composer::Composer;
use super::keys;
use super::lazy;
use super::notices::Notices;
use super::screen::{Screen, Section};
use super::settings::SettingsDialog;
use super::sidebar::Sidebar;
use super::top_bar::TopBar;
use super::transcript::Transcript;
use super::unlock::UnlockDialog;
use crate::browser::{Manager, SignIn};
use crate::settings::Theme;
use leptos::prelude::*;

#[component]
pub fn Shell() -> impl IntoView {
    let manager = expect_context::<Manager>();
    let screen = expect_context::<Screen>();
    lazy::fetch_ahead();
    Effect::new(move || apply_theme(manager.settings.with(|settings| settings.theme)));
    Effect::new(move || document().set_title(&page_title(&manager)));

    // A set-up that someone handed over by the address is shown first, and takes effect only when the person
    // says so.
    Effect::new(move || {
        if let Some(text) = manager.offered_settings.get() {
            screen.offered_settings.set(Some(text));
            screen.section.set(Section::Data);
            screen.open_settings();
        }
    });

    // What becomes of a sign-in is shown where providers are.
    Effect::new(move || match manager.sign_in.get() {
        SignIn::None | SignIn::Leaving => {}
        SignIn::Finishing(_) | SignIn::Failed { .. } => screen.manage_models(),
    });

    let drawer = Memo::new(move |_| screen.drawer());
    // The page behind the drawer is inert, so the focus moves into it and back.
    Effect::new(move |before: Option<bool>| {
        let open = drawer.get();
        let target = match (before, open) {
            (Some(false), true) => Some(screen.new_chat),
            (Some(true), false) => Some(screen.toggle),
            _ => None,
        };
        if let Some(target) = target {
            request_animation_frame(move || {
                if let Some(button) = target.get_untracked() {
                    // Both are on screen whenever the drawer has just moved.
                    let _ = button.focus();
                }
            });
        }
        open
    });
    let close_on_escape = move |event: web_sys::KeyboardEvent| {
        if keys::is_escape(&event) && drawer.get_untracked() {
            screen.sidebar.set(false);
        }
    };
    view! {
        <div class="shell" class:with-sidebar=screen.sidebar on:keydown=close_on_escape>
            <Sidebar />
            <div class="scrim" on:click=move |_| screen.sidebar.set(false)></div>
            <main class="main" inert=drawer>
                <TopBar />
                <Transcript />
                <Composer />
            </main>
        </div>
        <Announcer />
        // A modal dialog makes the rest of the page inert, so it shows the notices itself.
        <Show when=move || !screen.settings.get()>
            <Notices />
        </Show>
        <SettingsDialog />
        // The last one: it may lie over every other.
        <UnlockDialog />
    }
}

/// The title of the open session, or of a new one.
pub fn session_title(manager: &Manager) -> String {
    let current = manager.current.get();
    manager
        .sessions
        .with(|sessions| {
            sessions
                .iter()
                .find(|item| Some(&item.id) == current.as_ref())
                .map(|item| item.title.clone())
        })
        .unwrap_or_else(|| "New chat".to_owned())
}

fn page_title(manager: &Manager) -> String {
    if manager.current.with(Option::is_none) {
        return "Colloquy".to_owned();
    }
    format!("{} – Colloquy", session_title(manager))
}

/// `public/theme.js` reads what is kept here before the first paint: settings come too late for that.
fn apply_theme(theme: Theme) {
    let name = match theme {
        Theme::System => None,
        Theme::Light => Some("light"),
        Theme::Dark => Some("dark"),
    };
    let (Some(root), storage) = (document().document_element(), window().local_storage()) else {
        return;
    };
    let storage = storage.ok().flatten();
    // Where storage is denied, the choice still holds for this visit.
    let _ = match name {
        Some(name) => {
            let _ = storage.map(|storage| storage.set_item("colloquy.theme", name));
            root.set_attribute("data-theme", name)
        }
        None => {
            let _ = storage.map(|storage| storage.remove_item("colloquy.theme"));
            root.remove_attribute("data-theme")
        }
    };
}

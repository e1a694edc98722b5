//! One session in the list: open, rename, delete.

use crate::browser::{Manager, SessionItem};
use crate::chat::SessionId;
use crate::ui::icon::{Icon, IconButton};
use crate::ui::keys;
use crate::ui::screen::Screen;
use icondata_lu as lu;
use leptos::html;
use leptos::prelude::*;
use std::collections::HashMap;

/// What a chat does.
#[derive(Clone, Copy, PartialEq)]
enum State {
    Idle,
    Running,
    Waiting,
}

#[component]
pub fn Row(id: SessionId, by_id: Memo<HashMap<SessionId, SessionItem>>) -> impl IntoView {
    let id = StoredValue::new(id);
    let title = Memo::new(move |_| {
        by_id
            .with(|items| id.with_value(|id| items.get(id).map(|item| item.title.clone())))
            .unwrap_or_default()
    });
    let running = Memo::new(move |_| {
        by_id.with(|items| id.with_value(|id| items.get(id).is_some_and(|item| item.running)))
    });
    let manager = expect_context::<Manager>();
    let current = Memo::new(move |_| {
        manager
            .current
            .with(|current| id.with_value(|id| current.as_ref() == Some(id)))
    });
    let waiting = Memo::new(move |_| {
        manager
            .waiting
            .with(|waiting| id.with_value(|id| waiting.contains_key(id)))
    });
    let state = Memo::new(move |_| match (waiting.get(), running.get()) {
        (true, _) => State::Waiting,
        (false, true) => State::Running,
        (false, false) => State::Idle,
    });
    let renaming = RwSignal::new(false);
    let back = StoredValue::new(false);
    view! {
        <li class="session" class:current=current>
            <Show
                when=move || renaming.get()
                fallback=move || view! { <Entry id title state current renaming back /> }
            >
                <TitleField id title renaming back />
            </Show>
        </li>
    }
}

#[component]
fn Entry(
    id: StoredValue<SessionId>,
    title: Memo<String>,
    state: Memo<State>,
    current: Memo<bool>,
    renaming: RwSignal<bool>,
    /// Whether the focus comes back from the field that was here.
    back: StoredValue<bool>,
) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let screen = expect_context::<Screen>();
    let button = NodeRef::<html::Button>::new();
    button.on_load(move |button| {
        if back.get_value() {
            back.set_value(false);
            request_animation_frame(move || {
                // The row has just been shown, so its button can take the focus.
                let _ = button.focus();
            });
        }
    });
    let open = move |_| {
        id.with_value(|id| manager.open(id));
        screen.close_drawer();
        screen.focus_composer();
    };
    view! {
        <button
            type="button"
            class="session-open"
            node_ref=button
            aria-current=move || current.get().then_some("page")
            title=title
            on:click=open
        >
            <span class="session-title">{title}</span>
            {move || match state.get() {
                State::Idle => ().into_any(),
                State::Running => view! {
                    <span class="session-running">
                        <span class="visually-hidden">"(answering)"</span>
                    </span>
                }
                .into_any(),
                State::Waiting => view! {
                    <span class="session-waiting" title="Waiting for you">
                        <Icon icon=lu::LuHand />
                        <span class="visually-hidden">"(waiting for you)"</span>
                    </span>
                }
                .into_any(),
            }}
        </button>
        <span class="session-tools">
            <IconButton
                label=Signal::derive(move || format!("Rename {}", title.get()))
                icon=lu::LuPencil
                on_press=move || renaming.set(true)
            />
            <IconButton
                label=Signal::derive(move || format!("Delete {}", title.get()))
                icon=lu::LuTrash2
                on_press=move || id.with_value(|id| manager.delete(id))
            />
        </span>
    }
}

/// Enter and leaving the field keep the new title, Escape the old one.
#[component]
fn TitleField(
    id: StoredValue<SessionId>,
    title: Memo<String>,
    renaming: RwSignal<bool>,
    back: StoredValue<bool>,
) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let field = NodeRef::<html::Input>::new();
    field.on_load(|field| {
        // The element exists and is attached within this tick; focus cannot fail then.
        request_animation_frame(move || {
            let _ = field.focus();
            field.select();
        });
    });
    let keep = move || {
        let Some(field) = field.get_untracked() else {
            return;
        };
        let new = field.value();
        let new = new.trim();
        if renaming.get_untracked() {
            renaming.set(false);
            if !new.is_empty() && title.with_untracked(|old| old != new) {
                id.with_value(|id| manager.rename(id, new));
            }
        }
    };
    let on_key = move |event: web_sys::KeyboardEvent| {
        if keys::is_enter(&event) {
            back.set_value(true);
            keep();
        } else if keys::is_escape(&event) {
            event.stop_propagation();
            back.set_value(true);
            renaming.set(false);
        }
    };
    view! {
        <input
            class="session-rename"
            aria-label="Title"
            node_ref=field
            prop:value=title.get_untracked()
            on:keydown=on_key
            on:blur=move |_| keep()
        />
    }
}

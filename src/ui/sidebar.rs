//! The list of sessions.

mod row;

use super::format;
use super::icon::Icon;
use super::screen::Screen;
use crate::browser::{Manager, SessionItem};
use crate::chat::SessionId;
use icondata_lu as lu;
use leptos::prelude::*;
use row::Row;
use std::collections::HashMap;

#[component]
pub fn Sidebar() -> impl IntoView {
    let manager = expect_context::<Manager>();
    let screen = expect_context::<Screen>();
    let new_chat = move |_| {
        manager.new_chat();
        screen.close_drawer();
        screen.focus_composer();
    };
    // One index for all rows: each would otherwise search the whole list for itself.
    let by_id = Memo::new(move |_| {
        manager.sessions.with(|sessions| {
            sessions
                .iter()
                .map(|item| (item.id.clone(), item.clone()))
                .collect::<HashMap<_, _>>()
        })
    });
    let days = Memo::new(move |_| manager.sessions.with(|sessions| by_day(sessions)));
    let is_empty = move || manager.loaded.get() && manager.sessions.with(Vec::is_empty);

    view! {
        <nav class="sidebar" id="sessions" aria-label="Sessions">
            <div class="sidebar-top">
                <span class="wordmark">
                    <Mark />
                    "Colloquy"
                </span>
                <button type="button" class="new-chat" node_ref=screen.new_chat on:click=new_chat>
                    <Icon icon=lu::LuSquarePen />
                    "New chat"
                </button>
            </div>
            <div class="sessions">
                <For each=move || days.get() key=|(day, _)| day.clone() let((day, _))>
                    <Day day by_id days />
                </For>
                <Show when=is_empty>
                    <p class="sessions-empty">
                        "Conversations will be listed here. They stay in this browser."
                    </p>
                </Show>
            </div>
        </nav>
    }
}

/// The mark: an opening and a closing quotation mark, facing each other.
#[component]
pub fn Mark() -> impl IntoView {
    view! {
        <svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
            <path
                class="mark-open"
                d="M14 9.2C9.4 10.4 5 14.6 5 20.2 5 23.6 7.2 26 10.2 26c2.8 0 4.8-2 4.8-4.7 0-2.6-1.8-4.5-4.3-4.5-.4 0-.8.1-1 .1.5-2.3 2.400-4.400 4.900-5.400Z"
            />
            <path
                class="mark-close"
                d="M18 22.800C22.600 21.600 27 17.400 27 11.800 27 8.400 24.800 6 21.800 6 19 6 17 8 17 10.700c0 2.600 1.800 4.500 4.300 4.500.4 0 .8-.1 1-.1-.5 2.300-2.400 4.400-4.900 5.400Z"
            />
        </svg>
    }
}

#[component]
fn Day(
    day: String,
    days: Memo<Vec<(String, Vec<SessionId>)>>,
    by_id: Memo<HashMap<SessionId, SessionItem>>,
) -> impl IntoView {
    let name = day.clone();
    let ids = move || {
        days.with(|days| {
            days.iter()
                .find(|(label, _)| *label == name)
                .map(|(_, ids)| ids.clone())
                .unwrap_or_default()
        })
    };
    view! {
        <section class="day">
            <h2>{day}</h2>
            <ul>
                <For each=ids key=SessionId::clone let(id)>
                    <Row id by_id />
                </For>
            </ul>
        </section>
    }
}

/// Sessions under their days, in the order they come in.
fn by_day(sessions: &[SessionItem]) -> Vec<(String, Vec<SessionId>)> {
    let now = js_sys::Date::now();
    let mut days: Vec<(String, Vec<SessionId>)> = vec![];
    for item in sessions {
        let day = format::day(item.updated, now);
        match days.last_mut() {
            Some((last, ids)) if *last == day => ids.push(item.id.clone()),
            _ => days.push((day, vec![item.id.clone()])),
        }
    }
    days
}

//! The conversation.

use super::icon::Icon;
use super::screen::Screen;
use super::turn::{Switched, Turn};
use super::welcome::Welcome;
use crate::browser::Manager;
use icondata_lu as lu;
use leptos::prelude::*;

#[component]
pub fn Transcript() -> impl IntoView {
    let manager = expect_context::<Manager>();
    let follow = expect_context::<Screen>().follow;
    Effect::new(move || follow.observe());
    // Another session starts at its end.
    Effect::new(move || {
        manager.current.track();
        follow.attach();
    });
    let views = move || {
        manager
            .rows
            .with(|rows| rows.iter().map(|row| row.made).collect::<Vec<_>>())
    };
    // A stored session is empty too while it is being read.
    let is_new = Memo::new(move |_| {
        manager.loaded.get()
            && manager.current.with(Option::is_none)
            && manager.rows.with(Vec::is_empty)
    });
    // Chosen, but not asked yet.
    let next_agent = Memo::new(move |_| {
        let agent = manager.agent.get();
        manager.rows.with(|rows| {
            let last = rows.last()?;
            (last.agent.id != agent.id).then_some(agent.name)
        })
    });
    let busy = move || manager.running.get().to_string();
    view! {
        <div class="transcript">
            <section
                class="log"
                role="log"
                aria-label="Conversation"
                // Announced by `Announcer`, at boundaries only.
                aria-live="off"
                aria-busy=busy
                tabindex="0"
                node_ref=follow.log
                on:wheel=move |event| follow.on_wheel(&event)
                on:touchstart=move |event| follow.on_touch_start(&event)
                on:touchmove=move |event| follow.on_touch_move(&event)
                on:keydown=move |event| follow.on_key(&event)
                on:scroll=move |_| follow.on_scroll()
                on:selectstart=move |_: web_sys::Event| follow.on_select()
            >
                <div class="log-content" node_ref=follow.content>
                    <For each=views key=|made| *made let(made)>
                        {manager
                            .rows
                            .with_untracked(|rows| rows.iter().find(|row| row.made == made).cloned())
                            .map(|turn| view! { <Turn turn /> })}
                    </For>
                    {move || next_agent.get().map(|to| view! { <Switched to /> })}
                    <Show when=move || is_new.get()>
                        <Welcome />
                    </Show>
                </div>
                <div class="log-end" node_ref=follow.end></div>
            </section>
            <Show when=move || follow.is_away()>
                <button
                    type="button"
                    class="to-bottom"
                    aria-label="Scroll to bottom"
                    title="Scroll to bottom"
                    on:click=move |_| follow.attach()
                >
                    <Icon icon=lu::LuArrowDown />
                </button>
            </Show>
        </div>
    }
}

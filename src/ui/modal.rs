//! A small dialog that asks one thing.

use leptos::html;
use leptos::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Its content is made anew each time it opens. `on_close` is called when the person closes it.
#[component]
pub fn Modal(
    title: &'static str,
    #[prop(into)] open: Signal<bool>,
    on_close: impl Fn() + 'static,
    children: ChildrenFn,
) -> impl IntoView {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let title_id = format!("modal-{}", NEXT.fetch_add(1, Ordering::Relaxed));
    let dialog = NodeRef::<html::Dialog>::new();
    Effect::new(move || {
        let Some(dialog) = dialog.get() else {
            return;
        };
        if open.get() {
            if !dialog.open() {
                // Fails only on a dialog that is open or detached.
                let _ = dialog.show_modal();
            }
        } else {
            dialog.close();
        }
    });
    let closed = move |_| {
        // The event comes late: by now it may have been opened for something else, or be gone.
        let element = dialog.try_get_untracked().flatten();
        let is_open = element.is_some_and(|dialog| dialog.open());
        if !is_open && open.try_get_untracked() == Some(true) {
            on_close();
        }
    };
    view! {
        <dialog class="modal" aria-labelledby=title_id.clone() node_ref=dialog on:close=closed>
            <h2 id=title_id.clone()>{title}</h2>
            <Show when=move || open.get()>{children()}</Show>
        </dialog>
    }
}

//! Where the person writes.

use super::icon::Icon;
use super::keys;
use super::screen::Screen;
use crate::browser::{ChatRequest, Manager};
use crate::chat::SessionId;
use icondata_lu as lu;
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{HtmlElement, HtmlTextAreaElement, KeyboardEvent, SubmitEvent};

#[component]
pub fn Composer() -> impl IntoView {
    let manager = expect_context::<Manager>();
    let screen = expect_context::<Screen>();
    let field = screen.composer;
    let blank = RwSignal::new(true);

    let fill = move |text: &str| {
        if let Some(field) = field.get_untracked() {
            field.set_value(text);
            fit(&field);
        }
        blank.set(text.trim().is_empty());
    };
    let keep_unsent = move |text: &str| {
        manager.set_unsent(manager.current.get_untracked().as_ref(), text);
    };
    let send = move || {
        let Some(content) = field.get_untracked().map(|field| field.value()) else {
            return;
        };
        let content = content.trim();
        if content.is_empty() || manager.model.with_untracked(Option::is_none) {
            return;
        }
        // Sending may open a new session: what is unsent belongs to the one it was written in.
        let session = manager.current.get_untracked();
        let request = ChatRequest {
            content: content.to_owned(),
        };
        if manager.send(request) {
            manager.set_unsent(session.as_ref(), "");
            fill("");
            screen.follow.attach();
        }
    };
    let stop = move || {
        manager.stop();
        screen.focus_composer();
    };

    // Each session has its own unsent text.
    Effect::new(move |before: Option<Option<SessionId>>| {
        let session = manager.current.get();
        // The stored texts come a moment after the field; what was typed by then stays.
        let typed = before.as_ref() == Some(&session) && !blank.get_untracked();
        if manager.loaded.get() && !typed {
            fill(&untrack(|| manager.unsent(session.as_ref())));
        }
        session
    });
    Effect::new(move || {
        if let Some(prompt) = screen.prompt.get() {
            screen.prompt.set(None);
            fill(&prompt);
            keep_unsent(&prompt);
            screen.write();
        }
    });
    // The button that was pressed is gone once the answer ends; the focus must not be lost with it.
    Effect::new(move || {
        manager.running.track();
        screen.rescue_focus();
    });

    let on_input = move |_| {
        if let Some(field) = field.get_untracked() {
            let text = field.value();
            fit(&field);
            blank.set(text.trim().is_empty());
            keep_unsent(&text);
        }
    };
    let on_key = move |event: KeyboardEvent| {
        if keys::is_enter(&event) {
            event.prevent_default();
            send();
        } else if keys::is_escape(&event) && manager.running.get_untracked() {
            manager.stop();
        }
    };
    let on_submit = move |event: SubmitEvent| {
        event.prevent_default();
        send();
        screen.focus_composer();
    };
    let no_model = Memo::new(move |_| manager.model.with(Option::is_none));
    view! {
        <form class="composer" on:submit=on_submit>
            <div class="composer-box">
                <textarea
                    class="composer-field"
                    aria-label="Message"
                    placeholder="Write a message"
                    rows="1"
                    enterkeyhint="send"
                    autocomplete="off"
                    node_ref=field
                    on:input=on_input
                    on:keydown=on_key
                ></textarea>
                <Show
                    when=move || manager.running.get()
                    fallback=move || {
                        view! {
                            <button
                                type="submit"
                                class="send"
                                aria-label="Send"
                                title="Send (Enter)"
                                disabled=move || blank.get() || no_model.get()
                            >
                                <Icon icon=lu::LuArrowUp />
                            </button>
                        }
                    }
                >
                    <button
                        type="button"
                        class="send stop"
                        aria-label="Stop"
                        title="Stop (Esc)"
                        on:click=move |_| stop()
                    >
                        <Icon icon=lu::LuSquare />
                    </button>
                </Show>
            </div>
            <p class="composer-note">
                {move || {
                    if no_model.get() {
                        "Try the demo or connect a provider to send a message."
                    } else {
                        "Enter sends, Shift+Enter starts a new line."
                    }
                }}
            </p>
        </form>
    }
}

/// Makes the field as tall as its text, for engines that cannot do it by style. The style sheet limits it.
fn fit(field: &HtmlTextAreaElement) {
    if supports_field_sizing() {
        return;
    }
    let style = field.unchecked_ref::<HtmlElement>().style();
    // Setting a plain property cannot fail.
    let _ = style.set_property("height", "auto");
    let _ = style.set_property("height", &format!("{}px", field.scroll_height()));
}

fn supports_field_sizing() -> bool {
    thread_local! {
        static SUPPORTED: bool = js_sys::Reflect::get(&window(), &"CSS".into())
            .and_then(|css| {
                let supports = js_sys::Reflect::get(&css, &"supports".into())?;
                supports
                    .unchecked_into::<js_sys::Function>()
                    .call2(&css, &"field-sizing".into(), &"content".into())
            })
            .is_ok_and(|answer: JsValue| answer.is_truthy());
    }
    SUPPORTED.with(|supported| *supported)
}

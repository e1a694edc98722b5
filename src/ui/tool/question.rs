//! What a tool asks the person.

use crate::browser::{Manager, Question};
use crate::ui::screen::Screen;
use leptos::prelude::*;
use web_sys::SubmitEvent;

#[component]
pub fn QuestionCard(call: String, question: Question) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let call = StoredValue::new(call);
    let answer = RwSignal::new(String::new());
    let give = move |text: String| call.with_value(|call| manager.answer_question(call, text));
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let text = answer.get_untracked();
        if event.is_trusted() && !text.trim().is_empty() {
            give(text);
        }
    };
    let screen = expect_context::<Screen>();
    on_cleanup(move || screen.rescue_focus());
    let choices = question.choices;
    let chosen = !choices.is_empty();
    view! {
        <section class="card question" aria-label="Question">
            <div class="card-text">
                <p class="plain">{question.text}</p>
                {if chosen {
                    view! {
                        <div class="buttons">
                            {choices
                                .into_iter()
                                .map(|choice| {
                                    let label = choice.clone();
                                    view! {
                                        <button
                                            type="button"
                                            class="button"
                                            on:click=move |event| {
                                                if event.is_trusted() {
                                                    give(choice.clone());
                                                }
                                            }
                                        >
                                            {label}
                                        </button>
                                    }
                                })
                                .collect_view()}
                        </div>
                    }
                        .into_any()
                } else {
                    view! {
                        <form class="answer" on:submit=submit>
                            <input
                                class="input"
                                type="text"
                                aria-label="Your answer"
                                prop:value=answer
                                on:input=move |event| answer.set(event_target_value(&event))
                            />
                            <button type="submit" class="button primary">
                                "Answer"
                            </button>
                        </form>
                    }
                        .into_any()
                }}
            </div>
        </section>
    }
}

//! What "Test connection" found.

use crate::browser::ConnectionTest;
use crate::ui::failure::{FailureText, MendButton};
use crate::ui::icon::Icon;
use icondata_lu as lu;
use leptos::html;
use leptos::prelude::*;

/// How far a test has come.
#[derive(Clone, Debug, PartialEq)]
pub enum Testing {
    Not,
    Running,
    Done(ConnectionTest),
}

#[component]
pub fn TestResult(
    state: RwSignal<Testing>,
    /// Takes the base URL that was meant, and tests again.
    on_mend: impl Fn(String) + Copy + Send + 'static,
) -> impl IntoView {
    let result = NodeRef::<html::Div>::new();
    let take = move |to: String| {
        on_mend(to);
        // The button goes with the result that it stood in; what comes next stands here.
        if let Some(result) = result.get_untracked() {
            let _ = result.focus();
        }
    };
    view! {
        <div class="test-result" role="status" tabindex="-1" node_ref=result>
            {move || match state.get() {
                Testing::Not => ().into_any(),
                Testing::Running => view! { <p>"Asking the provider for its models…"</p> }.into_any(),
                Testing::Done(ConnectionTest::Works { models }) => {
                    view! {
                        <div class="card good">
                            <Icon icon=lu::LuCircleCheck />
                            <p>{works(models.len())}</p>
                        </div>
                    }
                        .into_any()
                }
                Testing::Done(ConnectionTest::Fails(failure)) => {
                    let mend = failure.mend.clone();
                    view! {
                        <div class="card failure">
                            <Icon icon=lu::LuCircleAlert />
                            <div class="card-text">
                                <FailureText failure />
                                {mend
                                    .map(|mend| {
                                        let to = mend.to.clone();
                                        view! {
                                            <div class="buttons">
                                                <MendButton
                                                    to
                                                    disabled=false
                                                    on_press=move || take(mend.to.clone())
                                                />
                                            </div>
                                        }
                                    })}
                            </div>
                        </div>
                    }
                        .into_any()
                }
            }}
        </div>
    }
}

fn works(models: usize) -> String {
    match models {
        0 => "Connected. It lists no models; enter a model's id by hand.".to_owned(),
        1 => "Connected. It offers 1 model.".to_owned(),
        many => format!("Connected. It offers {many} models."),
    }
}

//! What "Test connection" found.

use crate::browser::ConnectionTest;
use crate::ui::failure::FailureText;
use crate::ui::icon::Icon;
use icondata_lu as lu;
use leptos::prelude::*;

/// How far a test has come.
#[derive(Clone, Debug, PartialEq)]
pub enum Testing {
    Not,
    Running,
    Done(ConnectionTest),
}

#[component]
pub fn TestResult(state: RwSignal<Testing>) -> impl IntoView {
    view! {
        <div class="test-result" role="status">
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
                    view! {
                        <div class="card failure">
                            <Icon icon=lu::LuCircleAlert />
                            <div class="card-text">
                                <FailureText failure />
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

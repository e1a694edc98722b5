//! Signing in at a provider instead of entering a key.

use crate::browser::{Keeping, Manager, SignIn};
use crate::provider::Provider;
use crate::ui::failure::FailureText;
use crate::ui::icon::Icon;
use icondata_lu as lu;
use leptos::prelude::*;

/// Leaves the page. `provider` gives what to sign in to, or nothing where the form is not complete.
#[component]
pub fn SignInButton(
    #[prop(into)] name: Signal<String>,
    provider: impl Fn() -> Option<Provider> + 'static,
) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let leaves = move || manager.sign_in.with(|state| *state == SignIn::Leaving);
    view! {
        <div class="sign-in">
            <button
                type="button"
                class="button"
                disabled=leaves
                on:click=move |_| {
                    if let Some(provider) = provider() {
                        manager.sign_in(provider);
                    }
                }
            >
                <Icon icon=lu::LuLogIn />
                "Sign in with "
                {name}
            </button>
            <p class="field-note">
                {move || match manager.vault.get().keeping {
                    Keeping::Browser | Keeping::Passphrase => {
                        "You leave this page for a moment and come back with a key of your own account."
                    }
                    Keeping::Tab => {
                        "You leave this page for a moment and come back with a key. Other keys that only this tab has are forgotten."
                    }
                }}
            </p>
        </div>
    }
}

/// What became of a sign-in.
#[component]
pub fn SignInState() -> impl IntoView {
    let manager = expect_context::<Manager>();
    move || match manager.sign_in.get() {
        SignIn::None | SignIn::Leaving => ().into_any(),
        SignIn::Finishing(name) => view! {
            <p class="field-note" role="status">
                {format!("Signing in to {name}…")}
            </p>
        }
        .into_any(),
        SignIn::Failed { provider, failure } => {
            let provider = StoredValue::new(provider);
            view! {
                <section class="card failure sign-in-failed" aria-label="Sign-in">
                    <Icon icon=lu::LuCircleAlert />
                    <div class="card-text" role="alert">
                        <FailureText failure />
                        <div class="buttons">
                            <button
                                type="button"
                                class="button primary"
                                on:click=move |_| manager.sign_in(provider.get_value())
                            >
                                "Try again"
                            </button>
                            <button
                                type="button"
                                class="button"
                                on:click=move |_| manager.forget_sign_in()
                            >
                                "Dismiss"
                            </button>
                        </div>
                    </div>
                </section>
            }
            .into_any()
        }
    }
}

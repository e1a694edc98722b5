//! The providers a person has connected, with their models.

use super::model_form::ModelForm;
use super::provider_card::ProviderCard;
use super::provider_form::ProviderForm;
use super::sign_in::SignInState;
use crate::browser::Manager;
use crate::chat::{ModelConfigId, ProviderId};
use crate::provider::{ModelConfig, Provider};
use crate::ui::icon::Icon;
use crate::ui::screen::Screen;
use icondata_lu as lu;
use leptos::prelude::*;
use std::collections::HashMap;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// Which form is open.
#[derive(Clone, Debug, PartialEq)]
pub enum Editing {
    Nothing,
    Provider(Option<ProviderId>),
    Model(ProviderId, Option<ModelConfigId>),
}

/// Goes back to the list from a form about `provider`, with the focus on what comes next there.
pub fn return_to_list(editing: RwSignal<Editing>, provider: &ProviderId) {
    editing.set(Editing::Nothing);
    let next = add_model_id(provider);
    request_animation_frame(move || {
        let document = document();
        let target = document
            .get_element_by_id(&next)
            .or_else(|| document.get_element_by_id(ADD_PROVIDER));
        if let Some(button) = target {
            // The list is on screen by now, so its buttons can take the focus.
            let _ = button.unchecked_ref::<HtmlElement>().focus();
        }
    });
}

/// The element id of a provider's "Add model".
pub fn add_model_id(provider: &ProviderId) -> String {
    format!("add-model-{provider}")
}

const ADD_PROVIDER: &str = "add-provider";

/// What the providers said they offer, as far as they were asked since the page was opened.
pub type Offers = RwSignal<HashMap<ProviderId, Vec<String>>>;

#[component]
pub fn Providers() -> impl IntoView {
    let screen = expect_context::<Screen>();
    let editing = RwSignal::new(Editing::Nothing);
    let offers = Offers::new(HashMap::new());
    Effect::new(move || {
        if screen.add_provider.get() {
            screen.add_provider.set(false);
            editing.set(Editing::Provider(None));
        }
    });
    let manager = expect_context::<Manager>();
    view! {
        <section aria-labelledby="providers-title">
            <SignInState />
            {move || match editing.get() {
                Editing::Nothing => view! { <List editing /> }.into_any(),
                Editing::Provider(id) => {
                    let provider = id.and_then(|id| find_provider(&manager, &id));
                    view! { <ProviderForm provider editing offers /> }.into_any()
                }
                Editing::Model(provider, id) => {
                    match find_provider(&manager, &provider) {
                        Some(provider) => {
                            let model = id.and_then(|id| find_model(&manager, &id));
                            view! { <ModelForm provider model editing offers /> }.into_any()
                        }
                        None => view! { <List editing /> }.into_any(),
                    }
                }
            }}
        </section>
    }
}

#[component]
fn List(editing: RwSignal<Editing>) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let providers =
        Memo::new(move |_| manager.settings.with(|settings| settings.providers.clone()));
    let is_empty = move || providers.with(Vec::is_empty);
    view! {
        <div class="section-top">
            <h3 id="providers-title">"Providers & models"</h3>
            <button
                type="button"
                class="button primary"
                id=ADD_PROVIDER
                on:click=move |_| editing.set(Editing::Provider(None))
            >
                <Icon icon=lu::LuPlus />
                "Add provider"
            </button>
        </div>
        <Show when=is_empty>
            <div class="nothing">
                <p>
                    "No provider yet. Connect a company's API with your key, or a server on your own machine; or look around with the demo first."
                </p>
                <button type="button" class="button" on:click=move |_| manager.use_demo()>
                    "Try the demo"
                </button>
            </div>
        </Show>
        <For each=move || providers.get() key=card_key let(provider)>
            <ProviderCard provider editing />
        </For>
    }
}

/// A card is made anew when its provider changes, except when it is switched: the switch must keep the focus.
fn card_key(provider: &Provider) -> String {
    let provider = Provider {
        enabled: true,
        ..provider.clone()
    };
    format!("{provider:?}")
}

fn find_provider(manager: &Manager, id: &ProviderId) -> Option<Provider> {
    manager
        .settings
        .with_untracked(|settings| settings.provider(id).cloned())
}

fn find_model(manager: &Manager, id: &ModelConfigId) -> Option<ModelConfig> {
    manager
        .settings
        .with_untracked(|settings| settings.model(id).cloned())
}

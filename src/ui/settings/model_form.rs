//! Adds or changes a model's settings.

use super::combobox::Combobox;
use super::field::{Field, focus_first_error, focus_first_field};
use super::providers::{Editing, Offers, return_to_list};
use super::thinking_field::{ThinkingEntry, ThinkingField};
use super::validate;
use crate::browser::{ConnectionTest, Manager};
use crate::chat::{ModelConfigId, ProviderId};
use crate::provider::config::DEFAULT_IDLE_TIMEOUT;
use crate::provider::preset::ON_DEVICE;
use crate::provider::{CredentialsChange, ModelConfig, Provider, Thinking};
use crate::ui::options::Choice;
use leptos::html;
use leptos::prelude::*;
use serde_json::Map;
use web_sys::SubmitEvent;

#[component]
pub fn ModelForm(
    provider: Provider,
    /// The one to change; `None` adds one.
    model: Option<ModelConfig>,
    editing: RwSignal<Editing>,
    offers: Offers,
) -> impl IntoView {
    let manager = expect_context::<Manager>();
    let is_new = model.is_none();
    let model = model.unwrap_or_else(|| blank(&manager, &provider.id));
    let provider_name = provider.name.clone();
    // A page may not tell the browser's own model these.
    let takes_sampling = provider.preset != ON_DEVICE;
    let ids = StoredValue::new((model.id.clone(), provider.id.clone()));
    let fields = Fields::new(&model);

    let form = NodeRef::<html::Form>::new();
    focus_first_field(form);
    let more = NodeRef::<html::Details>::new();
    let tried = RwSignal::new(false);
    let shown = move |error: Option<String>| error.filter(|_| tried.get());
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        tried.set(true);
        let (id, provider) = ids.get_value();
        match untrack(|| fields.read(id.clone(), provider)) {
            Ok(model) => {
                manager.save_model(model);
                if is_new && manager.model.with_untracked(Option::is_none) {
                    manager.choose_model(&id);
                }
                ids.with_value(|(_, provider)| return_to_list(editing, provider));
            }
            Err(_) => {
                // An error under "More" can only be seen, and take the focus, where that is open.
                let hidden = untrack(|| {
                    fields.checked_idle_timeout().is_err() || fields.checked_extra().is_err()
                });
                if hidden && let Some(more) = more.get_untracked() {
                    more.set_open(true);
                }
                focus_first_error(form);
            }
        }
    };

    let offered = {
        let id = provider.id.clone();
        Memo::new(move |_| {
            let choice = |model: &String| Choice {
                id: model.clone(),
                label: model.clone(),
                ..Choice::default()
            };
            offers.with(|offers| match offers.get(&id) {
                Some(models) => models.iter().map(choice).collect(),
                None => vec![],
            })
        })
    };
    if offered.with_untracked(Vec::is_empty) {
        leptos::task::spawn_local(async move {
            let id = provider.id.clone();
            // Without an answer the id is typed by hand; "Test connection" says what is wrong.
            let change = CredentialsChange::default();
            let answer = manager.test_connection(provider, change).await;
            if let ConnectionTest::Works { models } = answer {
                offers.try_update(|offers| offers.insert(id, models));
            }
        });
    }
    view! {
        <form class="form" novalidate node_ref=form on:submit=save>
            <h3 id="providers-title">
                {if is_new { "New model of " } else { "Edit model of " }} {provider_name}
            </h3>
            <Combobox
                label="Model"
                text=fields.model
                choices=offered
                hint="The provider's id of the model: choose one, or type it."
                error=Signal::derive(move || shown(fields.checked_model().err()))
            />
            <Field
                label="Display name"
                value=fields.name
                hint="What you want to call it. Empty shows the model's id."
            />
            {takes_sampling
                .then(|| {
                    view! {
                        <div class="field-row">
                            <Field
                                label="Temperature"
                                value=fields.temperature
                                inputmode="decimal"
                                placeholder="default"
                                error=Signal::derive(move || shown(fields.checked_temperature().err()))
                            />
                            <Field
                                label="Max tokens"
                                value=fields.max_tokens
                                inputmode="numeric"
                                placeholder="default"
                                error=Signal::derive(move || shown(fields.checked_max_tokens().err()))
                            />
                            <Field
                                label="Top P"
                                value=fields.top_p
                                inputmode="decimal"
                                placeholder="default"
                                error=Signal::derive(move || shown(fields.checked_top_p().err()))
                            />
                        </div>
                    }
                })}
            <ThinkingField
                entry=fields.thinking
                error=Signal::derive(move || shown(fields.thinking.checked().err()))
            />
            <details class="more" open=fields.has_more() node_ref=more>
                <summary>"More"</summary>
                <Field
                    label="Idle timeout"
                    value=fields.idle_timeout
                    inputmode="numeric"
                    hint="Seconds without a sign of life after which an answer counts as stalled."
                    error=Signal::derive(move || shown(fields.checked_idle_timeout().err()))
                />
                <Field
                    label="Extra JSON"
                    value=fields.extra
                    multiline=true
                    placeholder="{\"seed\": 1}"
                    hint="Merged into the request last, for what has no field here."
                    error=Signal::derive(move || shown(fields.checked_extra().err()))
                />
            </details>
            <div class="buttons form-buttons">
                <button type="submit" class="button primary">
                    "Save"
                </button>
                <button
                    type="button"
                    class="text-button"
                    on:click=move |_| {
                        ids.with_value(|(_, provider)| return_to_list(editing, provider));
                    }
                >
                    "Cancel"
                </button>
            </div>
        </form>
    }
}

/// What stands in the form's fields.
#[derive(Clone, Copy)]
struct Fields {
    model: RwSignal<String>,
    name: RwSignal<String>,
    temperature: RwSignal<String>,
    max_tokens: RwSignal<String>,
    top_p: RwSignal<String>,
    thinking: ThinkingEntry,
    idle_timeout: RwSignal<String>,
    extra: RwSignal<String>,
}

impl Fields {
    fn new(model: &ModelConfig) -> Self {
        fn text<T: ToString>(value: Option<T>) -> RwSignal<String> {
            RwSignal::new(value.map(|value| value.to_string()).unwrap_or_default())
        }
        Self {
            model: RwSignal::new(model.model.clone()),
            name: RwSignal::new(model.name.clone()),
            temperature: text(model.temperature),
            max_tokens: text(model.max_tokens),
            top_p: text(model.top_p),
            thinking: ThinkingEntry::new(model.thinking),
            idle_timeout: text(Some(model.idle_timeout)),
            extra: RwSignal::new(validate::pretty_json(&model.extra)),
        }
    }

    /// The first error stands for all: each field shows its own.
    fn read(self, id: ModelConfigId, provider: ProviderId) -> Result<ModelConfig, String> {
        Ok(ModelConfig {
            id,
            provider,
            model: self.checked_model()?,
            name: self.name.get().trim().to_owned(),
            temperature: self.checked_temperature()?,
            max_tokens: self.checked_max_tokens()?,
            top_p: self.checked_top_p()?,
            thinking: self.thinking.checked()?,
            idle_timeout: self.checked_idle_timeout()?,
            extra: self.checked_extra()?,
        })
    }

    fn checked_model(self) -> Result<String, String> {
        validate::required(&self.model.get(), "the id of a model")
    }

    fn checked_temperature(self) -> Result<Option<f64>, String> {
        validate::number(&self.temperature.get(), 0.0..=2.0)
    }

    fn checked_max_tokens(self) -> Result<Option<u64>, String> {
        validate::whole_number(&self.max_tokens.get())
    }

    fn checked_top_p(self) -> Result<Option<f64>, String> {
        validate::number(&self.top_p.get(), 0.0..=1.0)
    }

    fn checked_idle_timeout(self) -> Result<u32, String> {
        Ok(validate::whole_number(&self.idle_timeout.get())?.unwrap_or(DEFAULT_IDLE_TIMEOUT))
    }

    fn checked_extra(self) -> Result<Map<String, serde_json::Value>, String> {
        validate::json_object(&self.extra.get())
    }

    /// Whether something under "More" is not as it comes.
    fn has_more(self) -> bool {
        self.extra.with_untracked(|extra| !extra.is_empty())
            || self
                .idle_timeout
                .with_untracked(|seconds| *seconds != DEFAULT_IDLE_TIMEOUT.to_string())
    }
}

fn blank(manager: &Manager, provider: &ProviderId) -> ModelConfig {
    ModelConfig {
        id: ModelConfigId(manager.new_id()),
        provider: provider.clone(),
        model: String::new(),
        name: String::new(),
        temperature: None,
        max_tokens: None,
        top_p: None,
        thinking: Thinking::Auto,
        idle_timeout: DEFAULT_IDLE_TIMEOUT,
        extra: Map::new(),
    }
}

//! What is stored, and the way out with it.

use super::import::SettingsFile;
use crate::browser::Manager;
use crate::ui::download;
use crate::ui::icon::Icon;
use icondata_lu as lu;
use leptos::prelude::*;

#[component]
pub fn Data() -> impl IntoView {
    let manager = expect_context::<Manager>();
    let result = RwSignal::new(None::<Result<(), String>>);
    let export = move |_| {
        result.set(None);
        leptos::task::spawn_local(async move {
            let saved = match manager.export().await {
                Ok(text) => download::json(&download::export_name(), &text),
                Err(error) => Err(error),
            };
            // The dialog may show another section by now.
            result.try_set(Some(saved));
        });
    };
    view! {
        <section aria-labelledby="data-title">
            <h3 id="data-title">"Your data"</h3>
            <p>
                "Conversations and settings are kept by this browser, for this address only, and so are keys unless you chose otherwise. Nothing is sent anywhere except to the providers you connect. Clearing the site's data in the browser deletes all of it."
            </p>
            <p>"An export holds every conversation and setting, and no key."</p>
            <div class="buttons">
                <button type="button" class="button" on:click=export>
                    <Icon icon=lu::LuDownload />
                    "Export my data"
                </button>
            </div>
            <div role="status">
                {move || {
                    result
                        .get()
                        .map(|saved| match saved {
                            Ok(()) => {
                                view! { <p class="good">"Saved to your downloads."</p> }.into_any()
                            }
                            Err(error) => view! { <p class="bad">{error}</p> }.into_any(),
                        })
                }}
            </div>
            <SettingsFile />
        </section>
    }
}

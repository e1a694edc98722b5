//! Where a text comes from, under it.

use crate::chat::Citation;
use leptos::prelude::*;

#[component]
pub fn Sources(citations: ArcRwSignal<Vec<Citation>>) -> impl IntoView {
    let citations = RwSignal::from(citations);
    // The addresses come from the provider: only those that open a page become links.
    let links = move || {
        let mut links = citations.get();
        links.retain(|source| {
            source.url.starts_with("https://") || source.url.starts_with("http://")
        });
        links
    };
    let any = Memo::new(move |_| !links().is_empty());
    view! {
        <Show when=move || any.get()>
            <section class="sources" aria-label="Sources">
                <h3>"Sources"</h3>
                <ol>
                    <For
                        each=move || links().into_iter().enumerate()
                        key=|(at, _)| *at
                        let((_, source))
                    >
                        {
                            let Citation { url, title } = source;
                            let name = if title.trim().is_empty() { url.clone() } else { title };
                            view! {
                                <li>
                                    <a href=url target="_blank" rel="noopener noreferrer">
                                        {name}
                                    </a>
                                </li>
                            }
                        }
                    </For>
                </ol>
            </section>
        </Show>
    }
}

//! The wire log of the open session.

use crate::browser::Manager;
use crate::provider::wire::{End, Exchange};
use crate::ui::icon::Icon;
use crate::ui::turn::CopyButton;
use crate::ui::{download, format};
use icondata_lu as lu;
use leptos::prelude::*;

/// The most characters of a body that are shown; a copy or a file has all of them.
const SHOWN: usize = 20_000;

#[component]
pub fn Wire() -> impl IntoView {
    let manager = expect_context::<Manager>();
    let log = manager.wire;
    let numbers = Memo::new(move |_| log.of(manager.current.get().as_ref()));
    view! {
        <section aria-labelledby="wire-title">
            <h3 id="wire-title">"Wire log"</h3>
            <p>
                "Shows what this chat's requests send and get, for finding out why a provider does not do what it should. It is kept in this tab until you close it, with keys masked, and sent nowhere."
            </p>
            <label class="check">
                <input
                    type="checkbox"
                    prop:checked=log.recording
                    on:change:target=move |event| log.recording.set(event.target().checked())
                />
                "Record requests"
            </label>
            <ol class="exchanges">
                <For each=move || numbers.get() key=|number| *number let(number)>
                    {log.exchange(number).map(|exchange| view! { <Line number exchange /> })}
                </For>
            </ol>
            <Show
                when=move || !numbers.with(Vec::is_empty)
                fallback=move || {
                    view! {
                        <p class="field-note">
                            {move || match log.recording.get() {
                                true => "Nothing yet. Send a message in this chat.",
                                false => "Nothing is recorded.",
                            }}
                        </p>
                    }
                }
            >
                <button type="button" class="button" on:click=move |_| log.clear()>
                    <Icon icon=lu::LuTrash2 />
                    "Clear the log"
                </button>
            </Show>
        </section>
    }
}

#[component]
fn Line(number: u64, exchange: ArcRwSignal<Exchange>) -> impl IntoView {
    let exchange = RwSignal::from(exchange);
    // While it is folded, nobody reads what comes in.
    let open = RwSignal::new(false);
    let title = exchange.with_untracked(|exchange| {
        format!("{number}. {} {}", exchange.method(), exchange.request.url)
    });
    let failed = RwSignal::new(None::<String>);
    let save = move |_| {
        let name = download::export_name().replace("colloquy-", "colloquy-replay-");
        let replay = exchange.with_untracked(|exchange| format!("{:#}", exchange.replay()));
        failed.set(download::json(&name, &replay).err());
    };
    view! {
        <li>
            <details on:toggle:target=move |event| open.set(event.target().open())>
                <summary>
                    <span class="exchange-title">{title}</span>
                    <span class="exchange-facts">{move || exchange.with(facts)}</span>
                </summary>
                <Show when=move || open.get()>
                    <h4>"Request"</h4>
                    <pre tabindex="0">{exchange.with_untracked(headers)}</pre>
                    <pre tabindex="0">
                        {exchange.with_untracked(|exchange| cut(&pretty(&exchange.request_body())))}
                    </pre>
                    <h4>"Response"</h4>
                    <pre tabindex="0">
                        {move || exchange.with(|exchange| cut(&exchange.response_body()))}
                    </pre>
                    <div class="buttons">
                        {exchange
                            .with_untracked(Exchange::has_address)
                            .then(|| {
                                view! {
                                    <span class="copy-as">
                                        <CopyButton
                                            label="Copy as cURL"
                                            content=move || {
                                                (exchange.with_untracked(Exchange::curl), None)
                                            }
                                        />
                                        <span aria-hidden="true">"Copy as cURL"</span>
                                    </span>
                                }
                            })}
                        <button type="button" class="button" on:click=save>
                            <Icon icon=lu::LuDownload />
                            "Save as a replay file"
                        </button>
                    </div>
                </Show>
                {move || failed.get().map(|error| view! { <p class="bad" role="alert">{error}</p> })}
            </details>
        </li>
    }
}

fn headers(exchange: &Exchange) -> String {
    let headers = exchange.headers();
    let lines: Vec<String> = headers
        .into_iter()
        .map(|(name, value)| format!("{name}: {value}"))
        .collect();
    lines.join("\n")
}

fn facts(exchange: &Exchange) -> String {
    let status = match (&exchange.head, &exchange.ended) {
        (Some(head), _) => format!("HTTP {}", head.status),
        (None, Some(_)) => "no answer".to_owned(),
        (None, None) => "waiting".to_owned(),
    };
    let mut said = vec![status];
    match &exchange.ended {
        Some((at, end)) => {
            said.push(format!(
                "{} ms",
                format::count((at - exchange.sent).max(0.0) as u64)
            ));
            said.extend(match end {
                End::Closed => None,
                End::Broken(words) => Some(format!("broke off: {words}")),
                End::GivenUp => Some("closed by this page".to_owned()),
            });
        }
        None => said.push("running".to_owned()),
    }
    said.push(format!("{} bytes", format::count(exchange.size() as u64)));
    said.push(format!(
        "{} events",
        format::count(exchange.events() as u64)
    ));
    said.join(" · ")
}

fn pretty(json: &str) -> String {
    serde_json::from_str::<serde_json::Value>(json)
        .map_or_else(|_| json.to_owned(), |value| format!("{value:#}"))
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((at, _)) => format!(
            "{}\n… ({} bytes)",
            &text[..at],
            format::count(text.len() as u64)
        ),
        None => text.to_owned(),
    }
}

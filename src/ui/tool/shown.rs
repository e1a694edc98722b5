//! A piece of a result, by its kind.

use super::chart::ChartView;
use crate::browser::LiveText;
use crate::chat::Shown;
use crate::tool::chart::Chart;
use crate::ui::live::LiveMarkdown;
use leptos::html;
use leptos::prelude::*;
use serde_json::Value;

/// How many rows of a table or of a branch are shown at once.
const PAGE: usize = 200;

/// Small branches of JSON up to this long, in bytes, are open from the start.
const SMALL: usize = 8_192;

#[component]
pub fn ShownResult(shown: Shown) -> AnyView {
    match shown {
        Shown::Text { text } => view! {
            <pre class="result" tabindex="0">
                {text}
            </pre>
        }
        .into_any(),
        Shown::Json { text } => match serde_json::from_str::<Value>(&text) {
            Ok(value) => view! {
                <div class="result json">
                    <Tree name=None value unfolded={text.len() <= SMALL} />
                </div>
            }
            .into_any(),
            Err(_) => view! { <ShownResult shown=Shown::Text { text } /> }.into_any(),
        },
        Shown::Markdown { text } => view! {
            <div class="result">
                <LiveMarkdown text=LiveText::complete(&text) />
            </div>
        }
        .into_any(),
        Shown::Table {
            title,
            columns,
            rows,
        } => view! { <Table title columns rows /> }.into_any(),
        Shown::Image {
            media_type,
            data,
            alt,
        } => {
            let src = format!("data:{media_type};base64,{data}");
            view! { <img class="result" src=src alt=alt /> }.into_any()
        }
        Shown::Chart { spec } => match Chart::read(&spec) {
            Ok(chart) => view! { <ChartView chart /> }.into_any(),
            Err(problem) => {
                let text = format!("{problem}\n{spec:#}");
                view! { <ShownResult shown=Shown::Text { text } /> }.into_any()
            }
        },
        // The call shows them itself, while they happen and afterwards.
        Shown::Steps { .. } => ().into_any(),
    }
}

#[component]
pub fn Table(
    /// May be empty.
    #[prop(optional)]
    title: String,
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
) -> impl IntoView {
    let count = rows.len();
    let rows = StoredValue::new(rows);
    let pages = RwSignal::new(1);
    let table = NodeRef::<html::Div>::new();
    view! {
        <div class="result table" tabindex="0" node_ref=table>
            <table>
                {(!title.is_empty()).then(|| view! { <caption>{title}</caption> })}
                <thead>
                    <tr>
                        {columns
                            .into_iter()
                            .map(|column| view! { <th scope="col">{column}</th> })
                            .collect_view()}
                    </tr>
                </thead>
                <tbody>
                    <For each=move || 0..pages.get() key=|at| *at let(at)>
                        {piece(rows, at)
                            .into_iter()
                            .map(|row| {
                                let cells = row.into_iter().map(|cell| view! { <td>{cell}</td> });
                                view! { <tr>{cells.collect_view()}</tr> }
                            })
                            .collect_view()}
                    </For>
                </tbody>
            </table>
            <More pages count after=table />
        </div>
    }
}

/// What stands on a page of a list.
fn piece<T: Clone + Send + Sync + 'static>(all: StoredValue<Vec<T>>, at: usize) -> Vec<T> {
    all.with_value(|all| all.iter().skip(at * PAGE).take(PAGE).cloned().collect())
}

/// Shows another page, as long as there is one. With the last one the button goes, and the focus to what it stood in.
#[component]
fn More(pages: RwSignal<usize>, count: usize, after: NodeRef<html::Div>) -> impl IntoView {
    let left = move || count.saturating_sub(pages.get() * PAGE);
    let more = move |_| {
        pages.update(|pages| *pages += 1);
        if untrack(left) == 0
            && let Some(after) = after.get_untracked()
        {
            // It is on screen, with the button in it.
            let _ = after.focus();
        }
    };
    view! {
        <Show when=move || left() != 0>
            <button type="button" class="text-button" on:click=more>
                {move || format!("… {} more", left())}
            </button>
        </Show>
    }
}

/// JSON as a tree whose branches open and close. What is in a branch is made when it is first opened, for a result
/// may hold more than a page can.
#[component]
fn Tree(
    name: Option<String>,
    value: Value,
    /// Whether small branches are open from the start.
    unfolded: bool,
) -> AnyView {
    let (kind, children): (_, Vec<(String, Value)>) = match value {
        Value::Array(items) => {
            let items = items.into_iter().enumerate();
            (
                "[]",
                items.map(|(at, item)| (at.to_string(), item)).collect(),
            )
        }
        Value::Object(fields) => ("{}", fields.into_iter().collect()),
        leaf @ (Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)) => {
            return view! {
                <p class="leaf">
                    {name.map(|name| view! { <span class="key">{name}": "</span> })}
                    {leaf.to_string()}
                </p>
            }
            .into_any();
        }
    };
    let count = children.len();
    let open = name.is_none() || (unfolded && count <= 8);
    let seen = RwSignal::new(open);
    let children = StoredValue::new(children);
    view! {
        <details open=open on:toggle=move |_| seen.set(true)>
            <summary>
                {name.map(|name| view! { <span class="key">{name}": "</span> })}
                <span class="count">{kind}" "{count}</span>
            </summary>
            <Show when=move || seen.get()>
                <Branch children unfolded />
            </Show>
        </details>
    }
    .into_any()
}

/// What is in a branch, some of it at a time.
#[component]
fn Branch(children: StoredValue<Vec<(String, Value)>>, unfolded: bool) -> impl IntoView {
    let pages = RwSignal::new(1);
    let count = children.with_value(Vec::len);
    let branch = NodeRef::<html::Div>::new();
    view! {
        <div tabindex="-1" node_ref=branch>
            <For each=move || 0..pages.get() key=|at| *at let(at)>
                {piece(children, at)
                    .into_iter()
                    .map(|(name, value)| view! { <Tree name=Some(name) value unfolded /> })
                    .collect_view()}
            </For>
            <More pages count after=branch />
        </div>
    }
}

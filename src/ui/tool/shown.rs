//! A piece of a result, by its kind.

use super::chart::ChartView;
use crate::browser::LiveText;
use crate::chat::Shown;
use crate::tool::chart::Chart;
use crate::ui::live::LiveMarkdown;
use leptos::prelude::*;
use serde_json::Value;

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
                    <Tree name=None value />
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
    view! {
        <div class="result table" tabindex="0">
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
                    {rows
                        .into_iter()
                        .map(|row| {
                            let cells = row.into_iter().map(|cell| view! { <td>{cell}</td> });
                            view! { <tr>{cells.collect_view()}</tr> }
                        })
                        .collect_view()}
                </tbody>
            </table>
        </div>
    }
}

/// JSON as a tree whose branches open and close.
#[component]
fn Tree(name: Option<String>, value: Value) -> AnyView {
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
    let open = name.is_none() || count <= 8;
    view! {
        <details open=open>
            <summary>
                {name.map(|name| view! { <span class="key">{name}": "</span> })}
                <span class="count">{kind}" "{count}</span>
            </summary>
            {children
                .into_iter()
                .map(|(name, value)| view! { <Tree name=Some(name) value /> })
                .collect_view()}
        </details>
    }
    .into_any()
}

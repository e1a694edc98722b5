//! What came of a run.

use crate::browser::sandbox::{Ending, Level, Line, Report};
use crate::ui::format;
use crate::ui::icon::Icon;
use icondata_lu as lu;
use leptos::prelude::*;

/// The most characters of the console or of a result that are shown.
const SHOWN: usize = 20_000;

#[derive(Clone, PartialEq)]
pub enum Outcome {
    None,
    Running,
    Report(Report),
    /// There was no run, for this reason.
    Error(String),
}

#[component]
pub fn RunReport(outcome: RwSignal<Outcome>) -> impl IntoView {
    view! {
        <section class="run-report" aria-label="Report">
            <div role="status">
                {move || {
                    outcome
                        .with(|outcome| match outcome {
                            Outcome::None => ().into_any(),
                            Outcome::Running => view! { <p>"Running…"</p> }.into_any(),
                            Outcome::Report(report) => headline(report).into_any(),
                            Outcome::Error(error) => failure(error.clone()).into_any(),
                        })
                }}
            </div>
            {move || {
                outcome
                    .with(|outcome| match outcome {
                        Outcome::Report(report) => Some(details(report)),
                        Outcome::None | Outcome::Running | Outcome::Error(_) => None,
                    })
            }}
        </section>
    }
}

fn headline(report: &Report) -> impl IntoView + use<> {
    let took = format!("{} ms", format::count(report.duration.round() as u64));
    let sentence = report.ending.sentence(!report.images.is_empty());
    match &report.ending {
        Ending::Returned(_) => view! {
            <p class="run-headline good">
                <Icon icon=lu::LuCircleCheck />
                <span>{sentence}</span>
                <span class="run-took">{took}</span>
            </p>
        }
        .into_any(),
        Ending::Threw(_)
        | Ending::TimedOut(_)
        | Ending::Stopped
        | Ending::OutOfMemory
        | Ending::Crashed(_) => view! {
            <p class="run-headline bad">
                <Icon icon=lu::LuCircleAlert />
                <span>{sentence}</span>
                <span class="run-took">{took}</span>
            </p>
        }
        .into_any(),
    }
}

fn failure(error: String) -> impl IntoView {
    view! {
        <p class="run-headline bad">
            <Icon icon=lu::LuCircleAlert />
            <span>{error}</span>
        </p>
    }
}

fn details(report: &Report) -> impl IntoView + use<> {
    let result = match &report.ending {
        Ending::Returned(Some(value)) => Some(match value.as_str() {
            Some(text) => text.to_owned(),
            None => format!("{value:#}"),
        }),
        Ending::Returned(None)
        | Ending::Threw(_)
        | Ending::TimedOut(_)
        | Ending::Stopped
        | Ending::OutOfMemory
        | Ending::Crashed(_) => None,
    };
    let images: Vec<_> = report
        .images
        .iter()
        .enumerate()
        .map(|(at, image)| {
            let source = format!("data:{};base64,{}", image.media_type, image.data);
            view! { <img src=source alt=format!("Image {}", at + 1) /> }
        })
        .collect();
    let has_images = !images.is_empty();
    view! {
        {result
            .map(|text| {
                view! {
                    <section aria-label="Result">
                        <h4>"Result"</h4>
                        <pre tabindex="0">{cut(&text)}</pre>
                    </section>
                }
            })}
        {has_images
            .then(|| {
                view! {
                    <section aria-label="Images">
                        <h4>"Images"</h4>
                        <div class="run-images">{images}</div>
                    </section>
                }
            })}
        {(!report.console.is_empty())
            .then(|| {
                view! {
                    <section aria-label="Console">
                        <h4>"Console"</h4>
                        <pre tabindex="0">{console(&report.console)}</pre>
                    </section>
                }
            })}
        {report
            .notices()
            .into_iter()
            .map(|notice| view! { <p class="field-note">{notice}</p> })
            .collect_view()}
    }
}

/// The lines, each with the colour of its level; the level stands in it as a word too.
fn console(lines: &[Line]) -> impl IntoView + use<> {
    let mut left = SHOWN;
    let mut views = Vec::new();
    for line in lines {
        if left == 0 {
            views.push(view! { <span class="run-line">"…"</span> }.into_any());
            break;
        }
        let text: String = line.to_string().chars().take(left).collect();
        left -= text.chars().count().min(left);
        let class = match line.level {
            Level::Error => "run-line bad",
            Level::Warn => "run-line warn",
            Level::Debug | Level::Log | Level::Info => "run-line",
        };
        views.push(view! { <span class=class>{text}"\n"</span> }.into_any());
    }
    views
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

//! A chart, drawn, with its data beside it for those who cannot or do not want to read it off a picture.

use super::shown::Table;
use crate::tool::chart::{Chart, Kind, Shape, drawing, number, swatch};
use leptos::prelude::*;

/// Pixels that a chart is laid out for, on a phone and elsewhere. It shrinks with its place, never grows.
const NARROW: f64 = 320.0;
const WIDE: f64 = 600.0;

#[component]
pub fn ChartView(chart: Chart) -> impl IntoView {
    let room = window().inner_width().ok().and_then(|width| width.as_f64());
    let width = if room.is_some_and(|room| room < 600.0) {
        NARROW
    } else {
        WIDE
    };
    let drawing = drawing(&chart, width);
    let (columns, rows) = chart.table();
    let summary = chart.summary();
    let title = match chart.title.is_empty() {
        true => "Chart".to_owned(),
        false => chart.title.clone(),
    };
    view! {
        <figure class="result chart">
            <figcaption>{title.clone()}</figcaption>
            <svg
                role="img"
                aria-label=format!("{title}. {summary}")
                viewBox=format!("0 0 {} {}", drawing.width, drawing.height)
                style:max-width=format!("{}px", drawing.width)
            >
                {shapes(drawing.shapes)}
            </svg>
            <Legend chart />
            <details>
                <summary>"Show data"</summary>
                <Table columns rows />
            </details>
        </figure>
    }
}

/// Names what the forms and colours stand for. One series needs no name but its chart's.
#[component]
fn Legend(chart: Chart) -> impl IntoView {
    let entries: Vec<(String, AnyView)> = match chart.kind {
        Kind::Pie => {
            let values = &chart.series[0].values;
            let sum: f64 = values.iter().sum();
            let entry = |(at, (label, value)): (usize, (&String, &f64))| {
                let text = format!(
                    "{label}: {} ({} %)",
                    number(*value),
                    number((value / sum * 1_000.0).round() / 10.0)
                );
                let slice = format!("swatch s{}", at % crate::tool::chart::MOST_SERIES);
                (text, view! { <span class=slice>{at + 1}</span> }.into_any())
            };
            chart
                .labels
                .iter()
                .zip(values)
                .enumerate()
                .map(entry)
                .collect()
        }
        Kind::Bar | Kind::Line | Kind::Scatter if chart.series.len() > 1 => {
            let entry = |(at, series): (usize, &crate::tool::chart::Series)| {
                let swatch = view! { <svg viewBox="0 0 24 14">{shapes(swatch(&chart, at))}</svg> };
                (series.name.clone(), swatch.into_any())
            };
            chart.series.iter().enumerate().map(entry).collect()
        }
        Kind::Bar | Kind::Line | Kind::Scatter => vec![],
    };
    // The picture's name says all of it.
    (!entries.is_empty()).then(|| {
        view! {
            <ul class="legend" aria-hidden="true">
                {entries
                    .into_iter()
                    .map(|(text, swatch)| view! { <li>{swatch} {text}</li> })
                    .collect_view()}
            </ul>
        }
    })
}

fn shapes(shapes: Vec<Shape>) -> Vec<AnyView> {
    let shape = |shape| match shape {
        Shape::Path { class, d } => view! { <path class=class d=d /> }.into_any(),
        Shape::Text { class, x, y, text } => view! {
            <text class=class x=x.to_string() y=y.to_string()>
                {text}
            </text>
        }
        .into_any(),
    };
    shapes.into_iter().map(shape).collect()
}

//! Where everything of a chart stands. Units are CSS pixels at the width asked for.

use super::scale::{Scale, number};
use super::series::{bar, marker};
use super::{Chart, Kind, pie};
use std::fmt::Write;

#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    pub width: f64,
    pub height: f64,
    /// The later ones cover the earlier ones.
    pub shapes: Vec<Shape>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    Path {
        /// For the style sheet: what it is, and `s0` to `s7` for the series it belongs to.
        class: String,
        /// As in SVG's attribute `d`.
        d: String,
    },
    Text {
        /// Its anchor: `start`, `middle` or `end`.
        class: &'static str,
        x: f64,
        /// Of the baseline.
        y: f64,
        text: String,
    },
}

impl Shape {
    pub(super) fn path(kind: &str, series: usize, d: String) -> Self {
        Self::Path {
            class: format!("{kind} s{series}"),
            d,
        }
    }

    pub(super) fn text(class: &'static str, (x, y): (f64, f64), text: String) -> Self {
        Self::Text { class, x, y, text }
    }

    fn rule(class: &str, d: String) -> Self {
        Self::Path {
            class: class.to_owned(),
            d,
        }
    }
}

/// Lays a chart out, `width` pixels wide.
pub fn drawing(chart: &Chart, width: f64) -> Drawing {
    match chart.kind {
        Kind::Pie => pie::drawing(chart, width),
        Kind::Bar | Kind::Line | Kind::Scatter => axes(chart, width),
    }
}

/// A line of text, and the mean width of a letter of it.
const LINE: f64 = 18.0;
const LETTER: f64 = 6.6;
/// Longest text under a value, in letters.
const LONGEST_LABEL: usize = 16;
/// More points than these are a line without marks.
const MOST_MARKS: usize = 40;

/// Where values stand.
struct Plot<'a> {
    chart: &'a Chart,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    y: Scale,
    /// Only where values stand at numbers.
    x: Option<Scale>,
}

fn axes(chart: &Chart, width: f64) -> Drawing {
    let values = chart
        .series
        .iter()
        .flat_map(|series| series.values.iter().copied());
    let y = Scale::over(values, chart.kind == Kind::Bar, 5);
    let x = (chart.kind == Kind::Scatter).then(|| {
        let places = chart
            .series
            .iter()
            .flat_map(|series| series.x.iter().copied());
        Scale::over(places, false, if width < 450.0 { 4 } else { 7 })
    });
    let widest = y.ticks.iter().map(|tick| letters(&number(*tick))).max();
    let height = (width * 0.6).clamp(220.0, 340.0);
    let below = if chart.x_label.is_empty() { 1.4 } else { 2.5 };
    let plot = Plot {
        chart,
        left: widest.unwrap_or(1) as f64 * LETTER + 10.0,
        right: width - 12.0,
        top: if chart.y_label.is_empty() {
            10.0
        } else {
            10.0 + LINE
        },
        bottom: height - below * LINE,
        y,
        x,
    };
    let mut shapes = plot.grid();
    match chart.kind {
        Kind::Bar => plot.bars(&mut shapes),
        Kind::Line => plot.lines(&mut shapes),
        Kind::Scatter | Kind::Pie => plot.points(&mut shapes),
    }
    if !chart.y_label.is_empty() {
        let most = (width / LETTER) as usize;
        shapes.push(Shape::text(
            "start",
            (0.0, LINE - 6.0),
            cut(&chart.y_label, most),
        ));
    }
    if !chart.x_label.is_empty() {
        let middle = f64::midpoint(plot.left, plot.right);
        let most = ((plot.right - plot.left) / LETTER) as usize;
        shapes.push(Shape::text(
            "middle",
            (middle, height - 5.0),
            cut(&chart.x_label, most),
        ));
    }
    Drawing {
        width,
        height,
        shapes,
    }
}

impl Plot<'_> {
    fn y(&self, value: f64) -> f64 {
        self.bottom - self.y.place(value) * (self.bottom - self.top)
    }

    /// The middle of the room for the value at an index.
    fn slot(&self, at: usize) -> f64 {
        self.left + (at as f64 + 0.5) * self.slot_width()
    }

    fn slot_width(&self) -> f64 {
        (self.right - self.left) / self.chart.labels.len().max(1) as f64
    }

    fn grid(&self) -> Vec<Shape> {
        let mut shapes = Vec::new();
        for tick in &self.y.ticks {
            let y = self.y(*tick);
            let class = if *tick == 0.0 { "axis" } else { "grid" };
            shapes.push(Shape::rule(
                class,
                format!("M{:.1},{y:.1}H{:.1}", self.left, self.right),
            ));
            shapes.push(Shape::text(
                "end",
                (self.left - 6.0, y + 4.0),
                number(*tick),
            ));
        }
        let line = self.bottom + LINE;
        match &self.x {
            Some(scale) => {
                for tick in &scale.ticks {
                    let x = self.left + scale.place(*tick) * (self.right - self.left);
                    shapes.push(Shape::rule(
                        "grid",
                        format!("M{x:.1},{:.1}V{:.1}", self.top, self.bottom),
                    ));
                    shapes.push(Shape::text("middle", (x, line), number(*tick)));
                }
            }
            None => {
                let longest = self.chart.labels.iter().map(|label| letters(label)).max();
                let wanted = longest.unwrap_or(0).clamp(1, LONGEST_LABEL) as f64 * LETTER + 10.0;
                let every = ((wanted / self.slot_width()).ceil() as usize).max(1);
                let room = (every as f64 * self.slot_width() / LETTER) as usize;
                for (at, label) in self.chart.labels.iter().enumerate().step_by(every) {
                    shapes.push(Shape::text(
                        "middle",
                        (self.slot(at), line),
                        cut(label, room),
                    ));
                }
            }
        }
        shapes
    }

    fn bars(&self, shapes: &mut Vec<Shape>) {
        let count = self.chart.series.len() as f64;
        let width = (self.slot_width() * 0.8 / count).min(60.0);
        let zero = self.y(0.0);
        for at in 0..self.chart.labels.len() {
            let start = self.slot(at) - width * count / 2.0;
            for (number, series) in self.chart.series.iter().enumerate() {
                let end = self.y(series.values[at]);
                let x = start + number as f64 * width;
                shapes.extend(bar(number, (x, zero.min(end), width, (zero - end).abs())));
            }
        }
    }

    fn lines(&self, shapes: &mut Vec<Shape>) {
        for (number, series) in self.chart.series.iter().enumerate() {
            let points = || {
                series
                    .values
                    .iter()
                    .enumerate()
                    .map(|(at, value)| (self.slot(at), self.y(*value)))
            };
            let mut path = String::new();
            for (at, (x, y)) in points().enumerate() {
                let _ = write!(path, "{}{x:.1},{y:.1}", if at == 0 { 'M' } else { 'L' });
            }
            shapes.push(Shape::path("line", number, path));
            // Of many points, some are marked, so that the form still tells the series.
            let every = series.values.len().div_ceil(MOST_MARKS);
            shapes.extend(points().step_by(every).map(|point| marker(number, point)));
        }
    }

    fn points(&self, shapes: &mut Vec<Shape>) {
        let Some(scale) = &self.x else {
            return;
        };
        for (number, series) in self.chart.series.iter().enumerate() {
            for (x, value) in series.x.iter().zip(&series.values) {
                let x = self.left + scale.place(*x) * (self.right - self.left);
                shapes.push(marker(number, (x, self.y(*value))));
            }
        }
    }
}

/// How wide a text is, in letters; an ideograph is as wide as two.
fn letters(text: &str) -> usize {
    text.chars()
        .map(|c| if c >= '\u{2e80}' { 2 } else { 1 })
        .sum()
}

/// A text cut to a width in letters.
fn cut(text: &str, most: usize) -> String {
    if letters(text) <= most {
        return text.to_owned();
    }
    let mut cut = String::new();
    let mut room = most.max(2) - 1;
    for c in text.chars() {
        let width = if c >= '\u{2e80}' { 2 } else { 1 };
        if width > room {
            break;
        }
        room -= width;
        cut.push(c);
    }
    cut.trim_end().to_owned() + "…"
}

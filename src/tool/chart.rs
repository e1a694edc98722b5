//! A chart as a model describes it, checked, and as lines and texts to draw.

mod draw;
mod pie;
mod scale;
mod series;

pub use draw::{Drawing, Shape, drawing};
pub use scale::number;
pub use series::swatch;

use serde_json::Value;

#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    pub kind: Kind,
    pub title: String,
    /// What the axes stand for; empty where nothing is said.
    pub x_label: String,
    pub y_label: String,
    /// One per value; a scatter chart has none.
    pub labels: Vec<String>,
    /// At least one, with at least one value.
    pub series: Vec<Series>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Bar,
    Line,
    Pie,
    Scatter,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    pub name: String,
    /// Finite.
    pub values: Vec<f64>,
    /// Where the values stand in a scatter chart; else empty.
    pub x: Vec<f64>,
}

/// More cannot be told apart.
pub const MOST_SERIES: usize = 8;
pub const MOST_VALUES: usize = 1_000;
/// Bars in all, and slices: more would be too thin.
pub const MOST_BARS: usize = 200;
pub const MOST_SLICES: usize = 12;
/// Longest title, name or label, in characters; the rest is cut.
const LONGEST_TEXT: usize = 200;

impl Chart {
    /// Reads the arguments of the tool `show_chart`.
    ///
    /// # Errors
    /// Says what is wrong, for a model to mend.
    pub fn read(spec: &Value) -> Result<Self, String> {
        let kind = match spec["kind"].as_str() {
            Some("bar") => Kind::Bar,
            Some("line") => Kind::Line,
            Some("pie") => Kind::Pie,
            Some("scatter") => Kind::Scatter,
            _ => return Err("`kind` must be bar, line, pie or scatter.".to_owned()),
        };
        let chart = Self {
            kind,
            title: text(&spec["title"]),
            x_label: text(&spec["x_label"]),
            y_label: text(&spec["y_label"]),
            labels: items(&spec["labels"]).iter().map(label).collect(),
            series: items(&spec["series"])
                .iter()
                .enumerate()
                .map(|(at, series)| read_series(at, series))
                .collect::<Result<_, _>>()?,
        };
        chart.check()?;
        Ok(chart)
    }

    fn check(&self) -> Result<(), String> {
        if self.series.is_empty() {
            return Err("`series` is empty: there is nothing to show.".to_owned());
        }
        if self.series.len() > MOST_SERIES {
            return Err(format!(
                "{} series are too many to tell apart; {MOST_SERIES} are possible.",
                self.series.len()
            ));
        }
        for series in &self.series {
            self.check_series(series)?;
        }
        let bars = self.series.len() * self.labels.len();
        if self.kind == Kind::Bar && bars > MOST_BARS {
            return Err(format!(
                "{bars} bars are too many; {MOST_BARS} are possible. Use a line chart, or fewer values."
            ));
        }
        if self.kind == Kind::Pie {
            let values = &self.series[0].values;
            if self.series.len() > 1 {
                return Err("A pie chart shows one series. Use a bar chart for several.".to_owned());
            }
            if values.len() > MOST_SLICES {
                return Err(format!(
                    "A pie chart has at most {MOST_SLICES} values. Join the small ones, or use a bar chart."
                ));
            }
            let sum: f64 = values.iter().sum();
            if values.iter().any(|value| *value < 0.0) || sum <= 0.0 || !sum.is_finite() {
                return Err("A pie chart shows parts of a whole: no value below 0, and not all 0. Use a bar chart.".to_owned());
            }
        }
        Ok(())
    }

    fn check_series(&self, series: &Series) -> Result<(), String> {
        let (name, count) = (&series.name, series.values.len());
        if count == 0 {
            return Err(format!("The series {name:?} has no values."));
        }
        if count > MOST_VALUES {
            return Err(format!(
                "The series {name:?} has {count} values; {MOST_VALUES} are possible."
            ));
        }
        let (places, what) = match self.kind {
            Kind::Scatter => (series.x.len(), "`x` values"),
            Kind::Bar | Kind::Line | Kind::Pie => (self.labels.len(), "`labels`"),
        };
        match places == count {
            true => Ok(()),
            false => Err(format!(
                "The series {name:?} has {count} values, but there are {places} {what}."
            )),
        }
    }

    /// The data as columns and rows.
    pub fn table(&self) -> (Vec<String>, Vec<Vec<String>>) {
        let named = |name: &str, other: &str| match name.is_empty() {
            true => other.to_owned(),
            false => name.to_owned(),
        };
        if self.kind == Kind::Scatter {
            let columns = vec![
                "Series".to_owned(),
                named(&self.x_label, "x"),
                named(&self.y_label, "y"),
            ];
            let rows = self.series.iter().flat_map(|series| {
                let points = series.x.iter().zip(&series.values);
                points.map(|(x, y)| vec![series.name.clone(), x.to_string(), y.to_string()])
            });
            return (columns, rows.collect());
        }
        let mut columns = vec![named(&self.x_label, "Label")];
        columns.extend(self.series.iter().map(|series| series.name.clone()));
        let row = |(at, label): (usize, &String)| {
            let mut row = vec![label.clone()];
            row.extend(
                self.series
                    .iter()
                    .map(|series| series.values[at].to_string()),
            );
            row
        };
        (columns, self.labels.iter().enumerate().map(row).collect())
    }

    /// What the chart shows, in a sentence per series, for those who do not see it.
    pub fn summary(&self) -> String {
        let kind = match self.kind {
            Kind::Bar => "Bar chart",
            Kind::Line => "Line chart",
            Kind::Pie => "Pie chart",
            Kind::Scatter => "Scatter chart",
        };
        let mut summary = format!("{kind}.");
        for series in &self.series {
            let ordered = |a: &(usize, f64), b: &(usize, f64)| a.1.total_cmp(&b.1);
            let values = || series.values.iter().copied().enumerate();
            let (Some(low), Some(high)) = (values().min_by(ordered), values().max_by(ordered))
            else {
                continue;
            };
            let place = |at: usize| match self.labels.get(at) {
                Some(label) => format!(" at {label}"),
                None => String::new(),
            };
            summary += &format!(
                " {}: {} values, lowest {}{}, highest {}{}.",
                series.name,
                series.values.len(),
                number(low.1),
                place(low.0),
                number(high.1),
                place(high.0)
            );
        }
        summary
    }
}

fn read_series(at: usize, series: &Value) -> Result<Series, String> {
    let name = match text(&series["name"]) {
        name if name.is_empty() => format!("Series {}", at + 1),
        name => name,
    };
    let numbers = |key: &str| -> Result<Vec<f64>, String> {
        let values = items(&series[key]).iter();
        values
            .map(|value| {
                let number = value.as_f64().filter(|number| number.is_finite());
                number.ok_or_else(|| {
                    format!("{value} in `{key}` of the series {name:?} is not a number.")
                })
            })
            .collect()
    };
    Ok(Series {
        values: numbers("values")?,
        x: numbers("x")?,
        name,
    })
}

fn items(list: &Value) -> &[Value] {
    list.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn text(value: &Value) -> String {
    let text = value.as_str().unwrap_or_default().trim();
    text.chars().take(LONGEST_TEXT).collect()
}

/// Years and the like come as numbers.
fn label(value: &Value) -> String {
    match value {
        Value::String(_) => text(value),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            text(&Value::String(value.to_string()))
        }
    }
}

#[cfg(test)]
mod tests;

//! A pie: slices with numbers that stand in the legend as well.

use super::Chart;
use super::draw::{Drawing, Shape};
use std::f64::consts::TAU;

/// A slice narrower than this, as a part of the whole, has its number outside.
const NARROW: f64 = 0.04;

pub(super) fn drawing(chart: &Chart, width: f64) -> Drawing {
    let height = width.clamp(200.0, 300.0);
    let (x, y) = (width / 2.0, height / 2.0);
    let radius = height / 2.0 - 24.0;
    let values = &chart.series[0].values;
    let sum: f64 = values.iter().sum();
    let on_circle = |part: f64, radius: f64| {
        let angle = part * TAU;
        (x + angle.sin() * radius, y - angle.cos() * radius)
    };
    let mut shapes = Vec::new();
    let mut numbers = Vec::new();
    let mut start = 0.0;
    // Numbers of narrow neighbours stand at two distances, so that they do not cover each other.
    let mut was_far = false;
    for (at, value) in values.iter().enumerate() {
        let part = value / sum;
        if part == 0.0 {
            continue;
        }
        let series = at % super::MOST_SERIES;
        let end = start + part;
        let path = match part > 0.9999 {
            true => format!(
                "M{x:.1},{:.1}a{radius:.1},{radius:.1},0,1,0,0.1,0z",
                y - radius
            ),
            false => {
                let ((a, b), (c, d)) = (on_circle(start, radius), on_circle(end, radius));
                let large = u8::from(part > 0.5);
                format!(
                    "M{x:.1},{y:.1}L{a:.1},{b:.1}A{radius:.1},{radius:.1},0,{large},1,{c:.1},{d:.1}z"
                )
            }
        };
        shapes.push(Shape::path("slice", series, path));
        was_far = part < NARROW && !was_far;
        let (class, distance) = match part < NARROW {
            true if was_far => ("middle", radius + 16.0),
            true => ("middle", radius + 6.0),
            false => ("middle inside", radius * 0.7),
        };
        let (a, b) = on_circle(start + part / 2.0, distance);
        numbers.push(Shape::text(class, (a, b + 4.0), (at + 1).to_string()));
        start = end;
    }
    shapes.append(&mut numbers);
    Drawing {
        width,
        height,
        shapes,
    }
}

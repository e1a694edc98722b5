//! What tells series apart besides colour: hatching, markers, dashes.

use super::draw::Shape;
use super::{Chart, Kind};
use std::fmt::Write;

/// A little picture for the legend, 24 by 14 units.
pub fn swatch(chart: &Chart, series: usize) -> Vec<Shape> {
    match chart.kind {
        Kind::Bar | Kind::Pie => bar(series, (1.0, 1.0, 22.0, 12.0)),
        Kind::Line => vec![
            Shape::path("line", series, "M0,7H24".to_owned()),
            marker(series, (12.0, 7.0)),
        ],
        Kind::Scatter => vec![marker(series, (12.0, 7.0))],
    }
}

/// A bar at (x, y) with width and height, hatched.
pub(super) fn bar(series: usize, (x, y, width, height): (f64, f64, f64, f64)) -> Vec<Shape> {
    let outline = format!("M{x:.1},{y:.1}h{width:.1}v{height:.1}h{:.1}z", -width);
    let mut shapes = vec![Shape::path("bar", series, outline)];
    let hatching = hatching(series, (x, y, width, height));
    if !hatching.is_empty() {
        shapes.push(Shape::path("hatch", series, hatching));
    }
    shapes
}

/// Distance between the lines of a hatching.
const GAP: f64 = 5.0;

fn hatching(series: usize, (x, y, width, height): (f64, f64, f64, f64)) -> String {
    let mut path = String::new();
    let kinds: &[char] = match series {
        0 => &[],
        1 => &['/'],
        2 => &['-'],
        3 => &['\\'],
        4 => &['|'],
        5 => &['/', '\\'],
        6 => &['-', '|'],
        _ => &['-', '/'],
    };
    let steps = |length: f64| (1..).map(|step| f64::from(step) * GAP).take_while(move |at| *at < length);
    for kind in kinds {
        match kind {
            '-' => steps(height).for_each(|at| drop(write!(path, "M{x:.1},{:.1}h{width:.1}", y + height - at))),
            '|' => steps(width).for_each(|at| drop(write!(path, "M{:.1},{y:.1}v{height:.1}", x + at))),
            kind => steps(width + height).for_each(|at| {
                // From the left or lower edge to the upper or right one, and the same mirrored.
                let from = ((at - height).max(0.0), at.min(height));
                let to = (at.min(width), (at - width).max(0.0));
                let place = |(across, down): (f64, f64)| match kind {
                    '/' => (x + across, y + down),
                    _ => (x + across, y + height - down),
                };
                let ((a, b), (c, d)) = (place(from), place(to));
                drop(write!(path, "M{a:.1},{b:.1}L{c:.1},{d:.1}"));
            }),
        }
    }
    path
}

/// A mark around a point.
pub(super) fn marker(series: usize, (x, y): (f64, f64)) -> Shape {
    let form = match series {
        0 => "m-4,0a4,4,0,1,0,8,0a4,4,0,1,0,-8,0z",
        1 => "m-3.5,-3.5h7v7h-7z",
        2 => "m0,-4.5l4.5,8h-9z",
        3 => "m0,-5l5,5l-5,5l-5,-5z",
        4 => "m0,4.5l4.5,-8h-9z",
        5 => "m-1.5,-4.5h3v3h3v3h-3v3h-3v-3h-3v-3h3z",
        6 => "m-5,-2h10v4h-10z",
        _ => "m-2,-5h4v10h-4z",
    };
    Shape::path("mark", series, format!("M{x:.1},{y:.1}{form}"))
}

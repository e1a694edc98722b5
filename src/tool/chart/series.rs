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
    for kind in kinds {
        let length = match kind {
            '-' => height,
            '|' => width,
            _ => width + height,
        };
        for at in (1..)
            .map(|step| f64::from(step) * GAP)
            .take_while(|at| *at < length)
        {
            // From the left or lower edge to the upper or right one, and the same mirrored.
            let from = ((at - height).max(0.0), at.min(height));
            let to = (at.min(width), (at - width).max(0.0));
            let ((a, b), (c, d)) = match kind {
                '-' => ((0.0, height - at), (width, height - at)),
                '|' => ((at, 0.0), (at, height)),
                '/' => (from, to),
                _ => ((from.0, height - from.1), (to.0, height - to.1)),
            };
            let _ = write!(path, "M{:.1},{:.1}L{:.1},{:.1}", x + a, y + b, x + c, y + d);
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

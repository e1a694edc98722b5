use super::{Chart, Drawing, Kind, Shape, drawing, swatch};
use expect_test::{Expect, expect};
use serde_json::{Value, json};

fn chart(kind: &str, labels: &[&str], series: &[(&str, &[f64])]) -> Value {
    let series: Vec<_> = series
        .iter()
        .map(|(name, values)| json!({ "name": name, "values": values }))
        .collect();
    json!({ "kind": kind, "title": "Title", "labels": labels, "series": series })
}

fn read(spec: &Value) -> Chart {
    Chart::read(spec).unwrap_or_else(|error| panic!("{error}: {spec}"))
}

#[expect(clippy::needless_pass_by_value, reason = "calls read better")]
fn refused(spec: Value, expected: Expect) {
    expected.assert_eq(&Chart::read(&spec).unwrap_err());
}

#[test]
fn what_cannot_be_drawn_is_refused_with_the_reason() {
    refused(
        json!({}),
        expect!["`kind` must be bar, line, pie or scatter."],
    );
    refused(
        chart("bar", &[], &[]),
        expect!["`series` is empty: there is nothing to show."],
    );
    refused(
        chart("line", &[], &[("a", &[])]),
        expect![[r#"The series "a" has no values."#]],
    );
    refused(
        chart("line", &["x"], &[("a", &[1.0, 2.0])]),
        expect![[r#"The series "a" has 2 values, but there are 1 `labels`."#]],
    );
    refused(
        chart("scatter", &["x"], &[("", &[1.0])]),
        expect![[r#"The series "Series 1" has 1 values, but there are 0 `x` values."#]],
    );
    refused(
        json!({ "kind": "line", "labels": ["x"], "series": [{ "name": "a", "values": ["NaN"] }] }),
        expect![[r#""NaN" in `values` of the series "a" is not a number."#]],
    );
    refused(
        chart("pie", &["x", "y"], &[("a", &[1.0, -1.0])]),
        expect![
            "A pie chart shows parts of a whole: no value below 0, and not all 0. Use a bar chart."
        ],
    );
    refused(
        chart("pie", &["x"], &[("a", &[0.0])]),
        expect![
            "A pie chart shows parts of a whole: no value below 0, and not all 0. Use a bar chart."
        ],
    );
    let one: &[f64] = &[1.0];
    refused(
        chart("line", &["x"], &[("a", one); 9]),
        expect!["9 series are too many to tell apart; 8 are possible."],
    );
    refused(
        chart("pie", &["x"], &[("a", one); 2]),
        expect!["A pie chart shows one series. Use a bar chart for several."],
    );
    let (labels, values) = (vec!["x"; 1_001], vec![1.0; 1_001]);
    refused(
        chart("line", &labels, &[("a", &values)]),
        expect![[r#"The series "a" has 1001 values; 1000 are possible."#]],
    );
    refused(
        chart("bar", &labels[..201], &[("a", &values[..201])]),
        expect!["201 bars are too many; 200 are possible. Use a line chart, or fewer values."],
    );
    refused(
        chart("pie", &labels[..13], &[("a", &values[..13])]),
        expect!["A pie chart has at most 12 values. Join the small ones, or use a bar chart."],
    );
}

#[test]
fn the_data_is_a_table_too() {
    let mut spec = chart(
        "bar",
        &["Mon", "Tue"],
        &[("Sun", &[1.5, 2.0]), ("Rain", &[3.0, -4.0])],
    );
    spec["x_label"] = json!("Day");
    let chart = read(&spec);
    let (columns, rows) = chart.table();
    assert_eq!(columns, ["Day", "Sun", "Rain"]);
    assert_eq!(rows, [["Mon", "1.5", "3"], ["Tue", "2", "-4"]]);
    assert_eq!(
        chart.summary(),
        "Bar chart. Sun: 2 values, lowest 1.5 at Mon, highest 2 at Tue. Rain: 2 values, lowest \u{2212}4 at Tue, highest 3 at Mon."
    );
    let scatter = read(
        &json!({ "kind": "scatter", "series": [{ "name": "a", "x": [1, 2], "values": [3, 4] }] }),
    );
    assert_eq!(scatter.table().1, [["a", "1", "3"], ["a", "2", "4"]]);
}

#[test]
fn labels_may_be_numbers() {
    let spec = json!({ "kind": "line", "labels": [2024, 2025], "series": [{ "values": [1, 2] }] });
    assert_eq!(read(&spec).labels, ["2024", "2025"]);
}

/// Every number of a drawing, by kind of shape.
fn numbers(drawing: &Drawing) -> Vec<f64> {
    let mut numbers = vec![];
    for shape in &drawing.shapes {
        match shape {
            Shape::Text { x, y, .. } => numbers.extend([*x, *y]),
            Shape::Path { d, .. } => numbers.extend(
                d.split(|c: char| !c.is_ascii_digit() && c != '.' && c != '-')
                    .filter(|number| !number.is_empty())
                    .map(|number| {
                        number
                            .parse::<f64>()
                            .unwrap_or_else(|_| panic!("{number} in {d}"))
                    }),
            ),
        }
    }
    numbers
}

#[test]
fn everything_stands_inside_at_every_width() {
    let many: Vec<f64> = (0..1_000).map(|at| f64::from(at % 37) - 18.0).collect();
    let names: Vec<String> = (0..1_000)
        .map(|at| format!("A label that is rather long {at}"))
        .collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let huge: &[f64] = &[f64::MAX, f64::MIN, 0.0];
    let specs = [
        chart("line", &names, &[("a", &many)]),
        chart("line", &names[..1], &[("a", &[4.0])]),
        chart("bar", &names[..1], &[("a", &[-4.0])]),
        chart("bar", &names[..3], &[("a", &[0.0, 0.0, 0.0])]),
        chart("bar", &names[..25], &[("a", &many[..25]); 8]),
        chart("bar", &names[..3], &[("a", huge)]),
        chart("line", &names[..3], &[("a", huge)]),
        chart(
            "pie",
            &names[..12],
            &[(
                "a",
                &[900.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0],
            )],
        ),
        chart("pie", &names[..1], &[("a", &[3.0])]),
        json!({ "kind": "scatter", "y_label": "字".repeat(300), "series": [{ "x": [1, 1e9], "values": [-3, 4] }] }),
    ];
    for spec in specs {
        let chart = read(&spec);
        for width in [280.0, 340.0, 640.0] {
            let drawing = drawing(&chart, width);
            assert!(!drawing.shapes.is_empty());
            for number in numbers(&drawing) {
                assert!(
                    number.is_finite() && number.abs() <= width + 1.0,
                    "{number} at {width}: {spec}"
                );
            }
            for shape in &drawing.shapes {
                if let Shape::Text { x, y, .. } = shape {
                    assert!(
                        (0.0..=width).contains(x) && (0.0..=drawing.height).contains(y),
                        "{shape:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn labels_that_have_no_room_are_left_out_or_cut() {
    let names: Vec<String> = (0..100).map(|at| format!("Number {at}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let values: Vec<f64> = (0..100).map(f64::from).collect();
    let drawing = drawing(&read(&chart("line", &names, &[("a", &values)])), 340.0);
    let places: Vec<f64> = drawing
        .shapes
        .iter()
        .filter_map(|shape| match shape {
            Shape::Text { text, x, .. } if text.starts_with("Number") => Some(*x),
            Shape::Text { .. } | Shape::Path { .. } => None,
        })
        .collect();
    assert!((2..=5).contains(&places.len()), "{places:?}");
    assert!(
        places.windows(2).all(|pair| pair[1] - pair[0] > 60.0),
        "{places:?}"
    );
}

#[test]
fn a_bar_reaches_from_zero_to_its_value() {
    let drawing = drawing(
        &read(&chart("bar", &["a", "b"], &[("s", &[10.0, -10.0])])),
        400.0,
    );
    let bars: Vec<(f64, f64)> = drawing
        .shapes
        .iter()
        .filter_map(|shape| match shape {
            Shape::Path { class, d } if class == "bar s0" => {
                let numbers: Vec<f64> = d
                    .split(|c: char| !c.is_ascii_digit() && c != '.' && c != '-')
                    .filter_map(|number| number.parse().ok())
                    .collect();
                Some((numbers[1], numbers[3]))
            }
            Shape::Path { .. } | Shape::Text { .. } => None,
        })
        .collect();
    let [(above, height), (below, depth)] = bars[..] else {
        panic!("{bars:?}");
    };
    assert!((height - depth).abs() < 0.2, "{bars:?}");
    assert!(
        (above + height - below).abs() < 0.2,
        "both stand at zero: {bars:?}"
    );
}

#[test]
fn series_differ_in_form_not_only_in_colour() {
    for kind in [Kind::Bar, Kind::Line, Kind::Scatter] {
        let mut chart = read(&chart("bar", &["a"], &[("s", &[1.0])]));
        chart.kind = kind;
        let forms: std::collections::BTreeSet<String> = (0..8)
            .map(|series| {
                let shapes = swatch(&chart, series);
                let paths = shapes.iter().map(|shape| match shape {
                    Shape::Path { d, .. } => d.as_str(),
                    Shape::Text { text, .. } => text.as_str(),
                });
                paths.collect()
            })
            .collect();
        assert_eq!(forms.len(), 8, "{kind:?}");
    }
}

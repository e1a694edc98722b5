//! A call's arguments as a person reads them, also while the model is still writing them.

use serde_json::{Map, Value};

/// A line for each argument; texts as they are, and indented where they have several lines. What is no JSON object stays
/// as it is.
pub fn readable(arguments: &str) -> String {
    let raw = arguments.trim();
    let whole = serde_json::from_str(raw).ok();
    match whole.or_else(|| so_far(raw)) {
        Some(Value::Object(arguments)) => lines(&arguments),
        Some(_) | None => raw.to_owned(),
    }
}

fn lines(arguments: &Map<String, Value>) -> String {
    let line = |(name, value): (&String, &Value)| {
        let text = match value {
            Value::String(text) => text.clone(),
            other => format!("{other:#}"),
        };
        match text.contains('\n') {
            true => format!("{name}:\n  {}", text.replace('\n', "\n  ")),
            false => format!("{name}: {text}"),
        }
    };
    arguments.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// What stands in the place of the next token.
#[derive(Clone, Copy, PartialEq)]
enum Next {
    Key,
    Colon,
    Value,
    Comma,
}

/// The value of which `text` is the beginning, without what is not complete; a text counts as far as it goes.
fn so_far(text: &str) -> Option<Value> {
    let mut open: Vec<(char, Next)> = vec![];
    // Where the text can be cut, and what closes it there.
    let mut cut: Option<(usize, String)> = None;
    let closers = |open: &[(char, Next)]| open.iter().rev().map(|(close, _)| *close).collect();
    let mut rest = text.char_indices().peekable();
    while let Some((at, char)) = rest.next() {
        match char {
            '{' | '[' => {
                if let Some((_, next)) = open.last_mut() {
                    *next = Next::Comma;
                }
                open.push(match char {
                    '{' => ('}', Next::Key),
                    _ => (']', Next::Value),
                });
                cut = Some((at + 1, closers(&open)));
            }
            '}' | ']' => {
                open.pop();
                cut = Some((at + 1, closers(&open)));
            }
            ',' => {
                if let Some((close, next)) = open.last_mut() {
                    *next = if *close == '}' {
                        Next::Key
                    } else {
                        Next::Value
                    };
                }
            }
            ':' => {
                if let Some((_, next)) = open.last_mut() {
                    *next = Next::Value;
                }
            }
            '"' => {
                let (_, next) = open.last_mut()?;
                let is_value = *next == Next::Value;
                *next = if is_value { Next::Comma } else { Next::Colon };
                match end_of_string(text, at + 1) {
                    Ok(end) => {
                        while rest.next_if(|(at, _)| *at < end).is_some() {}
                        if is_value {
                            cut = Some((end, closers(&open)));
                        }
                    }
                    Err(end) => {
                        if is_value {
                            let close: String = closers(&open);
                            cut = Some((end, format!("\"{close}")));
                        }
                        break;
                    }
                }
            }
            char if char.is_whitespace() => {}
            // A number or a word is complete once something follows it.
            _ => {
                let end = text[at..].find([',', '}', ']', ' ', '\n', '\t', '\r']);
                let Some(end) = end.map(|end| at + end) else {
                    break;
                };
                while rest.next_if(|(at, _)| *at < end).is_some() {}
                open.last_mut()?.1 = Next::Comma;
                cut = Some((end, closers(&open)));
            }
        }
    }
    parse(text, cut)
}

fn parse(text: &str, cut: Option<(usize, String)>) -> Option<Value> {
    let (end, close) = cut?;
    serde_json::from_str(&format!("{}{close}", text.get(..end)?)).ok()
}

/// Just behind the string that begins at `from`; where it is cut off, the last place that splits no escape.
fn end_of_string(text: &str, from: usize) -> Result<usize, usize> {
    let mut chars = text[from..].char_indices();
    while let Some((at, char)) = chars.next() {
        match char {
            '"' => return Ok(from + at + 1),
            '\\' => {
                let digits = match chars.next() {
                    Some((_, 'u')) => 4,
                    Some(_) => 0,
                    None => return Err(from + at),
                };
                if chars.by_ref().take(digits).count() < digits {
                    return Err(from + at);
                }
            }
            _ => {}
        }
    }
    Err(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn arguments_are_read_line_by_line() {
        for (raw, expected) in [
            ("", ""),
            ("{\"a\":1,\"b\":\"x\"}", "a: 1\nb: x"),
            ("{\"text\":\"one\\ntwo\"}", "text:\n  one\n  two"),
            ("{\"list\":[1]}", "list:\n  [\n    1\n  ]"),
            ("[1]", "[1]"),
            ("so what", "so what"),
            // While they are written.
            ("{", ""),
            ("{\"pa", ""),
            ("{\"path\"", ""),
            ("{\"path\":", ""),
            ("{\"path\":\"", "path: "),
            ("{\"path\":\"a.t", "path: a.t"),
            ("{\"path\":\"a.txt\", \"con", "path: a.txt"),
            ("{\"text\":\"one\\", "text: one"),
            ("{\"text\":\"one\\n", "text:\n  one\n  "),
            ("{\"text\":\"\\u00e", "text: "),
            ("{\"text\":\"\\u00e9", "text: é"),
            ("{\"n\":12", ""),
            ("{\"n\":12,", "n: 12"),
            (
                "{\"a\":{\"b\":[1,2",
                "a:\n  {\n    \"b\": [\n      1\n    ]\n  }",
            ),
            ("{\"a\":tr", ""),
            ("{\"a\":true }", "a: true"),
        ] {
            assert_eq!(readable(raw), expected, "{raw}");
        }
    }

    fn values() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i32>().prop_map(Value::from),
            "[ -~é👋\\n\"\\\\]{0,12}".prop_map(Value::from),
        ];
        leaf.prop_recursive(3, 20, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::btree_map("[a-z\"\\\\]{0,4}", inner, 0..4)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        /// Every beginning of an object is read as an object, and nothing that was read changes but at its end.
        #[test]
        fn every_beginning_is_read(value in prop::collection::btree_map("[a-z]{1,3}", values(), 0..4)) {
            let whole = Value::Object(value.into_iter().collect());
            let text = whole.to_string();
            for (end, _) in text.char_indices().skip(1) {
                let read = so_far(&text[..end]);
                prop_assert!(read.as_ref().is_some_and(Value::is_object), "{}", &text[..end]);
            }
            prop_assert_eq!(so_far(&text), Some(whole));
        }

        #[test]
        fn nothing_makes_it_panic(text in "[\\[\\]{}:,\"\\\\ua1 é]{0,20}") {
            let _ = so_far(&text);
        }
    }
}

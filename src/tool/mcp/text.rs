//! Text from a server, made harmless.

use serde_json::Value;

/// Plain text of at most `limit` bytes. What cannot be seen is left out: a person who reads a tool's description must
/// see all that the model reads.
pub fn plain(text: &str, limit: usize) -> String {
    let plain: String = text.chars().filter(|c| is_seen(*c)).collect();
    cut(plain.trim(), limit)
}

/// The text as it is, but of at most `limit` bytes.
pub fn cut(text: &str, limit: usize) -> String {
    if text.len() <= limit {
        return text.to_owned();
    }
    let end = text.floor_char_boundary(limit.saturating_sub('…'.len_utf8()));
    format!("{}…", &text[..end])
}

/// The same for every text inside a value; names stay as they are.
pub fn plain_inside(value: &mut Value, limit: usize) {
    match value {
        Value::String(text) => *text = plain(text, limit),
        Value::Array(items) => items.iter_mut().for_each(|item| plain_inside(item, limit)),
        Value::Object(fields) => fields
            .values_mut()
            .for_each(|field| plain_inside(field, limit)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn is_seen(c: char) -> bool {
    match c {
        '\n' | '\t' => true,
        // Zero width, direction marks and overrides, invisible operators, the byte order mark, tags.
        '\u{200B}'..='\u{200F}'
        | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}'
        | '\u{FEFF}'
        | '\u{E0000}'..='\u{E0FFF}' => false,
        c => !c.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_left_out() {
        assert_eq!(
            plain(" a\u{200B}b\u{202E}\u{0}c\nd\u{E0041} ", 100),
            "abc\nd"
        );
        assert_eq!(plain("äöü", 6), "äöü");
        assert_eq!(plain("äöüä", 7), "äö…");
        let mut value = serde_json::json!({ "a": ["x\u{200B}", 1], "b": { "c": "y\u{0}" } });
        plain_inside(&mut value, 10);
        assert_eq!(
            value,
            serde_json::json!({ "a": ["x", 1], "b": { "c": "y" } })
        );
    }
}

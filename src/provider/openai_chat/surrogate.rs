//! Characters cut in two. Some servers cut their text between the two halves of a surrogate pair and send
//! each half as an escape of its own, `\ud83d` in one chunk and `\ude00` in the next, which no JSON parser
//! accepts alone.

use std::borrow::Cow;

/// Halves are parsed as characters of this private-use range, one for each of the 2048 surrogates.
const MARKS: std::ops::RangeInclusive<u32> = 0x10_F800..=0x10_FFFF;
const SHIFT: u32 = 0x10_F800 - 0xD800;

/// Puts a mark in the place of every lone half in JSON text; `None` where there is none.
pub(in crate::provider) fn mark_halves(json: &str) -> Option<String> {
    let mut marked = String::with_capacity(json.len());
    let mut copied = 0;
    let mut at = 0;
    while let Some(found) = memchr::memchr(b'\\', &json.as_bytes()[at..]) {
        at += found;
        let Some(unit) = escape(&json[at..]) else {
            // Another escape: the character after the backslash is part of it, be it a backslash.
            at += 1 + json[at + 1..].chars().next().map_or(0, char::len_utf8);
            continue;
        };
        let next = json.get(at + 6..).and_then(escape);
        match (unit, next) {
            (0xD800..=0xDBFF, Some(0xDC00..=0xDFFF)) => at += 12,
            (0xD800..=0xDFFF, _) => {
                marked.push_str(&json[copied..at]);
                marked.extend(char::from_u32(unit + SHIFT));
                at += 6;
                copied = at;
            }
            _ => at += 6,
        }
    }
    if copied == 0 {
        return None;
    }
    marked.push_str(&json[copied..]);
    Some(marked)
}

/// The code unit of the `\uXXXX` that `text` begins with.
fn escape(text: &str) -> Option<u32> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    u32::from_str_radix(digits, 16).ok()
}

/// Joins marked halves, the first of them possibly from the text before: what is left over of this text
/// stays in `half`. A half whose other never comes is U+FFFD.
pub(in crate::provider) fn join<'a>(text: &'a str, half: &mut Option<u32>) -> Cow<'a, str> {
    if half.is_none() && !text.chars().any(|c| MARKS.contains(&u32::from(c))) {
        return Cow::Borrowed(text);
    }
    let mut joined = String::with_capacity(text.len());
    for c in text.chars() {
        let unit = u32::from(c);
        let unit = MARKS.contains(&unit).then(|| unit - SHIFT);
        match (half.take(), unit) {
            (Some(high), Some(low @ 0xDC00..=0xDFFF)) => {
                let scalar = 0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00);
                joined.push(char::from_u32(scalar).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            (before, unit) => {
                if before.is_some() {
                    joined.push(char::REPLACEMENT_CHARACTER);
                }
                match unit {
                    Some(high @ 0xD800..=0xDBFF) => *half = Some(high),
                    Some(_) => joined.push(char::REPLACEMENT_CHARACTER),
                    None => joined.push(c),
                }
            }
        }
    }
    Cow::Owned(joined)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(json: &str) -> String {
        let marked = mark_halves(json);
        serde_json::from_str(marked.as_deref().unwrap_or(json)).unwrap()
    }

    #[test]
    fn whole_text_is_left_alone() {
        for json in [
            r#""plain \n \u0041""#,
            r#""\ud83d\ude00""#,
            r#""\\ud83d""#,
            r#""\"\\""#,
        ] {
            assert_eq!(mark_halves(json), None, "{json}");
        }
    }

    #[test]
    fn halves_of_two_texts_are_joined() {
        let mut half = None;
        let texts = [
            r#""a\uD83D""#,
            r#""\ude00b\\\ud83c""#,
            r#""\udf0d\ud83d\ude00""#,
        ];
        let joined: String = texts
            .map(|json| join(&parse(json), &mut half).into_owned())
            .concat();
        assert_eq!(joined, "a😀b\\🌍😀");
        assert_eq!(half, None);
    }

    #[test]
    fn a_half_without_its_other_is_replaced() {
        let mut half = None;
        assert_eq!(
            join(&parse(r#""\ude00x\ud83d\ud83dy\ud83d""#), &mut half),
            "\u{fffd}x\u{fffd}\u{fffd}y"
        );
        assert_eq!(half, Some(0xD83D));
        assert_eq!(join("z", &mut half), "\u{fffd}z");
    }

    #[test]
    fn broken_escapes_do_not_panic() {
        for json in [
            "\\",
            "\\u",
            "\\ud8",
            "\\ud83",
            "\\ud83é",
            "\\é",
            "\\ud83d\\",
            "\\ud83d\\u",
        ] {
            mark_halves(json);
        }
    }
}

//! Searches the files of a project line by line.

use colloquy::tool::project::{Found, Match, Query};
use regex::RegexBuilder;
use std::collections::BTreeMap;

/// Largest compiled expression, in bytes.
const LARGEST: usize = 1 << 20;

/// `files` is a JSON object of texts by path, `query` a [`Query`] as JSON. Time is linear in the files' size, whatever
/// the expression.
///
/// # Errors
/// Says what is wrong with a regular expression.
pub fn search(files: &str, query: &str) -> Result<Found, String> {
    let readable = |error: serde_json::Error| error.to_string();
    let files: BTreeMap<String, String> = serde_json::from_str(files).map_err(readable)?;
    let query: Query = serde_json::from_str(query).map_err(readable)?;
    let pattern = match query.regex {
        true => query.pattern.clone(),
        false => regex::escape(&query.pattern),
    };
    let pattern = RegexBuilder::new(&pattern)
        .case_insensitive(query.ignore_case)
        .size_limit(LARGEST)
        .dfa_size_limit(LARGEST)
        .build()
        .map_err(|error| format!("This is no regular expression: {error}"))?;
    let mut found = Found::default();
    for (path, text) in &files {
        for (number, line) in text.lines().enumerate() {
            let Some(place) = pattern.find(line) else {
                continue;
            };
            found.total += 1;
            if found.matches.len() < query.most {
                found.matches.push(Match {
                    path: path.clone(),
                    line: number + 1,
                    text: excerpt(line, place.start(), query.longest_line),
                });
            }
        }
    }
    Ok(found)
}

/// The line, or what stands around a match in a long one. `longest` is in bytes.
fn excerpt(line: &str, at: usize, longest: usize) -> String {
    if line.len() <= longest {
        return line.to_owned();
    }
    let start = line.floor_char_boundary(at.saturating_sub(longest / 4));
    let end = line.floor_char_boundary((start + longest).min(line.len()));
    let before = if start > 0 { "…" } else { "" };
    let after = if end < line.len() { "…" } else { "" };
    format!("{before}{}{after}", &line[start..end])
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn run(query: Query) -> Result<Found, String> {
        let files = json!({
            "a.txt": "one\ntwo 2\nthree (3)",
            "b/c.txt": format!("{}TWO{}\nÄpfel", "x".repeat(500), "y".repeat(500)),
        });
        search(&files.to_string(), &serde_json::to_string(&query).unwrap())
    }

    fn places(pattern: &str, regex: bool, ignore_case: bool) -> Vec<String> {
        let query = Query {
            pattern: pattern.to_owned(),
            regex,
            ignore_case,
            most: 10,
            longest_line: 100,
        };
        let found = run(query).unwrap();
        let places = found.matches.iter();
        places
            .map(|found| format!("{}:{}", found.path, found.line))
            .collect()
    }

    #[test]
    fn text_is_taken_as_it_stands_and_expressions_as_such() {
        assert_eq!(places("(3)", false, false), ["a.txt:3"]);
        assert_eq!(places("two", false, false), ["a.txt:2"]);
        assert_eq!(places("two", false, true), ["a.txt:2", "b/c.txt:1"]);
        assert_eq!(places("äpfel", false, true), ["b/c.txt:2"]);
        assert_eq!(places(r"\d", true, false), ["a.txt:2", "a.txt:3"]);
        assert_eq!(places("^one$", true, false), ["a.txt:1"]);
        assert!(places("nowhere", false, false).is_empty());
    }

    #[test]
    fn what_is_too_much_is_counted_and_cut() {
        let query = Query {
            pattern: "t".to_owned(),
            regex: false,
            ignore_case: true,
            most: 1,
            longest_line: 40,
        };
        let found = run(query.clone()).unwrap();
        assert_eq!((found.matches.len(), found.total), (1, 3));
        let long = Query {
            pattern: "TWO".to_owned(),
            ignore_case: false,
            ..query
        };
        let text = &run(long).unwrap().matches[0].text;
        assert!(
            text.contains("TWO") && text.starts_with('…') && text.ends_with('…'),
            "{text}"
        );
        assert!(text.len() < 50, "{text}");
    }

    #[test]
    fn a_bad_or_enormous_expression_is_an_error() {
        let query = |pattern: &str| Query {
            pattern: pattern.to_owned(),
            regex: true,
            ignore_case: false,
            most: 10,
            longest_line: 100,
        };
        for pattern in ["(", r"\w{1000}{1000}"] {
            let told = run(query(pattern)).unwrap_err();
            assert!(told.starts_with("This is no regular expression"), "{told}");
        }
    }
}

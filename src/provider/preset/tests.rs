use super::*;
use crate::provider::config::normalize_base_url;
use std::collections::HashSet;

#[test]
fn every_row_is_sound() {
    let mut ids = HashSet::new();
    let mut names = HashSet::new();
    for row in PRESETS {
        let Preset { id, quirks, .. } = row;
        assert!(ids.insert(id) && names.insert(row.name), "{id} comes twice");
        let is_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(!id.is_empty() && id.chars().all(is_word), "{id:?}");
        assert_eq!(preset(id), Some(row));

        let filled = row.base_url.replace("{resource}", "mine");
        assert!(!filled.contains(['{', '}']), "{id}");
        if row.base_url.is_empty() {
            assert_eq!(*id, CUSTOM);
        } else {
            assert_eq!(normalize_base_url(&filled), Ok(filled.clone()), "{id}");
        }
        let is_template = row.is_template();
        assert_eq!(
            normalize_base_url(row.base_url).is_err(),
            is_template,
            "{id}"
        );
        let on_this_machine = filled.starts_with("http://localhost:");
        assert_eq!(row.local, on_this_machine, "{id}");

        assert_eq!(row.needs_key, row.key_url.starts_with("https://"), "{id}");
        assert!(!row.local || !row.needs_key, "{id}");

        if row.dialect != Dialect::OpenAiChat {
            let auth = quirks.auth;
            let others = Quirks {
                auth,
                ..Quirks::NONE
            };
            assert_eq!(*quirks, others, "{id} has quirks of another dialect");
        }
        assert_eq!(quirks.deployments, filled.contains('?'), "{id}");
        // What stands behind the word that fits all is never reached.
        let all = quirks.thinking.iter().position(|(word, _)| word.is_empty());
        assert!(all.is_none_or(|at| at + 1 == quirks.thinking.len()), "{id}");
        let words = quirks.thinking.iter().map(|(word, _)| word);
        for word in words.chain(quirks.fixed_sampling) {
            assert_eq!(*word, word.to_lowercase(), "{id}");
        }
        let codes: HashSet<_> = quirks.errors.iter().map(|(code, _)| code).collect();
        assert_eq!(codes.len(), quirks.errors.len(), "{id}");
    }
}

#[test]
fn a_compatible_provider_costs_about_eight_lines() {
    let source = include_str!("rows.rs");
    let table = &source[..source.find("\n];").unwrap()];
    let rows: Vec<&str> = table.split("    Preset {").skip(1).collect();
    assert_eq!(rows.len(), PRESETS.len());
    let simple = rows.iter().filter(|row| !row.contains("quirks"));
    for row in simple {
        assert!(row.lines().count() <= 9, "{row}");
    }
}

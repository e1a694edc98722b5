//! Finding notes by words.

use super::Note;

/// How many characters a snippet has around its word.
const AROUND: usize = 60;

/// A note that holds every word of a query.
#[derive(Debug, PartialEq)]
pub struct Hit<'a> {
    pub note: &'a Note,
    /// The place of the text where the words stand, or its beginning; on one line.
    pub snippet: String,
    score: u32,
}

/// The notes that hold all words of the query, each as a part of a word and in any case. A word in the title counts
/// more than one in the text, a whole word more than a part; of equals the latest comes first. An empty query finds
/// nothing.
pub fn search<'a>(notes: &'a [Note], query: &str) -> Vec<Hit<'a>> {
    let words: Vec<String> = query.split_whitespace().map(str::to_lowercase).collect();
    if words.is_empty() {
        return vec![];
    }
    let mut hits: Vec<Hit> = notes.iter().filter_map(|note| hit(note, &words)).collect();
    hits.sort_by(|a, b| {
        b.score
            .cmp(&a.score)
            .then_with(|| b.note.updated.total_cmp(&a.note.updated))
    });
    hits
}

fn hit<'a>(note: &'a Note, words: &[String]) -> Option<Hit<'a>> {
    let (title, text) = (note.title.to_lowercase(), note.text.to_lowercase());
    let mut score = 0;
    for word in words {
        let found = 8 * weight(&title, word) + weight(&text, word);
        if found == 0 {
            return None;
        }
        score += found;
    }
    Some(Hit {
        note,
        snippet: snippet(&note.text, words),
        score,
    })
}

/// How well a word stands in a text: the occurrences, a whole word thrice, and no more than twelve of all.
fn weight(text: &str, word: &str) -> u32 {
    let is_part = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let mut weight = 0;
    for (at, found) in text.match_indices(word) {
        let before = text[..at].chars().next_back();
        let after = text[at + found.len()..].chars().next();
        weight += if is_part(before) || is_part(after) {
            1
        } else {
            3
        };
    }
    weight.min(12)
}

fn snippet(text: &str, words: &[String]) -> String {
    // Lower case may have another length, so the place is sought character by character.
    let characters: Vec<char> = text
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .chars()
        .collect();
    let starts = |at: usize, word: &str| {
        let mut rest = characters[at..].iter().flat_map(|c| c.to_lowercase());
        word.chars().all(|wanted| rest.next() == Some(wanted))
    };
    let at = (0..characters.len())
        .find(|at| words.iter().any(|word| starts(*at, word)))
        .unwrap_or(0);
    let from = at.saturating_sub(AROUND);
    let to = (at + 2 * AROUND).min(characters.len());
    let middle: String = characters[from..to].iter().collect();
    let before = if from > 0 { "…" } else { "" };
    let after = if to < characters.len() { "…" } else { "" };
    format!("{before}{}{after}", middle.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notes() -> Vec<Note> {
        let note = |id: &str, title: &str, text: &str, updated| Note {
            id: id.to_owned(),
            title: title.to_owned(),
            text: text.to_owned(),
            created: 0.0,
            updated,
        };
        vec![
            note(
                "a",
                "Coffee",
                "Likes it black. Drinks it in the morning.",
                1.0,
            ),
            note(
                "b",
                "Breakfast",
                "Coffee and a roll; coffee again at ten.",
                2.0,
            ),
            note(
                "c",
                "Travel",
                "The coffeehouse in Graz. GRÜẞE from there.",
                3.0,
            ),
            note("d", "Dog", "Is called Coffee.", 4.0),
        ]
    }

    fn found(query: &str) -> Vec<String> {
        let notes = notes();
        search(&notes, query)
            .into_iter()
            .map(|hit| hit.note.id.clone())
            .collect()
    }

    #[test]
    fn the_best_comes_first() {
        // In the title, twice as a word, once as a word, as a part of one.
        assert_eq!(found("coffee"), ["a", "b", "d", "c"]);
        assert_eq!(found("  COFFEE\nmorning "), ["a"]);
        assert_eq!(found("coffee tea"), Vec::<String>::new());
        assert_eq!(found(" "), Vec::<String>::new());
        assert_eq!(found("grüß"), ["c"]);
    }

    #[test]
    fn a_snippet_shows_the_place() {
        let long = Note {
            text: format!(
                "{}\n\n the İstanbul ferry {}",
                "before ".repeat(30),
                "after ".repeat(30)
            ),
            ..notes().swap_remove(0)
        };
        let long = [long];
        let hits = search(&long, "ferry");
        let snippet = &hits[0].snippet;
        assert!(snippet.contains("the İstanbul ferry after"), "{snippet}");
        assert!(
            snippet.starts_with('…') && snippet.ends_with('…'),
            "{snippet}"
        );
        assert!(snippet.chars().count() <= 3 * AROUND + 2, "{snippet}");
        let notes = notes();
        let short = search(&notes, "dog");
        assert_eq!(short[0].snippet, "Is called Coffee.");
    }
}

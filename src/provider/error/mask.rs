//! Keeping keys out of errors: some providers quote the key that they refuse.

use crate::provider::Secret;

/// How keys of well-known providers begin.
const PREFIXES: [&str; 14] = [
    "sk-", "sk_", "gsk_", "xai-", "aiza", "csk-", "nvapi-", "hf_", "fw_", "pplx-", "tgp_", "r8_",
    "rk-", "pk-",
];

/// So many bytes of the key in a row give a word away as a piece of it.
const PIECE: usize = 6;

/// So many bytes of a key's two ends, with its middle left out, are a quotation. Shorter keys than two pieces are no
/// secret, but words.
const ENDS: usize = 4;

/// What people type where a local server wants any key at all. Shorter ones are no secret, and masking them
/// would garble every message.
const SHORTEST_KEY: usize = 4;

/// Replaces every word that is, quotes a piece of, or looks like a secret.
pub(crate) fn mask<'a>(text: &str, secrets: impl IntoIterator<Item = &'a Secret>) -> String {
    let mut masked = mask_words(text, "");
    for secret in secrets {
        let key = secret.expose();
        if key.len() >= SHORTEST_KEY && masked.contains(key) {
            masked = masked.replace(key, MASK);
        }
        masked = mask_words(&masked, key);
    }
    masked
}

const MASK: &str = "•••";

fn mask_words(text: &str, key: &str) -> String {
    let mut masked = String::with_capacity(text.len());
    for piece in text.split_inclusive(|c: char| !is_key_char(c)) {
        let word = piece.trim_end_matches(|c: char| !is_key_char(c) || c == '.');
        if is_key(word, key) {
            masked.push_str(MASK);
            masked.push_str(&piece[word.len()..]);
        } else {
            masked.push_str(piece);
        }
    }
    masked
}

/// Characters of keys, and those that providers put in the place of a key's middle.
fn is_key_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '*' | '•' | '…' | '.')
}

fn is_key(word: &str, key: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    let looks_like_one = word.len() >= 8 && PREFIXES.iter().any(|prefix| lower.starts_with(prefix));
    let mut pieces = key.as_bytes().windows(PIECE);
    let quotes_it = pieces.any(|piece| word.as_bytes().windows(PIECE).any(|part| part == piece));
    looks_like_one || quotes_it || quotes_ends(word, key)
}

/// Whether a word is a key without its middle. Stars alone say nothing: Markdown is full of them.
fn quotes_ends(word: &str, key: &str) -> bool {
    let is_gap = |c| matches!(c, '*' | '•' | '…' | '.');
    let head = word.split(is_gap).next().unwrap_or_default();
    let tail = word.rsplit(is_gap).next().unwrap_or_default();
    // In JSON a line's first word begins with the letter of the escape before it.
    let unescaped = head.get(1..).unwrap_or_default();
    let quotes = |head: &str| {
        head.len() + tail.len() >= ENDS && key.starts_with(head) && key.ends_with(tail)
    };
    let has_gap = ["***", MASK, "...", "…"]
        .iter()
        .any(|gap| word.contains(gap));
    has_gap && key.len() >= 2 * PIECE && (quotes(head) || quotes(unescaped))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_piece_of_a_key_stays() {
        let key = Secret::new("Kq7canaryValue42Zz");
        for text in [
            "Incorrect API key provided: Kq7canaryValue42Zz.",
            "key=Kq7canaryValue42Zz&x=1",
            "\"Kq7canaryValue42Zz\"",
            "Kq7canar...Zz",
            "Your key (Kq7ca********2Zz) is wrong",
            "Bearer Kq7canaryValue42Zz",
            "prefixKq7canaryValue42Zzsuffix",
            "Kq***Zz, ****42Zz, Kq7c****",
            "Kq7...2Zz, Kq7c…, •••42Zz.",
            r#"{"error":"wrong key:\nKq7c***42Zz"}"#,
        ] {
            let masked = mask(text, Some(&key));
            assert!(masked.contains("•••"), "{masked}");
            for piece in ["Kq", "canary", "Value", "42Zz", "Zz"] {
                assert!(!masked.contains(piece), "{masked}");
            }
        }
    }

    #[test]
    fn words_that_look_like_keys_are_masked_without_knowing_the_key() {
        for (text, masked) in [
            (
                "Incorrect API key provided: sk-abc123def. See https://example.test/keys.",
                "Incorrect API key provided: •••. See https://example.test/keys.",
            ),
            ("key sk-proj-********1234 is bad", "key ••• is bad"),
            ("{\"k\":\"AIzaSyA1234567\"}", "{\"k\":\"•••\"}"),
            ("gsk_0123456789, or so", "•••, or so"),
        ] {
            assert_eq!(mask(text, None), masked);
        }
    }

    #[test]
    fn markdown_stays() {
        let key = Secret::new("n-Kq7canaryValue42one");
        for text in [
            "***one*** and ***two words***, un***frigging***believable **a****b** f***",
            r#"{"content":"\n***\n\n***one***\n*****\n•••\n...and so on"}"#,
            "___one___ ... and so on… 2***3 -***- [***one***](https://example.test)",
        ] {
            assert_eq!(mask(text, Some(&key)), text);
            assert_eq!(mask(text, None), text);
        }
        let word = Secret::new("everyone");
        assert_eq!(mask("***everyone***", Some(&word)), "***•••***");
        assert_eq!(mask("***ryone", Some(&word)), "***ryone");
    }

    #[test]
    fn other_words_stay() {
        let text = "The model `gpt-4o-mini` does not exist; ask-me, task-list. 漢字 • x*y";
        assert_eq!(mask(text, Some(&Secret::new("unrelated-key-1"))), text);
        assert_eq!(mask("pin 1234!", Some(&Secret::new("1234"))), "pin •••!");
        assert_eq!(mask("a (b~cd) d", Some(&Secret::new("b~cd"))), "a (•••) d");
        assert_eq!(mask("example", Some(&Secret::new("x"))), "example");
    }
}

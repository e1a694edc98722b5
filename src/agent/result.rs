//! How much of a result the model reads.

use crate::chat::{Shown, ToolResult};

/// Cuts what the model reads to `limit` bytes, and keeps the whole for the person.
pub(super) fn cut(result: &mut ToolResult, limit: usize) {
    let whole = result.content.len();
    if whole <= limit {
        return;
    }
    let end = result.content.floor_char_boundary(limit);
    let head = format!(
        "{}\n\n[Cut here: these are the first {end} of {whole} bytes. Ask for less, or for another part.]",
        &result.content[..end]
    );
    let text = std::mem::replace(&mut result.content, head);
    if result.shown.is_empty() {
        result.shown.push(Shown::of(text));
    }
}

#[cfg(test)]
mod tests {
    use super::cut;
    use crate::chat::{Shown, ToolResult, ToolStatus};

    fn cut_to(content: &str, limit: usize) -> ToolResult {
        let mut result = ToolResult::new(ToolStatus::Done, content);
        cut(&mut result, limit);
        result
    }

    #[test]
    fn a_result_within_the_limit_stays() {
        let result = cut_to("12345", 5);
        assert_eq!(result, ToolResult::new(ToolStatus::Done, "12345"));
    }

    #[test]
    fn a_longer_one_is_cut_between_characters_and_kept_whole_for_the_person() {
        let result = cut_to("ab字cd", 4);
        assert!(
            result
                .content
                .starts_with("ab\n\n[Cut here: these are the first 2 of 7 bytes."),
            "{}",
            result.content
        );
        let text = "ab字cd".to_owned();
        assert_eq!(result.shown, [Shown::Text { text }]);
        assert!(matches!(
            &cut_to("[1,2,3]", 3).shown[..],
            [Shown::Json { .. }]
        ));
    }
}

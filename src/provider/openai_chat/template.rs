//! What nearly all chunks of a response have in common: everything but the text.
//!
//! A server writes the same id, model and empty fields around a few letters, thousands of times. The first
//! chunk of a kind is parsed; those that are equal to it around their text need not be.

use super::wire::Text;
use std::borrow::Cow;

/// The bytes around the text of a chunk that says one thing only.
#[derive(Default)]
pub(super) struct Template {
    /// Up to the opening quotation mark, included.
    head: String,
    /// From the closing quotation mark on, up to the padding where there is some. Empty as long as nothing was
    /// learnt.
    tail: String,
    /// From the padding's closing quotation mark on.
    after_padding: Option<String>,
    field: Field,
}

/// Where OpenAI puts random letters, which hide the length of the text from eavesdroppers.
const PADDING: &str = "\"obfuscation\":\"";

/// The field of the delta that the text stands in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Field {
    #[default]
    Content,
    ReasoningContent,
    Reasoning,
}

impl Template {
    /// Takes `data`, which was parsed and says nothing but `text` in `field`, as the model of what follows.
    #[expect(
        clippy::ptr_arg,
        reason = "whether the text is borrowed is the question"
    )]
    pub fn learn(&mut self, data: &str, text: &Cow<'_, str>, field: Field) {
        // A text with escapes is a copy and stands nowhere in the data.
        let Cow::Borrowed(text) = text else {
            return;
        };
        let Some(at) = (text.as_ptr() as usize).checked_sub(data.as_ptr() as usize) else {
            return;
        };
        if let (Some(head), Some(tail)) = (data.get(..at), data.get(at + text.len()..))
            && head.ends_with('"')
            && tail.starts_with('"')
        {
            head.clone_into(&mut self.head);
            let padding = tail.rfind(PADDING).map(|at| at + PADDING.len());
            let closing = padding.and_then(|at| Some(at + tail[at..].find('"')?));
            self.after_padding = closing.map(|at| tail[at..].to_owned());
            tail[..padding.unwrap_or(tail.len())].clone_into(&mut self.tail);
            self.field = field;
        }
    }

    /// The text of a chunk that differs from the model in its text alone.
    #[inline]
    pub fn read<'a>(&self, data: &'a str) -> Option<(Field, Cow<'a, str>)> {
        if self.tail.is_empty() {
            return None;
        }
        let rest = match &self.after_padding {
            None => data,
            Some(after) => without_padding(data.strip_suffix(after.as_str())?)?,
        };
        let rest = rest.strip_suffix(self.tail.as_str())?;
        let text = rest.strip_prefix(self.head.as_str())?;
        if memchr::memchr2(b'"', b'\\', text.as_bytes()).is_none() {
            return Some((self.field, Cow::Borrowed(text)));
        }
        // With its quotation marks. Anything but one whole string is not accepted, so that a quotation mark
        // in it cannot pass for the end of the text.
        let quoted = &data[self.head.len() - 1..=rest.len()];
        let text = serde_json::from_str::<Text<'_>>(quoted).ok()?;
        Some((self.field, text.0))
    }
}

/// Cuts off letters that need no escape, up to a quotation mark.
fn without_padding(data: &str) -> Option<&str> {
    let at = memchr::memrchr2(b'"', b'\\', data.as_bytes())?;
    (data.as_bytes()[at] == b'"').then(|| &data[..=at])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn learnt() -> Template {
        let data = r#"{"id":"","choices":[{"delta":{"content":"Hi","x":""}}]}"#;
        let mut template = Template::default();
        assert_eq!(template.read(data), None);
        let at = data.find("Hi").unwrap();
        let text = Cow::Borrowed(&data[at..at + 2]);
        template.learn(data, &text, Field::Reasoning);
        template
    }

    fn read(content: &str) -> Option<String> {
        let data =
            format!(r#"{{"id":"","choices":[{{"delta":{{"content":"{content}","x":""}}}}]}}"#);
        let (field, text) = learnt().read(&data)?;
        assert_eq!(field, Field::Reasoning);
        Some(text.into_owned())
    }

    #[test]
    fn reads_what_differs_in_its_text_alone() {
        for (content, text) in [
            ("there", "there"),
            ("", ""),
            ("漢字 😀", "漢字 😀"),
            (r#"a\n\"b\" \u00e9"#, "a\n\"b\" é"),
            (r"\\", "\\"),
        ] {
            assert_eq!(read(content).as_deref(), Some(text), "{content}");
        }
    }

    #[test]
    fn leaves_everything_else_to_the_parser() {
        for content in [
            r#"a","refusal":"b"#,
            r#"a"}},{"delta":{"content":"b"#,
            r"\",
            r"\ud83d",
            r"\q",
        ] {
            assert_eq!(read(content), None, "{content}");
        }
        let template = learnt();
        for data in [
            "",
            "\"",
            r#"{"id":"1","choices":[{"delta":{"content":"Hi","x":""}}]}"#,
            r#"{"id":"","choices":[{"delta":{"content":"Hi","x":"1"}}]}"#,
            r#"{"id":"","choices":[{"delta":{"content":"","x":""}}]"#,
        ] {
            assert_eq!(template.read(data), None, "{data}");
        }
    }

    #[test]
    fn padding_differs_from_chunk_to_chunk() {
        let chunk = |content: &str, padding: &str| {
            format!(
                r#"{{"delta":{{"content":"{content}"}},"obfuscation":"{padding}","usage":null}}"#
            )
        };
        let data = chunk("Hi", "abc");
        let at = data.find("Hi").unwrap();
        let mut template = Template::default();
        template.learn(&data, &Cow::Borrowed(&data[at..at + 2]), Field::Content);
        let read = |data: &str| Some(template.read(data)?.1.into_owned());
        for (content, padding, text) in [
            ("there", "", "there"),
            ("", "x", ""),
            (r#"\"obfuscation\":\""#, "yz", r#""obfuscation":""#),
        ] {
            assert_eq!(read(&chunk(content, padding)).as_deref(), Some(text));
        }
        for other in [
            chunk("a", r#"b","error":"c"#),
            chunk("a", r"b\n"),
            chunk(r#"a"},"obfuscation":"b"#, "c"),
            chunk("a", "b").replace("null", "1"),
            chunk("a", "b").replace("obfuscation", "o"),
        ] {
            assert_eq!(read(&other), None, "{other}");
        }
    }

    #[test]
    fn a_copied_text_teaches_nothing() {
        let data = r#"{"content":"a\n"}"#;
        let mut template = Template::default();
        template.learn(data, &Cow::Owned("a\n".to_owned()), Field::Content);
        template.learn(data, &Cow::Borrowed("elsewhere"), Field::Content);
        assert_eq!(template.read(data), None);
    }
}

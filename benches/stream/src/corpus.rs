//! The streams that both sides read. They are made, not recorded, and always the same.

use std::fmt::Write;

/// How a server writes its chunks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// All chunks of the answer are equal but for their text, as most servers write them.
    Plain,
    /// Each chunk ends with random letters, by which OpenAI hides the length of the text from
    /// eavesdroppers: no chunk resembles the one before.
    Padded,
}

/// At least `size` bytes of one chat completion, about four characters of text in each event, some of them
/// escaped or beyond ASCII, as in answers with lists, code and names.
pub fn openai_chat(style: Style, size: usize) -> Vec<u8> {
    let mut stream = String::with_capacity(size + 1000);
    let mut random = Random(1);
    while stream.len() < size {
        let piece = PIECES[random.below(PIECES.len())];
        let padding = match style {
            Style::Plain => String::new(),
            Style::Padded => padding(&mut random),
        };
        let written = write!(
            stream,
            r#"data: {{"id":"chatcmpl-CkP2xW9eVb7sQmRt4Zy1NdLuH8aFo","object":"chat.completion.chunk","created":1763718912,"model":"gpt-4o-2024-08-06","service_tier":"default","system_fingerprint":"fp_b1442291a8","choices":[{{"index":0,"delta":{{"content":"{piece}"}},"logprobs":null,"finish_reason":null}}],"usage":null{padding}}}"#
        );
        debug_assert!(written.is_ok());
        stream.push_str("\n\n");
    }
    stream.push_str("data: [DONE]\n\n");
    stream.into_bytes()
}

fn padding(random: &mut Random) -> String {
    let letters = (0..1 + random.below(16)).map(|_| char::from(b'a' + random.below(26) as u8));
    format!(r#","obfuscation":"{}""#, letters.collect::<String>())
}

/// JSON string contents.
const PIECES: [&str; 32] = [
    " the", " of", "tion", " a", " str", "eam", " is", ",", " and", "ing", ".", " to", " byt",
    "es", " can", "not", " be", " read", " at", " once", r"\n\n", "-", " **", "`", r#" \""#, "é",
    "–", " ü", "漢字", "😀", r"\t", "fn",
];

/// A linear congruential generator with the constants of Numerical Recipes; its high bits are good enough.
struct Random(u32);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 16) as usize % limit
    }
}

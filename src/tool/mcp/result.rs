//! The answer to `tools/call`, for the model and for the person.

use super::text::{cut, plain};
use crate::chat::{Shown, ToolResult, ToolStatus};
use serde_json::Value;

/// The kinds of picture that every browser shows and that cannot run anything.
const PICTURES: [&str; 4] = ["image/png", "image/jpeg", "image/gif", "image/webp"];
/// The longest text kept of one block, in bytes.
const LONGEST: usize = 1 << 20;

/// Text goes to both; pictures are shown to the person, and the model reads that they are.
pub fn read(result: &Value) -> ToolResult {
    if result["resultType"] == "input_required" {
        return ToolResult::new(
            ToolStatus::Failed,
            "The server asks for something before it can answer, which this page cannot give it.",
        );
    }
    let mut read: Vec<String> = vec![];
    let mut shown = vec![];
    let mut only_text = true;
    for block in result["content"].as_array().into_iter().flatten() {
        let (words, piece) = block_of(block);
        only_text &= matches!(piece, Shown::Text { .. } | Shown::Json { .. });
        read.push(words);
        shown.push(piece);
    }
    let structured = result
        .get("structuredContent")
        .filter(|value| !value.is_null());
    if let Some(structured) = structured {
        // Servers repeat it as text for clients that know no other.
        let repeated = read.iter().any(|text| {
            serde_json::from_str::<Value>(text).is_ok_and(|value| value == *structured)
        });
        if !repeated {
            let text = structured.to_string();
            shown.push(Shown::Json { text: text.clone() });
            read.push(text);
        }
    }
    if read.is_empty() {
        read.push("The tool answered without any content.".to_owned());
    }
    let status = match result["isError"] == true {
        true => ToolStatus::Failed,
        false => ToolStatus::Done,
    };
    let mut answer = ToolResult::new(status, read.join("\n\n"));
    // One piece of text is shown as the model reads it.
    if !only_text || shown.len() > 1 {
        answer.shown = shown;
    }
    answer
}

fn block_of(block: &Value) -> (String, Shown) {
    let text = |name: &str| block[name].as_str().unwrap_or_default();
    let note = |words: String| (words.clone(), Shown::Text { text: words });
    match text("type") {
        "text" => {
            let text = cut(text("text"), LONGEST);
            (text.clone(), Shown::of(text))
        }
        "image" => picture(text("mimeType"), text("data"), "Image"),
        "audio" => note(format!("[Audio, {}. It is not played here.]", facts(block))),
        "resource" => embedded(&block["resource"]),
        "resource_link" => note(format!(
            "[Resource {} at {}] {}",
            plain(text("name"), 200),
            plain(text("uri"), 2_000),
            plain(text("description"), 2_000)
        )),
        other => note(format!(
            "[Content of an unknown kind: {}]",
            plain(other, 60)
        )),
    }
}

/// The contents of a resource: text, a picture, or a note of what it is.
pub fn embedded(resource: &Value) -> (String, Shown) {
    let uri = plain(resource["uri"].as_str().unwrap_or_default(), 2_000);
    let media_type = resource["mimeType"].as_str().unwrap_or_default();
    if let Some(text) = resource["text"].as_str() {
        let text = cut(text, LONGEST);
        let shown = match media_type.split(';').next().unwrap_or_default() {
            "text/markdown" => Shown::Markdown { text: text.clone() },
            _ => Shown::of(text.clone()),
        };
        return (format!("[Resource {uri}]\n{text}"), shown);
    }
    let data = resource["blob"].as_str().unwrap_or_default();
    if PICTURES.contains(&media_type) {
        return picture(media_type, data, &uri);
    }
    let words = format!("[Resource {uri}, {}]", facts(resource));
    (words.clone(), Shown::Text { text: words })
}

fn picture(media_type: &str, data: &str, alt: &str) -> (String, Shown) {
    let is_base64 = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'=');
    match PICTURES.contains(&media_type) && data.bytes().all(is_base64) {
        true => (
            format!("[Image, {media_type}. It is shown to the person.]"),
            Shown::Image {
                media_type: media_type.to_owned(),
                data: data.to_owned(),
                alt: alt.to_owned(),
            },
        ),
        false => {
            let words = format!(
                "[Image, {}. It cannot be shown here.]",
                plain(media_type, 60)
            );
            (words.clone(), Shown::Text { text: words })
        }
    }
}

/// Kind and size of something in Base64.
fn facts(block: &Value) -> String {
    let data = block["data"].as_str().or(block["blob"].as_str());
    let media_type = plain(block["mimeType"].as_str().unwrap_or("unknown kind"), 60);
    let bytes = data.unwrap_or_default().len() / 4 * 3;
    format!("{media_type}, about {bytes} bytes")
}

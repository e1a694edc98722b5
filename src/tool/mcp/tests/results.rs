//! Results of calls, resources and prompts.

use super::super::result::read;
use super::super::{mirror, reading};
use super::*;
use crate::chat::{Shown, ToolStatus};

#[test]
fn text_is_read_and_shown() {
    let sum = read(&result(include_str!("../recordings/sum.sse"), 3));
    assert_eq!(sum.status, ToolStatus::Done);
    assert_eq!(sum.content, "The sum of 1 and 2 is 3.");
    assert!(sum.shown.is_empty());
    let bad = read(&result(include_str!("../recordings/bad.sse"), 9));
    assert_eq!(bad.status, ToolStatus::Failed);
    assert!(bad.content.contains("expected number"));
}

#[test]
fn a_picture_is_shown_and_told_of() {
    let image = read(&result(include_str!("../recordings/image.sse"), 5));
    assert!(
        image
            .content
            .contains("[Image, image/png. It is shown to the person.]")
    );
    assert!(!image.content.contains("iVBOR"));
    assert!(matches!(
        &image.shown[..],
        [Shown::Text { .. }, Shown::Image { media_type, .. }, Shown::Text { .. }] if media_type == "image/png"
    ));
}

#[test]
fn structured_content_is_there_once() {
    let repeated = read(&result(include_str!("../recordings/structured.sse"), 9));
    assert_eq!(repeated.content.matches("humidity").count(), 1);
    let alone = read(&json!({ "content": [], "structuredContent": [1, 2] }));
    assert_eq!(alone.content, "[1,2]");
    let both = read(
        &json!({ "content": [{ "type": "text", "text": "two" }], "structuredContent": [1, 2] }),
    );
    assert_eq!(both.content, "two\n\n[1,2]");
    assert_eq!(both.shown.len(), 2);
}

#[test]
fn other_content_is_told_of() {
    let check = |block: Value, expected: Expect| {
        let read = read(&json!({ "content": [block] }));
        expected.assert_eq(&read.content);
    };
    check(
        json!({ "type": "audio", "mimeType": "audio/wav", "data": "AAAAAAAA" }),
        expect!["[Audio, audio/wav, about 6 bytes. It is not played here.]"],
    );
    check(
        json!({ "type": "image", "mimeType": "image/svg+xml", "data": "AAAA" }),
        expect!["[Image, image/svg+xml. It cannot be shown here.]"],
    );
    check(
        json!({ "type": "resource_link", "name": "n", "uri": "x://y", "description": "d" }),
        expect!["[Resource n at x://y] d"],
    );
    check(
        json!({ "type": "resource", "resource": { "uri": "x://y", "text": "hello" } }),
        expect![[r#"
            [Resource x://y]
            hello"#]],
    );
    check(
        json!({ "type": "resource", "resource": { "uri": "x://y", "blob": "AAAA", "mimeType": "application/zip" } }),
        expect!["[Resource x://y, application/zip, about 3 bytes]"],
    );
    check(
        json!({ "type": "hologram" }),
        expect!["[Content of an unknown kind: hologram]"],
    );
    check(json!(null), expect!["[Content of an unknown kind: ]"]);
    let none = read(&json!({}));
    assert_eq!(none.content, "The tool answered without any content.");
    let asks = read(&json!({ "resultType": "input_required", "inputRequests": {} }));
    assert_eq!(asks.status, ToolStatus::Failed);
}

#[test]
fn a_prompt_becomes_one_text() {
    let simple = result(include_str!("../recordings/prompt.sse"), 9);
    assert_eq!(
        reading::prompt(&simple),
        "This is a simple prompt without arguments."
    );
    let text = |text: &str| json!({ "type": "text", "text": text });
    let several = json!({ "messages": [
        { "role": "user", "content": text("One") },
        { "role": "assistant", "content": text("Two") },
        { "role": "user", "content": [text("Three"), { "type": "image" }] },
    ] });
    assert_eq!(
        reading::prompt(&several),
        "One\n\nAssistant: Two\n\nThree\n\n[image]"
    );
    assert_eq!(reading::prompt(&json!({})), "");
}

#[test]
fn a_resource_is_shown_by_its_kind() {
    let shown = reading::resource(&json!({ "contents": [
        { "uri": "a", "mimeType": "text/markdown", "text": "# Hi" },
        { "uri": "b", "text": "plain" },
        { "uri": "c", "mimeType": "image/png", "blob": "AAAA" },
    ] }));
    assert!(matches!(
        &shown[..],
        [
            Shown::Markdown { .. },
            Shown::Text { .. },
            Shown::Image { .. }
        ]
    ));
}

#[test]
fn headers_repeat_arguments_as_the_specification_shows() {
    let check = |text: &str, expected: &str| assert_eq!(mirror::encode(text), expected);
    check("us-west1", "us-west1");
    check("Hello, 世界", "=?base64?SGVsbG8sIOS4lueVjA==?=");
    check(" padded ", "=?base64?IHBhZGRlZCA=?=");
    check("line1\nline2", "=?base64?bGluZTEKbGluZTI=?=");
    check("=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=");
    let mark = |kind: &str, name: &str| json!({ "type": kind, "x-mcp-header": name });
    let schema = json!({ "properties": {
        "s": mark("string", "S"), "i": mark("integer", "I"), "b": mark("boolean", "B"), "none": mark("string", "N"),
        "null": mark("string", "Null"), "o": { "properties": { "deep": mark("string", "Deep") } },
    } });
    let arguments = json!({ "s": "x", "i": 42, "b": true, "null": null, "o": { "deep": "y" } });
    let mut headers = mirror::headers(&schema, arguments.as_object().unwrap());
    headers.sort();
    let expected = [
        ("mcp-param-b", "true"),
        ("mcp-param-deep", "y"),
        ("mcp-param-i", "42"),
        ("mcp-param-s", "x"),
    ];
    let expected = expected.map(|(name, value)| (name.to_owned(), value.to_owned()));
    assert_eq!(headers, expected);
    let twice = json!({ "properties": { "a": mark("string", "x"), "b": mark("string", "X") } });
    assert!(mirror::marks(&twice).is_err());
    assert!(mirror::marks(&json!({ "properties": { "a": mark("string", "a b") } })).is_err());
}

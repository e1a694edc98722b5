use super::{check, check_limit};
use crate::stream::{SseDecoder, work};
use expect_test::expect;

#[test]
fn an_error_field_is_a_frame() {
    check(
        "error: {\"code\":500}\n",
        expect![[r#"
        error "{\"code\":500}"
    "#]],
    );
    check(
        "data: a\nid: 7\nevent: x\nerror: b\ndata: c\n\nerror:\n\n",
        expect![[r#"
            error "b" id "7"
            x "a\nc" id "7"
            error "" id "7"
        "#]],
    );
    check(
        "error: cut",
        expect![[r#"
        at the end: error "cut"
    "#]],
    );
    check(
        "event: error\ndata: a\n\n",
        expect![[r#"
        error "a"
    "#]],
    );
}

#[test]
fn an_event_without_its_blank_line_comes_at_the_end() {
    check(
        "data: a\n\ndata: [DONE]",
        expect![[r#"
        message "a"
        at the end: message "[DONE]"
    "#]],
    );
    check(
        "event: b\ndata: a\ndata: b\n",
        expect![[r#"
        at the end: b "a\nb"
    "#]],
    );
    check(
        "data: a\r",
        expect![[r#"
        at the end: message "a"
    "#]],
    );
    check(
        "data: a\n\r",
        expect![[r#"
        message "a"
    "#]],
    );
    check("event: b\n", expect![""]);
    check(
        "data: a\nerror: b",
        expect![[r#"
        at the end: error "b"
        at the end: message "a"
    "#]],
    );
    check(
        "data: {\"cut",
        expect![[r#"
        at the end: message "{\"cut"
    "#]],
    );
    check(
        "dat",
        expect![[r#"
        stray "dat"
    "#]],
    );
    check(
        "data: a\nid: 3",
        expect![[r#"
        at the end: message "a" id "3"
    "#]],
    );
}

#[test]
fn lines_that_are_no_field_are_stray() {
    check(
        "data: a\n\n{\n  \"error\": {\n    \"code\": 400\n  }\n}\n",
        expect![[r#"
            message "a"
            stray "{\n  \"error\": {\n    \"code\": 400\n  }\n}"
        "#]],
    );
    check(
        "<!DOCTYPE html>\r\n<title>502</title>\r\n\r\nBad: gateway",
        expect![[r#"
            stray "<!DOCTYPE html>\n<title>502</title>\nBad: gateway"
        "#]],
    );
    check(
        "data: a\nfoo: bar\nx\n\n",
        expect![[r#"
        message "a"
        stray "foo: bar\nx"
    "#]],
    );
    check(
        "{\"error\":\"no line end\"}",
        expect![[r#"
        stray "{\"error\":\"no line end\"}"
    "#]],
    );
}

#[test]
fn stray_text_is_bounded() {
    let line = "ü".repeat(1000);
    let stream = format!("{line}\n{line}\n{line}\n{line}\n{line}\ndata: a\n\n");
    let kept = |chunks: &[&[u8]]| {
        let mut frames = 0;
        let mut decoder = SseDecoder::default();
        for chunk in chunks {
            decoder.push(chunk, |_| frames += 1).unwrap();
        }
        assert_eq!(decoder.finish(|_| ()).unwrap(), {
            let whole = [&line, &line, ""].join("\n");
            whole + &line[..94]
        });
        frames
    };
    let bytes = stream.as_bytes();
    assert_eq!(kept(&[bytes]), 1);
    assert_eq!(kept(&bytes.chunks(1).collect::<Vec<_>>()), 1);
    assert_eq!(kept(&bytes.chunks(4095).collect::<Vec<_>>()), 1);
}

#[test]
fn a_line_has_a_limit() {
    check_limit(
        8,
        "data: 12\n\n",
        expect![[r#"
        message "12"
    "#]],
    );
    check_limit(
        8,
        "data: a\n\ndata: 123\n\n",
        expect![[r#"
        message "a"
        one event of the stream is larger than the limit of 8 bytes
    "#]],
    );
    check_limit(
        8,
        "data: a\n\n: comment\n",
        expect![[r#"
        message "a"
        one event of the stream is larger than the limit of 8 bytes
    "#]],
    );
    check_limit(
        8,
        "data: a\n\ndata: 123",
        expect![[r#"
        message "a"
        one event of the stream is larger than the limit of 8 bytes
    "#]],
    );
}

#[test]
fn an_event_has_a_limit() {
    check_limit(
        8,
        "data: 12\ndata:345\ndata:6\n\n",
        expect![[r#"
        message "12\n345\n6"
    "#]],
    );
    check_limit(
        8,
        "data: 12\ndata:345\ndata:67\n\n",
        expect![[r#"
        one event of the stream is larger than the limit of 8 bytes
    "#]],
    );
    check_limit(
        8,
        "data: 12\ndata:345\ndata:67",
        expect![[r#"
        at the end: one event of the stream is larger than the limit of 8 bytes
    "#]],
    );
    check_limit(
        8,
        "data: 12\ndata:345\n\ndata: 12\ndata:345\n\n",
        expect![[r#"
            message "12\n345"
            message "12\n345"
        "#]],
    );
}

#[test]
fn many_comments_are_no_large_event() {
    check_limit(8, &": ping\n".repeat(20), expect![""]);
}

#[test]
fn the_work_is_linear() {
    let long = "x".repeat(100_000);
    let streams = [
        format!("data: {long}\n\ndata: {long}\r\n\r\n"),
        "data: x\n".repeat(20_000),
        format!("event: {long}\nid: {long}\n: {long}\n{long}"),
        "\n\r\n\r".repeat(20_000),
        format!("data: {}\n\n", "漢".repeat(30_000)),
    ];
    for stream in streams {
        work::assert_linear(stream.as_bytes(), SseDecoder::default, |decoder, chunk| {
            decoder.push(chunk, |_| ()).unwrap();
        });
    }
}

use super::{check, check_bytes};
use expect_test::expect;

#[test]
fn nothing() {
    check("", expect![""]);
    check("\n\r\n\r", expect![""]);
    check("\u{FEFF}", expect![""]);
    check("\u{FEFF}\n", expect![""]);
}

#[test]
fn lines_end_with_lf_cr_or_crlf() {
    check(
        "data: a\r\ndata: b\r\n\r\n",
        expect![[r#"
            message "a\nb"
        "#]],
    );
    check(
        "data: a\n\ndata: b\r\rdata: c\r\n\r\n",
        expect![[r#"
        message "a"
        message "b"
        message "c"
    "#]],
    );
    check(
        "data: a\rdata: b\ndata: c\r\n\n",
        expect![[r#"
        message "a\nb\nc"
    "#]],
    );
    check(
        "data: a\n\rdata: b\r\n\rdata: c\r\r\n",
        expect![[r#"
        message "a"
        message "b"
        message "c"
    "#]],
    );
    check(
        "data: a\u{85}\u{2028}\u{0B}\u{0C}b\n\n",
        expect![[r#"
        message "a\u{85}\u{2028}\u{b}\u{c}b"
    "#]],
    );
}

#[test]
fn one_leading_bom_is_removed() {
    check(
        "\u{FEFF}data: a\n\n",
        expect![[r#"
        message "a"
    "#]],
    );
    check(
        "\u{FEFF}\u{FEFF}data: a\n\n",
        expect![[r#"
        stray "\u{feff}data: a"
    "#]],
    );
    check(
        "\ndata: a\n\n\u{FEFF}data: b\n\n",
        expect![[r#"
        message "a"
        stray "\u{feff}data: b"
    "#]],
    );
    check(
        "data: \u{FEFF}a\n\n",
        expect![[r#"
        message "\u{feff}a"
    "#]],
    );
}

#[test]
fn comments_are_skipped() {
    check(
        ": comment\n:\n\n:x\ndata: a\n: data: b\ndata: c\n\n",
        expect![[r#"
            message "a\nc"
        "#]],
    );
    check(
        ": OPENROUTER PROCESSING\n\n: OPENROUTER PROCESSING\n\ndata: {}\n\n",
        expect![[r#"
            message "{}"
        "#]],
    );
}

#[test]
fn one_space_is_removed() {
    check(
        "data:a\n\ndata: a\n\ndata:  a\n\ndata:\ta\n\ndata: a \n\n",
        expect![[r#"
            message "a"
            message "a"
            message " a"
            message "\ta"
            message "a "
        "#]],
    );
    check(
        "data : a\n\n data: a\n\n",
        expect![[r#"
        stray "data : a\n data: a"
    "#]],
    );
}

#[test]
fn data_lines_are_joined() {
    check(
        "data: YHOO\ndata: +2\ndata: 10\n\n",
        expect![[r#"
        message "YHOO\n+2\n10"
    "#]],
    );
    check(
        "data: a\ndata:\ndata\ndata: \ndata: b\n\n",
        expect![[r#"
        message "a\n\n\n\nb"
    "#]],
    );
}

#[test]
fn data_may_be_empty() {
    check(
        "data\n\ndata\ndata\n\ndata:\n\ndata: \n\n",
        expect![[r#"
        message ""
        message "\n"
        message ""
        message ""
    "#]],
    );
    check(
        "event: ping\n\ndata: a\n\n",
        expect![[r#"
        message "a"
    "#]],
    );
    check("id: 1\n\n", expect![""]);
}

#[test]
fn an_event_has_its_own_type() {
    check(
        "event: add\ndata: 1\n\ndata: 2\n\nevent: add\nevent: remove\ndata: 3\n\n",
        expect![[r#"
            add "1"
            message "2"
            remove "3"
        "#]],
    );
    check(
        "event: add\nevent:\ndata: 1\n\ndata: 2\nevent: late\n\n",
        expect![[r#"
            message "1"
            late "2"
        "#]],
    );
    check(
        "event\ndata: a\n\nEVENT: no\nDATA: no\n\n",
        expect![[r#"
        message "a"
        stray "EVENT: no\nDATA: no"
    "#]],
    );
}

#[test]
fn an_id_stays() {
    check(
        "id: 1\ndata: a\n\ndata: b\n\nid\ndata: c\n\nid: 2\n\ndata: d\n\n",
        expect![[r#"
            message "a" id "1"
            message "b" id "1"
            message "c"
            message "d" id "2"
        "#]],
    );
    check(
        "id: 1\nid: 2\0\ndata: a\n\n",
        expect![[r#"
        message "a" id "1"
    "#]],
    );
}

#[test]
fn retry_takes_digits_only() {
    check(
        "retry: 1500\n",
        expect![[r#"
        retry 1500
    "#]],
    );
    check(
        "retry: 1500\nretry: 15x\nretry: -1\nretry: +2\nretry\nretry: 1.5\nretry:  7\n",
        expect![[r#"
            retry 1500
        "#]],
    );
    check(
        "retry: 1500\nretry: 99999999999999999999999\n",
        expect![[r#"
        retry 1500
    "#]],
    );
    check(
        "retry: 007\n\n",
        expect![[r#"
        retry 7
    "#]],
    );
}

#[test]
fn the_examples_of_the_standard() {
    check(
        ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n",
        expect![[r#"
            message "first event" id "1"
            message "second event"
            at the end: message " third event"
        "#]],
    );
    check(
        "data\n\ndata\ndata\n\ndata:",
        expect![[r#"
        message ""
        message "\n"
        at the end: message ""
    "#]],
    );
    check(
        "data:test\n\ndata: test\n\n",
        expect![[r#"
        message "test"
        message "test"
    "#]],
    );
}

#[test]
fn invalid_bytes_are_replaced() {
    check_bytes(
        b"data: \xc3\xa9\xff\xe6\xbc\n\n",
        expect![[r#"
        message "é��"
    "#]],
    );
    check_bytes(
        b"data: a\n\n\xef\xbb\xbfdata: b\n\ndata: \xf0\x9f\x98",
        expect![[r#"
            message "a"
            at the end: message "�"
            stray "\u{feff}data: b"
        "#]],
    );
    check_bytes(
        b"\xef\xbbdata: a\n\n",
        expect![[r#"
        stray "�data: a"
    "#]],
    );
}

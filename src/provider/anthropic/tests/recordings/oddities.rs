use super::check;
use expect_test::expect;

#[test]
fn bare_json_error_after_events() {
    check(
        "bare_json_error_after_events.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started Text
        0 text "Half"
        0 ended
        FAILED Overloaded [overloaded_error]: Overloaded"#]],
    );
}

#[test]
fn block_started_twice() {
    check(
        "block_started_twice.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started Text
        0 text "Hi"
        0 ended
        1 started Text
        1 text " there"
        1 ended
        stopped End
        usage in 9 (- cached) out 12 (- reasoning)"#]],
    );
}

#[test]
fn blocks_that_overlap() {
    check(
        "blocks_that_overlap.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started ToolCall { id: "a", name: "one" }
        1 started ToolCall { id: "b", name: "two" }
        0 args "{\"x\""
        1 args "{\"y\""
        0 args ":1}"
        1 args ":2}"
        0 ended
        1 ended
        stopped ToolCalls
        usage in 9 (- cached) out 12 (- reasoning)"#]],
    );
}

#[test]
fn blocks_without_a_start() {
    check(
        "blocks_without_a_start.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started Thinking
        0 text "Hm"
        0 ended
        1 started Text
        1 text "Hi" "!"
        stopped End
        usage in 9 (- cached) out 12 (- reasoning)
        1 ended"#]],
    );
}

#[test]
fn blocks_without_a_stop() {
    check(
        "blocks_without_a_stop.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started Thinking
        0 text "Hm"
        1 started Text
        1 text "Hi"
        2 started ToolCall { id: "t", name: "now" }
        stopped ToolCalls
        usage in 9 (- cached) out 12 (- reasoning)
        0 opaque {"signature":"s","type":"thinking"}
        0 ended
        1 ended
        2 args "{}"
        2 ended"#]],
    );
}

#[test]
fn complete_json_response() {
    check(
        "complete_json_response.json",
        expect![[r#"
        model claude-sonnet-4-5
        0 started Thinking
        0 text "Hm"
        0 opaque {"signature":"sig","type":"thinking"}
        0 ended
        1 started Text
        1 text "Looking."
        1 ended
        2 started ToolCall { id: "toolu_01", name: "look" }
        2 args "{\"at\":\"a\"}"
        2 ended
        3 started ToolCall { id: "toolu_02", name: "now" }
        3 args "{}"
        3 ended
        stopped ToolCalls
        usage in 3 (- cached) out 4 (- reasoning)"#]],
    );
}

#[test]
fn deltas_of_another_kind() {
    check(
        "deltas_of_another_kind.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started Thinking
        0 text "Hm"
        0 ended
        1 started Text
        1 text "Hi"
        1 ended
        stopped End
        usage in 9 (- cached) out 12 (- reasoning)"#]],
    );
}

#[test]
fn error_after_the_end() {
    check(
        "error_after_the_end.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started Text
        0 text "Hi"
        0 ended
        stopped End
        usage in 9 (- cached) out 12 (- reasoning)"#]],
    );
}

#[test]
fn error_event_in_plain_words() {
    check(
        "error_event_in_plain_words.sse",
        expect!["FAILED Server: upstream connect error"],
    );
}

#[test]
fn error_field() {
    check(
        "error_field.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        FAILED Server: upstream connect error"#]],
    );
}

#[test]
fn error_in_the_stream() {
    check(
        "error_in_the_stream.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started Text
        0 text "Half"
        0 ended
        FAILED Overloaded [overloaded_error]: Overloaded"#]],
    );
}

#[test]
fn error_of_another_format() {
    check(
        "error_of_another_format.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        FAILED Server [504]: upstream timed out"#]],
    );
}

#[test]
fn error_of_the_rate() {
    check(
        "error_of_the_rate.sse",
        expect!["FAILED RateLimit [rate_limit_error]: This request would exceed your rate limit."],
    );
}

#[test]
fn error_without_an_event_line() {
    check(
        "error_without_an_event_line.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started Thinking
        0 text "Hm"
        0 ended
        FAILED Server [api_error]: Internal server error"#]],
    );
}

#[test]
fn foreign_json() {
    check(
        "foreign_json.json",
        expect![[r#"FAILED NotApi: {"status":"ok","version":"1.2"}"#]],
    );
}

#[test]
fn json_cut_off() {
    check(
        "json_cut_off.json",
        expect!["FAILED CutOff: The connection ended before the model had finished."],
    );
}

#[test]
fn json_error_instead_of_events() {
    check(
        "json_error_instead_of_events.json",
        expect!["FAILED Auth [authentication_error]: invalid x-api-key"],
    );
}

#[test]
fn json_error_of_cors() {
    check(
        "json_error_of_cors.json",
        expect![
            "FAILED PagesForbidden [authentication_error]: CORS requests are not allowed for this Organization because of its settings."
        ],
    );
}

#[test]
fn json_error_of_the_gateway() {
    check(
        "json_error_of_the_gateway.json",
        expect!["FAILED Server [bad_gateway]: No such upstream"],
    );
}

#[test]
fn message_start_twice() {
    check(
        "message_start_twice.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started Text
        0 text "Hi"
        usage in 20 (- cached) out 1 (- reasoning)
        0 text " there"
        0 ended
        stopped End
        usage in 20 (- cached) out 12 (- reasoning)"#]],
    );
}

#[test]
fn no_event_lines() {
    check(
        "no_event_lines.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started Text
        0 text "Hi"
        0 ended
        1 started ToolCall { id: "t", name: "look" }
        1 args "{}"
        1 ended
        stopped ToolCalls
        usage in 9 (- cached) out 12 (- reasoning)"#]],
    );
}

#[test]
fn plain_words_instead_of_events() {
    check(
        "plain_words_instead_of_events.txt",
        expect!["FAILED NotApi: Hello from the proxy"],
    );
}

#[test]
fn trailing_spaces() {
    check(
        "trailing_spaces.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started Text
        0 text "Hi"
        0 ended
        stopped End
        usage in 9 (- cached) out 12 (- reasoning)"#]],
    );
}

#[test]
fn two_events_without_a_blank_line() {
    check(
        "two_events_without_a_blank_line.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started Text
        0 text "Hi"
        0 ended
        stopped End
        usage in 9 (- cached) out 12 (- reasoning)"#]],
    );
}

#[test]
fn unknown_events() {
    check(
        "unknown_events.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started Text
        0 text "Hi"
        0 ended
        stopped End
        usage in 9 (- cached) out 12 (- reasoning)"#]],
    );
}

#[test]
fn unreadable_event() {
    check(
        "unreadable_event.sse",
        expect![[r#"
        model claude-sonnet-4-5
        usage in 9 (- cached) out 1 (- reasoning)
        0 started Text
        0 text "Half"
        0 ended
        FAILED Malformed: An event could not be read: {"type":"content_block_delta","index":0,"delta":{"type""#]],
    );
}

#[test]
fn web_page_instead_of_events() {
    check(
        "web_page_instead_of_events.html",
        expect!["FAILED NotApi: The answer is a web page: “Sign in – Campus”."],
    );
}

use super::check;
use expect_test::expect;

#[test]
fn error_in_the_stream() {
    check(
        "error_in_the_stream.sse",
        expect![[r#"
        0 started Text
        0 text "Half"
        0 ended
        FAILED Server [server_error]: The server had an error while processing your request"#]],
    );
}

#[test]
fn error_beside_a_choice() {
    check(
        "error_beside_a_choice.sse",
        expect![[r#"
        0 started Text
        0 text "Half"
        model some/model
        0 text " an"
        0 ended
        FAILED Overloaded [502]: Provider returned error: Upstream is overloaded"#]],
    );
}

#[test]
fn error_in_a_choice() {
    check(
        "error_in_a_choice.sse",
        expect![[r#"
        0 started Text
        0 text "Half"
        0 ended
        FAILED RateLimit [429]: Slow down"#]],
    );
}

#[test]
fn error_object_without_choices() {
    check(
        "error_object_without_choices.sse",
        expect![[r#"
        0 started Text
        0 text "Half"
        0 ended
        FAILED ContextTooLong [400]: This model's maximum context length is 4096 tokens."#]],
    );
}

#[test]
fn error_event() {
    check(
        "error_event.sse",
        expect![[r#"
        0 started Text
        0 text "Half"
        0 ended
        FAILED Overloaded [over_capacity]: Over capacity, please try again in 2s"#]],
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
        0 started Text
        0 text "Half"
        0 ended
        FAILED Overloaded [503]: Service unavailable"#]],
    );
}

#[test]
fn error_as_a_string() {
    check(
        "error_as_a_string.sse",
        expect!["FAILED Server: model runner has unexpectedly stopped"],
    );
}

#[test]
fn error_then_more_text() {
    check(
        "error_then_more_text.sse",
        expect!["FAILED Quota [insufficient_quota]: No"],
    );
}

#[test]
fn bare_json_error_after_events() {
    check(
        "bare_json_error_after_events.sse",
        expect![[r#"
        0 started Text
        0 text "Half"
        0 ended
        FAILED Overloaded [503]: The model is overloaded. Please try again later."#]],
    );
}

#[test]
fn bare_json_line_after_events() {
    check(
        "bare_json_line_after_events.sse",
        expect![[r#"
        0 started Text
        0 text "Half"
        0 ended
        FAILED Server: an error was encountered while running the model"#]],
    );
}

#[test]
fn json_error_instead_of_events() {
    check(
        "json_error_instead_of_events.json",
        expect!["FAILED Auth [invalid_api_key]: Incorrect API key provided: •••"],
    );
}

#[test]
fn json_error_in_a_list() {
    check(
        "json_error_in_a_list.json",
        expect!["FAILED RateLimit [429]: Resource has been exhausted (e.g. check quota)."],
    );
}

#[test]
fn flat_json_error() {
    check(
        "flat_json_error.json",
        expect!["FAILED Server [1301]: sensitive input"],
    );
}

#[test]
fn unexpected_endpoint() {
    check(
        "unexpected_endpoint.json",
        expect![
            "FAILED PathNotFound: Unexpected endpoint or method. (POST /chat/completions). Returning 200 anyway"
        ],
    );
}

#[test]
fn web_page_instead_of_events() {
    check(
        "web_page_instead_of_events.html",
        expect!["FAILED NotApi: The answer is a web page: “Sign in – Campus”."],
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
fn finish_reason_network_error() {
    check(
        "finish_reason_network_error.sse",
        expect![[r#"
        0 started Text
        0 text "Once"
        0 ended
        FAILED Server: The model stopped with the reason “network_error”."#]],
    );
}

#[test]
fn finish_reason_out_of_resources() {
    check(
        "finish_reason_out_of_resources.sse",
        expect![
            "FAILED Overloaded: The model stopped with the reason “insufficient_system_resource”."
        ],
    );
}

#[test]
fn unreadable_event() {
    check(
        "unreadable_event.sse",
        expect![[r#"
        0 started Text
        0 text "Half"
        0 ended
        FAILED Malformed: An event could not be read: {"choices":[{"delta":{"content":" an"#]],
    );
}

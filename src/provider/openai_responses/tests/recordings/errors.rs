use super::check;
use expect_test::expect;

#[test]
fn response_failed() {
    check(
        "response_failed.sse",
        expect![[r#"
            model gpt-5.2
            0 started Text
            0 text "Half"
            0 ended
            FAILED RateLimit [rate_limit_exceeded]: Rate limit reached. Please try again in 2s."#]],
    );
}

#[test]
fn response_failed_without_words() {
    check(
        "response_failed_without_words.sse",
        expect![[r#"
            model gpt-5.2
            FAILED Server: The provider says that the response failed, and not why."#]],
    );
}

#[test]
fn error_event_flat() {
    check(
        "error_event_flat.sse",
        expect![[r#"
        0 started Text
        0 text "Half"
        0 ended
        FAILED Server [server_error]: The server had an error"#]],
    );
}

#[test]
fn error_event_nested() {
    check(
        "error_event_nested.sse",
        expect![[r#"
            model gpt-5.2
            FAILED ContextTooLong [context_length_exceeded]: Your input exceeds the context window of this model."#]],
    );
}

#[test]
fn error_event_without_a_name() {
    check(
        "error_event_without_a_name.sse",
        expect!["FAILED Quota [insufficient_quota]: You exceeded your current quota."],
    );
}

#[test]
fn json_error_instead_of_events() {
    check(
        "json_error_instead_of_events.json",
        expect!["FAILED Auth [invalid_api_key]: Incorrect API key provided: •••."],
    );
}

#[test]
fn failed_json_response() {
    check(
        "failed_json_response.json",
        expect![[r#"
            model gpt-5.2
            FAILED Server [server_error]: It broke."#]],
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
fn unreadable_event() {
    check(
        "unreadable_event.sse",
        expect![[r#"
        0 started Text
        0 text "Half"
        0 ended
        FAILED Malformed: An event could not be read: {"type":"response.output_text.delta","delta"#]],
    );
}

#[test]
fn error_of_an_imitation() {
    check(
        "error_of_an_imitation.sse",
        expect![[r#"
        0 started Text
        0 text "Half"
        0 ended
        FAILED ContextTooLong [400]: This model's maximum context length is 4096 tokens."#]],
    );
}

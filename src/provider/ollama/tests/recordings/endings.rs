use super::check;
use expect_test::expect;

#[test]
fn cut_off_after_a_tool_call() {
    check(
        "cut_off_after_a_tool_call.jsonl",
        expect![[r#"
        model llama3.2
        0 started ToolCall { id: "call_0", name: "look" }
        0 args "{\"at\":1}"
        0 ended
        FAILED CutOff: The connection ended before the model had finished."#]],
    );
}

#[test]
fn cut_off_in_a_line() {
    check(
        "cut_off_in_a_line.jsonl",
        expect![[r#"
        model llama3.2
        0 started Text
        0 text "Half an"
        0 ended
        FAILED CutOff: The connection ended before the model had finished."#]],
    );
}

#[test]
fn cut_off_in_the_text() {
    check(
        "cut_off_in_the_text.jsonl",
        expect![[r#"
        model llama3.2
        0 started Text
        0 text "Half an" " answer"
        0 ended
        FAILED CutOff: The connection ended before the model had finished."#]],
    );
}

#[test]
fn done_reason_missing() {
    check(
        "done_reason_missing.jsonl",
        expect![[r#"
        model llama3.2
        0 started Text
        0 text "Once"
        stopped End
        usage in 26 (- cached) out 5 (- reasoning)
        0 ended"#]],
    );
}

#[test]
fn done_reason_unknown() {
    check(
        "done_reason_unknown.jsonl",
        expect![[r#"
        model llama3.2
        0 started Text
        0 text "Once"
        stopped Other("context_shift_disabled")
        usage in 26 (- cached) out 5 (- reasoning)
        0 ended"#]],
    );
}

#[test]
fn empty_answer() {
    check(
        "empty_answer.jsonl",
        expect![[r#"
        model llama3.2
        stopped End
        usage in 26 (- cached) out 0 (- reasoning)
        FAILED Empty: The answer ended and holds nothing."#]],
    );
}

#[test]
fn error_before_anything() {
    check(
        "error_before_anything.jsonl",
        expect![[r#"FAILED ModelNotFound: model "llama9" not found, try pulling it first"#]],
    );
}

#[test]
fn error_in_the_stream() {
    check(
        "error_in_the_stream.jsonl",
        expect![[r#"
        model llama3.2
        0 started Text
        0 text "Half"
        0 ended
        FAILED Server: an error was encountered while running the model: unexpected EOF"#]],
    );
}

#[test]
fn error_with_a_status() {
    check(
        "error_with_a_status.jsonl",
        expect![[r#"
        model llama3.2
        0 started Text
        0 text "Half"
        0 ended
        FAILED RateLimit [429]: rate limit reached"#]],
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
fn json_error_of_the_gateway() {
    check(
        "json_error_of_the_gateway.json",
        expect!["FAILED NotApi: Not authenticated"],
    );
}

#[test]
fn json_error_over_several_lines() {
    check(
        "json_error_over_several_lines.json",
        expect![[r#"FAILED Server: "llama3.2" does not support thinking"#]],
    );
}

#[test]
fn length() {
    check(
        "length.jsonl",
        expect![[r#"
        model llama3.2
        0 started Text
        0 text "Once upon a"
        stopped Length
        usage in 26 (- cached) out 5 (- reasoning)
        0 ended"#]],
    );
}

#[test]
fn length_reached_before_anything() {
    check(
        "length_reached_before_anything.jsonl",
        expect![[r#"
        model llama3.2
        stopped Length
        usage in 26 (- cached) out 5 (- reasoning)
        FAILED Empty: The limit of output tokens was reached before the answer began."#]],
    );
}

#[test]
fn length_reached_while_thinking() {
    check(
        "length_reached_while_thinking.jsonl",
        expect![[r#"
        model llama3.2
        0 started Thinking
        0 text "Hm"
        stopped Length
        usage in 26 (- cached) out 5 (- reasoning)
        0 opaque {"thinking":"Hm"}
        0 ended
        FAILED Empty: The limit of output tokens was reached while the model was thinking."#]],
    );
}

#[test]
fn lines_after_the_end() {
    check(
        "lines_after_the_end.jsonl",
        expect![[r#"
        model llama3.2
        0 started Text
        0 text "Hi"
        stopped End
        usage in 26 (- cached) out 5 (- reasoning)
        0 ended"#]],
    );
}

#[test]
fn load() {
    check(
        "load.jsonl",
        expect![[r#"
            model llama3.2
            stopped Other("load")
            FAILED Empty: The model stopped with the reason “load” and gave no answer."#]],
    );
}

#[test]
fn no_bytes() {
    check(
        "no_bytes.jsonl",
        expect!["FAILED Empty: The answer holds no data at all."],
    );
}

#[test]
fn no_line_end_at_the_end() {
    check(
        "no_line_end_at_the_end.jsonl",
        expect![[r#"
        model llama3.2
        0 started Text
        0 text "Hi"
        stopped End
        usage in 26 (- cached) out 5 (- reasoning)
        0 ended"#]],
    );
}

#[test]
fn plain_words_instead_of_lines() {
    check(
        "plain_words_instead_of_lines.txt",
        expect!["FAILED NotApi: Ollama is running"],
    );
}

/// There is no mark of a refusal: the model's own words are all there is. Nor is there a content filter: `done_reason` is
/// `stop`, `length`, `load` or `unload` (<https://github.com/ollama/ollama/blob/main/llm/server.go>,
/// <https://docs.ollama.com/api/chat>), and any other is shown as it comes, see [`done_reason_unknown`].
#[test]
fn refusal() {
    check(
        "refusal.jsonl",
        expect![[r#"
        model llama3.2
        0 started Text
        0 text "I'm sorry, I can't help with that."
        stopped End
        usage in 26 (- cached) out 5 (- reasoning)
        0 ended"#]],
    );
}

#[test]
fn thinking_without_an_answer() {
    check(
        "thinking_without_an_answer.jsonl",
        expect![[r#"
        model llama3.2
        0 started Thinking
        0 text "Hm"
        stopped End
        usage in 26 (- cached) out 5 (- reasoning)
        0 opaque {"thinking":"Hm"}
        0 ended
        FAILED Empty: The model thought and gave no answer."#]],
    );
}

#[test]
fn tool_call_before_length() {
    check(
        "tool_call_before_length.jsonl",
        expect![[r#"
        model llama3.2
        0 started ToolCall { id: "call_0", name: "now" }
        stopped Length
        usage in 26 (- cached) out 5 (- reasoning)
        0 args "{}"
        0 ended"#]],
    );
}

#[test]
fn unreadable_line() {
    check(
        "unreadable_line.jsonl",
        expect![[r#"
        model llama3.2
        0 started Text
        0 text "Half"
        0 ended
        FAILED Malformed: An event could not be read: {"model":"llama3.2","message":{"role""#]],
    );
}

#[test]
fn web_page_instead_of_lines() {
    check(
        "web_page_instead_of_lines.html",
        expect!["FAILED NotApi: The answer is a web page: “Sign in – Campus”."],
    );
}

#[test]
fn white_space_answer() {
    check(
        "white_space_answer.jsonl",
        expect![[r#"
        model llama3.2
        stopped End
        usage in 26 (- cached) out 5 (- reasoning)
        FAILED Empty: The answer ended and holds nothing."#]],
    );
}

//! The API's errors: <https://platform.claude.com/docs/en/api/errors>.

use super::requests::endpoint;
use crate::provider::ResponseHead;
use crate::provider::error::classify;
use expect_test::expect;

/// With the status that the API sends, and in the middle of a stream, where there is none.
#[test]
fn errors_are_told_apart() {
    let lines: Vec<String> = [
        (400, "invalid_request_error", "messages.0: unexpected role"),
        (400, "invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum"),
        (400, "invalid_request_error", "Your credit balance is too low to access the Anthropic API."),
        (400, "invalid_request_error", "You have reached your specified API usage limits."),
        (401, "authentication_error", "invalid x-api-key"),
        (401, "authentication_error", "CORS requests are not allowed for this Organization because of custom retention settings"),
        (402, "billing_error", "There is an issue with your billing."),
        (403, "permission_error", "Your API key may not use this resource."),
        (404, "not_found_error", "model: claude-none"),
        (404, "not_found_error", "Not found"),
        (413, "request_too_large", "Request exceeds the maximum size"),
        (429, "rate_limit_error", "This request would exceed your organization's rate limit."),
        (500, "api_error", "Internal server error"),
        (504, "timeout_error", "Request timed out"),
        (529, "overloaded_error", "Overloaded"),
    ]
    .iter()
    .map(|(status, kind, message)| {
        let body = format!(
            r#"{{"type":"error","error":{{"type":"{kind}","message":"{message}"}},"request_id":"req_01"}}"#
        );
        let head = ResponseHead {
            status: *status,
            ..Default::default()
        };
        let answered = classify(&endpoint(), Some(&head), &body, 0.0);
        let streamed = classify(&endpoint(), None, &body, 0.0);
        assert_eq!(answered.message, *message);
        assert_eq!(answered.code.as_deref(), Some(*kind));
        format!("{message}: {:?}, {:?}", answered.kind, streamed.kind)
    })
    .collect();
    expect![[r#"
        messages.0: unexpected role: BadRequest, BadRequest
        prompt is too long: 210000 tokens > 200000 maximum: ContextTooLong, ContextTooLong
        Your credit balance is too low to access the Anthropic API.: Quota, Quota
        You have reached your specified API usage limits.: Quota, Quota
        invalid x-api-key: Auth, Auth
        CORS requests are not allowed for this Organization because of custom retention settings: PagesForbidden, PagesForbidden
        There is an issue with your billing.: Quota, Quota
        Your API key may not use this resource.: Permission, Permission
        model: claude-none: ModelNotFound, ModelNotFound
        Not found: PathNotFound, Server
        Request exceeds the maximum size: ContextTooLong, ContextTooLong
        This request would exceed your organization's rate limit.: RateLimit, RateLimit
        Internal server error: Server, Server
        Request timed out: Server, Server
        Overloaded: Overloaded, Overloaded"#]].assert_eq(&lines.join("\n"));
}

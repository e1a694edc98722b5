mod address;
mod settings;

use super::*;
use crate::provider::preset::{Dialect, Quirks};
use crate::provider::{Endpoint, ResponseHead, Secret};
use expect_test::{Expect, expect};

const CANARY: &str = "Kq7canaryValue42Zz";

fn endpoint() -> Endpoint {
    Endpoint {
        name: "Acme".into(),
        dialect: Dialect::OpenAiChat,
        base_url: "https://acme.test/v1".into(),
        key: Some(Secret::new(CANARY)),
        origin: "openai-chat:acme.test".into(),
        quirks: Quirks::NONE,
        headers: vec![],
        body: Default::default(),
    }
}

fn head(status: u16) -> ResponseHead {
    ResponseHead {
        status,
        ..Default::default()
    }
}

/// One line for each body: kind, code, wait, message.
fn check(cases: &[(u16, &str)], expected: Expect) {
    let lines: Vec<String> = cases
        .iter()
        .map(|(status, body)| {
            let head = (*status != 0).then(|| head(*status));
            let error = classify(&endpoint(), head.as_ref(), body, 0.0);
            assert_eq!(error.status, head.map(|head| head.status));
            assert!(!format!("{error:?}{:?}", error.failure()).contains("canary"));
            let code = error
                .code
                .map(|code| format!(" [{code}]"))
                .unwrap_or_default();
            let wait = error
                .retry_after
                .map(|wait| format!(" wait {wait}"))
                .unwrap_or_default();
            format!("{status} {:?}{code}{wait}: {}", error.kind, error.message)
        })
        .collect();
    expected.assert_eq(&lines.join("\n"));
}

#[test]
fn every_shape_of_body_is_read() {
    check(
        &[
            (
                400,
                r#"{"error":{"message":"nested","type":"invalid_request_error","param":null,"code":null}}"#,
            ),
            (400, r#"{"error":"only text"}"#),
            (400, r#"{"detail":"a detail"}"#),
            (
                422,
                r#"{"detail":[{"loc":["body","messages",0],"msg":"field required","type":"missing"},{"msg":"too"}]}"#,
            ),
            (400, r#"{"code":"some_code","message":"flat"}"#),
            (400, r#"{"code":4711,"msg":"flat with a number"}"#),
            (
                400,
                r#"[{"error":{"code":400,"message":"in a list","status":"INVALID_ARGUMENT"}}]"#,
            ),
            (
                400,
                r#"{"error":"bad_thing","message":"the word is the code"}"#,
            ),
            (
                400,
                r#"{"code":"Client specified an invalid argument","error":"the sentence is the code"}"#,
            ),
            (
                400,
                r#"{"object":"error","message":"flat object","type":"BadRequestError","param":null,"code":400}"#,
            ),
            (400, r#"{"errors":[{"message":"the first of many"}]}"#),
            (
                400,
                r#"{"error":{"message":"{\"error\":{\"message\":\"wrapped twice\",\"code\":\"inner\"}}","code":400}}"#,
            ),
            (
                502,
                r#"{"error":{"code":502,"message":"Provider returned error","metadata":{"provider_name":"Up","raw":"{\"error\":{\"message\":\"the upstream's words\"}}"}}}"#,
            ),
            (
                502,
                r#"{"error":{"code":502,"message":"Provider returned error","metadata":{"raw":"upstream text"}}}"#,
            ),
            (500, r#"{"unheard":"of"}"#),
            (500, "plain words"),
            (500, ""),
            (500, "   "),
            (500, r#"{"error":null}"#),
            (
                404,
                "<!DOCTYPE html><html><head><TITLE>\n 404 Not Found </TITLE></head></html>",
            ),
            (200, "\u{feff}<html><body>Sign in</body></html>"),
            (200, "It works!"),
        ],
        expect![[r#"
            400 BadRequest [invalid_request_error]: nested
            400 BadRequest: only text
            400 BadRequest: a detail
            422 BadRequest: body.messages.0: field required; too
            400 BadRequest [some_code]: flat
            400 BadRequest [4711]: flat with a number
            400 BadRequest [400]: in a list
            400 BadRequest [bad_thing]: the word is the code
            400 BadRequest [Client specified an invalid argument]: the sentence is the code
            400 BadRequest [400]: flat object
            400 BadRequest: the first of many
            400 BadRequest [inner]: wrapped twice
            502 Server [502]: Provider returned error: the upstream's words
            502 Server [502]: Provider returned error: upstream text
            500 Server: {"unheard":"of"}
            500 Server: plain words
            500 Server: HTTP 500 without a message.
            500 Server: HTTP 500 without a message.
            500 Server: {"error":null}
            404 NotApi: The answer is a web page: “404 Not Found”.
            200 NotApi: The answer is a web page.
            200 NotApi: It works!"#]],
    );
}

#[test]
fn code_and_words_decide_before_the_status() {
    check(
        &[
            // Keys.
            (
                401,
                r#"{"error":{"message":"Incorrect API key provided: sk-abc***wxyz.","type":"invalid_request_error","param":null,"code":"invalid_api_key"}}"#,
            ),
            (
                401,
                r#"{"message":"Wrong API Key","type":"invalid_request_error","param":"api_key","code":"wrong_api_key"}"#,
            ),
            (
                400,
                r#"{"code":"Client specified an invalid argument","error":"Incorrect API key provided: Kq***Zz."}"#,
            ),
            (
                400,
                r#"[{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT"}}]"#,
            ),
            (
                401,
                r#"{"error":{"code":401,"message":"Invalid API Key","type":"authentication_error"}}"#,
            ),
            (
                401,
                r#"{"error":{"message":"No auth credentials found","code":401}}"#,
            ),
            (401, r#"{"detail":"Unauthorized"}"#),
            (401, ""),
            (
                403,
                r#"{"error":{"message":"Country not supported","code":"unsupported_country_region_territory"}}"#,
            ),
            // Models.
            (
                404,
                r#"{"error":{"message":"The model `gpt-9` does not exist or you do not have access to it.","type":"invalid_request_error","param":null,"code":"model_not_found"}}"#,
            ),
            (
                403,
                r#"{"error":{"message":"Project `p` does not have access to model `m`","type":"invalid_request_error","code":"model_not_found"}}"#,
            ),
            (
                400,
                r#"{"error":{"message":"gpt-9 is not a valid model ID","code":400}}"#,
            ),
            (
                404,
                r#"{"error":{"message":"No endpoints found for some/model.","code":404}}"#,
            ),
            (
                404,
                r#"{"error":{"message":"model \"llama9\" not found, try pulling it first","type":"api_error","param":null,"code":null}}"#,
            ),
            (
                404,
                r#"{"object":"error","message":"The model `x` does not exist.","type":"NotFoundError","param":null,"code":404}"#,
            ),
            (
                400,
                r#"{"object":"error","message":"Invalid model: x","type":"invalid_model","param":null,"code":"1500"}"#,
            ),
            (
                404,
                r#"{"error":{"code":"DeploymentNotFound","message":"The API deployment for this resource does not exist."}}"#,
            ),
            // Addresses.
            (404, "404 page not found"),
            (404, r#"{"detail":"Not Found"}"#),
            (
                404,
                r#"{"error":{"code":404,"message":"File Not Found","type":"not_found_error"}}"#,
            ),
            (
                404,
                r#"{"error":{"code":"404","message":"Resource not found"}}"#,
            ),
            (
                200,
                r#"{"error":"Unexpected endpoint or method. (POST /chat/completions)"}"#,
            ),
            (405, ""),
            // Limits, credit, load.
            (
                429,
                r#"{"error":{"message":"Rate limit reached for gpt-4o in organization org-1 on tokens per min (TPM): Limit 30000, Used 29000, Requested 2000. Please try again in 1.898s.","type":"tokens","param":null,"code":"rate_limit_exceeded"}}"#,
            ),
            (
                429,
                r#"{"error":{"message":"You exceeded your current quota, please check your plan and billing details.","type":"insufficient_quota","param":null,"code":"insufficient_quota"}}"#,
            ),
            (
                429,
                r#"[{"error":{"code":429,"message":"You exceeded your current quota. Please retry in 34.07s.","status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"34s"}]}}]"#,
            ),
            (
                402,
                r#"{"error":{"message":"Insufficient Balance","type":"unknown_error","param":null,"code":"invalid_request_error"}}"#,
            ),
            (
                429,
                r#"{"error":{"code":"1113","message":"Insufficient balance or no resource package. Please recharge."}}"#,
            ),
            (
                403,
                r#"{"code":"The caller does not have permission","error":"Your newly created team doesn't have any credits."}"#,
            ),
            (
                413,
                r#"{"error":{"message":"Request too large for model `m` on tokens per minute (TPM): Limit 6000, Requested 8000","type":"tokens","code":"rate_limit_exceeded"}}"#,
            ),
            (429, ""),
            (
                503,
                r#"{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}"#,
            ),
            (
                500,
                r#"{"error":{"message":"Overloaded","type":"overloaded_error"}}"#,
            ),
            (529, ""),
            (
                503,
                r#"{"error":"Model x is currently loading","estimated_time":20.5}"#,
            ),
            // Length and filters.
            (
                400,
                r#"{"error":{"message":"This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}"#,
            ),
            (
                400,
                r#"{"error":{"code":400,"message":"the request exceeds the available context size, try increasing it","type":"exceed_context_size_error","n_prompt_tokens":9000,"n_ctx":4096}}"#,
            ),
            (413, ""),
            (
                400,
                r#"{"error":{"message":"The response was filtered due to the prompt triggering Azure OpenAI's content management policy.","type":null,"param":"prompt","code":"content_filter","status":400}}"#,
            ),
            (
                403,
                r#"{"error":{"code":403,"message":"x requires moderation on Y. Your input was flagged for \"z\".","metadata":{"reasons":["z"]}}}"#,
            ),
            // The rest by status.
            (
                400,
                r#"{"error":{"message":"Unsupported parameter: 'max_tokens'","type":"invalid_request_error","code":"unsupported_parameter"}}"#,
            ),
            (403, ""),
            (408, ""),
            (
                500,
                r#"{"error":{"message":"The server had an error","type":"server_error"}}"#,
            ),
            (
                502,
                "<html><head><title>502 Bad Gateway</title></head></html>",
            ),
            (429, "<html></html>"),
            (403, "<html></html>"),
        ],
        expect![[r#"
            401 Auth [invalid_api_key]: Incorrect API key provided: •••.
            401 Auth [wrong_api_key]: Wrong API Key
            400 Auth [Client specified an invalid argument]: Incorrect API key provided: •••.
            400 Auth [400]: API key not valid. Please pass a valid API key.
            401 Auth [401]: Invalid API Key
            401 Auth [401]: No auth credentials found
            401 Auth: Unauthorized
            401 Auth: HTTP 401 without a message.
            403 Permission [unsupported_country_region_territory]: Country not supported
            404 ModelNotFound [model_not_found]: The model `gpt-9` does not exist or you do not have access to it.
            403 ModelForbidden [model_not_found]: Project `p` does not have access to model `m`
            400 ModelNotFound [400]: gpt-9 is not a valid model ID
            404 ModelNotFound [404]: No endpoints found for some/model.
            404 ModelNotFound [api_error]: model "llama9" not found, try pulling it first
            404 ModelNotFound [404]: The model `x` does not exist.
            400 ModelNotFound [1500]: Invalid model: x
            404 ModelNotFound [DeploymentNotFound]: The API deployment for this resource does not exist.
            404 PathNotFound: 404 page not found
            404 PathNotFound: Not Found
            404 PathNotFound [404]: File Not Found
            404 PathNotFound [404]: Resource not found
            200 PathNotFound: Unexpected endpoint or method. (POST /chat/completions)
            405 PathNotFound: HTTP 405 without a message.
            429 RateLimit [rate_limit_exceeded] wait 1898: Rate limit reached for gpt-4o in organization org-1 on tokens per min (TPM): Limit 30000, Used 29000, Requested 2000. Please try again in 1.898s.
            429 Quota [insufficient_quota]: You exceeded your current quota, please check your plan and billing details.
            429 RateLimit [429] wait 34000: You exceeded your current quota. Please retry in 34.07s.
            402 Quota [invalid_request_error]: Insufficient Balance
            429 Quota [1113]: Insufficient balance or no resource package. Please recharge.
            403 Quota [The caller does not have permission]: Your newly created team doesn't have any credits.
            413 ContextTooLong [rate_limit_exceeded]: Request too large for model `m` on tokens per minute (TPM): Limit 6000, Requested 8000
            429 RateLimit: HTTP 429 without a message.
            503 Overloaded [503]: Loading model
            500 Overloaded [overloaded_error]: Overloaded
            529 Overloaded: HTTP 529 without a message.
            503 Overloaded wait 20500: Model x is currently loading
            400 ContextTooLong [context_length_exceeded]: This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.
            400 ContextTooLong [400]: the request exceeds the available context size, try increasing it
            413 ContextTooLong: HTTP 413 without a message.
            400 ContentFilter [content_filter]: The response was filtered due to the prompt triggering Azure OpenAI's content management policy.
            403 ContentFilter [403]: x requires moderation on Y. Your input was flagged for "z".
            400 BadRequest [unsupported_parameter]: Unsupported parameter: 'max_tokens'
            403 Permission: HTTP 403 without a message.
            408 Server: HTTP 408 without a message.
            500 Server [server_error]: The server had an error
            502 Server: The answer is a web page: “502 Bad Gateway”.
            429 RateLimit: The answer is a web page.
            403 NotApi: The answer is a web page."#]],
    );
}

#[test]
fn an_error_in_the_stream_has_no_status_but_may_name_one() {
    check(
        &[
            (0, r#"{"error":{"message":"m","code":502}}"#),
            (0, r#"{"error":{"message":"m","code":"429"}}"#),
            (0, r#"{"error":{"message":"m","type":"server_error"}}"#),
            (
                0,
                r#"{"error":{"message":"m","type":"invalid_request_error"}}"#,
            ),
            (
                0,
                r#"{"object":"error","message":"m","type":"BadRequestError","code":400}"#,
            ),
            (0, r#"{"error":{"message":"m","type":"overloaded_error"}}"#),
            (0, "upstream connect error"),
        ],
        expect![[r#"
            0 Server [502]: m
            0 RateLimit [429]: m
            0 Server [server_error]: m
            0 BadRequest [invalid_request_error]: m
            0 BadRequest [400]: m
            0 Overloaded [overloaded_error]: m
            0 Server: upstream connect error"#]],
    );
}

#[test]
fn the_header_decides_how_long_to_wait() {
    let head = ResponseHead {
        status: 429,
        retry_after: Some("7".into()),
        ..Default::default()
    };
    let body = r#"{"error":{"message":"Please try again in 20s","retry_after":3}}"#;
    let error = classify(&endpoint(), Some(&head), body, 0.0);
    assert_eq!(error.retry_after, Some(7000.0));
    let error = classify(&endpoint(), None, body, 0.0);
    assert_eq!(error.retry_after, Some(3000.0));
}

#[test]
fn no_key_lands_in_an_error() {
    for body in [
        format!(
            r#"{{"error":{{"message":"Incorrect API key provided: {CANARY}.","code":"{CANARY}"}}}}"#
        ),
        format!(r#"{{"error":{{"message":"Bad header: Bearer {CANARY}","type":"x {CANARY} y"}}}}"#),
        format!("<html><title>{CANARY}</title></html>"),
        format!("plain {CANARY}"),
        format!(r#"{{"detail":[{{"loc":["{CANARY}"],"msg":"Kq7cana…"}}]}}"#),
    ] {
        let error = classify(&endpoint(), Some(&head(401)), &body, 0.0);
        let all = format!("{error} {error:?} {:?}", error.failure());
        assert!(!all.contains("cana"), "{all}");
    }
}

#[test]
fn long_words_are_cut() {
    let error = classify(&endpoint(), Some(&head(500)), &"漢".repeat(5000), 0.0);
    assert_eq!(error.message.chars().count(), 1001);
}

#[test]
fn a_failure_says_what_to_do() {
    let kinds = [
        ErrorKind::Auth,
        ErrorKind::Permission,
        ErrorKind::PagesForbidden,
        ErrorKind::ModelForbidden,
        ErrorKind::ModelNotFound,
        ErrorKind::PathNotFound,
        ErrorKind::RateLimit,
        ErrorKind::Quota,
        ErrorKind::Overloaded,
        ErrorKind::ContextTooLong,
        ErrorKind::ContentFilter,
        ErrorKind::BadRequest,
        ErrorKind::Server,
        ErrorKind::NotApi,
        ErrorKind::Malformed,
        ErrorKind::CutOff,
        ErrorKind::Stalled,
        ErrorKind::Empty,
        ErrorKind::Unavailable,
        ErrorKind::NeedsClick,
        ErrorKind::Network,
    ];
    let lines: Vec<String> = kinds
        .map(|kind| {
            let failure = ProviderError::new("Acme", kind, "said").failure();
            assert_eq!(failure.detail, "said");
            let checks: String = failure
                .checks
                .iter()
                .map(|check| format!("\n  - {check}"))
                .collect();
            format!("{kind:?}: {}\n  {}{checks}", failure.title, failure.advice)
        })
        .into();
    expect![[r#"
        Auth: Acme did not accept the API key.
          Enter the key again under Settings → Acme → API key. If it is right, see in your account there whether it is still active.
        Permission: Acme does not allow this with your API key.
          See in your account there what the key may do, or choose another model. Some models need an approval, and some accounts forbid requests from web pages.
        PagesForbidden: Your organisation at Acme allows no requests from web pages.
          The key is right, but the organisation's settings forbid its use in a browser. Ask an admin of the organisation, use a key of another one, or reach the model through a provider such as OpenRouter.
        ModelForbidden: Your API key may not use this model.
          Choose another model: the list under Settings → Acme → Add model has those that the key can see. Or allow this one in your account there.
        ModelNotFound: Acme does not have this model.
          Check the model's id: the list under Settings → Acme → Add model has those that there are. A server on your own machine may have to download or load the model first.
        PathNotFound: There is no API of Acme at this address.
          Compare Settings → Acme → Base URL with what the server's documentation says: host, port and path. Most end in /v1. Look at Type, too: it decides which paths are asked.
        RateLimit: Acme is limiting how fast you may ask.
          Retry in a moment, or choose another model.
        Quota: Your account with Acme is out of credit or over its limit.
          Waiting does not help: add credit or raise the limit in your account there, or choose a model of another provider.
        Overloaded: Acme is overloaded or still starting.
          Retry in a moment, or choose another model.
        ContextTooLong: The conversation is too long for this model.
          Shorten the message, start a new chat, or choose a model that takes more.
        ContentFilter: The content filter of Acme stopped this.
          Put it in other words, or choose another model.
        BadRequest: Acme refused the request.
          Its words below say why. Often it is a setting that this model does not know: look at Temperature, Top P, Max tokens and the extra JSON of the model.
        Server: Acme failed inside.
          Retry in a moment. If it stays so, choose another model.
        NotApi: What answered at the address of Acme is not its API.
          In order of likelihood:
          - A proxy or a sign-in page of your network stands in between: open the base URL in a new tab.
          - Settings → Acme → Base URL is another one: compare it with what the server's documentation says.
        Malformed: The answer of Acme could not be read.
          Retry. If it stays so, the server may speak another format: check Settings → Acme → Type and Base URL.
        CutOff: The answer broke off.
          The connection to Acme ended before the model had finished. What it said so far is kept. Retry to ask again.
        Stalled: Acme stopped sending.
          What it said so far is kept. Retry, or give the model more time with its idle timeout.
        Empty: Acme sent an empty answer.
          Retry. If it stays so, raise Max tokens, which a model can use up before it says anything, or choose another model.
        Unavailable: This browser has no model that it can run here.
          It takes Chrome 148 or later, or a recent Edge, on a desktop computer with Windows, macOS or Linux or on a Chromebook Plus; 22 GB of free disk space; more than 4 GB of graphics memory, or 16 GB of memory and 4 cores; and a connection that is not metered, for the download. Type chrome://on-device-internals into the address bar to see what is missing, or choose another model.
        NeedsClick: The model has to be downloaded first.
          Press Retry: the browser begins the download only after a click, and shows how far it is. If the click does not help, the browser's policy or its settings forbid the model to this page.
        Network: No answer came from Acme.
          A browser does not tell which of these it is. In order of likelihood:
          - You are offline.
          - The server is not running, or Settings → Acme → Base URL is wrong.
          - The API key is wrong: some providers hide that from web pages.
          - The server does not allow requests from this page (CORS)."#]].assert_eq(&lines.join("\n"));

    let error = ProviderError {
        status: Some(429),
        code: Some("rate_limit_exceeded".into()),
        retry_after: Some(90_500.0),
        ..ProviderError::new("Acme", ErrorKind::RateLimit, "Slow down.")
    };
    let failure = error.failure();
    assert_eq!(
        failure.detail,
        "HTTP 429 · rate_limit_exceeded · Slow down."
    );
    assert_eq!(
        failure.advice,
        "Acme asks to wait 91 seconds. Retry then, or choose another model."
    );
}

#[test]
fn a_redirect_says_what_to_enter() {
    let failure = classify(&endpoint(), Some(&head(302)), "", 0.0).failure();
    assert_eq!(failure.title, "The address of Acme leads elsewhere.");
    assert!(failure.advice.contains("Settings → Acme → Base URL"));
    assert_eq!(failure.checks, [] as [String; 0]);
}

#[test]
fn google_says_it_in_an_event_and_in_a_reason() {
    check(
        &[
            (
                404,
                "data: {\"error\":{\"code\":404,\"message\":\"models/x is not found for API version v1beta\",\"status\":\"NOT_FOUND\"}}\r\n\r\n",
            ),
            (
                400,
                r#"{"error":{"code":400,"message":"API-Schlüssel ungültig.","status":"INVALID_ARGUMENT","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"API_KEY_INVALID"}]}}"#,
            ),
            (
                429,
                r#"{"error":{"code":429,"message":"You exceeded your current quota.","status":"RESOURCE_EXHAUSTED"}}"#,
            ),
            (
                429,
                r#"[{"error":{"code":429,"message":"You exceeded your current quota.","status":"RESOURCE_EXHAUSTED","details":[{"retryDelay":"34s"}]}}]"#,
            ),
        ],
        expect![[r#"
            404 ModelNotFound [404]: models/x is not found for API version v1beta
            400 Auth [400]: API-Schlüssel ungültig.
            429 Quota [429]: You exceeded your current quota.
            429 RateLimit [429] wait 34000: You exceeded your current quota."#]],
    );
}

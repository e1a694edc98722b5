//! From a provider's words to one error.

use super::body::{self, Said};
use super::{ErrorKind, ProviderError, mask, retry_after};
use crate::chat::Millis;
use crate::provider::{Endpoint, ResponseHead};
use serde_json::Value;

/// The most characters of a provider's words that are kept.
const MESSAGE_LIMIT: usize = 1000;

/// Makes the error out of what a provider answered: a failed response with its `head`, or, without one, an
/// error in the middle of a stream. `now` is read for a `Retry-After` that is a date.
///
/// The provider's code and words decide before the status: an exhausted account and a moment's rate limit
/// are both a 429.
pub fn classify(
    endpoint: &Endpoint,
    head: Option<&ResponseHead>,
    body: &str,
    now: Millis,
) -> ProviderError {
    let status = head.map(|head| head.status);
    let body = body.trim_start_matches('\u{feff}').trim();
    // Google sends some failed responses as a stream of one event.
    let body = body.strip_prefix("data:").map_or(body, str::trim_start);
    let said = serde_json::from_str::<Value>(body)
        .ok()
        .as_ref()
        .and_then(body::read);
    let is_html = body::is_html(body);
    let is_json = said.is_some();
    let said = match said {
        Some(said) => said,
        None if is_html => Said {
            message: match body::html_title(body) {
                Some(title) => format!("The answer is a web page: “{title}”."),
                None => "The answer is a web page.".to_owned(),
            },
            ..Said::default()
        },
        None => Said {
            message: body.to_owned(),
            ..Said::default()
        },
    };
    let words = Words::of(&said);
    let wait = head
        .and_then(|head| retry_after::in_header(head.retry_after.as_deref()?, now))
        .or(said.retry_after)
        .or_else(|| retry_after::in_message(&words.message));
    let kind = if words.message.contains("cors requests are not allowed") {
        // Anthropic calls it a failed authentication; the key is right, but pages may not use it.
        ErrorKind::PagesForbidden
    } else if is_html {
        kind_of_page(status)
    } else if !is_json && status.is_some_and(|status| status < 300) {
        ErrorKind::NotApi
    } else {
        kind_of_number(endpoint, &words)
            .or_else(|| kind_of_code(&words))
            .or_else(|| kind_of_message(&words.message, wait.is_some()))
            .or_else(|| kind_of_status(status.or(words.status), &words.message))
            .unwrap_or_else(|| kind_of_class(&words))
    };
    let mut message = mask(&said.message, endpoint.secrets());
    if message.is_empty() {
        message = match status {
            Some(status) => format!("HTTP {status} without a message."),
            None => "An error without a message.".to_owned(),
        };
    }
    if let Some((cut, _)) = message.char_indices().nth(MESSAGE_LIMIT) {
        message.truncate(cut);
        message.push('…');
    }
    ProviderError {
        provider: endpoint.name.clone(),
        kind,
        status,
        code: said
            .code
            .or(said.class)
            .map(|code| mask(&code, endpoint.secrets())),
        message,
        retry_after: wait,
        circumstances: None,
        mend: endpoint.mended().map(Box::new),
    }
}

/// What the decision looks at, in lower case.
struct Words {
    codes: Vec<String>,
    message: String,
    /// An HTTP status given as code.
    status: Option<u16>,
}

impl Words {
    fn of(said: &Said) -> Self {
        let codes: Vec<String> = [&said.code, &said.class, &said.reason]
            .into_iter()
            .flatten()
            .map(|code| code.to_lowercase())
            .collect();
        Self {
            status: codes
                .iter()
                .filter_map(|code| code.parse().ok())
                .find(|status| (400..600).contains(status)),
            message: said.message.to_lowercase(),
            codes,
        }
    }
}

/// Numbers that are codes mean something else with each company.
fn kind_of_number(endpoint: &Endpoint, words: &Words) -> Option<ErrorKind> {
    let known = |(number, _): &&(&str, ErrorKind)| words.codes.iter().any(|code| code == number);
    endpoint
        .quirks
        .errors
        .iter()
        .find(known)
        .map(|(_, kind)| *kind)
}

fn kind_of_code(words: &Words) -> Option<ErrorKind> {
    words.codes.iter().find_map(|code| {
        Some(match code.as_str() {
            "invalid_api_key"
            | "incorrect_api_key"
            | "incorrect_api_key_error"
            | "wrong_api_key"
            | "api_key_invalid"
            | "invalidapikey"
            | "authentication_error"
            | "invalid_authentication_error"
            | "unauthenticated"
            | "unauthorized"
            | "token_expired" => ErrorKind::Auth,
            "model_not_found" | "permission_error" if forbids_model(&words.message) => {
                ErrorKind::ModelForbidden
            }
            "permission_error"
            | "permission_denied"
            | "permission_denied_error"
            | "access_denied"
            | "accessdenied"
            | "unsupported_country_region_territory" => ErrorKind::Permission,
            "model_not_found"
            | "modelnotfound"
            | "invalid_model"
            | "model_decommissioned"
            | "deploymentnotfound" => ErrorKind::ModelNotFound,
            "not_found_error" if words.message.contains("model") => ErrorKind::ModelNotFound,
            "unsupported_parameter" | "unsupported_value" | "unknown_parameter" => {
                ErrorKind::BadRequest
            }
            "insufficient_quota"
            | "insufficient_balance"
            | "insufficient_credits"
            | "exceeded_current_quota_error"
            | "billing_hard_limit_reached"
            | "billing_not_active"
            | "billing_error"
            | "arrearage"
            | "payment_required" => ErrorKind::Quota,
            "context_length_exceeded" | "exceed_context_size_error" | "request_too_large" => {
                ErrorKind::ContextTooLong
            }
            "content_filter"
            | "content_policy_violation"
            | "data_inspection_failed"
            | "datainspectionfailed" => ErrorKind::ContentFilter,
            "rate_limit_exceeded" if words.message.contains("request too large") => {
                ErrorKind::ContextTooLong
            }
            "rate_limit_exceeded"
            | "rate_limit_error"
            | "rate_limit_reached_error"
            | "too_many_requests"
            | "limit_requests" => ErrorKind::RateLimit,
            "overloaded_error"
            | "overloaded"
            | "engine_overloaded_error"
            | "unavailable"
            | "unavailable_error"
            | "service_unavailable"
            | "slow_down" => ErrorKind::Overloaded,
            _ => return None,
        })
    })
}

/// Whether it is certain that there is such a model and the key may not use it. Expects lower case.
fn forbids_model(message: &str) -> bool {
    let is_refused = [
        "not have access",
        "no access",
        "not allowed",
        "not permitted",
        "permission",
    ]
    .iter()
    .any(|phrase| message.contains(phrase));
    is_refused && message.contains("model") && !message.contains("not exist")
}

/// Expects lower case. `says_when`: the provider named a time to wait, so waiting helps.
fn kind_of_message(message: &str, says_when: bool) -> Option<ErrorKind> {
    if message.contains("exceeded your current quota") {
        return Some(if says_when {
            ErrorKind::RateLimit
        } else {
            ErrorKind::Quota
        });
    }
    let (_, kind) = PHRASES.iter().find(|(phrases, kind)| {
        let about_it = *kind != ErrorKind::ModelNotFound || message.contains("model");
        about_it && phrases.iter().any(|phrase| message.contains(phrase))
    })?;
    Some(*kind)
}

/// What providers say, in the order in which it decides. Those of [`ErrorKind::ModelNotFound`] count only
/// beside the word "model".
const PHRASES: &[(&[&str], ErrorKind)] = &[
    (
        &[
            "insufficient balance",
            "insufficient credit",
            "insufficient funds",
            "insufficient_quota",
            "credit balance is too low",
            "out of credits",
            "have any credits",
            "more credits",
            "payment required",
            "specified api usage limits",
        ],
        ErrorKind::Quota,
    ),
    (
        &[
            "incorrect api key",
            "invalid api key",
            "invalid api-key",
            "invalid x-api-key",
            "invalid subscription key",
            "wrong api key",
            "api key not valid",
            "api key is invalid",
            "api key expired",
            "no api key",
            "missing api key",
            "provide an api key",
            "no auth credentials",
            "authentication fail",
            "invalid authentication",
            "unauthorized",
        ],
        ErrorKind::Auth,
    ),
    (
        &[
            "context length",
            "context window",
            "context size",
            "maximum context",
            "prompt is too long",
            "input is too long",
            "too many tokens",
            "token limit exceeded",
            "maximum number of tokens",
            "reduce the length",
            "range of input length",
            "request too large",
        ],
        ErrorKind::ContextTooLong,
    ),
    (
        &[
            "not found",
            "not exist",
            "doesn't exist",
            "not a valid model",
            "invalid model",
            "unknown model",
            "no such model",
            "decommissioned",
            "no models loaded",
        ],
        ErrorKind::ModelNotFound,
    ),
    (
        &[
            "content management policy",
            "content policy",
            "content filter",
            "was flagged",
            "safety system",
            "requires moderation",
        ],
        ErrorKind::ContentFilter,
    ),
    (
        &[
            "overloaded",
            "over capacity",
            "at capacity",
            "high demand",
            "loading model",
            "is currently loading",
        ],
        ErrorKind::Overloaded,
    ),
    (
        &["rate limit", "rate-limit", "too many requests"],
        ErrorKind::RateLimit,
    ),
    (
        &[
            "unexpected endpoint",
            "unknown request url",
            "invalid url (",
        ],
        ErrorKind::PathNotFound,
    ),
];

fn kind_of_status(status: Option<u16>, message: &str) -> Option<ErrorKind> {
    Some(match status? {
        // A redirect that the browser did not follow.
        300..=399 => ErrorKind::NotApi,
        401 => ErrorKind::Auth,
        402 => ErrorKind::Quota,
        403 if forbids_model(message) => ErrorKind::ModelForbidden,
        403 => ErrorKind::Permission,
        404 | 410 if message.contains("model") => ErrorKind::ModelNotFound,
        // A static host answers a POST with 405.
        404 | 405 | 410 => ErrorKind::PathNotFound,
        413 => ErrorKind::ContextTooLong,
        429 => ErrorKind::RateLimit,
        503 | 529 => ErrorKind::Overloaded,
        408 | 500..=599 => ErrorKind::Server,
        400..=499 => ErrorKind::BadRequest,
        _ => return None,
    })
}

/// Without a status that says more, the broad class decides. What is left is the provider's failure.
fn kind_of_class(words: &Words) -> ErrorKind {
    let is_request = |code: &String| {
        let code = code.replace(['_', ' '], "");
        code.contains("invalidrequest")
            || code.contains("badrequest")
            || code.contains("invalidargument")
    };
    if words.codes.iter().any(is_request) {
        ErrorKind::BadRequest
    } else {
        ErrorKind::Server
    }
}

/// A gateway's page about an outage is as good as its status; any other page is not from the API.
fn kind_of_page(status: Option<u16>) -> ErrorKind {
    match status {
        Some(429 | 500..) => kind_of_status(status, "").unwrap_or(ErrorKind::NotApi),
        _ => ErrorKind::NotApi,
    }
}

use super::*;
use crate::provider::preset::preset;

#[test]
fn a_refused_setting_is_named() {
    let cases = [
        (
            "unsupported_parameter",
            "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        ),
        (
            "unsupported_value",
            "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
        ),
        ("unknown_parameter", "Unknown parameter: 'verbosty'."),
        (
            "",
            "Unrecognized request argument supplied: chat_template_kwargs",
        ),
        (
            "",
            "`temperature` may only be set to 1 when thinking is enabled.",
        ),
        ("", "temperature is deprecated for this model"),
        ("", "\"llama3.2\" does not support thinking"),
        ("", "messages.0: unexpected role"),
    ];
    let lines: Vec<String> = cases
        .iter()
        .map(|(code, message)| {
            let message = serde_json::to_string(message).unwrap();
            let body = format!(r#"{{"error":{{"message":{message},"code":"{code}"}}}}"#);
            let error = classify(&endpoint(), Some(&head(400)), &body, 0.0);
            let streamed = classify(&endpoint(), None, &body, 0.0);
            if !code.is_empty() {
                assert_eq!(streamed.kind, ErrorKind::BadRequest);
            }
            assert_eq!(error.kind, ErrorKind::BadRequest, "{message}");
            error.failure().advice
        })
        .collect();
    expect![[r#"
        This model does not take “max_tokens” as it is set. Look at Max tokens in the model's settings, and at its extra JSON.
        This model does not take “temperature” as it is set. Look at Temperature in the model's settings, and at its extra JSON.
        This model does not take “verbosty”. Look for it in the extra JSON of the model.
        This model does not take “chat_template_kwargs”. Look for it in the extra JSON of the model.
        This model does not take “temperature” as it is set. Look at Temperature in the model's settings, and at its extra JSON.
        This model does not take “temperature” as it is set. Look at Temperature in the model's settings, and at its extra JSON.
        This model does not take “thinking” as it is set. Look at Thinking in the model's settings, and at its extra JSON.
        Its words below say why. Often it is a setting that this model does not know: look at Temperature, Top P, Max tokens and the extra JSON of the model."#]].assert_eq(&lines.join("\n"));
}

#[test]
fn glm_has_numbers_for_its_errors() {
    let glm = Endpoint {
        quirks: preset("zai").unwrap().quirks,
        ..endpoint()
    };
    let kind = |endpoint: &Endpoint, status: u16, code: &str, message: &str| {
        let body = format!(r#"{{"error":{{"code":{code},"message":"{message}"}}}}"#);
        let head = (status != 0).then(|| head(status));
        classify(endpoint, head.as_ref(), &body, 0.0).kind
    };
    for (status, code, message, expected) in [
        (
            401,
            "\"1001\"",
            "Header中未收到Authorization参数",
            ErrorKind::Auth,
        ),
        (401, "\"1002\"", "Authorization Token非法", ErrorKind::Auth),
        (0, "1003", "expired", ErrorKind::Auth),
        (
            429,
            "\"1113\"",
            "余额不足或无可用资源包,请充值。",
            ErrorKind::Quota,
        ),
        (400, "\"1211\"", "模型不存在", ErrorKind::ModelNotFound),
        (
            400,
            "\"1214\"",
            "Invalid messages parameter",
            ErrorKind::BadRequest,
        ),
        (400, "\"1261\"", "Prompt超长", ErrorKind::ContextTooLong),
        (
            400,
            "\"1301\"",
            "系统检测到不安全内容",
            ErrorKind::ContentFilter,
        ),
        (
            429,
            "\"1302\"",
            "High concurrency usage of this API",
            ErrorKind::RateLimit,
        ),
        (
            429,
            "\"1303\"",
            "High frequency usage of this API",
            ErrorKind::RateLimit,
        ),
        (429, "\"1305\"", "访问量过大", ErrorKind::RateLimit),
        (
            429,
            "\"1308\"",
            "已达到 5 小时的使用上限。",
            ErrorKind::Quota,
        ),
        (
            429,
            "\"1310\"",
            "Weekly/Monthly Limit Exhausted.",
            ErrorKind::Quota,
        ),
        (500, "\"500\"", "Internal Error", ErrorKind::Server),
        (400, "\"9999\"", "new", ErrorKind::BadRequest),
    ] {
        assert_eq!(
            kind(&glm, status, code, message),
            expected,
            "{code} {message}"
        );
    }
    // The same numbers of anyone else say nothing.
    assert_eq!(kind(&endpoint(), 400, "1301", "bad"), ErrorKind::BadRequest);
}

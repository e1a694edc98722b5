use super::*;
use crate::provider::preset::PRESETS;
use expect_test::expect;

fn read(status: u16, body: &str) -> Result<Secret, Trouble> {
    let head = ResponseHead {
        status,
        ..Default::default()
    };
    read_key(&head, body)
}

#[test]
fn places_follow_the_base_url() {
    let found = places("https://openrouter.ai/api/v1");
    assert_eq!(found.page, "https://openrouter.ai/auth");
    assert_eq!(found.keys, "https://openrouter.ai/api/v1/auth/keys");
    let found = places("http://localhost:3000/proxy/api/v1/");
    assert_eq!(found.page, "http://localhost:3000/proxy/auth");
    let found = places("https://elsewhere.test/v2");
    assert_eq!(found.page, "https://elsewhere.test/v2/auth");
    let rows: Vec<_> = PRESETS.iter().filter(|row| row.sign_in).collect();
    assert_eq!(rows.len(), 1);
    assert!(rows[0].base_url.ends_with("/api/v1") && rows[0].needs_key);
}

#[test]
fn the_request_carries_code_and_verifier_in_its_body_alone() {
    let request = key_request(
        "https://openrouter.ai/api/v1",
        "the \"code\"",
        "the-verifier",
    );
    assert_eq!(request.url, "https://openrouter.ai/api/v1/auth/keys");
    expect![[
        r#"{"code":"the \"code\"","code_challenge_method":"S256","code_verifier":"the-verifier"}"#
    ]]
    .assert_eq(&request.body);
    assert_eq!(request.headers.len(), 1);
}

#[test]
fn answers_are_read() {
    let key = read(200, r#"{"key":"sk-or-canary","user_id":null}"#);
    assert_eq!(
        key.map(|key| key.expose().to_owned()),
        Ok("sk-or-canary".into())
    );
    let expired = |words: &str| Err(Trouble::Expired(words.into()));
    let body = r#"{"error":{"code":403,"message":"Invalid code or code_verifier"}}"#;
    assert_eq!(read(403, body), expired("Invalid code or code_verifier"));
    assert_eq!(read(403, r#"{"error":"Used"}"#), expired("Used"));
    assert_eq!(read(401, "<html>"), expired(""));
    let answer = |words: &str| Err(Trouble::Answer(words.into()));
    let body = r#"{"error":{"message":"Invalid code_challenge_method"}}"#;
    assert_eq!(
        read(400, body),
        answer("HTTP 400 Invalid code_challenge_method")
    );
    assert_eq!(read(502, "Bad gateway"), answer("HTTP 502"));
    for body in [
        "",
        "sk-or-canary",
        r#"{"key":""}"#,
        r#"{"key":7}"#,
        r#"["sk-or-canary"]"#,
    ] {
        assert_eq!(read(200, body), answer("The answer holds no key."));
    }
}

#[test]
fn each_trouble_says_what_to_do() {
    let words = || "its words".to_owned();
    let all = [
        Trouble::Cancelled,
        Trouble::Refused(words()),
        Trouble::Expired(words()),
        Trouble::Unknown,
        Trouble::Silent(words()),
        Trouble::Answer(words()),
        Trouble::NotKept,
        Trouble::NotHere,
    ];
    for trouble in all {
        let failure = trouble.failure("OpenRouter", "https://openrouter.ai/api/v1");
        let advises = ["Try again", "try again", "by hand"]
            .iter()
            .any(|words| failure.advice.contains(words));
        assert!(advises, "{failure:?}");
        let quotes = format!("{trouble:?}").contains("its words");
        assert_eq!(failure.detail == "its words", quotes, "{failure:?}");
    }
}

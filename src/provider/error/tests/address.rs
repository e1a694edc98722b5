//! What is said where the address, or what stands at it, is to blame.

use super::*;
use crate::provider::parse_models;

fn at(base_url: &str) -> Endpoint {
    Endpoint {
        base_url: base_url.to_owned(),
        ..endpoint()
    }
}

#[test]
fn a_base_url_that_looks_wrong_is_named_with_the_right_one() {
    for (status, body) in [
        (404, r#"{"detail":"Not Found"}"#),
        (
            404,
            r#"{"error":{"code":404,"message":"File Not Found","type":"not_found_error"}}"#,
        ),
        (404, "404 page not found"),
        (405, "Method Not Allowed"),
        (
            200,
            r#"{"error":"Unexpected endpoint or method. (POST /chat/completions)"}"#,
        ),
        (200, "<!doctype html><title>Open WebUI</title>"),
        (404, "<html><title>Not here</title></html>"),
    ] {
        let told = |base_url| classify(&at(base_url), Some(&head(status)), body, 0.0).failure();
        let wrong = told("http://localhost:9000");
        let mend = wrong.mend.expect("an address is offered");
        assert_eq!(mend.from, "http://localhost:9000");
        assert_eq!(mend.to, "http://localhost:9000/v1");
        assert!(wrong.advice.contains(&mend.to), "{}", wrong.advice);
        assert_eq!(told("http://localhost:9000/v1").mend, None, "{body}");
    }
}

#[test]
fn an_answer_that_is_no_list_of_models_is_at_the_wrong_address() {
    for body in [r#"{"status":"ok"}"#, "<html></html>", "Ollama is running"] {
        let error = parse_models(&at("http://localhost:9000"), &head(200), body, 0.0);
        let failure = error.expect_err("it is no list").failure();
        assert!(failure.mend.is_some(), "{body}: {failure:?}");
    }
}

#[test]
fn what_the_address_has_no_part_in_offers_none() {
    for (status, body) in [
        (
            401,
            r#"{"error":{"code":"invalid_api_key","message":"Incorrect API key"}}"#,
        ),
        (
            404,
            r#"{"error":{"code":"model_not_found","message":"The model does not exist"}}"#,
        ),
        (500, "oops"),
        (502, "<html><title>502 Bad Gateway</title></html>"),
    ] {
        let error = classify(&at("http://localhost:9000"), Some(&head(status)), body, 0.0);
        assert_eq!(error.failure().mend, None, "{body}");
    }
}

#[test]
fn a_gateway_speaks_for_itself() {
    let title = |status| {
        let page = "<html><title>Bad Gateway</title></html>";
        let error = classify(&endpoint(), Some(&head(status)), page, 0.0);
        error.failure().title
    };
    for status in [502, 504, 522] {
        assert_eq!(title(status), "Acme cannot be reached behind its gateway.");
    }
    assert_eq!(title(500), "Acme failed inside.");
    assert_eq!(title(503), "Acme is overloaded or still starting.");
}

#[test]
fn a_key_without_the_model_is_told_where_that_is_certain() {
    for (status, body, title) in [
        (
            403,
            r#"{"error":{"message":"Project `p` does not have access to model `m`","code":"model_not_found"}}"#,
            "Your API key may not use this model.",
        ),
        (
            403,
            r#"{"type":"error","error":{"type":"permission_error","message":"Your API key does not have permission to use this model."}}"#,
            "Your API key may not use this model.",
        ),
        (
            404,
            r#"{"error":{"message":"The model `m` does not exist or you do not have access to it.","code":"model_not_found"}}"#,
            "Acme does not have this model, or your key may not use it.",
        ),
        (
            404,
            r#"{"error":{"message":"model \"m\" not found, try pulling it first"}}"#,
            "Acme does not have this model.",
        ),
        (
            403,
            r#"{"error":{"message":"This key may not do this."}}"#,
            "Acme does not allow this with your API key.",
        ),
    ] {
        let error = classify(&endpoint(), Some(&head(status)), body, 0.0);
        assert_eq!(error.failure().title, title, "{body}");
    }
}

use super::check;
use colloquy::tool::built_in;
use expect_test::{Expect, expect};
use serde_json::{Value, json};

fn told(schema: &Value, arguments: &Value) -> String {
    match check(&schema.to_string(), &arguments.to_string()) {
        Ok(()) => "fits".to_owned(),
        Err(violations) => violations,
    }
}

#[expect(clippy::needless_pass_by_value, reason = "calls read better")]
fn expect_told(schema: Value, arguments: Value, expected: Expect) {
    expected.assert_eq(&told(&schema, &arguments));
}

fn form() -> Value {
    json!({
        "type": "object",
        "properties": {
            "name": { "type": "string", "minLength": 2 },
            "kind": { "enum": ["bar", "line"] },
            "size": { "type": ["integer", "null"], "minimum": 1 },
            "rows": { "type": "array", "maxItems": 2, "items": { "type": "array", "items": { "type": "string" } } },
            "when": { "anyOf": [{ "type": "string" }, { "type": "integer" }] }
        },
        "required": ["name"],
        "additionalProperties": false
    })
}

#[test]
fn what_fits_is_fine() {
    let arguments =
        json!({ "name": "ab", "kind": "bar", "size": null, "rows": [["x"]], "when": 3 });
    assert_eq!(told(&form(), &arguments), "fits");
    assert_eq!(told(&json!({}), &json!({ "anything": 1 })), "fits");
    assert_eq!(told(&json!(true), &json!({})), "fits");
}

#[test]
fn a_violation_names_its_place_and_what_is_wanted() {
    expect_told(
        form(),
        json!({}),
        expect![[r#"arguments: "name" is missing"#]],
    );
    expect_told(
        form(),
        json!({ "name": 1, "kind": "pie", "size": 0.5, "colour": "red" }),
        expect![[r#"
            /kind: must be one of "bar", "line"
            /name: must be string, not number
            /size: must be null or integer, not number
            /size: value is less than the minimum of 1
            arguments: there is no colour"#]],
    );
    expect_told(
        form(),
        json!({ "name": "a", "size": 0, "rows": [["x", 1]], "when": [] }),
        expect![[r#"
            /name: value is shorter than 2 characters
            /rows/0/1: must be string, not number
            /size: value is less than the minimum of 1
            /when: fits none of the alternatives: must be string, not array; or must be integer, not array"#]],
    );
}

#[test]
fn only_the_first_few_are_told_and_long_values_are_cut() {
    let schema = json!({ "items": { "type": "string" } });
    let numbers: Vec<_> = (0..40).collect();
    expect_told(
        schema,
        json!(numbers),
        expect![[r#"
            /0: must be string, not number
            /1: must be string, not number
            /2: must be string, not number
            /3: must be string, not number
            /4: must be string, not number
            … and 35 more"#]],
    );
    let long = "x".repeat(10_000);
    let told = told(
        &json!({ "additionalProperties": false }),
        &json!({ long: 1 }),
    );
    assert!(told.len() < 200, "{told}");
}

#[test]
fn drafts_are_told_apart() {
    let draft = |uri: &str| json!({ "$schema": uri, "items": [{ "type": "string" }], "additionalItems": false });
    let seventh = "http://json-schema.org/draft-07/schema#";
    assert_eq!(told(&draft(seventh), &json!(["a"])), "fits");
    assert_eq!(
        told(&draft(seventh), &json!([1])),
        "/0: must be string, not number"
    );
    let newest = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "prefixItems": [{ "type": "string" }], "items": false
    });
    assert_eq!(told(&newest, &json!(["a"])), "fits");
    assert_ne!(told(&newest, &json!(["a", 1])), "fits");
    let unknown = json!({ "$schema": "https://example.test/mine", "type": "object" });
    assert_eq!(
        told(&unknown, &json!([])),
        "arguments: must be object, not array"
    );
}

#[test]
fn a_schema_that_cannot_be_used_is_called_that() {
    for schema in [
        json!({ "type": "strin" }),
        json!({ "required": "name" }),
        json!({ "properties": { "a": { "pattern": "(" } } }),
        json!({ "$ref": "https://example.test/other.json" }),
        json!({ "$ref": "#/nowhere" }),
        json!([]),
        json!(1),
        json!(null),
    ] {
        let told = told(&schema, &json!({ "a": "b" }));
        assert!(
            told.starts_with("the schema of the tool itself is invalid"),
            "{schema}: {told}"
        );
        assert!(told.len() < 400, "{told}");
    }
    let told = check("{", "{}").unwrap_err();
    assert!(told.starts_with("the schema of the tool itself"), "{told}");
}

#[test]
fn a_schema_may_contain_itself() {
    let tree = json!({
        "type": "object",
        "properties": { "children": { "type": "array", "items": { "$ref": "#" } } },
        "additionalProperties": false
    });
    assert_eq!(
        told(&tree, &json!({ "children": [{ "children": [{}] }] })),
        "fits"
    );
    assert_eq!(
        told(&tree, &json!({ "children": [{ "children": [1] }] })),
        "/children/0/children/0: must be object, not number"
    );
}

#[test]
fn a_schema_that_is_nothing_but_itself_ends() {
    let told = told(&json!({ "$ref": "#" }), &json!({}));
    assert!(!told.is_empty());
}

#[test]
fn a_costly_pattern_ends() {
    let schema = json!({ "properties": { "a": { "pattern": "^(?=(a+)+$)(a+)+$" } } });
    let told = told(&schema, &json!({ "a": format!("{}!", "a".repeat(40)) }));
    assert_ne!(told, "fits");
}

/// What ships is sound: every built-in tool's schema is one, and refuses what it does not name.
#[test]
fn the_built_in_tools_have_sound_schemas() {
    for tool in built_in::ALL {
        let tool = tool.tool();
        let told = told(&tool.spec.parameters, &json!({ "surely_not_there": 1 }));
        assert!(
            told.contains("there is no surely_not_there"),
            "{}: {told}",
            tool.spec.name
        );
    }
}

use super::file::{read, write};
use super::*;

fn tool(name: &str) -> OwnTool {
    OwnTool {
        name: name.to_owned(),
        title: "Count words".to_owned(),
        description: "Counts the words of a text.".to_owned(),
        parameters: json!({
            "type": "object",
            "properties": { "text": { "type": "string" } },
            "required": ["text"],
        }),
        code: "return args.text.split(/\\s+/).length;".to_owned(),
        ..OwnTool::new(name.to_owned())
    }
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn a_name_fits_every_provider_and_is_its_own() {
    let taken = names(&["current_time"]);
    for good in ["word_count", "a", "sha256", &"x".repeat(64)] {
        assert_eq!(check_name(good, &taken), Ok(()), "{good}");
    }
    for (bad, says) in [
        ("", "small letters"),
        ("Word", "small letters"),
        ("word count", "small letters"),
        ("wörter", "small letters"),
        ("2nd", "a letter first"),
        ("_x", "a letter first"),
        (&"x".repeat(65), "64"),
        ("current_time", "Another tool"),
        ("ask_me", "agents"),
    ] {
        let error = check_name(bad, &taken).unwrap_err();
        assert!(error.contains(says), "{bad}: {error}");
    }
}

#[test]
fn a_schema_is_one_of_an_object() {
    assert_eq!(read_schema(" "), Ok(no_parameters()));
    assert!(read_schema(r#"{"type":"object"}"#).is_ok());
    for (bad, says) in [
        ("{", "not JSON"),
        ("[]", "JSON object"),
        ("{}", "\"type\": \"object\""),
        (r#"{"type":"string"}"#, "\"type\": \"object\""),
        (r#"{"type":"object","properties":[]}"#, "“properties”"),
        (r#"{"type":"object","properties":{"a":1}}"#, "“a”"),
        (r#"{"type":"object","required":"a"}"#, "“required”"),
        (r#"{"type":"object","required":[1]}"#, "“required”"),
        (r#"{"type":"object","required":["a"]}"#, "“a”"),
    ] {
        let error = read_schema(bad).unwrap_err();
        assert!(error.contains(says), "{bad}: {error}");
    }
    let big = json!({ "type": "object", "description": "x".repeat(MAX_SCHEMA) });
    assert!(check_schema(&big).unwrap_err().contains("32 KB"));
}

#[test]
fn every_field_is_checked() {
    let taken = names(&["taken"]);
    assert_eq!(tool("count").check(&taken), Ok(()));
    let broken: [fn(&mut OwnTool); 7] = [
        |tool| tool.name = "taken".to_owned(),
        |tool| tool.title = " ".to_owned(),
        |tool| tool.title = "x".repeat(81),
        |tool| tool.description = "\n".to_owned(),
        |tool| tool.description = "x".repeat(MAX_DESCRIPTION + 1),
        |tool| tool.parameters = json!([]),
        |tool| tool.code = "x".repeat(MAX_CODE + 1),
    ];
    for (at, breaks) in broken.into_iter().enumerate() {
        let mut tool = tool("count");
        breaks(&mut tool);
        assert!(tool.check(&taken).is_err(), "{at}");
    }
}

#[test]
fn arguments_to_try_it_with() {
    let schema = json!({ "type": "object", "properties": {
        "text": { "type": "string" },
        "many": { "type": "array", "items": { "type": "integer", "minimum": 5 } },
        "how": { "enum": ["fast", "slow"] },
        "sure": { "type": ["boolean", "null"] },
        "unit": { "type": "string", "default": "m" },
        "any": {},
    }});
    assert_eq!(
        example(&schema),
        json!({ "text": "text", "many": [5], "how": "fast", "sure": true, "unit": "m", "any": null })
    );
    assert_eq!(example(&no_parameters()), json!({}));
}

#[test]
fn a_file_brings_what_was_written() {
    let tools = [tool("count"), tool("measure")];
    let import = read(&write(&tools), &[], || "fresh".to_owned()).unwrap();
    assert_eq!(import.renamed, []);
    let expected = tools.map(|tool| OwnTool {
        id: OwnToolId("fresh".to_owned()),
        ..tool
    });
    assert_eq!(import.tools, expected);
}

#[test]
fn names_that_are_taken_change() {
    let taken = names(&["count", "count_2", "run_javascript"]);
    let file = write(&[tool("count"), tool("count"), tool("run_javascript")]);
    let import = read(&file, &taken, || "fresh".to_owned()).unwrap();
    let found: Vec<_> = import.tools.iter().map(|tool| &*tool.name).collect();
    assert_eq!(found, ["count_3", "count_4", "run_javascript_2"]);
    assert_eq!(import.renamed.len(), 3);
    let long = "x".repeat(64);
    let renamed = free_name(&long, std::slice::from_ref(&long));
    assert_eq!(check_name(&renamed, &[]), Ok(()));
}

#[test]
fn a_file_grants_nothing() {
    let mut file: Value = serde_json::from_str(&write(&[tool("count")])).unwrap();
    file["grants"] = json!([{ "tool": "count", "agent": "just-ask", "at": 0 }]);
    file["permissions"] = json!({ "count": "always" });
    file["tools"][0]["id"] = json!("known");
    file["tools"][0]["permission"] = json!("always");
    file["tools"][0]["rule"] = json!({ "permission": "always" });
    file["tools"][0]["reach"] = json!("nothing");
    let import = read(&file.to_string(), &[], || "fresh".to_owned()).unwrap();
    assert_eq!(import.tools[0].id.0, "fresh");
    assert_eq!(import.tools[0].tool().rule.permission, Permission::Ask);
    let mut plain = tool("count");
    plain.id = OwnToolId("fresh".to_owned());
    assert_eq!(import.tools, [plain]);
}

#[test]
fn what_is_no_such_file_says_so() {
    let with = |change: fn(&mut Value)| {
        let mut file: Value = serde_json::from_str(&write(&[tool("count")])).unwrap();
        change(&mut file);
        file.to_string()
    };
    let broken = [
        (String::new(), "not a file"),
        ("[]".to_owned(), "not a file"),
        (
            with(|file| file["format"] = json!("colloquy-agent")),
            "not a file",
        ),
        (with(|file| file["version"] = json!(2)), "newer"),
        (with(|file| file["tools"] = json!([])), "no tool"),
        (with(|file| file["tools"] = json!({})), "no tool"),
        (with(|file| file["tools"][0] = json!("x")), "Tool 1"),
        (
            with(|file| file["tools"][0]["name"] = json!("Not So")),
            "small letters",
        ),
        (
            with(|file| file["tools"][0]["code"] = json!(" ")),
            "Write what",
        ),
        (
            with(|file| file["tools"][0]["parameters"] = json!({})),
            "of an object",
        ),
    ];
    for (text, says) in broken {
        let error = read(&text, &[], || "fresh".to_owned()).unwrap_err();
        assert!(error.contains(says), "{text}: {error}");
    }
}

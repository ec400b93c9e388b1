//! Results of calls: small, valid for their schemas, and sufficient as text or as value.

use serde_json::{Value, json};

use super::Client;
use super::client::{Era, text};
use crate::harness::Site;

/// The size limit of the list of tools: 6,000 tokens of four bytes.
const MOST_BYTES: usize = 24_000;

#[test]
fn the_tools_are_few_and_say_what_they_do_to_the_world() {
    let site = Site::empty();
    let mut client = Client::start(&site, &[], Era::Handshake, json!({}));
    let listed = client.request("tools/list", json!({}));
    assert!(
        listed.to_string().len() <= MOST_BYTES,
        "{}",
        listed.to_string().len()
    );
    let tools = listed["tools"].as_array().unwrap();
    let hints = |name: &str| {
        let tool = tools.iter().find(|tool| tool["name"] == name).expect(name);
        let hints = &tool["annotations"];
        (hints["readOnlyHint"] == true, hints["destructiveHint"] == true)
    };
    for name in ["parse", "explain", "history", "policy"] {
        assert_eq!(hints(name), (true, false), "{name}");
    }
    for name in ["run", "undo", "debug_session", "patterns"] {
        assert_eq!(hints(name), (false, true), "{name}");
    }
    for name in [
        "job",
        "git_bisect",
        "flake_check",
        "minimize_repro",
        "localise_fault",
    ] {
        assert_eq!(hints(name), (false, false), "{name}");
    }
    for tool in tools {
        assert_eq!(tool["inputSchema"]["type"], "object", "{tool}");
        assert_eq!(tool["outputSchema"]["required"], json!(["state"]), "{tool}");
    }
}

#[test]
fn a_long_result_is_short_and_says_where_the_rest_is() {
    let site = Site::empty();
    let mut client = Client::start(&site, &[], Era::Handshake, json!({}));
    let output: String = (1..=5_000)
        .map(|line| format!("src/m{line}.py:{line}:1: F821 undefined name 'n{line}'\n"))
        .collect();
    let result = client.call("parse", json!({ "output": output }));
    assert!(text(&result).len() <= 10_000);
    let value = &result["structuredContent"];
    assert!(value.to_string().len() <= 10_000);
    assert_eq!(value["result"]["errors"], 5_000);
    assert!(text(&result).contains("5000 errors"));
    assert_eq!(result["content"][1]["type"], "resource_link");
    assert_eq!(result["content"][1]["uri"], value["more"]);
    let read = client.request("resources/read", json!({ "uri": value["more"] }));
    let whole: Value = serde_json::from_str(read["contents"][0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(whole.as_array().unwrap().len(), 5_000);
}

#[test]
fn secrets_stay_in() {
    let site = Site::empty();
    let mut client = Client::start(&site, &[], Era::Handshake, json!({}));
    let token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";
    let output = format!("a.py:1:1: F821 undefined name '{token}'\n");
    let result = client.call("parse", json!({ "output": output }));
    assert!(!result.to_string().contains(token), "{result}");
}

#[test]
fn wrong_arguments_are_named() {
    let site = Site::empty();
    let mut client = Client::start(&site, &[], Era::Handshake, json!({}));
    for (tool, arguments, named) in [
        ("run", json!({}), "command"),
        ("run", json!({ "command": [] }), "no command"),
        (
            "run",
            json!({ "command": ["no-such-program-1"] }),
            "no-such-program-1",
        ),
        ("run", json!({ "command": "pytest -q" }), "command"),
        (
            "run",
            json!({ "command": ["true"], "timeout_seconds": -1 }),
            "timeout_seconds",
        ),
        ("run", json!({ "command": ["true"], "focus": ["x.py"] }), "x.py"),
        ("parse", json!({}), "output"),
        ("parse", json!({ "output": "x", "from": "pytset" }), "pytset"),
        ("explain", json!({ "id": "pytset" }), "pytest"),
        ("undo", json!({ "run": "none" }), "none"),
        (
            "policy",
            json!({ "operation": "classify", "input": {} }),
            "failure",
        ),
        ("patterns", json!({ "action": "forget" }), "id"),
        ("debug_session", json!({ "step": "advance" }), "session"),
        (
            "debug_session",
            json!({ "step": "probe", "text": "x" }),
            "session",
        ),
        ("job", json!({ "job": "job-1" }), "job-1"),
        ("git_bisect", json!({ "command": ["true"] }), "good"),
    ] {
        let result = client.call(tool, arguments.clone());
        assert_eq!(result["isError"], true, "{tool} {arguments}: {result}");
        assert!(text(&result).contains(named), "{tool} {arguments}: {result}");
    }
    let id = client.begin("tools/call", json!({ "name": "rum", "arguments": {} }));
    let message = client.answer_to(id, Clone::clone);
    assert!(
        message["error"]["message"].as_str().unwrap().contains("run"),
        "{message}"
    );
}

#[test]
fn resources_and_prompts_are_there() {
    let site = super::unclosed();
    let mut client = Client::start(&site, &["--yes"], Era::Handshake, json!({}));
    let run = client.done("run", super::compile());
    let id = run["run_id"].as_str().unwrap();
    let listed = client.request("resources/list", json!({}));
    let uri = format!("unbreak://runs/{id}/diff");
    assert!(listed.to_string().contains(&uri), "{listed}");
    let read = client.request("resources/read", json!({ "uri": uri }));
    assert_eq!(read["contents"][0]["text"], run["diff"], "{read}");
    let events = client.request("resources/read", json!({ "uri": "unbreak://glossary/events" }));
    assert!(events.to_string().contains("`fix_results`"));

    let prompts = client.request("prompts/list", json!({}));
    for prompt in prompts["prompts"].as_array().unwrap() {
        let arguments = json!({ "command": "make test" });
        let given = client.request(
            "prompts/get",
            json!({ "name": prompt["name"], "arguments": arguments }),
        );
        assert!(given.to_string().contains("`make test`"), "{given}");
    }
    let completed = client.request(
        "completion/complete",
        json!({ "ref": { "type": "ref/prompt", "name": "fix-command" }, "argument": { "name": "command", "value": "python3" } }),
    );
    assert_eq!(
        completed["completion"]["values"],
        json!(["python3 -m py_compile area.py"])
    );

    // A watched resource tells that it has changed.
    client.request("resources/subscribe", json!({ "uri": uri }));
    client.done("undo", json!({}));
    let told = client.next();
    assert_eq!(told["method"], "notifications/resources/updated", "{told}");
    assert_eq!(told["params"]["uri"], uri);
}

#[test]
fn a_debug_session_is_led_step_by_step() {
    let site = super::unclosed();
    let mut client = Client::start(&site, &[], Era::Handshake, json!({}));
    let mut start = super::compile();
    start["step"] = "start".into();
    let begun = client.done("debug_session", start);
    assert_eq!(begun["state"], "reproduce", "{begun}");
    let next = client.done("debug_session", json!({ "step": "advance" }));
    assert_ne!(next["state"], "reproduce", "{next}");
    let listed = client.done("debug_session", json!({ "step": "list" }));
    assert_eq!(listed["sessions"][0]["id"], begun["id"], "{listed}");
    let uri = format!("unbreak://sessions/{}", begun["id"].as_str().unwrap());
    let read = client.request("resources/read", json!({ "uri": uri }));
    assert!(
        read["contents"][0]["text"]
            .as_str()
            .unwrap()
            .contains("py_compile")
    );
}

#[test]
fn every_tool_gives_what_its_schema_says() {
    let site = Site::with(&[("ok.py", "print(1)\n")]);
    let mut client = Client::start(&site, &[], Era::Handshake, json!({}));
    let listed = client.request("tools/list", json!({}));
    let failing =
        json!({ "command": ["python3", "-c", "import sys; print('x.py:1: error: y'); sys.exit(1)"] });
    for (tool, arguments) in [
        ("run", failing.clone()),
        ("parse", json!({ "output": "x.py:1: error: y\n" })),
        ("explain", json!({ "kind": "tool" })),
        ("history", json!({})),
        ("repro_attempt", failing.clone()),
        ("flake_check", failing.clone()),
        ("localise_fault", failing.clone()),
        ("run_with_tracing", failing.clone()),
        ("query_failure_patterns", failing),
    ] {
        let tool_listed = listed["tools"]
            .as_array()
            .unwrap()
            .iter()
            .find(|one| one["name"] == tool);
        let result = client.call(tool, arguments);
        fits(
            &result["structuredContent"],
            &tool_listed.unwrap()["outputSchema"],
            tool,
        );
    }
}

/// Checks a value against what the server's schemas use of JSON Schema.
fn fits(value: &Value, schema: &Value, at: &str) {
    if let Some(options) = schema["enum"].as_array() {
        assert!(options.contains(value), "{at}: {value} is none of {options:?}");
    }
    let is = |name: &Value| match name.as_str().unwrap() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        _ => false,
    };
    match &schema["type"] {
        Value::Null => {}
        Value::Array(names) => assert!(names.iter().any(is), "{at}: {value} is none of {names:?}"),
        name => assert!(is(name), "{at}: {value} is no {name}"),
    }
    for required in schema["required"].as_array().into_iter().flatten() {
        let name = required.as_str().unwrap();
        assert!(value.get(name).is_some(), "{at}: {name} is missing in {value}");
    }
    for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
        if let Some(part) = value.get(name) {
            fits(part, schema, &format!("{at}.{name}"));
        }
    }
    if let Some(items) = value.as_array().filter(|_| schema["items"].is_object()) {
        items
            .iter()
            .for_each(|item| fits(item, &schema["items"], &format!("{at}[]")));
    }
}

//! Questions of a terminal are asked through the client, in both eras. If the client cannot ask, the answer is
//! no, and the result says so.

use serde_json::{Value, json};

use super::client::{Era, text};
use super::{CLOSED, Client, UNCLOSED, compile, unclosed};

fn elicitation() -> Value {
    json!({ "elicitation": {} })
}

#[test]
fn a_client_with_a_handshake_is_asked_while_the_call_goes_on() {
    for (approve, left) in [(true, CLOSED), (false, UNCLOSED)] {
        let site = unclosed();
        let mut client = Client::start(&site, &[], Era::Handshake, elicitation());
        let id = client.begin("tools/call", json!({ "name": "run", "arguments": compile() }));
        let mut questions = Vec::new();
        let answered = client.answer_to(id, |question| {
            questions.push(question.clone());
            json!({ "action": "accept", "content": { "approve": approve } })
        });
        let [question, ..] = questions.as_slice() else {
            panic!("{answered}")
        };
        assert_eq!(question["method"], "elicitation/create");
        let message = question["params"]["message"].as_str().unwrap();
        assert!(message.contains("May this be tried?"), "{message}");
        let run = &answered["result"]["structuredContent"]["result"];
        assert_eq!(run["passes"], approve, "{run}");
        assert_eq!(site.read("area.py"), left);
        assert_eq!(client.leave(), 0);
    }
}

#[test]
fn a_client_without_a_handshake_makes_the_call_again_with_the_answer() {
    for (action, left) in [("accept", CLOSED), ("decline", UNCLOSED)] {
        let site = unclosed();
        let mut client = Client::start(&site, &[], Era::Stateless, elicitation());
        let mut asked = client.call("run", compile());
        let mut rounds = 0;
        while asked["resultType"] == "input_required" {
            rounds += 1;
            let (key, question) = asked["inputRequests"].as_object().unwrap().iter().next().unwrap();
            assert_eq!(question["method"], "elicitation/create");
            let answer = json!({ "action": action, "content": { "approve": true } });
            let again = json!({
                "name": "run",
                "arguments": compile(),
                "inputResponses": { key: answer },
                "requestState": asked["requestState"],
            });
            asked = client.request("tools/call", again);
        }
        assert!(rounds > 0);
        let run = &asked["structuredContent"]["result"];
        assert_eq!(run["passes"], action == "accept", "{asked}");
        assert_eq!(site.read("area.py"), left);
    }
}

#[test]
fn a_client_that_cannot_be_asked_is_told_the_flag() {
    for era in [Era::Handshake, Era::Stateless] {
        let site = unclosed();
        let mut client = Client::start(&site, &[], era, json!({}));
        let result = client.call("run", compile());
        assert_eq!(result["structuredContent"]["result"]["passes"], false);
        let notes = result["structuredContent"]["notes"].to_string();
        assert!(notes.contains("`unbreak mcp --yes` allows it"), "{notes}");
        assert!(
            text(&result).contains("`unbreak mcp --yes` allows it"),
            "{result}"
        );
        assert_eq!(site.read("area.py"), UNCLOSED);
    }
}

#[test]
fn the_operator_may_have_said_yes_beforehand() {
    let site = unclosed();
    let mut client = Client::start(&site, &["--yes"], Era::Handshake, elicitation());
    let run = client.done("run", compile());
    assert_eq!(run["passes"], true, "{run}");
    assert_eq!(site.read("area.py"), CLOSED);
}

#[test]
fn no_client_can_allow_what_the_operator_did_not() {
    let site = unclosed();
    let mut client = Client::start(&site, &[], Era::Handshake, json!({}));
    for forbidden in ["yes", "allow"] {
        let mut arguments = compile();
        arguments[forbidden] = json!(true);
        let result = client.call("run", arguments);
        assert_eq!(result["isError"], true, "{result}");
        assert!(text(&result).contains(forbidden), "{result}");
    }
    assert_eq!(site.read("area.py"), UNCLOSED);
}

#[test]
fn an_answer_to_another_call_is_refused() {
    let site = unclosed();
    let mut client = Client::start(&site, &[], Era::Stateless, elicitation());
    let again = json!({
        "name": "run",
        "arguments": compile(),
        "inputResponses": { "approve-1": { "action": "accept", "content": { "approve": true } } },
        "requestState": "job-0000000000000000",
    });
    let result = client.request("tools/call", again);
    assert_eq!(result["isError"], true, "{result}");
    assert_eq!(site.read("area.py"), UNCLOSED);
}

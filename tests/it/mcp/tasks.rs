//! The protocol's own tasks, for clients that have them.

use serde_json::{Value, json};

use super::client::Era;
use super::{CLOSED, Client, compile, unclosed};
use crate::harness::{Site, wait_for};

fn capabilities() -> Value {
    json!({ "elicitation": {}, "extensions": { "io.modelcontextprotocol/tasks": {} } })
}

#[test]
fn a_long_call_becomes_a_task_that_asks_and_is_done() {
    let site = unclosed();
    let mut client = Client::start(&site, &[], Era::Stateless, capabilities());
    let created = client.call("run", compile());
    assert_eq!(created["resultType"], "task", "{created}");
    let task = json!({ "taskId": created["taskId"] });
    let done = loop {
        let now = client.request("tasks/get", task.clone());
        match now["status"].as_str().unwrap() {
            "working" => {}
            "input_required" => {
                let (key, _) = now["inputRequests"].as_object().unwrap().iter().next().unwrap();
                let answer = json!({ "action": "accept", "content": { "approve": true } });
                let mut update = task.clone();
                update["inputResponses"] = json!({ key: answer });
                client.request("tasks/update", update);
            }
            _ => break now,
        }
    };
    assert_eq!(done["status"], "completed", "{done}");
    assert_eq!(
        done["result"]["structuredContent"]["result"]["passes"], true,
        "{done}"
    );
    assert_eq!(site.read("area.py"), CLOSED);
}

#[test]
fn a_cancelled_task_says_so() {
    let site = Site::empty();
    let mut client = Client::start(&site, &[], Era::Stateless, capabilities());
    let script = format!("echo > '{}'; exec sleep 1000", site.beside("started").display());
    let call = json!({ "command": ["sh", "-c", script] });
    let created = client.call("run", call);
    wait_for("the command to run", || site.beside("started").exists());
    let task = json!({ "taskId": created["taskId"] });
    client.request("tasks/cancel", task.clone());
    wait_for("the task to end", || {
        client.request("tasks/get", task.clone())["status"] == "cancelled"
    });
}

//! Calls that take long: their progress, their handle, and their end.

use std::time::Duration;

use serde_json::{Value, json};

use super::Client;
use super::client::{Era, text};
use crate::harness::{Site, wait_for};

/// Says that it runs, and then runs as long as it is let.
fn endless(site: &Site) -> Value {
    let started = site.beside("started");
    let script = format!("echo $$ > '{}'; exec sleep 1000", started.display());
    json!({ "command": ["sh", "-c", script] })
}

/// A project whose one fault is repaired at once, and whose command then runs on: the repaired file is there,
/// not verified.
fn half_way(site: &Site) -> Value {
    site.write("total.py", "def total(prices):\n    return sum(price)\n");
    let started = site.beside("started");
    let check = format!(
        "import time, total\nif 'prices)' in open('total.py').read().split('return')[1]:\n    \
         open({:?}, 'w').close()\n    time.sleep(1000)\ntotal.total([1])\n",
        started.to_str().unwrap()
    );
    site.write("check.py", &check);
    json!({ "command": ["python3", "-B", "check.py"] })
}

#[test]
fn progress_rises_and_tells_what_goes_on() {
    let site = super::unclosed();
    let mut client = Client::start(&site, &["--yes"], Era::Handshake, json!({}));
    let call = json!({ "name": "run", "arguments": super::compile(), "_meta": { "progressToken": "p" } });
    client.request("tools/call", call);
    let told: Vec<(f64, String)> = client
        .notifications
        .iter()
        .filter(|told| told["method"] == "notifications/progress")
        .map(|told| {
            let params = &told["params"];
            assert_eq!(params["progressToken"], "p");
            (
                params["progress"].as_f64().unwrap(),
                params["message"].as_str().unwrap().to_owned(),
            )
        })
        .collect();
    assert!(told.len() >= 3, "{told:?}");
    assert!(told.windows(2).all(|pair| pair[0].0 < pair[1].0), "{told:?}");
    assert!(told[0].1.starts_with("run: starting"), "{told:?}");
    assert!(
        told.iter().any(|(_, words)| words.contains("py_compile")),
        "{told:?}"
    );
}

#[test]
fn a_call_that_takes_long_is_asked_for_by_its_id() {
    let site = Site::example();
    let mut client = Client::start(&site, &[], Era::Handshake, json!({}));
    let call = json!({ "command": ["./check.sh"], "wait_seconds": 0 });
    let begun = client.call("run", call);
    let job = begun["structuredContent"]["job"].as_str().unwrap().to_owned();
    assert_eq!(begun["structuredContent"]["state"], "working");
    assert!(text(&begun).contains(&job), "{begun}");

    let done = client.call("job", json!({ "job": job }));
    assert_eq!(done["structuredContent"]["result"]["passes"], true, "{done}");
    assert_eq!(
        client.call("job", json!({ "job": job, "action": "result" })),
        done
    );

    // The whole report, page by page.
    let mut whole = String::new();
    for page in 1.. {
        let part = client.call("job", json!({ "job": job, "page": page }));
        assert!(text(&part).len() <= 10_000);
        whole.push_str(text(&part));
        if part["structuredContent"]["pages"] == page {
            break;
        }
    }
    let report: Value = serde_json::from_str(&whole).unwrap();
    assert_eq!(report["fixed"].as_array().unwrap().len(), 10);
    let beyond = client.call("job", json!({ "job": job, "page": 1000 }));
    assert_eq!(beyond["isError"], true);
}

#[test]
fn a_cancelled_job_ends_its_command_and_takes_back_what_is_not_verified() {
    let site = Site::empty();
    let mut arguments = half_way(&site);
    let before = site.snapshot();
    arguments["wait_seconds"] = 0.into();
    let mut client = Client::start(&site, &["--yes"], Era::Handshake, json!({}));
    let begun = client.call("run", arguments);
    let job = begun["structuredContent"]["job"].clone();
    wait_for("the fix to be tried", || site.beside("started").exists());
    let ended = client.call("job", json!({ "job": job, "action": "cancel" }));
    assert_eq!(
        ended["structuredContent"]["result"]["outcome"], "interrupted",
        "{ended}"
    );
    assert_eq!(site.snapshot().changed_since(&before), [""; 0]);
}

#[test]
fn a_cancelled_request_ends_its_command_too() {
    let site = Site::empty();
    let arguments = half_way(&site);
    let before = site.snapshot();
    let mut client = Client::start(&site, &["--yes"], Era::Handshake, json!({}));
    let id = client.begin("tools/call", json!({ "name": "run", "arguments": arguments }));
    wait_for("the fix to be tried", || site.beside("started").exists());
    client.send(&json!({
        "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": id, "reason": "test" },
    }));
    wait_for("the edit to be rolled back", || {
        site.snapshot().changed_since(&before).is_empty()
    });
    // The server continues.
    client.done("history", json!({}));
    assert_eq!(client.leave(), 0);
}

#[test]
fn a_client_that_leaves_takes_its_calls_with_it() {
    let site = Site::empty();
    let arguments = half_way(&site);
    let before = site.snapshot();
    let mut client = Client::start(&site, &["--yes"], Era::Handshake, json!({}));
    client.begin("tools/call", json!({ "name": "run", "arguments": arguments }));
    wait_for("the fix to be tried", || site.beside("started").exists());
    assert_eq!(client.leave(), 0);
    assert_eq!(site.snapshot().changed_since(&before), [""; 0]);
}

#[test]
fn a_second_run_in_a_workspace_is_refused_and_the_first_goes_on() {
    let site = Site::empty();
    let mut client = Client::start(&site, &[], Era::Handshake, json!({}));
    let mut arguments = endless(&site);
    arguments["wait_seconds"] = 0.into();
    let first = client.call("run", arguments.clone());
    wait_for("the command to run", || site.beside("started").exists());
    arguments["wait_seconds"] = 45.into();
    let second = client.call("run", arguments);
    assert_eq!(second["isError"], true, "{second}");
    let job = &first["structuredContent"]["job"];
    let now = client.call("job", json!({ "job": job, "action": "result" }));
    assert_eq!(now["structuredContent"]["state"], "working", "{now}");
}

#[test]
fn a_silent_call_still_tells_that_it_goes_on() {
    let site = Site::empty();
    let mut client = Client::start(&site, &[], Era::Handshake, json!({}));
    let arguments = endless(&site);
    let call = json!({ "name": "run", "arguments": arguments, "_meta": { "progressToken": 7 } });
    client.begin("tools/call", call);
    wait_for("the command to run", || site.beside("started").exists());
    while client.next_within(Duration::from_secs(2)).is_some() {}
    let told = client
        .next_within(Duration::from_secs(20))
        .expect("a sign of life");
    assert_eq!(told["params"]["progressToken"], 7, "{told}");
}

#[test]
fn a_debug_session_may_keep_its_fix_only_with_leave() {
    let fixed = "def add(a, b):\n    return a + b\n";
    let broken = fixed.replace('+', "-");
    let site = Site::with(&[
        ("sums.py", fixed),
        ("check.py", "import sums\nassert sums.add(2, 2) == 4\n"),
    ]);
    site.git(&["init", "--quiet"]);
    site.git(&["add", "."]);
    site.git(&["commit", "--quiet", "-m", "works"]);
    site.write("sums.py", &broken);
    site.git(&["commit", "--quiet", "-am", "breaks"]);
    let auto =
        json!({ "step": "auto", "command": ["python3", "-B", "check.py"], "good": "HEAD~1", "keep": true });
    for (arguments, left) in [(&[][..], broken.as_str()), (&["--yes"][..], fixed)] {
        let mut client = Client::start(&site, arguments, Era::Handshake, json!({}));
        let result = client.call("debug_session", auto.clone());
        assert_eq!(result["structuredContent"]["state"], "done", "{result}");
        assert_eq!(site.read("sums.py"), left, "{result}");
    }
}

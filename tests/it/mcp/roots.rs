//! A server works where it was told to, and nowhere else.

use std::os::unix::fs::symlink;

use serde_json::{Value, json};

use super::Client;
use super::client::{Era, text};
use crate::harness::Site;

#[test]
fn what_is_outside_is_refused() {
    let site = Site::with(&[
        ("inside/log.txt", "a.py:1:1: F821 undefined name 'x'\n"),
        ("secret.txt", "s\n"),
    ]);
    symlink(
        site.root().join("secret.txt"),
        site.root().join("inside/link.txt"),
    )
    .unwrap();
    symlink(site.root(), site.root().join("inside/up")).unwrap();
    let mut client = Client::start(&site, &["-C", "inside"], Era::Handshake, json!({}));
    let read = client.done("parse", json!({ "file": "log.txt" }));
    assert_eq!(read["errors"], 1);
    let outside = site.root();
    let outside = outside.to_str().unwrap();
    for (tool, arguments) in [
        ("run", json!({ "command": ["true"], "workspace": outside })),
        ("run", json!({ "command": ["true"], "workspace": ".." })),
        ("run", json!({ "command": ["true"], "workspace": "up" })),
        (
            "repro_attempt",
            json!({ "command": ["true"], "workspace": outside }),
        ),
        ("history", json!({ "workspace": "/" })),
        ("parse", json!({ "file": "../secret.txt" })),
        ("parse", json!({ "file": "link.txt" })),
        ("parse", json!({ "file": "up/secret.txt" })),
    ] {
        let refused = client.call(tool, arguments.clone());
        assert_eq!(refused["isError"], true, "{tool} {arguments}: {refused}");
        assert!(text(&refused).contains("outside"), "{refused}");
    }
}

#[test]
fn several_workspaces_are_served_at_once() {
    let site = Site::with(&[("one/a.txt", ""), ("two/b.txt", "")]);
    let mut client = Client::start(&site, &["-C", "one", "-C", "two"], Era::Handshake, json!({}));
    for (workspace, file) in [(Value::Null, "a.txt"), (json!(site.root().join("two")), "b.txt")] {
        let run = client.done(
            "run",
            json!({ "command": ["test", "-e", file], "workspace": workspace }),
        );
        assert_eq!(run["outcome"], "already_passing", "{run}");
    }
}

#[test]
fn a_client_tells_its_roots() {
    let site = Site::with(&[("one two/a.txt", "")]);
    let root = format!("file://{}/one%20two", site.root().display());
    let mut client = Client::start(
        &site,
        &[],
        Era::Handshake,
        json!({ "roots": { "listChanged": true } }),
    );
    let call = json!({ "name": "run", "arguments": { "command": ["test", "-e", "a.txt"] } });
    let id = client.begin("tools/call", call);
    let answered = client.answer_to(id, |question| {
        assert_eq!(question["method"], "roots/list");
        json!({ "roots": [{ "uri": root }] })
    });
    let run = &answered["result"]["structuredContent"]["result"];
    assert_eq!(run["outcome"], "already_passing", "{answered}");

    // What -C says outweighs what the client says.
    let mut client = Client::start(&site, &["-C", "one two"], Era::Handshake, json!({ "roots": {} }));
    let refused = client.call("history", json!({ "workspace": site.root() }));
    assert_eq!(refused["isError"], true);
}

#[test]
fn a_root_that_is_none_is_named() {
    let site = Site::with(&[("file.txt", "")]);
    for root in ["file.txt", "missing"] {
        let ended = site.run(["mcp", "-C", root]).with_code(2);
        assert!(ended.stderr.contains(root), "{}", ended.stderr);
    }
}

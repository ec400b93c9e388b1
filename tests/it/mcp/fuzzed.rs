//! A client that makes no sense: calls in random order, wrong types, unknown handles, cancellations and
//! departures at any moment.

use std::fs;
use std::time::Duration;

use serde_json::{Value, json};

use super::Client;
use super::client::Era;
use crate::harness::{Site, wait_for};

/// Calls in all; each departure begins a new connection.
const CALLS: u32 = 200;

/// Numbers that look random and are the same each time (xorshift, Marsaglia 2003).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit as u64).unwrap()
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

const TOOLS: &[&str] = &[
    "run",
    "parse",
    "explain",
    "history",
    "undo",
    "debug_session",
    "policy",
    "patterns",
    "job",
    "repro_attempt",
    "flake_check",
    "localise_fault",
    "minimize_repro",
    "git_bisect",
    "no_such_tool",
];

const NAMES: &[&str] = &[
    "command",
    "workspace",
    "output",
    "file",
    "id",
    "run",
    "step",
    "operation",
    "input",
    "action",
    "job",
    "page",
    "wait_seconds",
    "timeout_seconds",
    "session",
    "text",
    "good",
    "dry_run",
    "unknown",
];

fn value(random: &mut Random) -> Value {
    let fitting = [
        json!(["python3", "broken.py"]),
        json!(["sh", "-c", "sleep 1000"]),
        json!(["sh", "-c", "sleep 1000 & sleep 1000 & exit 1"]),
        json!(["python3", "-m", "py_compile", "area.py"]),
        json!("."),
        json!("a.py:1:1: F821 undefined name 'x'\n"),
        json!("list"),
        json!("advance"),
        json!("classify"),
        json!("cancel"),
        json!("result"),
        json!(0),
        json!(1),
        json!(-1),
        json!(1e308),
        json!(null),
        json!(true),
        json!({}),
        json!([[], {}, null]),
        json!("\u{0}\u{202e}../../etc/passwd"),
        json!("x".repeat(70_000)),
        json!("job-0000000000000000"),
    ];
    random.pick(&fitting).clone()
}

#[test]
fn nothing_breaks_and_nothing_is_left() {
    let source = "import total\nprint(totl.total([1]))\n";
    let site = Site::with(&[
        ("broken.py", source),
        ("total.py", "def total(p):\n    return sum(p)\n"),
    ]);
    site.write("area.py", super::UNCLOSED);
    let before = site.snapshot();
    let mut random = Random(0x5eed_2026);
    let mut client = start(&site, &mut random);
    let mut jobs: Vec<Value> = Vec::new();
    for _ in 0..CALLS {
        let mut arguments = json!({});
        for _ in 0..random.below(4) {
            let name = *random.pick(NAMES);
            arguments[name] = value(&mut random);
        }
        if let (0, Some(job)) = (random.below(3), jobs.last()) {
            arguments["job"] = job.clone();
        }
        let mut call = json!({ "name": random.pick(TOOLS), "arguments": arguments });
        if random.below(8) == 0 {
            call = value(&mut random);
        }
        let id = client.begin(
            "tools/call",
            if call.is_object() {
                call
            } else {
                json!({ "name": call })
            },
        );
        match random.below(10) {
            0 => {
                client.send(&json!({
                    "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": id },
                }));
            }
            1 => {
                client.send_line("{\"jsonrpc\": ");
            }
            2 if random.below(3) == 0 => {
                // A server that has not ended by itself within a minute would fail the test here.
                assert_eq!(client.leave(), 0);
                jobs.clear();
                client = start(&site, &mut random);
            }
            _ => {}
        }
        while let Some(message) = client.next_within(Duration::from_millis(20)) {
            let job = &message["result"]["structuredContent"]["job"];
            if job.is_string() {
                jobs.push(job.clone());
            }
            assert!(!message.to_string().contains("ended with a panic"), "{message}");
        }
    }
    let server = client.process();
    assert!(
        fs::exists(format!("/proc/{server}")).unwrap(),
        "the server has gone"
    );
    assert_eq!(client.leave(), 0);
    wait_for("every process of the server to end", || {
        processes_in(&site).is_empty()
    });

    // What is left was verified: the name, which a run that passes proves; no one could allow the bracket.
    for changed in site.snapshot().changed_since(&before) {
        assert!(
            changed.starts_with("broken.py") || changed.contains("__pycache__"),
            "{changed}"
        );
    }
    let left = site.read("broken.py");
    assert!(left == source || site.passes(&["python3", "broken.py"]), "{left}");
}

fn start(site: &Site, random: &mut Random) -> Client {
    let era = *random.pick(&[Era::Handshake, Era::Stateless]);
    let capabilities = random
        .pick(&[
            json!({}),
            json!({ "elicitation": {} }),
            json!({ "extensions": { "io.modelcontextprotocol/tasks": {} } }),
        ])
        .clone();
    Client::start(site, &[], era, capabilities)
}

/// Processes whose directory is the workspace or a copy of it.
fn processes_in(site: &Site) -> Vec<String> {
    let root = site.root();
    let scratch = root.parent().unwrap();
    let processes = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    processes
        .filter(|process| fs::read_link(process.path().join("cwd")).is_ok_and(|cwd| cwd.starts_with(scratch)))
        .map(|process| fs::read_to_string(process.path().join("cmdline")).unwrap_or_default())
        .collect()
}

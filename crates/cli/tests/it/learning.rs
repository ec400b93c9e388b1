//! `unbreak learn`, `unbreak patterns` and what they leave in the store.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::{Ran, program, unbreak};

const BROKEN: &str =
    "def mean(values):\n    return sum(values) / len(values)\n\nprint(mean([1]))\nprint(mean([]))\n";
const FIXED: &str = "# means\ndef mean(values):\n    if not values:\n        return 0.0\n    return sum(values) / len(values)\n\nprint(mean([1]))\nprint(mean([]))\n";

fn failing() -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("main.py"), BROKEN).unwrap();
    directory
}

fn learn(directory: &Path) -> Ran {
    unbreak(directory, &["learn", "--", "python3", "main.py"])
}

fn listed(directory: &Path) -> Vec<Value> {
    let listed = unbreak(directory, &["patterns", "list", "--format", "json"]);
    assert_eq!(listed.code, 0, "{}", listed.stderr);
    serde_json::from_str(&listed.stdout).unwrap()
}

#[test]
fn a_pattern_is_learned_listed_shown_exported_imported_and_forgotten() {
    let (here, there) = (failing(), tempfile::tempdir().unwrap());
    let noted = learn(here.path());
    assert_eq!((noted.code, noted.stderr.as_str()), (1, ""));
    fs::write(here.path().join("main.py"), FIXED).unwrap();
    let learned = learn(here.path());
    assert_eq!(learned.code, 0, "{}{}", learned.stdout, learned.stderr);
    assert!(
        learned.stdout.contains("1 of 2 hunks needed"),
        "{}",
        learned.stdout
    );

    let text = unbreak(here.path(), &["patterns", "list"]).stdout;
    assert!(text.starts_with("1: add `if not ‹1›:`\n"), "{text}");
    assert!(text.contains("from person, helped 1 of 1 time"), "{text}");
    let stats = unbreak(here.path(), &["stats"]).stdout;
    assert!(stats.contains("1 learned pattern, of which 1 helps"), "{stats}");
    let shown: Value =
        serde_json::from_str(&unbreak(here.path(), &["patterns", "show", "1"]).stdout).unwrap();
    assert_eq!(shown["template"]["code"], "ZeroDivisionError");

    let file = there.path().join("patterns.json");
    let path = file.to_str().unwrap();
    assert_eq!(unbreak(here.path(), &["patterns", "export", path]).code, 0);
    let imported = unbreak(there.path(), &["patterns", "import", path]);
    assert_eq!(
        imported.stdout, "1 imported, 0 known already\n",
        "{}",
        imported.stderr
    );
    let again = unbreak(there.path(), &["patterns", "import", path]);
    assert_eq!(again.stdout, "0 imported, 1 known already\n");
    let [pattern] = listed(there.path()).try_into().unwrap();
    assert_eq!(
        (&pattern["successes"], &pattern["imported"]),
        (&json!(0), &json!(true))
    );

    assert_eq!(unbreak(here.path(), &["patterns", "forget", "1"]).code, 0);
    assert_eq!(unbreak(here.path(), &["patterns", "forget", "1"]).code, 2);
    assert_eq!(listed(here.path()), Vec::<Value>::new());
}

/// An exported file with one pattern.
fn exported() -> Value {
    json!({ "version": 1, "patterns": [{
        "origin": "person",
        "successes": 3,
        "template": {
            "type": "runtime",
            "message": "division by zero",
            "language": "py",
            "holes": ["name"],
            "hunks": [{
                "anchor": "reported",
                "old": [{ "pieces": [{ "is": "return" }, { "space": " " }, { "hole": 0 }] }],
                "new": [{ "pieces": [{ "is": "yield" }, { "space": " " }, { "hole": 0 }] }],
            }],
        },
    }] })
}

fn import(directory: &Path, patterns: &Value) -> Ran {
    fs::write(directory.join("p.json"), patterns.to_string()).unwrap();
    unbreak(directory, &["patterns", "import", "p.json"])
}

#[test]
fn a_wrong_import_is_refused_by_the_name_of_the_field() {
    let directory = tempfile::tempdir().unwrap();
    let template = "/patterns/0/template";
    let cases = [
        ("/version", json!(2), "version: 2 is not known"),
        ("/patterns/0/origin", json!(1), "patterns[0].origin: invalid type"),
        (
            &format!("{template}/type"),
            json!("odd"),
            "patterns[0].template.type",
        ),
        (
            &format!("{template}/language"),
            json!("odd"),
            "patterns[0].template.language",
        ),
        (
            &format!("{template}/hunks"),
            json!([]),
            "patterns[0].template.hunks: must be",
        ),
        (
            &format!("{template}/holes"),
            json!([]),
            "patterns[0].template.hunks[0].old[0]",
        ),
        (
            &format!("{template}/hunks/0/old"),
            json!([]),
            "patterns[0].template.hunks[0].old: must have lines",
        ),
        (
            &format!("{template}/hunks/0/new/0/pieces/0"),
            json!({ "is": "a\nb" }),
            "patterns[0].template.hunks[0].new[0]",
        ),
        (
            &format!("{template}/hunks/0/new/0/pieces/0"),
            json!({ "was": "a" }),
            "patterns[0].template.hunks[0].new[0].pieces[0]",
        ),
    ];
    for (pointer, value, said) in cases {
        let mut wrong = exported();
        *wrong.pointer_mut(pointer).unwrap() = value;
        let refused = import(directory.path(), &wrong);
        assert_eq!(refused.code, 2, "{pointer}: {}", refused.stdout);
        assert!(refused.stderr.contains(said), "{pointer}: {}", refused.stderr);
    }
    let mut strange = exported();
    strange["patterns"][0]["surprise"] = json!(1);
    assert!(import(directory.path(), &strange).stderr.contains("`surprise`"));
    assert_eq!(listed(directory.path()), Vec::<Value>::new());
    assert_eq!(import(directory.path(), &exported()).code, 0);
}

#[test]
fn several_processes_learn_at_once() {
    let state = tempfile::tempdir().unwrap();
    let workspaces: Vec<tempfile::TempDir> = (0..4).map(|_| failing()).collect();
    let start = |directory: &Path| {
        let mut learn = program(directory);
        learn.env("UNBREAK_STATE_DIR", state.path());
        learn
            .args(["learn", "--", "python3", "main.py"])
            .stdout(Stdio::null());
        learn.spawn().unwrap()
    };
    for text in [BROKEN, FIXED] {
        let learning: Vec<_> = workspaces
            .iter()
            .map(|directory| {
                fs::write(directory.path().join("main.py"), text).unwrap();
                start(directory.path())
            })
            .collect();
        for mut child in learning {
            let code = child.wait().unwrap().code();
            assert_eq!(code, Some(i32::from(text == BROKEN)));
        }
    }
    let mut list = program(state.path());
    list.env("UNBREAK_STATE_DIR", state.path());
    let listed = list
        .args(["patterns", "list", "--format", "json"])
        .output()
        .unwrap();
    let patterns: Vec<Value> = serde_json::from_slice(&listed.stdout).unwrap();
    // All of them learned the same, none of it is lost.
    assert_eq!((patterns.len(), &patterns[0]["successes"]), (1, &json!(4)));
}

#[test]
fn who_is_killed_while_learning_leaves_the_files_and_what_was_known() {
    let here = failing();
    assert_eq!(learn(here.path()).code, 1);
    fs::write(here.path().join("main.py"), FIXED).unwrap();
    for pause in (0..10).map(|step| Duration::from_millis(step * 60)) {
        let mut learning = program(here.path());
        learning.args(["learn", "--", "python3", "main.py"]);
        let mut child = learning
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(pause);
        // It may have ended by itself.
        let _ = child.kill();
        child.wait().unwrap();
        assert_eq!(fs::read_to_string(here.path().join("main.py")).unwrap(), FIXED);
        assert!(listed(here.path()).len() <= 1);
    }
    let last = learn(here.path());
    let [pattern] = listed(here.path()).try_into().unwrap();
    assert_eq!(pattern["origin"], "person", "{}", last.stderr);
}

//! The memory of past failures.

use std::path::Path;

use rusqlite::Connection;
use unbreak_core::session::{Place, Postmortem};
use unbreak_core::{
    Confidence, Diagnostic, ErrorType, Flake, Location, Memory, Severity, Signature, Symptoms, Template,
};
use unbreak_host::store::{Store, StoreErrorKind};

fn postmortem(session: &str, message: &str, frames: &[&str], cause: &str) -> Postmortem {
    let mut postmortem = Postmortem::new(session, message, cause);
    postmortem.frames = frames.iter().map(|frame| (*frame).to_owned()).collect();
    postmortem.confidence = Confidence::new(0.9);
    postmortem
}

fn filled(path: &Path) -> Store {
    let store = Store::at(path);
    let all = [
        postmortem(
            "s1",
            "KeyError: 'EUR' in rate table",
            &["src/report.py:price", "src/rates.py:lookup"],
            "the table has no default",
        ),
        postmortem(
            "s2",
            "connection to 10.0.0.1:5432 refused",
            &["src/db.py:connect"],
            "the database was not started",
        ),
        postmortem(
            "s3",
            "list index out of range",
            &["src/report.py:main", "src/rows.py:first"],
            "an empty file",
        ),
        postmortem(
            "s4",
            "list index out of range",
            &["src/report.py:main", "src/page.py:last"],
            "one page too many",
        ),
    ];
    store.import(all.iter().map(|one| (one, 1))).unwrap();
    store
}

fn sessions(store: &Store, symptoms: &Symptoms) -> Vec<String> {
    let similar = store.find(symptoms, 5).unwrap();
    similar
        .into_iter()
        .map(|similar| similar.postmortem.session)
        .collect()
}

#[test]
fn what_is_most_alike_comes_first() {
    let scratch = tempfile::tempdir().unwrap();
    let store = filled(&scratch.path().join("m.sqlite"));
    let ask = |message: &str, frames: &[&str]| {
        let mut symptoms = Symptoms::new(message);
        symptoms.frames = frames.iter().map(|frame| (*frame).to_owned()).collect();
        sessions(&store, &symptoms).first().cloned()
    };
    let cases = [
        (
            "KeyError: 'USD' in rate table",
            &["tests/t.py:test", "src/rates.py:lookup"][..],
            Some("s1"),
        ),
        ("connection to 10.1.2.3:5432 refused", &[], Some("s2")),
        // Only the stack tells these two apart.
        (
            "list index out of range",
            &["x.py:f", "/elsewhere/src/page.py:last"],
            Some("s4"),
        ),
        (
            "list index out of range",
            &["x.py:f", "src/rows.py:first"],
            Some("s3"),
        ),
        // Parts of names count.
        ("RateTable has no key", &[], Some("s1")),
        ("segmentation fault", &[], None),
    ];
    for (message, frames, wanted) in cases {
        assert_eq!(ask(message, frames).as_deref(), wanted, "{message} {frames:?}");
    }
}

#[test]
fn suspicious_lines_outweigh_words() {
    let scratch = tempfile::tempdir().unwrap();
    let store = Store::at(scratch.path().join("m.sqlite"));
    let place = |line: u32| -> Place {
        serde_json::from_value(serde_json::json!({ "file": "a.py", "line": line, "why": "coverage" }))
            .unwrap()
    };
    let mut one = postmortem("one", "assert 3 == 4", &[], "off by one");
    one.places = vec![place(10), place(11)];
    let mut other = postmortem("other", "assert 7 == 8", &[], "wrong sign");
    other.places = vec![place(50), place(51)];
    store.import([(&one, 1), (&other, 2)]).unwrap();
    let mut symptoms = Symptoms::new("assert 7 == 8");
    symptoms.places = vec!["a.py:10".to_owned(), "a.py:11".to_owned()];
    let similar = store.find(&symptoms, 5).unwrap();
    assert_eq!(similar[0].postmortem.session, "one");
    assert!(similar[0].shared.contains(&"coverage".to_owned()), "{similar:?}");
}

#[test]
fn the_same_failure_with_the_same_cause_is_counted() {
    let scratch = tempfile::tempdir().unwrap();
    let store = filled(&scratch.path().join("m.sqlite"));
    let again = postmortem(
        "s9",
        "connection to 10.0.0.1:5432 refused",
        &[],
        "the database was not started",
    );
    store.import([(&again, 77)]).unwrap();
    let similar = store.find(&Symptoms::new("connection refused"), 1).unwrap();
    assert_eq!((similar[0].times, similar[0].last_ms), (2, 77));
    let statistics = store.statistics().unwrap();
    assert_eq!((statistics.failures, statistics.times), (4, 5));
}

#[test]
fn secrets_are_not_kept() {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("m.sqlite");
    let store = Store::at(&path);
    let secret = format!("ghp_{}", "a1".repeat(18));
    let message = format!("push with {secret} to https://ada:hunter22@example.org failed, password=hunter22");
    store
        .import([(&postmortem("s1", &message, &[], "no rights"), 1)])
        .unwrap();
    let found = store.find(&Symptoms::new("push failed"), 1).unwrap();
    assert_eq!(
        found[0].postmortem.message,
        "push with <redacted> to https://ada:<redacted>@example.org failed, password=<redacted>"
    );
    drop(store);
    let everything: Vec<u8> = std::fs::read_dir(scratch.path())
        .unwrap()
        .flat_map(|file| std::fs::read(file.unwrap().path()).unwrap())
        .collect();
    let holds = |text: &str| everything.windows(text.len()).any(|part| part == text.as_bytes());
    assert!(!holds(&secret) && !holds("hunter22"));
}

#[test]
fn a_store_that_cannot_be_used_is_named_and_left_alone() {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("m.sqlite");
    let refused = |kind| {
        let before = std::fs::read(&path).unwrap();
        let error = Store::at(&path).find(&Symptoms::new("x"), 1).unwrap_err();
        assert_eq!(error.kind(), kind);
        assert!(error.to_string().contains(&path.display().to_string()), "{error}");
        assert!(
            std::fs::read(&path).unwrap() == before,
            "{} was changed",
            path.display()
        );
    };
    std::fs::write(
        &path,
        "this is not a database, and longer than a header would be".repeat(20),
    )
    .unwrap();
    refused(StoreErrorKind::Corrupt);
    std::fs::remove_file(&path).unwrap();
    drop(filled(&path));
    let whole = std::fs::read(&path).unwrap();
    for damaged in [
        Vec::new(),
        vec![0; whole.len()],
        whole[..100].to_vec(),
        whole[..8192].to_vec(),
    ] {
        std::fs::write(&path, damaged).unwrap();
        refused(StoreErrorKind::Corrupt);
    }
    std::fs::remove_file(&path).unwrap();
    Connection::open(&path)
        .unwrap()
        .execute_batch("CREATE TABLE theirs (a)")
        .unwrap();
    refused(StoreErrorKind::Foreign);
    std::fs::remove_file(&path).unwrap();
    drop(filled(&path));
    Connection::open(&path)
        .unwrap()
        .pragma_update(None, "user_version", 99)
        .unwrap();
    refused(StoreErrorKind::Newer);
}

#[test]
fn pages_that_are_overwritten_are_an_error() {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("m.sqlite");
    drop(filled(&path));
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[4096..].fill(0x5a);
    std::fs::write(&path, &bytes).unwrap();
    let error = Store::at(&path)
        .find(&Symptoms::new("connection refused"), 1)
        .unwrap_err();
    assert_eq!(error.kind(), StoreErrorKind::Corrupt);
}

#[test]
fn many_write_at_once_and_nothing_is_lost() {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("m.sqlite");
    std::thread::scope(|scope| {
        for writer in 0..6 {
            let path = &path;
            scope.spawn(move || {
                let store = Store::at(path);
                for number in 0..20 {
                    let text = format!("failure{writer}x{number} of its own");
                    store
                        .import([(&postmortem("s", &text, &[], "cause"), 1)])
                        .unwrap();
                }
            });
        }
    });
    assert_eq!(Store::at(&path).statistics().unwrap().failures, 120);
}

#[tokio::test]
async fn fixes_are_recalled_by_how_often_they_helped() {
    let scratch = tempfile::tempdir().unwrap();
    let store = Store::at(scratch.path().join("m.sqlite"));
    let signature: Signature = serde_json::from_str("\"import||no module '_'|a.py\"").unwrap();
    for (strategy, fixed) in [
        ("one", true),
        ("two", false),
        ("one", true),
        ("two", true),
        ("one", false),
    ] {
        store
            .record(&signature, strategy, "import json", fixed)
            .await
            .unwrap();
    }
    let recalled = store.recall(&signature, 5).await.unwrap();
    let seen: Vec<_> = recalled
        .iter()
        .map(|one| (one.strategy.as_str(), one.successes, one.failures))
        .collect();
    assert_eq!(seen, [("one", 2, 1), ("two", 1, 1)]);
    let statistics = store.statistics().unwrap();
    assert_eq!((statistics.patterns, statistics.success_rate), (2, Some(0.6)));
}

#[tokio::test]
async fn what_became_of_a_rules_fixes_is_counted() {
    let place = tempfile::tempdir().unwrap();
    let store = Store::in_state(place.path());
    for (rule, is_kept) in [("any/one/a", false), ("any/two/b", true), ("any/two/b", false)] {
        store.count_rule(rule, is_kept).await.unwrap();
    }
    let counts = store.statistics().unwrap().rules;
    let seen: Vec<_> = counts
        .iter()
        .map(|count| (count.rule.as_str(), count.tried, count.kept, count.taken_back))
        .collect();
    assert_eq!(seen, [("any/two/b", 2, 1, 1), ("any/one/a", 1, 0, 1)]);
}

#[tokio::test]
async fn fixes_of_failures_like_it_are_recalled_after_those_of_its_kind() {
    let scratch = tempfile::tempdir().unwrap();
    let store = Store::at(scratch.path().join("m.sqlite"));
    for signature in [
        "import|E1|no module '_' on the path|src/application.py",
        "import|E1|no module '_' on the path|src/applications.py",
        "import|E1|cannot import name '_' from partially initialised|other.py",
        "type|E1|no module '_' on the path|src/application.py",
    ] {
        let strategy = signature;
        let signature = Signature::read(signature);
        store
            .record(&signature, strategy, "import json", true)
            .await
            .unwrap();
    }
    let asked = Signature::read("import|E1|no module '_' on the path|src/applications.py");
    let recalled = store.recall(&asked, 5).await.unwrap();
    let seen: Vec<_> = recalled
        .iter()
        .map(|one| {
            (
                one.strategy.rsplit('|').next().unwrap(),
                one.similarity.get() < 1.0,
            )
        })
        .collect();
    assert_eq!(
        seen,
        [("src/applications.py", false), ("src/application.py", true)]
    );
}

#[test]
fn looking_makes_no_file() {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("m.sqlite");
    assert!(Store::at(&path).find(&Symptoms::new("x"), 1).unwrap().is_empty());
    assert!(!path.exists());
}

/// The outcomes of a test: `F` failed, `.` passed.
fn flake(test: &str, outcomes: &str) -> Flake {
    let mut flake = Flake::new("/home/dev/shop", test);
    flake.add(&outcomes.chars().map(|outcome| outcome == 'F').collect::<Vec<_>>());
    flake
}

#[tokio::test]
async fn runs_of_flaky_tests_add_up() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::in_state(directory.path());
    let mut first = flake("test_cart", &".".repeat(Flake::LAST));
    first.causes = vec!["a race".to_owned()];
    store
        .note_flakes(&[
            first,
            flake("test_key[sk-ant-api03-abcdefghijklmnopqrstuvwx]", "F"),
        ])
        .await
        .unwrap();
    store.note_flakes(&[flake("test_cart", "F.F")]).await.unwrap();
    let known = store.flakes("/home/dev/shop").await.unwrap();
    let cart = &known[0];
    assert_eq!((cart.runs, cart.failures), (23, 2));
    assert_eq!(cart.last, ".".repeat(Flake::LAST - 3) + "F.F");
    assert_eq!(
        cart.causes,
        ["a race"],
        "runs without experiments say nothing of causes"
    );
    assert!(!known[1].test.contains("abcdefghij"), "{}", known[1].test);
    assert!(store.flakes("/home/dev/other").await.unwrap().is_empty());
    assert_eq!(store.statistics().unwrap().flaky_tests, 2);
}

#[tokio::test]
async fn a_store_of_an_earlier_version_goes_on() {
    for (version, missing) in [
        (1, &["flake", "pattern", "rule"][..]),
        (2, &["pattern", "rule"]),
        (3, &["rule"]),
    ] {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("store");
        drop(filled(&path));
        let connection = Connection::open(&path).unwrap();
        for table in missing {
            connection.execute_batch(&format!("DROP TABLE {table}")).unwrap();
        }
        connection.pragma_update(None, "user_version", version).unwrap();
        drop(connection);
        let store = Store::at(&path);
        store.note_flakes(&[flake("test_cart", "F.")]).await.unwrap();
        store.keep_template(&template("mean"), "person").await.unwrap();
        let statistics = store.statistics().unwrap();
        assert_eq!(
            (statistics.failures, statistics.flaky_tests, statistics.templates),
            (4, 1, 1)
        );
    }
}

/// A template of a division that was guarded.
fn template(function: &str) -> Template {
    let line = Location::line("a.py", 2);
    let error = Diagnostic::new(
        ErrorType::Runtime,
        Severity::Error,
        format!("{function} divides by zero"),
    );
    let before = format!("def {function}(values):\n    return sum(values) / len(values)\n");
    let after = format!("def {function}(values):\n    return sum(values) / max(len(values), 1)\n");
    Template::of_texts(&error.at(line), "a.py", &before, &after).unwrap()
}

#[tokio::test]
async fn a_template_counts_what_became_of_it() {
    let scratch = tempfile::tempdir().unwrap();
    let store = Store::at(scratch.path().join("m.sqlite"));
    let (mean, median) = (template("mean"), template("median"));
    store.keep_template(&mean, "maker").await.unwrap();
    store.keep_template(&mean, "person").await.unwrap();
    assert_eq!(
        store
            .import_patterns([(&mean, "them"), (&median, "them")])
            .unwrap(),
        1
    );
    let found = store.templates(&mean.key(), 5).await.unwrap();
    let seen: Vec<_> = found
        .iter()
        .map(|pattern| {
            (
                pattern.origin.as_str(),
                pattern.successes,
                pattern.imported,
                pattern.is_known(),
            )
        })
        .collect();
    // The second failure is like it, and its template was never tried.
    assert_eq!(seen, [("maker", 2, false, true), ("them", 0, true, false)]);
    let [own] = &store.templates(&median.key(), 1).await.unwrap()[..] else {
        panic!("{found:?}")
    };
    assert!(own.is_known(), "it may be tried on its own failure: {own:?}");
    store.judge_template(found[0].id, false).await.unwrap();
    let judged = store.templates(&mean.key(), 5).await.unwrap();
    assert_eq!((judged[0].failures, judged[0].is_known()), (1, false));
    let statistics = store.statistics().unwrap();
    assert_eq!((statistics.templates, statistics.known_templates), (2, 0));
    assert!(store.forget_pattern(judged[0].id).unwrap());
    assert_eq!(store.patterns().unwrap().len(), 1);
}

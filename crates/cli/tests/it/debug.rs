//! `unbreak debug`, driven by a caller who tries to skip a rule.

use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::support::{Ran, isolated, unbreak};

/// A repository whose commits are made by hand.
struct Repository(TempDir);

impl Repository {
    /// One commit with these files.
    fn new(files: &[(&str, &str)]) -> Self {
        let repository = Self(TempDir::new().unwrap());
        repository.git(&["init", "-q", "-b", "main", "."]);
        repository.git(&["config", "user.name", "Ada"]);
        repository.git(&["config", "user.email", "ada@example.org"]);
        // Where the tests keep the program's state.
        std::fs::write(
            repository.path().join(".git/info/exclude"),
            ".state/\n.plugins/\n__pycache__/\n",
        )
        .unwrap();
        repository.commit("the beginning", files);
        repository
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn git(&self, args: &[&str]) {
        let output = isolated(Path::new("git"), self.path())
            .args(args)
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "git {args:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
    }

    fn write(&self, files: &[(&str, &str)]) {
        for (name, text) in files {
            let path = self.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
    }

    fn commit(&self, summary: &str, files: &[(&str, &str)]) {
        self.write(files);
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "-m", summary]);
    }

    /// Commits that change nothing of importance.
    fn notes(&self, count: usize) {
        for number in 0..count {
            let text = std::fs::read_to_string(self.path().join("NOTES")).unwrap_or_default();
            self.commit(
                &format!("note {number}"),
                &[("NOTES", &format!("{text}another\n"))],
            );
        }
    }

    fn read(&self, file: &str) -> String {
        std::fs::read_to_string(self.path().join(file)).unwrap()
    }

    fn debug(&self, args: &[&str]) -> Ran {
        let args: Vec<&str> = std::iter::once("debug").chain(args.iter().copied()).collect();
        unbreak(self.path(), &args)
    }

    /// The output of a step that must succeed.
    fn shown(&self, args: &[&str]) -> Value {
        let args = [&args[..1], &["--format", "json"], &args[1..]].concat();
        let ran = self.debug(&args);
        assert!(ran.code <= 1, "{args:?}: {}", ran.stderr);
        assert!(ran.stdout.starts_with(['{', '[']), "{args:?}: {}", ran.stderr);
        serde_json::from_str(&ran.stdout).unwrap()
    }

    /// A step that must be refused by this rule.
    fn refused(&self, args: &[&str], rule: &str) {
        let ran = self.debug(args);
        assert_eq!(ran.code, 4, "{args:?}: {}{}", ran.stdout, ran.stderr);
        assert!(
            ran.stderr.contains(&format!("refused by {rule}")),
            "{args:?}: {}",
            ran.stderr
        );
        assert!(ran.stderr.contains("hint: "), "{}", ran.stderr);
    }
}

const SUMS: &str = "def total(numbers):\n    result = 0\n    for number in numbers:\n        result += number\n    return result\n";
const TEST: &str = "import unittest\n\nfrom sums import total\n\n\nclass Sums(unittest.TestCase):\n    def test_total(self):\n        self.assertEqual(total([1, 2, 3]), 6)\n";
const COMMAND: [&str; 5] = ["--", "python3", "-m", "unittest", "tests/test_sums.py"];

fn sums() -> Repository {
    let repository = Repository::new(&[("sums.py", SUMS), ("tests/test_sums.py", TEST)]);
    repository.notes(2);
    let wrong = SUMS.replace("result = 0", "result = 1");
    repository.commit("count from one", &[("sums.py", &wrong)]);
    repository.notes(1);
    repository
}

fn command<'a>(before: &[&'a str]) -> Vec<&'a str> {
    [before, &COMMAND].concat()
}

const PATCH: &str = "--- a/sums.py\n+++ b/sums.py\n@@ -2,1 +2,1 @@\n-    result = 1\n+    result = 0\n";
const PATCH_OF_TEST: &str = "--- a/tests/test_sums.py\n+++ b/tests/test_sums.py\n@@ -8,1 +8,1 @@\n-        self.assertEqual(total([1, 2, 3]), 6)\n+        self.assertEqual(total([1, 2, 3]), 7)\n";

#[test]
fn whoever_skips_a_rule_is_refused_by_its_number() {
    let repository = sums();
    repository.write(&[(".state/fix.patch", PATCH), (".state/test.patch", PATCH_OF_TEST)]);
    let (fix, test) = (
        ["fix", "--patch", ".state/fix.patch"],
        ["fix", "--patch", ".state/test.patch"],
    );
    let shotgun = [&fix[..], &["--shotgun", "--elevate"]].concat();
    repository.shown(&command(&["start"]));
    repository.refused(&fix, "D2 (reproduce-first)");
    repository.refused(&shotgun, "D2 (reproduce-first)");
    repository.refused(&["hypothesis", "chance"], "D2 (reproduce-first)");
    repository.refused(&["step", "--skip-bisect", "no need"], "D2 (reproduce-first)");
    repository.refused(&["close"], "D2 (postmortem-first)");
    assert_eq!(repository.shown(&["step"])["state"], "bisect");
    repository.refused(&["step", "--skip-bisect", " "], "D1 (bisect-reason)");
    repository.refused(&["hypothesis", "chance"], "D1 (order)");
    assert_eq!(
        repository.shown(&["step", "--skip-bisect", "it is short"])["state"],
        "hypothesise"
    );
    repository.shown(&["hypothesis", "the sum begins wrongly", "--at", "sums.py:2"]);
    repository.shown(&["hypothesis", "the test is wrong"]);
    repository.refused(&["hypothesis", "The test is WRONG!"], "D2 (three-hypotheses)");
    repository.refused(&["probe", "--about", "1", "print it"], "D2 (three-hypotheses)");
    repository.refused(&shotgun, "D2 (three-hypotheses)");
    repository.shown(&["hypothesis", "the interpreter is broken"]);
    repository.refused(&fix, "D2 (confidence)");
    repository.refused(&[&fix[..], &["--shotgun"]].concat(), "D2 (confidence)");
    repository.refused(&[&fix[..], &["--elevate"]].concat(), "D2 (confidence)");
    repository.refused(&["probe", "--of", "1", "--result", "supports"], "D1 (order)");
    let strong = ["--result", "supports", "--strength", "strong"];
    let probed = repository.shown(
        &[
            &["probe", "--about", "1", "print it", "--handle", "sums.py:2"],
            &strong[..],
        ]
        .concat(),
    );
    assert_eq!(
        probed["state"], "hypothesise",
        "one strong result is not enough: {probed:#}"
    );
    repository.refused(
        &[
            "probe",
            "--about",
            "1",
            "change it",
            "--result",
            "supports",
            "--strength",
            "causal",
        ],
        "D5 (measured)",
    );
    assert_eq!(
        repository.shown(&["probe", "--of", "2", "--result", "supports"])["state"],
        "localise"
    );
    repository.refused(&fix, "D2 (probes-removed)");
    repository.shown(&["probe", "--removed", "1"]);
    repository.refused(&fix, "D1 (order)");
    assert_eq!(repository.shown(&["step"])["state"], "propose_fix");
    repository.refused(&test, "D2 (revealing-test)");
    let fixed = repository.shown(&[&fix[..], &["--yes"]].concat());
    assert_eq!(fixed["proposal"]["verified"], true, "{fixed:#}");
    assert_eq!(repository.read("sums.py"), SUMS);
    repository.refused(&["close"], "D2 (postmortem-first)");
    let written = repository.shown(&["postmortem", "--cause", "it counted from one"]);
    assert_eq!(written["postmortem"]["resolution"], "fixed");
    assert_eq!(repository.shown(&["close"])["standing"]["standing"], "closed");
    repository.refused(&["hypothesis", "something else"], "D4 (closed)");
    let trail = repository.shown(&["status"])["audit"].clone();
    let refusals = trail
        .as_array()
        .unwrap()
        .iter()
        .filter(|entry| entry["result"]["result"] == "refused");
    assert_eq!(refusals.count(), 20);
}

#[test]
fn a_shot_in_the_dark_needs_the_operator_and_is_called_one() {
    let repository = sums();
    repository.write(&[(".state/fix.patch", PATCH)]);
    repository.shown(&command(&["start", "--skip-bisect", "it is known"]));
    for _ in 0..3 {
        repository.shown(&["step"]);
    }
    let fixed = repository.shown(&["fix", "--patch", ".state/fix.patch", "--shotgun", "--elevate"]);
    assert_eq!(
        (&fixed["proposal"]["shotgun"], &fixed["proposal"]["verified"]),
        (&Value::Bool(true), &Value::Bool(true))
    );
    assert!(fixed["proposal"]["confidence"].as_f64().unwrap() < 0.8);
    assert!(
        repository.read("sums.py").contains("result = 1"),
        "without --yes it is rolled back"
    );
    let written = repository.shown(&["postmortem"]);
    assert_eq!(
        (
            &written["postmortem"]["shotgun"],
            &written["postmortem"]["resolution"]
        ),
        (&Value::Bool(true), &"proposed".into())
    );
}

#[test]
fn after_five_rounds_without_a_result_it_is_the_operators() {
    let repository = sums();
    repository.shown(&command(&["start", "--skip-bisect", "it is known"]));
    repository.shown(&["step"]);
    repository.shown(&["step"]);
    for claim in ["one", "two", "three"] {
        repository.shown(&["hypothesis", claim]);
    }
    for round in 1..=5 {
        let look = format!("look at it, {round}");
        let shown = repository.shown(&["probe", "--about", "1", &look, "--result", "inconclusive"]);
        assert_eq!(
            shown["standing"]["standing"],
            if round < 5 { "open" } else { "stuck" }
        );
    }
    repository.refused(&["probe", "--about", "1", "once more"], "D1 (rounds)");
    assert_eq!(repository.debug(&["step"]).code, 1);
    repository.shown(&["postmortem", "--cause", "not known"]);
    assert_eq!(repository.shown(&["close"])["standing"]["standing"], "closed");
}

#[test]
fn what_comes_and_goes_is_asked_about() {
    let repository = Repository::new(&[(
        "check.sh",
        "echo x >> .state/n; test $(( $(wc -l < .state/n) % 3 )) = 0 || exit 0\necho 'error: now and then'; exit 1\n",
    )]);
    let shown = repository.shown(&["auto", "--", "sh", "check.sh"]);
    assert_eq!(shown["standing"]["standing"], "paused", "{shown:#}");
    let question = shown["standing"]["question"].as_str().unwrap();
    assert!(
        question.contains("does the failure depend on the environment?"),
        "{question}"
    );
    repository.refused(&["step", "--skip-bisect", "never mind"], "D3 (paused)");
    let failures = &shown["evidence"]["flakiness"]["failures"];
    assert!(
        failures["count"].as_u64().unwrap() < failures["of"].as_u64().unwrap(),
        "{failures}"
    );
    let answered = repository.shown(&["step", "--answer", "no, it is chance"]);
    assert_eq!(answered["state"], "reproduce");
}

#[test]
fn what_fails_on_every_commit_is_asked_about() {
    let repository = Repository::new(&[(
        "check.sh",
        "test -n \"$NO_SUCH_SERVICE\" || { echo 'error: no service'; exit 1; }\n",
    )]);
    repository.notes(5);
    let shown = repository.shown(&["auto", "--", "sh", "check.sh"]);
    assert_eq!(shown["standing"]["standing"], "paused", "{shown:#}");
    let question = shown["standing"]["question"].as_str().unwrap();
    assert!(question.contains("on every commit"), "{question}");
    let mut hypotheses = shown["hypotheses"].as_array().unwrap().clone();
    hypotheses.sort_by(|a, b| {
        b["confidence"]
            .as_f64()
            .unwrap()
            .total_cmp(&a["confidence"].as_f64().unwrap())
    });
    assert!(
        hypotheses[0]["claim"]
            .as_str()
            .unwrap()
            .starts_with("the environment differs")
    );
}

#[test]
fn a_session_can_be_listed_looked_at_and_taken_up_by_name() {
    let repository = sums();
    let first = repository.shown(&command(&["start"]))["id"].clone();
    repository.shown(&command(&["start"]));
    let list = repository.shown(&["status", "--list"]);
    assert_eq!(list.as_array().unwrap().len(), 2);
    let first = first.as_str().unwrap();
    assert_eq!(repository.shown(&["status", "--session", first])["id"], first);
    let unknown = repository.debug(&["status", "--session", "never"]);
    assert_eq!(unknown.code, 2);
    assert!(
        unknown.stderr.contains("there is no debug session 'never'"),
        "{}",
        unknown.stderr
    );
}

#[test]
fn a_session_is_not_begun_for_a_command_that_does_not_exist() {
    let repository = sums();
    for (program, reason) in [
        ("no-such-program-anywhere", "there is no such program in PATH"),
        ("./missing.sh", "there is no such file in"),
    ] {
        for step in ["start", "auto"] {
            let ran = repository.debug(&[step, "--", program]);
            assert_eq!(ran.code, 2, "{}", ran.stderr);
            assert!(ran.stderr.contains(reason), "{}", ran.stderr);
        }
    }
    let list = repository.shown(&["status", "--list"]);
    assert_eq!(list, Value::Array(Vec::new()));
}

#[test]
fn a_damaged_session_is_named_and_kept() {
    let repository = sums();
    repository.shown(&command(&["start"]));
    let state = repository.path().join(".state");
    let mut sessions = std::fs::read_dir(state)
        .unwrap()
        .flatten()
        .map(|entry| entry.path().join("sessions"));
    let sessions = sessions.find(|path| path.is_dir()).unwrap();
    let mut files = std::fs::read_dir(sessions)
        .unwrap()
        .flatten()
        .map(|entry| entry.path());
    let file = files
        .find(|path| path.extension().is_some_and(|ending| ending == "json"))
        .unwrap();
    for damage in ["{\"version\": 1, ", "{}", ""] {
        std::fs::write(&file, damage).unwrap();
        for step in ["status", "step", "close"] {
            let ran = repository.debug(&[step]);
            assert_eq!(ran.code, 1, "{}", ran.stderr);
            assert!(ran.stderr.contains(&file.display().to_string()), "{}", ran.stderr);
            assert_eq!(std::fs::read_to_string(&file).unwrap(), damage);
        }
    }
}

/// Asserts what `auto` finds in a history: the summary of the commit, and the guilty text.
fn assert_found(repository: &Repository, good: &[&str], culprit: &str, guilty: &str) -> Value {
    let shown = repository.shown(&command(&[&["auto"], good].concat()));
    assert_eq!(shown["culprit"]["summary"], culprit, "{shown:#}");
    let hunks = shown["evidence"]["isolation"]["hunks"]
        .as_array()
        .unwrap()
        .clone();
    let texts: Vec<&str> = hunks
        .iter()
        .filter(|hunk| hunk["guilty"] == true)
        .map(|hunk| hunk["text"].as_str().unwrap())
        .collect();
    assert_eq!(texts, [guilty], "{hunks:#?}");
    assert_eq!(shown["postmortem"]["resolution"], "proposed", "{shown:#}");
    assert_eq!(shown["standing"]["standing"], "closed");
    assert_eq!(shown["places"][0]["function"], "total", "{}", shown["places"]);
    assert!(shown["postmortem"]["confidence"].as_f64().unwrap() > 0.8);
    shown
}

#[test]
fn the_cause_is_found_behind_commits_that_are_not_to_blame() {
    let repository = sums();
    repository.notes(2);
    let before = repository.read("sums.py");
    let shown = assert_found(
        &repository,
        &["--good", "HEAD~5"],
        "count from one",
        "-    result = 0\n+    result = 1",
    );
    assert_eq!(repository.read("sums.py"), before, "it was only proposed");
    assert!(
        shown["proposal"]["patch"]
            .as_str()
            .unwrap()
            .contains("+    result = 0")
    );
    // Once more, without a good commit, and to stay.
    let shown = repository.shown(&command(&["auto", "--yes"]));
    assert_eq!(shown["postmortem"]["resolution"], "fixed", "{shown:#}");
    assert_eq!(repository.read("sums.py"), SUMS);
    let hypotheses = shown["hypotheses"].as_array().unwrap();
    let recalled = hypotheses.iter().find(|one| one["source"] == "memory");
    let claim = recalled.expect("the first session is recalled")["claim"]
        .as_str()
        .unwrap();
    assert!(claim.contains("broke it"), "{claim}");
}

#[test]
fn the_cause_is_found_behind_a_refactoring() {
    let repository = sums();
    let moved = "class Numbers:\n    @staticmethod\n    def total(numbers):\n        result = 1\n        for number in numbers:\n            result += number\n        return result\n";
    repository.commit(
        "move it into a class",
        &[
            ("numbers_of.py", moved),
            (
                "sums.py",
                "from numbers_of import Numbers\n\ntotal = Numbers.total\n",
            ),
        ],
    );
    repository.notes(1);
    let shown = assert_found(
        &repository,
        &[],
        "count from one",
        "-    result = 0\n+    result = 1",
    );
    assert!(
        shown["proposal"]["patch"]
            .as_str()
            .unwrap()
            .contains("--- a/numbers_of.py"),
        "{shown:#}"
    );
}

#[test]
fn of_a_commit_with_many_hunks_the_one_that_matters_is_found() {
    let more: String = (0..12)
        .map(|number| format!("\n\ndef other_{number}():\n    return {number}\n"))
        .collect();
    let before = format!("{SUMS}{more}");
    let repository = Repository::new(&[("sums.py", &before), ("tests/test_sums.py", TEST)]);
    repository.notes(1);
    let after = SUMS.replace("+= number", "+= number + 1")
        + &more.replace("    return ", "    # What it is.\n    return ");
    let test = TEST.replace("test_total", "test_total_of_three");
    repository.commit(
        "comments everywhere",
        &[("sums.py", &after), ("tests/test_sums.py", &test)],
    );
    repository.notes(2);
    let guilty = "-        result += number\n+        result += number + 1";
    let shown = assert_found(&repository, &[], "comments everywhere", guilty);
    assert_eq!(
        shown["proposal"]["files"],
        serde_json::json!(["sums.py"]),
        "the test stays as the commit made it"
    );
}

#[test]
fn what_is_not_committed_is_suspected_first() {
    let repository = Repository::new(&[("sums.py", SUMS), ("tests/test_sums.py", TEST)]);
    let wrong = SUMS
        .replace("return result", "return -result")
        .replace("number in numbers", "number in list(numbers)");
    repository.write(&[("sums.py", &wrong)]);
    assert_found(
        &repository,
        &[],
        "what is not committed yet",
        "-    return result\n+    return -result",
    );
}

#[test]
fn what_cannot_be_taken_back_is_a_diagnosis() {
    let repository = sums();
    let later = SUMS.replace("result = 0", "result = 1 if numbers else 0");
    repository.commit("nothing of nothing", &[("sums.py", &later)]);
    let shown = repository.shown(&command(&["auto"]));
    assert_eq!(shown["culprit"]["summary"], "count from one", "{shown:#}");
    assert_eq!(shown["postmortem"]["resolution"], "diagnosed", "{shown:#}");
    assert!(
        shown["evidence"]["isolation"]["obstacles"][0]
            .as_str()
            .unwrap()
            .contains("later changes")
    );
}

//! Rules that are Rust: every example in `built-in` is the work of its rule, and answers what the rule says.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use unbreak_core::{Diagnostic, Fix, SafetyClass};

use super::{c, cases, syntax};

/// A file of rules, as far as it is checked here.
#[derive(Deserialize)]
struct Group {
    rule: Vec<Rule>,
}

#[derive(Deserialize)]
struct Rule {
    id: String,
    #[serde(default)]
    answers: Vec<String>,
    #[serde(default)]
    safety: String,
    example: Option<String>,
    tested: Option<String>,
}

fn rules() -> Vec<Rule> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("built-in");
    let files = std::fs::read_dir(folder).unwrap();
    let groups = files.map(|file| {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        toml::from_str::<Group>(&text).unwrap()
    });
    groups.flat_map(|group| group.rule).collect()
}

/// The proposals for a case, and their diagnostic if a tool was asked.
fn proposed(case: &str) -> (Option<Diagnostic>, Vec<Fix>) {
    let (folder, name) = case.split_once('/').unwrap();
    let all = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/cases")
        .join(folder);
    let strategy = match folder {
        "c" | "syntax" => "",
        "data" | "project" => "syntax_fix",
        own => own,
    };
    if all.join(name).is_dir() {
        let found = cases::proposed(strategy, &all.join(name));
        return (Some(found.about), found.fixes);
    }
    let before = before(&all, name);
    if folder == "c" {
        let (_, _, about, fixes) = c::proposed(&before);
        return (Some(about), fixes);
    }
    let text = std::fs::read_to_string(&before).unwrap();
    match before.extension().unwrap().to_str().unwrap() {
        "py" => (None, syntax::proposals(&text)),
        ending => (
            None,
            syntax::dialects::proposals(&format!("main.{ending}"), &text),
        ),
    }
}

fn before(folder: &Path, name: &str) -> PathBuf {
    let beginning = format!("{name}.before.");
    let mut files = std::fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path());
    let found = files.find(|file| {
        file.file_name()
            .unwrap()
            .to_str()
            .unwrap()
            .starts_with(&beginning)
    });
    found.unwrap_or_else(|| panic!("there is no {name} in {}", folder.display()))
}

/// The fact and the code of a diagnostic.
fn questions(diagnostic: &Diagnostic) -> Vec<String> {
    let fact = diagnostic.fact.as_ref().map(|fact| {
        let fact = serde_json::to_value(fact).unwrap();
        fact["kind"].as_str().unwrap().to_owned()
    });
    fact.into_iter().chain(diagnostic.code.clone()).collect()
}

fn fault(rule: &Rule) -> Option<String> {
    let case = rule.example.as_deref()?;
    let (about, fixes) = proposed(case);
    let Some(best) = fixes.first() else {
        return Some(format!("{}: nothing is proposed for {case}", rule.id));
    };
    let made: Vec<&str> = best.rules().map(|id| &**id).collect();
    if !made.contains(&rule.id.as_str()) {
        return Some(format!("{}: {case} is the work of {made:?}", rule.id));
    }
    if rule.safety == "ask" && best.safety == SafetyClass::Safe {
        return Some(format!("{}: {case} is safe", rule.id));
    }
    let questions = questions(&about?);
    let is_answered = rule.answers.iter().any(|answer| questions.contains(answer));
    (!is_answered && !questions.is_empty() && !rule.answers.is_empty())
        .then(|| format!("{}: {case} answers {questions:?}, which it does not say", rule.id))
}

#[test]
fn every_example_is_the_work_of_its_rule() {
    let rules = rules();
    let faults: Vec<String> = std::thread::scope(|scope| {
        let parts = rules.chunks(rules.len().div_ceil(4));
        let workers: Vec<_> = parts
            .map(|part| scope.spawn(|| part.iter().filter_map(fault).collect::<Vec<String>>()))
            .collect();
        let results = workers.into_iter().map(|worker| worker.join().unwrap());
        results.flatten().collect()
    });
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// A rule that no case can show names the file of the test that does.
#[test]
fn every_other_rule_has_a_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for rule in rules() {
        let tested = rule.tested.unwrap_or_default();
        assert!(
            rule.example.is_some() || root.join(&tested).is_file(),
            "{}: {tested}",
            rule.id
        );
    }
}

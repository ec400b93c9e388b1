//! The shipped rule files: each example fails as it says, the rule repairs it as it says, and then it runs.

use std::collections::BTreeMap;
use std::path::Path;

use unbreak_core::rule::{RuleDescription, RuleExample};
use unbreak_core::{Command, Completed, Diagnostic, Example, FixStrategy, RelPath, Runner, Workspace};
use unbreak_strategies::rule_file::{RuleFile, RuleFix};

use super::case::{apply, diagnose, propose, strategy};
use super::world::{Processes, Tree};

/// A rule may have something to change in several steps, one for each error that comes to light.
const MOST_STEPS: usize = 6;

/// Packages that are among the tools of `cargo xtask setup`; `cargo xtask bench migrations` runs the others.
const INSTALLED: &[&str] = &[];

/// The rule files as they lie in the tree.
fn files() -> Vec<(String, RuleFile)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules");
    let read = |file: &RelPath| {
        let name = format!("rules/{file}");
        let text = std::fs::read_to_string(root.join(file.as_str())).unwrap();
        let rules = RuleFile::parse(&name, &text).unwrap_or_else(|error| panic!("{error}"));
        (name, rules)
    };
    super::world::files_below(&root).iter().map(read).collect()
}

#[test]
fn every_file_is_shipped() {
    let shipped: Vec<&str> = RuleFix::files().map(|(name, _)| name).collect();
    for (name, _) in files() {
        assert!(shipped.contains(&name.as_str()), "{name} is not in rule_file/shipped.rs");
    }
    let rules: usize = files().iter().map(|(_, file)| file.rules().len()).sum();
    assert_eq!(strategy("rule_fix").rules().len(), rules);
}

#[test]
fn no_two_rules_share_an_id() {
    let mut known = BTreeMap::new();
    for rule in strategy("rule_fix").rules() {
        if let Some(other) = known.insert(rule.id.clone(), rule.file.clone()) {
            panic!("{} stands in {other} and in {}", rule.id, rule.file);
        }
    }
}

/// The same without an interpreter of the version: a diagnostic with the message of the example.
#[test]
fn the_examples_hold() {
    let mut wrong = Vec::new();
    for (_, file) in files() {
        for example in file.descriptor().examples.iter() {
            if let Err(reason) = hold(&file, example) {
                wrong.push(format!("{}: {reason}", example.title));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n\n"));
}

/// `{"files": ..., "diagnostic": ...}`, and the files after the best fix.
#[derive(serde::Deserialize)]
struct Input {
    files: BTreeMap<RelPath, String>,
    diagnostic: Diagnostic,
}

#[derive(serde::Deserialize)]
struct Expected {
    files: BTreeMap<RelPath, String>,
}

fn hold(file: &RuleFile, example: &Example) -> Result<(), String> {
    let input: Input = serde_json::from_str(&example.input).unwrap();
    let expected: Expected = serde_json::from_str(&example.expected).unwrap();
    let tree = Tree::new();
    input.files.iter().for_each(|(name, text)| tree.write(name, text));
    if file.assess(&input.diagnostic).is_none() {
        return Err("it does not answer its own message".to_owned());
    }
    let command = Command::new("true", [""; 0]);
    let fixes = propose(file, &tree, &command, &[input.diagnostic], "", "");
    apply(&tree, fixes.first().ok_or("it proposes nothing")?);
    for (name, expected) in &expected.files {
        let text = tree.read_text(name).unwrap();
        if text != *expected {
            return Err(format!("{name} is now\n{text}"));
        }
    }
    Ok(())
}

#[test]
fn the_examples_run() {
    let python = version();
    let mut wrong = Vec::new();
    let mut tried = 0;
    for (file, rule) in chosen() {
        if rule.since.as_deref().is_some_and(|since| rule.package.is_none() && numbers(since) > python) {
            continue;
        }
        for example in rule.examples.iter().filter(|example| example.runs) {
            tried += 1;
            if let Err(reason) = check(&file, &rule, example) {
                wrong.push(format!("{}: {}: {reason}", rule.id, example.message));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {tried} wrong\n{}", wrong.len(), wrong.join("\n\n"));
    assert!(tried > 0);
}

/// The rules whose package is there. `PACKAGES` names others, and `RULE` is a part of the ids that are wanted.
fn chosen() -> Vec<(RuleFile, RuleDescription)> {
    let more = std::env::var("PACKAGES").unwrap_or_default();
    let part = std::env::var("RULE").unwrap_or_default();
    let is_here = |package: &str| INSTALLED.contains(&package) || more.split(',').any(|it| it == package);
    let is_chosen = |rule: &RuleDescription| {
        rule.package.as_deref().is_none_or(is_here)
            && rule.languages.iter().any(|language| language == "python")
            && rule.id.contains(&part)
    };
    let all = files().into_iter().flat_map(|(_, file)| {
        let rules = file.rules().into_iter().filter(&is_chosen);
        rules.map(|rule| (file.clone(), rule)).collect::<Vec<_>>()
    });
    all.collect()
}

/// The interpreter that runs the examples; rules for later versions are left to their other test.
fn interpreter() -> String {
    std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned())
}

fn version() -> Vec<u32> {
    let (_, said) = run(&Tree::new(), &Command::new(interpreter(), ["--version"]));
    numbers(said.trim().trim_start_matches("Python "))
}

fn numbers(version: &str) -> Vec<u32> {
    version.split('.').filter_map(|part| part.parse().ok()).collect()
}

/// Runs an example before and after its rule.
fn check(strategy: &RuleFile, rule: &RuleDescription, example: &RuleExample) -> Result<(), String> {
    let tree = Tree::new();
    for (file, text) in &example.before {
        tree.write(&RelPath::new(file).unwrap(), text);
    }
    let arguments = example.arguments.iter().map(String::as_str).chain(["main.py"]);
    let command = Command::new(interpreter(), arguments);
    let (mut passes, mut output) = run(&tree, &command);
    if passes || !output.contains(&example.message) {
        return Err(format!("the old form prints\n{output}"));
    }
    for _ in 0..MOST_STEPS {
        let diagnostics = diagnose(&tree, &command, &output);
        if diagnostics.iter().all(|diagnostic| strategy.assess(diagnostic).is_none()) {
            return Err(format!("no rule answers\n{output}"));
        }
        let fixes = propose(strategy, &tree, &command, &diagnostics, "", "");
        let Some(fix) = fixes.iter().find(|fix| fix.rule.as_deref() == Some(&rule.id)) else {
            return Err(format!("it proposes nothing for\n{output}"));
        };
        apply(&tree, fix);
        (passes, output) = run(&tree, &command);
        if passes {
            break;
        }
    }
    for (file, expected) in &example.after {
        let text = tree.read_text(&RelPath::new(file).unwrap()).unwrap();
        if text != *expected {
            return Err(format!("{file} is now\n{text}"));
        }
    }
    if passes { Ok(()) } else { Err(format!("the new form prints\n{output}")) }
}

fn run(tree: &Tree, command: &Command) -> (bool, String) {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let Completed { exit, stdout, stderr, .. } =
        runtime.block_on(Processes::in_tree(tree).run(command)).unwrap();
    let output = String::from_utf8([stdout, stderr].concat()).unwrap();
    (exit.is_success(), output)
}

//! The examples in the descriptors hold: the example's file is broken for a real tool, and the best
//! proposal turns it into what the example says.

use unbreak_core::{Command, RelPath, Runner, Workspace};

use super::case::{apply, diagnose, propose, strategy};
use super::world::{Processes, Tree};

#[test]
fn import_fix() {
    check("import_fix", &Command::new("python3", ["main.py"]));
}

#[test]
fn message_fix() {
    check("message_fix", &Command::new("python3", ["-Werror", "main.py"]));
}

#[test]
fn rule_fix() {
    check("rule_fix", &Command::new("python3", ["main.py"]));
}

#[test]
fn name_fix() {
    check("name_fix", &Command::new("python3", ["main.py"]));
}

#[test]
fn type_fix() {
    check("type_fix", &Command::new("python3", ["main.py"]));
}

#[test]
fn lint_fix() {
    check("lint_fix", &Command::new("ruff", ["check", "main.py"]));
}

#[test]
fn syntax_fix() {
    check("syntax_fix", &Command::new("python3", ["main.py"]));
}

#[test]
fn config_fix() {
    check("config_fix", &Command::new("make", ["-f", "Makefile"]));
}

#[test]
fn suggested_fix() {
    check(
        "suggested_fix",
        &Command::new("rustc", ["--emit=metadata", "main.rs"]),
    );
}

#[test]
fn quick_fix() {
    check(
        "quick_fix",
        &Command::new(
            "tsc",
            ["--noEmit", "--skipLibCheck", "--target", "es2022", "main.ts"],
        ),
    );
}

#[test]
fn server_fix() {
    check("server_fix", &Command::new("ty", ["check", "main.py"]));
}

/// Breaks the file that the command names last, as each example does.
fn check(id: &str, command: &Command) {
    let strategy = strategy(id);
    assert!(!strategy.descriptor().examples.is_empty());
    for example in strategy.descriptor().examples.iter() {
        let tree = Tree::new();
        let file = RelPath::new(command.args.last().unwrap()).unwrap();
        tree.write(&file, &example.input);
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let completed = runtime.block_on(Processes::in_tree(&tree).run(command)).unwrap();
        let output = String::from_utf8([completed.stdout, completed.stderr].concat()).unwrap();
        let diagnostics = diagnose(&tree, command, &output);
        let fixes = propose(&*strategy, &tree, command, &diagnostics, "", "");
        let best = fixes
            .first()
            .unwrap_or_else(|| panic!("{}: nothing is proposed", example.title));
        apply(&tree, best);
        assert_eq!(
            tree.read_text(&file).unwrap(),
            example.expected,
            "{}",
            example.title
        );
    }
}

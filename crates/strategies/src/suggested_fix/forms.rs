//! The machine-readable forms of tools, and the arguments that select them.

use unbreak_core::{Command, Diagnostic, FixContext, Workspace};

use crate::invocation::Invocation;

/// A tool with more information in another format.
struct Form {
    /// Parsers whose diagnostics come from its text.
    parsers: &'static [&'static str],
    /// Names of the program.
    tools: &'static [&'static str],
    /// Arguments of the user's that speak of the output, or would write, with and without a value.
    dropped: &'static [&'static str],
    dropped_with_value: &'static [&'static str],
    /// Turns the other arguments into the query; `None` when they select something else.
    ask: fn(&[String]) -> Option<Vec<String>>,
}

const FORMS: &[Form] = &[
    Form {
        parsers: &["rustc"],
        tools: &["rustc", "clippy-driver"],
        dropped: &[],
        dropped_with_value: &["--error-format", "--json", "--color"],
        ask: |args| Some(first("--error-format=json", args)),
    },
    Form {
        parsers: &["rustc", "cargo"],
        tools: &["cargo"],
        dropped: &["-q", "--quiet", "--fix"],
        dropped_with_value: &["--message-format", "--color"],
        ask: cargo,
    },
    Form {
        parsers: &["gcc"],
        tools: &["gcc", "g++", "cc", "c++", "clang", "clang++", "c99", "c11"],
        dropped: &["-fno-diagnostics-show-caret", "-fdiagnostics-parseable-fixits"],
        dropped_with_value: &["-fdiagnostics-format"],
        ask: |args| Some(first("-fdiagnostics-parseable-fixits", args)),
    },
    Form {
        // Its usual output is a table like many others'.
        parsers: &["eslint", "generic-table", "generic-line"],
        tools: &["eslint"],
        dropped: &["--fix", "--fix-dry-run", "--quiet", "--color", "--no-color"],
        dropped_with_value: &["-f", "--format", "-o", "--output-file", "--fix-type"],
        ask: |args| Some(first("--format=json", args)),
    },
];

/// Returns whether the tool of this diagnostic has a form with more information.
pub(super) fn may_know_more(diagnostic: &Diagnostic) -> bool {
    forms(diagnostic).next().is_some()
}

/// The commands of the query: those of the user's command that start the tool, with other arguments.
pub(super) fn questions(diagnostic: &Diagnostic, context: &FixContext<'_>) -> Vec<Command> {
    let invocations = Invocation::all(context.command, context.workspace);
    let mut questions: Vec<Command> = Vec::new();
    for form in forms(diagnostic) {
        let own = invocations.iter().filter(|invocation| form.is_of(invocation));
        questions.extend(own.filter_map(|invocation| form.question(invocation, context.workspace)));
    }
    if questions.is_empty() && is_cargo_project(context.workspace) && diagnostic.parser == "rustc" {
        // Started by something that does not show it: a makefile, a script in another language.
        questions.push(Command::new(
            "cargo",
            ["check", "--all-targets", "--message-format=json"],
        ));
    }
    for question in &mut questions {
        question.directory.clone_from(&context.command.directory);
    }
    questions
}

fn forms(diagnostic: &Diagnostic) -> impl Iterator<Item = &'static Form> {
    FORMS
        .iter()
        .filter(|form| form.parsers.contains(&&*diagnostic.parser))
}

fn is_cargo_project(workspace: &dyn Workspace) -> bool {
    workspace
        .locate("Cargo.toml")
        .is_some_and(|file| workspace.is_file(&file))
}

impl Form {
    fn is_of(&self, invocation: &Invocation) -> bool {
        let name = invocation.program_name();
        // gcc-13, clang-19, x86_64-linux-gnu-gcc.
        let plain = name
            .trim_end_matches(|c: char| c.is_ascii_digit() || c == '.')
            .trim_end_matches('-');
        let last = plain.rsplit('-').next().unwrap_or(plain);
        [name, plain, last].iter().any(|name| self.tools.contains(name))
    }

    fn question(&self, invocation: &Invocation, workspace: &dyn Workspace) -> Option<Command> {
        let args = (self.ask)(&self.kept(&invocation.args))?;
        let words: Vec<String> = invocation
            .launcher
            .iter()
            .cloned()
            .chain([program(invocation, workspace)])
            .chain(args)
            .collect();
        Some(Command::new(words[0].clone(), words[1..].iter().cloned()))
    }

    fn kept(&self, args: &[String]) -> Vec<String> {
        let mut kept = Vec::new();
        let mut words = args.iter();
        while let Some(word) = words.next() {
            let name = word.split('=').next().unwrap_or_default();
            if self.dropped_with_value.contains(&name) {
                if name == word {
                    words.next();
                }
            } else if !self.dropped.contains(&word.as_str()) {
                kept.push(word.clone());
            }
        }
        kept
    }
}

/// The program as it can be started from outside: package scripts see the project's own tools.
fn program(invocation: &Invocation, workspace: &dyn Workspace) -> String {
    let own = format!("node_modules/.bin/{}", invocation.program);
    let is_own = invocation.launcher.is_empty() && !invocation.program.contains('/');
    match workspace.locate(&own) {
        Some(file) if is_own && workspace.is_file(&file) => {
            workspace.root().join(file).to_string_lossy().into_owned()
        }
        _ => invocation.program.clone(),
    }
}

fn first(word: &str, args: &[String]) -> Vec<String> {
    std::iter::once(word.to_owned())
        .chain(args.iter().cloned())
        .collect()
}

/// The same selection of packages and targets, built and not run.
fn cargo(args: &[String]) -> Option<Vec<String>> {
    let own = args.iter().position(|arg| arg == "--").unwrap_or(args.len());
    let at = args[..own].iter().position(|arg| !arg.starts_with(['-', '+']))?;
    let (subcommand, runs_tests) = match args[at].as_str() {
        "build" | "b" | "check" | "c" => (args[at].as_str(), false),
        "clippy" | "rustc" => (args[at].as_str(), false),
        "run" | "r" => ("build", false),
        "test" | "t" => ("test", true),
        "bench" => ("bench", true),
        _ => return None,
    };
    let mut asked: Vec<String> = args[..at].to_vec();
    asked.push(subcommand.to_owned());
    asked.push("--message-format=json".to_owned());
    if runs_tests && !args[..own].iter().any(|arg| arg == "--no-run") {
        asked.push("--no-run".to_owned());
    }
    asked.extend_from_slice(&args[at + 1..own]);
    if matches!(subcommand, "clippy" | "rustc") {
        // The rest belongs to the compiler: lint levels.
        asked.extend_from_slice(&args[own..]);
    }
    Some(asked)
}

//! Every folder below `tests/cases/<strategy>/` is a case:
//!
//! - `before/`: the project;
//! - `case.json`: the user's `command`, and what is expected beside the text: see [`Case`];
//! - `output.txt`: what the command printed, in a directory called `/home/dev/project`; written
//!   again from the real tools when `CAPTURE=1` is set;
//! - `after/`: the files that the best proposal changes, as they are then; written again when
//!   `UPDATE_EXPECT=1` is set. There is none when nothing is to be proposed.
//!
//! `CASE=TEXT` tries those alone that have the text in their path.

use std::path::{Path, PathBuf};

use regex::Regex;
use serde::Deserialize;
use unbreak_core::{Command, Diagnostic, Fix, Runner, SafetyClass, Workspace};

use super::case::{NEUTRAL_ROOT, Question, analysis, apply, diagnose, strategy};
use super::world::{Processes, Tree, files_below};

/// The description of a case.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Case {
    /// The user's command.
    command: Vec<String>,
    /// The version of the tool that `output.txt` is from.
    tool: String,
    /// Words of the diagnostic that is meant; the first one by default.
    #[serde(default)]
    pub(crate) about: String,
    /// Titles of the proposals, in order, when they matter.
    titles: Option<Vec<String>>,
    /// The safety class of the best proposal.
    safety: Option<SafetyClass>,
    /// The command that the best proposal runs.
    pub(crate) runs: Option<String>,
    /// The class that the best proposal needs allowed.
    needs: Option<String>,
}

#[test]
fn config_fix() {
    check_all("config_fix");
}

#[test]
fn rename_fix() {
    check_all("rename_fix");
}

#[test]
fn import_fix() {
    check_all("import_fix");
}

#[test]
fn message_fix() {
    check_all("message_fix");
}

#[test]
fn name_fix() {
    check_all("name_fix");
}

#[test]
fn type_fix() {
    check_all("type_fix");
}

#[test]
fn lint_fix() {
    check_all("lint_fix");
}

#[test]
fn suggested_fix() {
    check_all("suggested_fix");
}

#[test]
fn move_fix() {
    check_all("move_fix");
}

#[test]
fn quick_fix() {
    check_all("quick_fix");
}

#[test]
fn server_fix() {
    check_all("server_fix");
}

/// Data that a program reads, and that it or a library of it complains of.
#[test]
fn syntax_fix_of_data() {
    check_folder("syntax_fix", "data");
}

/// Files that go wrong because of others: headers, flags of a build, what the tool says beside it.
#[test]
fn syntax_fix_of_projects() {
    check_folder("syntax_fix", "project");
}

fn check_all(id: &str) {
    check_folder(id, id);
}

fn check_folder(id: &str, folder: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/cases")
        .join(folder);
    let mut cases: Vec<PathBuf> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    cases.sort();
    if let Some(wanted) = std::env::var_os("CASE") {
        cases.retain(|case| case.to_string_lossy().contains(&*wanted.to_string_lossy()));
    }
    assert!(!cases.is_empty(), "{} holds no case", folder.display());
    let failures: Vec<String> = cases.iter().filter_map(|case| check(id, case).err()).collect();
    assert!(
        failures.is_empty(),
        "{} of {} cases failed:\n{}",
        failures.len(),
        cases.len(),
        failures.join("\n")
    );
}

/// The proposals for a case.
pub(crate) struct Proposed {
    case: Case,
    tree: Tree,
    pub(crate) about: Diagnostic,
    pub(crate) fixes: Vec<Fix>,
}

/// A case as it is before anyone is asked.
pub(crate) struct Given {
    pub(crate) case: Case,
    pub(crate) tree: Tree,
    pub(crate) command: Command,
    pub(crate) output: String,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl Given {
    pub(crate) fn question(&self) -> Question<'_> {
        Question {
            tree: &self.tree,
            command: &self.command,
            diagnostics: &self.diagnostics,
            output: &self.output,
        }
    }
}

/// The case in a folder.
pub(crate) fn given(folder: &Path) -> Given {
    let name = folder.file_name().unwrap().to_string_lossy();
    let text = read(&folder.join("case.json"));
    let case: Case = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}/case.json: {error}"));
    assert!(
        !case.tool.is_empty(),
        "{name}/case.json does not say what made output.txt"
    );
    let tree = Tree::copy_of(&folder.join("before"));
    let command = Command::new(case.command[0].clone(), case.command[1..].iter().cloned());
    if std::env::var_os("CAPTURE").is_some()
        && let Some(output) = capture(&tree, &command)
    {
        std::fs::write(folder.join("output.txt"), output).unwrap();
    }
    let output = read(&folder.join("output.txt"));
    Given {
        diagnostics: diagnose(&tree, &command, &output),
        case,
        tree,
        command,
        output,
    }
}

/// The proposals of a strategy for the case in a folder.
pub(crate) fn proposed(id: &str, folder: &Path) -> Proposed {
    let given = given(folder);
    let strategy = strategy(id);
    let analysis = analysis(&*strategy, &given.diagnostics, &given.case.about);
    let runner = Processes::in_tree(&given.tree);
    let fixes = given.question().fixes(&*strategy, &analysis, &runner).unwrap();
    Proposed {
        case: given.case,
        tree: given.tree,
        about: analysis.diagnostic,
        fixes,
    }
}

fn check(id: &str, folder: &Path) -> Result<(), String> {
    let name = folder.file_name().unwrap().to_string_lossy();
    let Proposed {
        case, tree, fixes, ..
    } = proposed(id, folder);
    check_promises(&case, &fixes).map_err(|problem| format!("{name}: {problem}"))?;
    if let Some(best) = fixes.first() {
        apply(&tree, best);
    }
    check_tree(folder, &tree).map_err(|problem| format!("{name}: {problem}\nproposed: {fixes:#?}"))
}

fn check_promises(case: &Case, fixes: &[Fix]) -> Result<(), String> {
    let titles: Vec<&str> = fixes.iter().map(|fix| fix.title.as_str()).collect();
    if let Some(expected) = &case.titles
        && titles != *expected
    {
        return Err(format!("proposes {titles:?}"));
    }
    let best = fixes.first();
    let runs = best.and_then(|fix| fix.commands.first()).map(ToString::to_string);
    if runs != case.runs {
        return Err(format!("would run {runs:?}"));
    }
    let needs = best.and_then(|fix| fix.needs.clone());
    if needs != case.needs {
        return Err(format!("needs {needs:?}"));
    }
    match (case.safety, best) {
        (Some(expected), Some(best)) if best.safety != expected => Err(format!("is {:?}", best.safety)),
        _ => Ok(()),
    }
}

/// Compares the tree with `before/` and what `after/` has instead.
fn check_tree(folder: &Path, tree: &Tree) -> Result<(), String> {
    let (before, after) = (folder.join("before"), folder.join("after"));
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        update(&before, &after, tree);
    }
    for file in tree.files().iter() {
        let expected = [&after, &before]
            .iter()
            .find_map(|directory| std::fs::read_to_string(directory.join(file.as_str())).ok());
        let found = tree.read_text(file).unwrap();
        if expected.as_ref() != Some(&found) {
            return Err(format!("{file} is now:\n{found}"));
        }
    }
    Ok(())
}

fn update(before: &Path, after: &Path, tree: &Tree) {
    let _ = std::fs::remove_dir_all(after);
    for file in files_below(tree.root()) {
        let text = tree.read_text(&file).unwrap();
        if std::fs::read_to_string(before.join(file.as_str())).ok().as_ref() != Some(&text) {
            let path = after.join(file.as_str());
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
    }
}

/// Runs the command and gives what it prints, without the paths of this machine; `None` when the
/// tool is not one of those that `cargo xtask setup` installs.
fn capture(tree: &Tree, command: &Command) -> Option<String> {
    let runner = Processes::in_tree(tree);
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let completed = runtime.block_on(runner.run(command)).ok()?;
    let output = String::from_utf8([completed.stdout, completed.stderr].concat()).unwrap();
    let output = output.replace(tree.root().to_str().unwrap(), NEUTRAL_ROOT);
    let library = Regex::new(r#"(?m)(^|[\s"'(])/\S*?(/lib/python|/bin/python)"#).unwrap();
    Some(library.replace_all(&output, "$1/usr$2").into_owned())
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

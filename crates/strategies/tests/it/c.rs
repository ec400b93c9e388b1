//! Every `tests/cases/c/NAME.before.c` (or `.cpp`) is a case: a program that the compiler of this
//! machine refuses. `NAME.after.c` is what the best proposal makes of it; written again when
//! `UPDATE_EXPECT=1` is set. There is none when nothing is to be proposed. A first line
//! `// flags: ...` adds options to the command.

use std::path::{Path, PathBuf};

use unbreak_core::{Command, Completed, Diagnostic, Fix, RelPath, Runner, Workspace};

use super::case::{apply, asked, diagnose, strategy};
use super::world::{Processes, Tree};

/// The strategies that know C.
const STRATEGIES: [&str; 3] = ["import_fix", "name_fix", "syntax_fix"];

#[test]
fn cases() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/c");
    let mut cases: Vec<PathBuf> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.to_string_lossy().contains(".before."))
        .collect();
    cases.sort();
    assert!(!cases.is_empty(), "{} holds no case", folder.display());
    // Nearly all of the time is spent in compilers.
    let failures: Vec<String> = std::thread::scope(|scope| {
        let parts = cases.chunks(cases.len().div_ceil(4));
        let workers: Vec<_> = parts
            .map(|part| {
                scope.spawn(|| {
                    part.iter()
                        .filter_map(|case| check(case).err())
                        .collect::<Vec<String>>()
                })
            })
            .collect();
        let results = workers.into_iter().map(|worker| worker.join().unwrap());
        results.flatten().collect()
    });
    assert!(
        failures.is_empty(),
        "{} of {} cases failed:\n{}",
        failures.len(),
        cases.len(),
        failures.join("\n")
    );
}

/// The proposals for a case: its tree, the command, the error and the fixes.
pub(crate) fn proposed(before: &Path) -> (Tree, Command, Diagnostic, Vec<Fix>) {
    let name = before.file_name().unwrap().to_string_lossy().into_owned();
    let text = std::fs::read_to_string(before).unwrap();
    let file = if name.ends_with(".cpp") {
        "main.cpp"
    } else {
        "main.c"
    };
    let tree = Tree::new();
    let file = RelPath::new(file).unwrap();
    tree.write(&file, &text);
    let command = command(&file, &text);
    let said = run(&tree, &command);
    assert!(!said.exit.is_success(), "{name} is not a broken program");
    let output = String::from_utf8([said.stdout, said.stderr].concat()).unwrap();
    let (about, fixes) = first_proposals(&tree, &command, &diagnose(&tree, &command, &output));
    (tree, command, about, fixes)
}

fn check(before: &Path) -> Result<(), String> {
    let name = before.file_name().unwrap().to_string_lossy();
    let text = std::fs::read_to_string(before).unwrap();
    let (tree, command, _, fixes) = proposed(before);
    if let Some(best) = fixes.first() {
        apply(&tree, best);
        let again = run(&tree, &command);
        if !again.exit.is_success() {
            return Err(format!("{name}: '{}' is not a repair", best.title));
        }
    }
    let file = tree.files()[0].clone();
    compare(before, &text, &tree.read_text(&file).unwrap()).map_err(|problem| format!("{name}: {problem}"))
}

fn command(file: &RelPath, text: &str) -> Command {
    let flags = text
        .lines()
        .next()
        .and_then(|line| line.strip_prefix("// flags: "));
    let compiler = if file.extension() == "cpp" {
        ["g++", "-std=gnu++17"]
    } else {
        ["gcc", "-std=gnu11"]
    };
    let flags = flags.unwrap_or_default().split_whitespace();
    let words = [compiler[1], "-fsyntax-only"]
        .into_iter()
        .chain(flags)
        .chain([file.as_str()]);
    Command::new(compiler[0], words)
}

fn run(tree: &Tree, command: &Command) -> Completed {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(Processes::in_tree(tree).run(command)).unwrap()
}

/// The proposals of the strategy that handles the first error; exactly one may handle it.
fn first_proposals(tree: &Tree, command: &Command, diagnostics: &[Diagnostic]) -> (Diagnostic, Vec<Fix>) {
    let first = diagnostics
        .iter()
        .find(|diagnostic| diagnostic.is_error())
        .unwrap();
    let answering: Vec<&str> = STRATEGIES
        .into_iter()
        .filter(|id| strategy(id).assess(first).is_some())
        .collect();
    let [id] = answering.as_slice() else {
        panic!("{} is answered for by {answering:?}", first.message);
    };
    asked(&*strategy(id), tree, command, diagnostics, &first.message, "")
}

/// Compares with the expectation beside the case.
fn compare(before: &Path, text: &str, found: &str) -> Result<(), String> {
    let after = PathBuf::from(before.to_string_lossy().replace(".before.", ".after."));
    if std::env::var_os("UPDATE_EXPECT").is_some() && text != found {
        std::fs::write(&after, found).unwrap();
    }
    let expected = std::fs::read_to_string(&after).unwrap_or_else(|_| text.to_owned());
    match expected == found {
        true => Ok(()),
        false => Err(format!("is now:\n{found}")),
    }
}

//! Other programs that repair, each used as its own documentation describes.

use std::fs;

use anyhow::{Context as _, Result};
use serde_json::{Value, json};
use unbreak_core::Report;
use xshell::{Shell, cmd};

use crate::layout;

/// A program that repairs the project in the current directory of the shell.
pub(super) struct Contestant {
    pub(super) name: &'static str,
    /// Whether it handles the output of such a command.
    pub(super) knows: fn(&[String]) -> bool,
    pub(super) repair: Repair,
}

/// Repairs; unbreak itself returns a report of the kept changes.
type Repair = fn(&Shell, &[String]) -> Result<Option<Report>>;

/// The variable that names the program itself.
pub(super) const PROGRAM: &str = "UNBREAK_BIN";

/// unbreak itself, as a script runs it.
pub(super) fn unbreak() -> Contestant {
    Contestant {
        name: "unbreak run --yes",
        knows: |_| true,
        repair: |shell, command| {
            let unbreak = shell.var(PROGRAM)?;
            let run = cmd!(shell, "{unbreak} run --yes --quiet --format json -- {command...}");
            let said = run.quiet().ignore_stderr().ignore_status().output()?;
            Ok(Some(serde_json::from_slice(&said.stdout)?))
        },
    }
}

/// The others, as far as their programs are there.
pub(super) fn installed(shell: &Shell) -> Vec<Contestant> {
    let peers = [
        (
            "cargo",
            "cargo fix --broken-code",
            runs(&["rustc"]),
            cargo_fix as Repair,
        ),
        ("gcc", "gcc's fix-its", runs(&["gcc"]), gcc_fixits),
        (
            "ruff",
            "ruff --fix --unsafe-fixes",
            runs(&["ruff", "python3"]),
            ruff,
        ),
        (
            "node",
            "TypeScript's first code fixes",
            runs(&["tsc"]),
            first_code_fixes,
        ),
    ];
    peers
        .into_iter()
        .filter(|(program, ..)| {
            let asked = cmd!(shell, "{program} --version").quiet().ignore_stderr();
            asked.ignore_stdout().run().is_ok()
        })
        .map(|(_, name, knows, repair)| Contestant { name, knows, repair })
        .collect()
}

type Knows = fn(&[String]) -> bool;

/// Returns whether a command runs one of these programs.
fn runs(programs: &'static [&'static str]) -> Knows {
    match programs {
        ["rustc"] => |command| command[0] == "rustc",
        ["gcc"] => |command| matches!(command[0].as_str(), "gcc" | "g++"),
        ["tsc"] => |command| command[0] == "tsc",
        _ => |command| matches!(command[0].as_str(), "ruff" | "python3"),
    }
}

/// A package around the one file, as cargo needs it.
fn cargo_fix(shell: &Shell, command: &[String]) -> Result<Option<Report>> {
    let file = command
        .iter()
        .find(|word| word.ends_with(".rs"))
        .context("no Rust file")?;
    let edition = command.iter().skip_while(|word| *word != "--edition").nth(1);
    let edition = edition.map_or("2015", String::as_str);
    let package = shell.create_temp_dir()?;
    let path = package.path();
    shell.write_file(
        path.join("Cargo.toml"),
        format!("[package]\nname = \"case\"\nversion = \"0.0.0\"\nedition = \"{edition}\"\n"),
    )?;
    let main = path.join("src/main.rs");
    shell.write_file(&main, shell.read_file(file)?)?;
    let manifest = path.join("Cargo.toml");
    let fixed = cmd!(
        shell,
        "cargo fix --offline --broken-code --allow-no-vcs --quiet --manifest-path {manifest}"
    );
    let _ = fixed.quiet().ignore_stderr().ignore_stdout().run();
    shell.copy_file(&main, shell.current_dir().join(file))?;
    Ok(None)
}

fn gcc_fixits(shell: &Shell, command: &[String]) -> Result<Option<Report>> {
    let (compiler, arguments) = command.split_first().context("no compiler")?;
    let asked = cmd!(shell, "{compiler} -fdiagnostics-generate-patch {arguments...}");
    let said = asked.quiet().ignore_status().read_stderr()?;
    let patch = said.find("\n--- ").map_or("", |at| &said[at + 1..]);
    let apply = cmd!(shell, "patch -p0 --force --silent").stdin(patch);
    apply.quiet().ignore_stdout().ignore_stderr().run()?;
    Ok(None)
}

fn ruff(shell: &Shell, _command: &[String]) -> Result<Option<Report>> {
    let fix = cmd!(shell, "ruff check --quiet --fix --unsafe-fixes .");
    fix.quiet().ignore_stdout().ignore_stderr().run()?;
    Ok(None)
}

/// The first fix that the language service offers for each error, unverified.
fn first_code_fixes(shell: &Shell, command: &[String]) -> Result<Option<Report>> {
    let program = fs::read_to_string(layout::root().join("crates/strategies/src/quick_fix/typescript.cjs"))?;
    let request = json!({
        "directory": shell.current_dir(),
        "arguments": command[1..],
        "libraries": [],
        "budget_ms": 2_000,
        "ranks": {},
        "unknown_rank": 0,
    });
    let question = format!("{request}\n");
    let answer = cmd!(shell, "node -e {program}").stdin(question).quiet().read()?;
    let answer: Value = serde_json::from_str(&answer)?;
    for finding in answer["findings"].as_array().into_iter().flatten() {
        for change in finding["fixes"][0]["files"].as_array().into_iter().flatten() {
            apply(shell, change)?;
        }
    }
    Ok(None)
}

/// Applies the edits of a file from the last to the first; positions count UTF-16 units.
fn apply(shell: &Shell, change: &Value) -> Result<()> {
    let file = change["file"].as_str().context("a change without a file")?;
    let text = shell.read_file(file).unwrap_or_default();
    let mut units: Vec<u16> = text.encode_utf16().collect();
    for edit in change["edits"].as_array().into_iter().flatten().rev() {
        let number = |key: &str| {
            edit[key]
                .as_u64()
                .and_then(|n| usize::try_from(n).ok())
                .unwrap_or(0)
        };
        let start = number("start").min(units.len());
        let end = (start + number("length")).min(units.len());
        let new = edit["text"].as_str().unwrap_or_default();
        units.splice(start..end, new.encode_utf16());
    }
    shell.write_file(file, String::from_utf16_lossy(&units))?;
    Ok(())
}

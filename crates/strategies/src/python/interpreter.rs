//! Finds the interpreter that the user's command uses.

use unbreak_core::{Command, RelPath, Runner, Workspace};

use crate::invocation::Invocation;

/// Programs that import the project's code and so run in the project's own environment; linters and
/// type checkers often live in a separate one.
const RUN_THE_CODE: &[&str] = &[
    "pytest",
    "py.test",
    "coverage",
    "nose2",
    "behave",
    "tox",
    "nox",
    "django-admin",
    "flask",
    "sphinx-build",
    "uvicorn",
    "gunicorn",
];

/// Ways to start the interpreter, the likeliest first; the last ones are guesses that work on any system.
pub(super) async fn candidates(
    command: &Command,
    workspace: &dyn Workspace,
    runner: &dyn Runner,
) -> Vec<Vec<String>> {
    let mut candidates = Vec::new();
    for invocation in Invocation::all(command, workspace) {
        candidates.extend(of_invocation(&invocation, runner).await);
    }
    candidates.extend(environments(workspace));
    candidates.extend(["python3", "python"].map(|name| vec![name.to_owned()]));
    candidates
}

/// Returns whether a command itself says which interpreter runs the project's code.
#[cfg(feature = "rule_files")]
pub(crate) fn is_named(command: &Command, workspace: &dyn Workspace) -> bool {
    Invocation::all(command, workspace).iter().any(|invocation| {
        invocation.is_python()
            || !invocation.launcher.is_empty()
            || RUN_THE_CODE.contains(&invocation.program_name())
    })
}

async fn of_invocation(invocation: &Invocation, runner: &dyn Runner) -> Option<Vec<String>> {
    if !invocation.launcher.is_empty() {
        let python = "python".to_owned();
        return Some(invocation.launcher.iter().cloned().chain([python]).collect());
    }
    if invocation.is_python() {
        return Some(vec![invocation.program.clone()]);
    }
    if let Some(sibling) = beside(&invocation.program) {
        return Some(vec![sibling]);
    }
    if RUN_THE_CODE.contains(&invocation.program_name()) {
        return Some(vec![from_shebang(&invocation.program, runner).await?]);
    }
    None
}

/// The interpreter in the same environment's `bin` directory.
fn beside(program: &str) -> Option<String> {
    let (directory, _) = program.rsplit_once(['/', '\\'])?;
    let is_environment = directory.ends_with("bin") || directory.ends_with("Scripts");
    is_environment.then(|| format!("{directory}/python"))
}

/// The interpreter that a console script on the `PATH` names in its first lines. (pip writes
/// `#!/path/python`; where that would be too long, `#!/bin/sh` and an `exec` in the second line.)
async fn from_shebang(program: &str, runner: &dyn Runner) -> Option<String> {
    const HEAD: &str = r#"head -n 3 "$(command -v "$1")""#;
    let head = runner
        .run(&Command::new("sh", ["-c", HEAD, "sh", program]))
        .await
        .ok()?;
    let text = head.stdout_text();
    let words = text.split(|c: char| c.is_whitespace() || matches!(c, '!' | '"' | '\''));
    let path = words.filter(|word| word.starts_with('/')).find(|word| {
        word.rsplit('/')
            .next()
            .is_some_and(|name| name.starts_with("python") || name.starts_with("pypy"))
    })?;
    Some(path.to_owned())
}

/// Virtual environments in the workspace, by the file that marks one (PEP 405).
fn environments(workspace: &dyn Workspace) -> impl Iterator<Item = Vec<String>> {
    let bin = if cfg!(windows) { "Scripts" } else { "bin" };
    let known = [".venv", "venv", "env"].into_iter().filter(|name| {
        RelPath::new(&format!("{name}/pyvenv.cfg")).is_ok_and(|file| workspace.is_file(&file))
    });
    known.map(move |name| {
        let python = workspace.root().join(name).join(bin).join("python");
        vec![python.to_string_lossy().into_owned()]
    })
}

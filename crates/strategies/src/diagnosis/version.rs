//! Versions of interpreters that the manifests require, against those that run.

use std::sync::LazyLock;

use regex::Regex;
use unbreak_core::pattern::pattern;
use unbreak_core::{Command, Diagnosis, DiagnosisKind, Diagnostic, ErrorType, Fact, RelPath};

use super::Case;
use super::sight::{place, sighting};
use crate::python::fact::fact as python_fact;
use crate::python::inquiry::Inquiry;
use crate::weights::outside;

/// Modules of Python's standard library, and the version that first has them.
const ADDED: [(&str, Release); 14] = [
    ("annotationlib", [3, 14, 0]),
    ("compression", [3, 14, 0]),
    ("concurrent.interpreters", [3, 14, 0]),
    ("string.templatelib", [3, 14, 0]),
    ("tomllib", [3, 11, 0]),
    ("wsgiref.types", [3, 11, 0]),
    ("asyncio.taskgroups", [3, 11, 0]),
    ("asyncio.timeouts", [3, 11, 0]),
    ("zoneinfo", [3, 9, 0]),
    ("graphlib", [3, 9, 0]),
    ("importlib.metadata", [3, 8, 0]),
    ("importlib.resources", [3, 7, 0]),
    ("dataclasses", [3, 7, 0]),
    ("contextvars", [3, 7, 0]),
];

/// Major, minor and patch version.
type Release = [u64; 3];

/// A requirement of the project: the file, and the condition as it is written there.
struct Requirement {
    file: String,
    wanted: String,
}

/// The interpreters whose version does not fit, if the failure may follow from it.
pub(super) async fn wrong(case: &Case<'_>) -> Vec<Diagnosis> {
    let python = of_python(case).await;
    let node = of_node(case).await;
    python.into_iter().chain(node).collect()
}

async fn of_python(case: &Case<'_>) -> Option<Diagnosis> {
    let diagnostics = case.context.diagnostics.iter();
    let mut suspects = diagnostics.filter(|it| has_ending(it, &["py", "pyi"]) && may_be_of_version(it));
    let suspect = suspects.next()?;
    let inquiry = Inquiry::new(case.context).await;
    let found = inquiry.environment()?.facts().version.clone();
    let running = release(&found)?;
    let seen = sighting(suspect);
    let kind = DiagnosisKind::WrongVersion;
    if let Some(Fact::MissingModule { module, .. }) = python_fact(suspect)
        && let Some((module, since)) = ADDED.iter().find(|(name, _)| is_in(module, name))
        && running < *since
        && !inquiry.project.modules().has(module)
    {
        let wanted = format!("{}.{}", since[0], since[1]);
        let summary = format!(
            "The module {module} comes with Python {wanted} and later; the command runs Python {found}."
        );
        return Some(Diagnosis::new(kind, "Python", summary, seen, outside::seen()));
    }
    let required = required_python(case);
    let wrong = required
        .into_iter()
        .find(|it| fits(running, &it.wanted) == Some(false))?;
    let summary = format!(
        "The project needs Python {} ({}), and the command runs Python {found}.",
        wrong.wanted, wrong.file
    );
    Some(
        Diagnosis::new(kind, "Python", summary, seen, outside::concluded())
            .because(format!("{} requires it", wrong.file)),
    )
}

async fn of_node(case: &Case<'_>) -> Option<Diagnosis> {
    const ENDINGS: [&str; 8] = ["js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx"];
    let is_node = |it: &&Diagnostic| it.parser == "node" || has_ending(it, &ENDINGS);
    let mut suspects = case.context.diagnostics.iter().filter(is_node);
    let suspect = suspects.find(|it| may_be_of_version(it))?;
    let required = required_node(case);
    if required.is_empty() {
        return None;
    }
    let completed = case
        .context
        .runner
        .run(&Command::new("node", ["--version"]))
        .await
        .ok()?;
    let found = completed.stdout_text().trim().trim_start_matches('v').to_owned();
    let running = release(&found)?;
    let wrong = required
        .into_iter()
        .find(|it| fits(running, &it.wanted) == Some(false))?;
    let summary = format!(
        "The project needs Node.js {} ({}), and the command runs Node.js {found}.",
        wrong.wanted, wrong.file
    );
    let diagnosis = Diagnosis::new(
        DiagnosisKind::WrongVersion,
        "Node.js",
        summary,
        sighting(suspect),
        outside::concluded(),
    );
    Some(diagnosis.because(format!("{} requires it", wrong.file)))
}

/// Returns whether a failure is of a kind that another version of the interpreter brings: it does not know a piece of
/// syntax, a module or a name of its own library.
fn may_be_of_version(diagnostic: &Diagnostic) -> bool {
    let is_name = matches!(
        diagnostic.fact,
        Some(
            Fact::UnknownMember { .. }
                | Fact::MissingExport { .. }
                | Fact::MissingModule { .. }
                | Fact::NotCallable { .. }
        )
    );
    let is_kind = matches!(diagnostic.error_type, ErrorType::Syntax | ErrorType::Import);
    is_kind || is_name
}

fn has_ending(diagnostic: &Diagnostic, endings: &[&str]) -> bool {
    let file = place(diagnostic).file.as_deref().unwrap_or_default();
    file.rsplit_once('.')
        .is_some_and(|(_, ending)| endings.contains(&ending))
}

fn is_in(module: &str, package: &str) -> bool {
    module
        .strip_prefix(package)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

fn required_python(case: &Case<'_>) -> Vec<Requirement> {
    let pyproject: toml::Table = text(case, "pyproject.toml").parse().unwrap_or_default();
    let project = pyproject
        .get("project")
        .and_then(|project| project.get("requires-python"));
    let poetry = pyproject
        .get("tool")
        .and_then(|tool| tool.get("poetry")?.get("dependencies")?.get("python"));
    let setup = |name: &str, pattern: &Regex| Some(pattern.captures(&text(case, name))?["wanted"].to_owned());
    let stated = [
        (
            "pyproject.toml",
            project
                .or(poetry)
                .and_then(toml::Value::as_str)
                .map(str::to_owned),
        ),
        ("setup.cfg", setup("setup.cfg", &PYTHON_REQUIRES)),
        ("setup.py", setup("setup.py", &PYTHON_REQUIRES)),
        (".python-version", pinned(case, ".python-version", 2)),
        (".tool-versions", of_tool_versions(case, "python", 2)),
    ];
    requirements(stated)
}

fn required_node(case: &Case<'_>) -> Vec<Requirement> {
    let manifest: serde_json::Value = serde_json::from_str(&text(case, "package.json")).unwrap_or_default();
    let engines = manifest["engines"]["node"].as_str().map(str::to_owned);
    let stated = [
        ("package.json", engines),
        (".nvmrc", pinned(case, ".nvmrc", 1)),
        (".node-version", pinned(case, ".node-version", 1)),
        (".tool-versions", of_tool_versions(case, "nodejs", 1)),
    ];
    requirements(stated)
}

fn requirements<const N: usize>(stated: [(&str, Option<String>); N]) -> Vec<Requirement> {
    let known = stated
        .into_iter()
        .filter_map(|(file, wanted)| Some((file, wanted?)));
    let requirement = |(file, wanted): (&str, String)| Requirement {
        file: file.to_owned(),
        wanted,
    };
    known.map(requirement).collect()
}

static PYTHON_REQUIRES: LazyLock<Regex> =
    LazyLock::new(|| pattern(r#"python_requires\s*=\s*["']?(?P<wanted>[<>=!~^\d., *]+\d)"#));

fn text(case: &Case<'_>, name: &str) -> String {
    let file = RelPath::new(name).ok();
    file.and_then(|file| case.context.workspace.read_text(&file).ok())
        .unwrap_or_default()
}

/// The version in a file that selects one, as far as others are incompatible with it: its first `parts`.
fn pinned(case: &Case<'_>, name: &str, parts: usize) -> Option<String> {
    beginning(text(case, name).lines().next()?, parts)
}

fn of_tool_versions(case: &Case<'_>, tool: &str, parts: usize) -> Option<String> {
    let text = text(case, ".tool-versions");
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix(tool)?.strip_prefix(' '))?;
    beginning(line.split_whitespace().next()?, parts)
}

fn beginning(version: &str, parts: usize) -> Option<String> {
    let version = version.trim().trim_start_matches('v');
    release(version)?;
    let parts: Vec<&str> = version.split('.').take(parts).collect();
    Some(parts.join("."))
}

/// The numbers of a version; parts that are not written are 0.
fn release(version: &str) -> Option<Release> {
    let mut numbers = [0; 3];
    let parts = version.trim().trim_start_matches('v').split('.');
    for (at, part) in parts.take(3).enumerate() {
        let digits = part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len());
        match part[..digits].parse() {
            Ok(number) => numbers[at] = number,
            Err(_) if at > 0 => break,
            Err(_) => return None,
        }
    }
    Some(numbers)
}

/// Returns whether a version satisfies a condition as PEP 440, Poetry and npm write them; `None` if the condition is
/// not understood.
fn fits(running: Release, wanted: &str) -> Option<bool> {
    let mut is_any = false;
    for choice in wanted.split("||") {
        let parts = joined(choice);
        let mut fits_all = true;
        for part in &parts {
            fits_all &= fits_one(running, part)?;
        }
        is_any |= fits_all;
    }
    Some(is_any)
}

/// The comparisons of a condition; npm may write a space between an operator and its version, and a range
/// with a hyphen.
fn joined(choice: &str) -> Vec<String> {
    let choice = match choice.split_once(" - ") {
        Some((least, most)) => format!(">={} <={}", least.trim(), most.trim()),
        None => choice.to_owned(),
    };
    let mut parts: Vec<String> = Vec::new();
    for word in choice.split([',', ' ']).filter(|word| !word.is_empty()) {
        match parts
            .last_mut()
            .filter(|last| !last.contains(|c: char| c.is_ascii_digit() || c == '*'))
        {
            Some(operator) => operator.push_str(word),
            None => parts.push(word.to_owned()),
        }
    }
    parts
}

fn fits_one(running: Release, part: &str) -> Option<bool> {
    let at = part.find(|c: char| c.is_ascii_alphanumeric() || c == '*')?;
    let (operator, version) = part.split_at(at);
    if matches!(version, "*" | "x") {
        return Some(true);
    }
    let written = version.trim_start_matches('v').split('.');
    let digits = written
        .take_while(|part| part.parse::<u64>().is_ok())
        .count()
        .min(3);
    let wanted = release(version)?;
    let begins = |length: usize| running[..length] == wanted[..length];
    // A condition with fewer parts speaks of all versions that begin with them.
    let is_above = running > wanted && !begins(digits);
    Some(match operator {
        ">=" => running >= wanted,
        ">" => is_above,
        "<" => running < wanted,
        "<=" => !is_above,
        "!=" => !begins(digits),
        "==" | "=" | "===" | "" | "v" => begins(digits),
        "~=" => running >= wanted && begins(digits.saturating_sub(1)),
        "~" => running >= wanted && begins(digits.min(2)),
        "^" => running >= wanted && begins(if wanted[0] == 0 { digits.min(2) } else { 1 }),
        _ => return None,
    })
}

//! npm, pnpm and Yarn: their own errors, not those of the scripts they run.

use unbreak_core::{Diagnostic, ErrorType, Line, Severity, register_parser};

use crate::described;
use crate::format::{Flow, Format, Open};

register_parser!(Format::of(&described::NPM).block(begin, follow));

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    let text = line.text.trim_start();
    if let Some(said) = npm(text) {
        let mut open = Open {
            diagnostic: error(""),
            taken: 0,
            previous: String::new(),
            on_trial: false,
        };
        add(&mut open, said);
        let script_failed = open.diagnostic.code.as_deref() == Some("ELIFECYCLE");
        return (!script_failed && !said.starts_with("Lifecycle script")).then_some(open.diagnostic);
    }
    pnpm(text).or_else(|| yarn(text))
}

fn follow(open: &mut Open, line: &str) -> Flow {
    match npm(line) {
        Some(said) => {
            add(open, said);
            Flow::Taken
        }
        None => Flow::Over,
    }
}

fn error(message: &str) -> Diagnostic {
    Diagnostic::new(ErrorType::Build, Severity::Error, message)
}

/// npm's text on the line.
fn npm(text: &str) -> Option<&str> {
    ["npm error", "npm ERR!"]
        .iter()
        .find_map(|start| text.strip_prefix(start))
        .map(str::trim)
}

/// Adds a line to the code or the message. Paths, hints and empty numbered lines are skipped.
fn add(open: &mut Open, said: &str) {
    const NOTHING: [&str; 10] = [
        "npm run",
        "A complete log",
        "path ",
        "command ",
        "errno ",
        "syscall ",
        "cwd ",
        "workspace ",
        "location ",
        "To see a list of scripts",
    ];
    if let Some(code) = said.strip_prefix("code ") {
        if !code.bytes().all(|byte| byte.is_ascii_digit()) {
            open.diagnostic.code = Some(code.to_owned());
        }
        return;
    }
    let number = said.bytes().all(|byte| byte.is_ascii_digit());
    if !number && !NOTHING.iter().any(|start| said.starts_with(start)) {
        open.push_message(said);
    }
}

/// `ERR_PNPM_CODE  message`.
fn pnpm(text: &str) -> Option<Diagnostic> {
    let at = text.find("ERR_PNPM_")?;
    let (code, message) = text[at..].split_once(' ')?;
    let noisy = code == "ERR_PNPM_RECURSIVE_RUN_FIRST_FAIL";
    (at == 0 && !noisy).then(|| error(message.trim()).with_code(code))
}

/// `error Couldn't find package "x"`, `➤ YN0035: │ message`.
fn yarn(text: &str) -> Option<Diagnostic> {
    if let Some(message) = text.strip_prefix("error ") {
        return Some(error(message));
    }
    let (code, message) = text.strip_prefix("➤ ")?.split_once(": ")?;
    // Codes of errors, after Yarn's list of them; others report progress.
    const ERRORS: [&str; 9] = [
        "YN0001", "YN0009", "YN0010", "YN0018", "YN0028", "YN0035", "YN0041", "YN0078", "YN0082",
    ];
    // Peer dependencies that are missing, or of another version.
    const WARNINGS: [&str; 2] = ["YN0002", "YN0060"];
    let message = message.trim_start_matches(['│', '└', '┌']);
    // The answer of the registry belongs to the line above it.
    let detail = message.starts_with("  ");
    let severity = match code {
        code if ERRORS.contains(&code) => Severity::Error,
        code if WARNINGS.contains(&code) => Severity::Warning,
        _ => return None,
    };
    let message = message.trim();
    (!detail).then(|| Diagnostic::new(ErrorType::Build, severity, message).with_code(code))
}

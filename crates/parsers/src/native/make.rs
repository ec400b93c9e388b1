//! make's own errors.

use unbreak_core::{Diagnostic, ErrorType, Line, Location, Severity, register_parser};

use crate::described;
use crate::format::{Format, locate};

register_parser!(Format::of(&described::MAKE).line(begin));

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    nmake(line.text).or_else(|| gnu(line.text))
}

/// `make[1]: *** message.  Stop.`, `Makefile:2: *** message.  Stop.`
fn gnu(text: &str) -> Option<Diagnostic> {
    let (before, said) = text.split_once(": *** ")?;
    let (said, stopped) = match said.trim_end().strip_suffix("Stop.") {
        Some(said) => (said.trim_end(), true),
        None => (said.trim_end(), false),
    };
    if is_make(before) {
        let why = stopped || said.starts_with("No rule") || said.contains("circular");
        return (why && !is_recipe(said)).then(|| error(said, Location::default()));
    }
    let placed = locate::at_start(before).filter(|placed| placed.rest.is_empty() && stopped)?;
    Some(error(said, placed.location()))
}

/// `make`, `gmake`, `make[2]`, a path to it.
fn is_make(program: &str) -> bool {
    let name = program.rsplit(['/', '\\']).next().unwrap_or(program);
    let name = name.split('[').next().unwrap_or(name);
    matches!(
        name.trim_end_matches(".exe"),
        "make" | "gmake" | "mingw32-make" | "remake"
    )
}

/// `[Makefile:5: main.o] Error 1`.
fn is_recipe(said: &str) -> bool {
    said.starts_with('[') && said.contains("] Error ")
}

fn error(message: &str, location: Location) -> Diagnostic {
    let syntax = location.line.is_some();
    let (error_type, severity) = if syntax {
        (ErrorType::Syntax, Severity::Fatal)
    } else {
        (ErrorType::Build, Severity::Error)
    };
    Diagnostic::new(error_type, severity, message).at(location)
}

/// `NMAKE : fatal error U1073: don't know how to make 'x.obj'`, `makefile(3) : fatal error U1033: ...`.
fn nmake(text: &str) -> Option<Diagnostic> {
    let (before, said) = text.split_once(" : fatal error U")?;
    let (code, message) = said.split_once(": ")?;
    // U1077 is a recipe that failed.
    if code == "1077" || !code.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let location = locate::at_start(before)
        .map(|placed| placed.location())
        .unwrap_or_default();
    Some(error(message.trim(), location).with_code(format!("U{code}")))
}

//! Diagnostics about Python.

use unbreak_core::{Diagnostic, Fact};

/// The fact of a diagnostic, if that is about a Python file.
pub(crate) fn fact(diagnostic: &Diagnostic) -> Option<&Fact> {
    diagnostic.fact.as_ref().filter(|_| is_python(diagnostic))
}

/// Returns whether a diagnostic is about a Python file.
pub(crate) fn is_python(diagnostic: &Diagnostic) -> bool {
    let frames = diagnostic.frames.iter().map(|frame| &frame.location);
    std::iter::once(&diagnostic.location)
        .chain(frames)
        .filter_map(|location| location.file.as_deref())
        .any(is_python_file)
}

/// Returns whether a file holds Python, by its name.
pub(crate) fn is_python_file(file: &str) -> bool {
    [".py", ".pyi", ".pyw"]
        .iter()
        .any(|ending| file.ends_with(ending))
}

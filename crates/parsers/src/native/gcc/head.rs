//! `FILE:LINE:COLUMN: severity: message [-Wflag]`.

use unbreak_core::{Diagnostic, ErrorType, Location, Severity};

use crate::format::{guess, locate};
use crate::text;

/// The parts of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Head<'a> {
    pub(super) location: Location,
    pub(super) label: Label,
    pub(super) message: &'a str,
    pub(super) flag: Option<&'a str>,
}

/// The compiler's label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Label {
    Fatal,
    Error,
    Warning,
    Remark,
    Note,
}

/// The labels as gcc (`gcc/diagnostic.def`) and clang (`TextDiagnostic.cpp`) print them.
const LABELS: [(&str, Label); 8] = [
    ("fatal error: ", Label::Fatal),
    ("internal compiler error: ", Label::Error),
    ("sorry, unimplemented: ", Label::Error),
    ("error: ", Label::Error),
    ("warning: ", Label::Warning),
    ("pedwarn: ", Label::Warning),
    ("remark: ", Label::Remark),
    ("note: ", Label::Note),
];

/// Returns whether a label ends anywhere in the line; in most lines of other tools none does.
pub(super) fn is_labelled(line: &str) -> bool {
    const WORDS: [&str; 6] = ["error", "warning", "note", "remark", "unimplemented", "pedwarn"];
    let bytes = line.as_bytes();
    memchr::memchr_iter(b':', bytes)
        // Most colons stand after a file or a number.
        .filter(|at| bytes.get(at + 1) == Some(&b' ') && *at > 0 && bytes[at - 1].is_ascii_lowercase())
        .any(|at| WORDS.iter().any(|word| bytes[..at].ends_with(word.as_bytes())))
}

impl Label {
    fn severity(self) -> Severity {
        match self {
            Self::Fatal => Severity::Fatal,
            Self::Error => Severity::Error,
            Self::Warning => Severity::Warning,
            Self::Remark | Self::Note => Severity::Info,
        }
    }
}

/// Reads a line with a place in a file of this family.
pub(super) fn read(line: &str) -> Option<Head<'_>> {
    if !is_labelled(line) {
        return None;
    }
    read_labelled(line)
}

/// The same of a line that [is labelled](is_labelled).
pub(super) fn read_labelled(line: &str) -> Option<Head<'_>> {
    // Xcode and some wrappers indent by one, pip and OMake by more.
    let bare = line.trim_start_matches(' ');
    let indented = line.len() - bare.len() > 1;
    let line = after_command(bare);
    let placed = locate::at_start(line)?;
    if indented && placed.span.column.is_none() {
        return None;
    }
    let rest = after_ranges(placed.rest.strip_prefix(':')?.trim_start_matches(' '));
    let (label, message) = label(rest)?;
    if !is_source(placed.file) && !is_system_header(placed.file) {
        return None;
    }
    Some(Head::new(placed.location(), label, message))
}

/// run-clang-tidy prints the command before each file and no line end after it.
fn after_command(line: &str) -> &str {
    if !line.starts_with("clang-tidy") && !text::holds(line, text::literal!("/clang-tidy")) {
        return line;
    }
    let end = [": warning: ", ": error: "]
        .iter()
        .find_map(|label| line.find(label));
    let begin = end.and_then(|end| line[..end].rfind(' '));
    begin.map_or(line, |begin| &line[begin + 1..])
}

/// Reads a line of the compiler's driver, which has no place: `gcc: error: no input files`,
/// `cc1: error: ...`, `<command-line>: error: ...`.
pub(super) fn read_driver(line: &str) -> Option<Head<'_>> {
    let (program, rest) = text::split(line, text::literal!(": "))?;
    let (label, message) = label(rest)?;
    is_driver(program).then(|| Head::new(Location::default(), label, message))
}

impl<'a> Head<'a> {
    fn new(location: Location, label: Label, message: &'a str) -> Self {
        let (message, flag) = split_flags(message.trim_end());
        let (code, message) = numbered(message.trim_start());
        Self {
            location,
            label,
            message,
            flag: flag.or(code),
        }
    }

    pub(super) fn into_diagnostic(self) -> Diagnostic {
        let severity = self.label.severity();
        let error_type = match guess::error_type(severity, self.message) {
            // A warning made an error is still about style; what the language forbids has a flag of its own, with
            // which it could be allowed again.
            ErrorType::Build if self.flag.is_some_and(is_warning) => ErrorType::Lint,
            found => found,
        };
        let mut diagnostic = Diagnostic::new(error_type, severity, self.message).at(self.location);
        diagnostic.code = self.flag.map(rule);
        diagnostic
    }
}

/// `-Werror=format`, clang's `-Werror,-Wformat`, a check of clang-tidy.
fn is_warning(flag: &str) -> bool {
    flag.starts_with("-Werror") || !flag.starts_with('-')
}

fn label(text: &str) -> Option<(Label, &str)> {
    LABELS
        .iter()
        .find_map(|(words, label)| Some((*label, text.strip_prefix(words)?)))
}

/// clang's `-fdiagnostics-print-source-range-info`: `{47:8-47:14}{47:17-47:24}: `.
fn after_ranges(text: &str) -> &str {
    if !text.starts_with('{') {
        return text;
    }
    text.split_once("}: ").map_or(text, |(_, rest)| rest)
}

/// Splits `[-Wfoo]`, `[-Werror=foo]`, `[clang-check,another]` and gcc's `[CWE-476] [-Wfoo]` off the
/// end. `[enabled by default]` is not a flag.
fn split_flags(message: &str) -> (&str, Option<&str>) {
    let split = message
        .strip_suffix(']')
        .and_then(|text| text::rsplit(text, text::literal!(" [")));
    let Some((text, inner)) = split else {
        return (message, None);
    };
    let is_flag = inner.starts_with('-') || inner.contains(['-', '.', ',']) || is_id(inner);
    // The second is a category of clang's `-fdiagnostics-show-category=name`.
    if inner == "enabled by default" || inner.ends_with(" Issue") && !inner.starts_with('-') {
        return (text, None);
    }
    if !is_flag || inner.is_empty() || inner.starts_with(',') {
        return (message, None);
    }
    let weakness = text.strip_suffix(']').and_then(|text| text.rsplit_once(" [CWE-"));
    (weakness.map_or(text, |(text, _)| text), Some(inner))
}

/// Returns whether this can be the id that cppcheck puts at the end with `--template=gcc`: `nullPointer`.
fn is_id(word: &str) -> bool {
    const SHORTEST: usize = 6;
    word.len() >= SHORTEST
        && word.starts_with(|c: char| c.is_ascii_lowercase())
        && word
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Splits the number off that other makers of such lines put first: Arm's `#223-D: ` and `A1163E: `,
/// PVS-Studio's `V501 `.
fn numbered(message: &str) -> (Option<&str>, &str) {
    let Some(end) = memchr::memchr(b' ', message.as_bytes()) else {
        return (None, message);
    };
    let (word, rest) = message.split_at(end);
    let code = word.strip_suffix(':').unwrap_or(word);
    let digits = |text: &str| text.bytes().filter(u8::is_ascii_digit).count();
    let arm = word.ends_with(':')
        && match code.strip_prefix('#') {
            Some(number) => digits(number.trim_end_matches("-D")) == number.trim_end_matches("-D").len(),
            None => code.len() == 6 && digits(code) == 4 && code.starts_with(['A', 'C', 'L']),
        };
    let studio = code
        .strip_prefix('V')
        .is_some_and(|number| (3..=4).contains(&number.len()) && digits(number) == number.len());
    if arm && digits(code) > 0 || studio {
        (Some(code.trim_start_matches('#')), rest.trim_start())
    } else {
        (None, message)
    }
}

/// The name of the rule: `-Werror=foo`, `-Werror,-Wfoo` and `-Wfoo` are the same one.
fn rule(flag: &str) -> String {
    let name = flag
        .split(',')
        .find(|part| !matches!(*part, "-Werror" | "-warnings-as-errors"))
        .unwrap_or(flag);
    match name.strip_prefix("-Werror=") {
        Some(name) => format!("-W{}", name.trim_end_matches('=')),
        // `-Wformat=` is how gcc names `-Wformat` when it takes a level.
        None => name.trim_end_matches('=').to_owned(),
    }
}

/// Returns whether the file has the ending of a source file for such a compiler.
pub(super) fn is_source(file: &str) -> bool {
    if file.starts_with('<') {
        return true;
    }
    let ending = memchr::memrchr(b'.', file.as_bytes()).map(|dot| &file[dot + 1..]);
    ending.is_some_and(is_source_ending)
}

#[rustfmt::skip]
fn is_source_ending(ending: &str) -> bool {
    matches!(
        ending,
        "c" | "h" | "cc" | "hh" | "cp" | "cpp" | "hpp" | "cxx" | "hxx" | "c++" | "h++" | "C" | "H" | "CPP"
        | "i" | "ii" | "inl" | "ipp" | "tcc" | "tpp" | "txx" | "inc" | "def" | "m" | "mm" | "cu" | "cuh"
        | "hip" | "cl" | "ino" | "s" | "S" | "sx" | "asm" | "f" | "for" | "ftn" | "f77" | "f90" | "f95"
        | "f03" | "f08" | "F" | "F90"
    )
}

/// The headers of C++ have no ending.
fn is_system_header(file: &str) -> bool {
    let (folder, name) = match memchr::memrchr(b'/', file.as_bytes()) {
        Some(at) => (&file[..at], &file[at + 1..]),
        None => ("", file),
    };
    !name.contains('.') && folder.contains("include")
}

/// Returns whether this is the name of a compiler or one of its parts, perhaps with a target and a version.
fn is_driver(program: &str) -> bool {
    const NAMES: [&str; 14] = [
        "gcc",
        "g++",
        "cc",
        "c++",
        "cc1",
        "cc1plus",
        "cc1obj",
        "clang",
        "clang++",
        "gfortran",
        "f951",
        "as",
        "nvcc",
        "<command-line>",
    ];
    let name = memchr::memrchr(b'/', program.as_bytes()).map_or(program, |at| &program[at + 1..]);
    let name = name.strip_suffix(".exe").unwrap_or(name);
    let name = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    // A place, as most lines with a label begin with one.
    if name.ends_with(':') {
        return false;
    }
    let name = name.strip_suffix('-').unwrap_or(name);
    let bare = if NAMES.contains(&program) { program } else { name };
    NAMES.contains(&bare)
        || ["-gcc", "-g++", "-clang", "-cc"]
            .iter()
            .any(|suffix| bare.ends_with(suffix))
}

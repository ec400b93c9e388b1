//! Finds the file that a diagnostic is about.
//!
//! Compilers name it. Readers of data often do not: `Expecting ',' delimiter: line 3 column 3`, or
//! an exception whose innermost frame is the library's. Then it is a data file that its own reader
//! rejects: one that is named in the command, the message or the line that reads it, or else the
//! first of the workspace.

use unbreak_core::policy::guard::is_test_file;
use unbreak_core::{Diagnostic, ErrorType, FixContext, RelPath, Workspace};

use super::dialect::Dialect;
use crate::weights::asking;

/// Files of the workspace that are looked at when nothing names the broken one.
const LOOKED_AT: usize = 60;

/// Bytes of programs that are read when nothing names a file.
const MOST_READ: usize = 1_000_000;

/// Exceptions of data readers, and npm's name for them.
const DATA_ERRORS: &[&str] = &[
    "JSONDecodeError",
    "JSONParseError",
    "EJSONPARSE",
    "TOMLDecodeError",
    "TomlDecodeError",
    "TomlError",
    "ScannerError",
    "ParserError",
    "YAMLException",
    "YAMLParseError",
    "YAMLSyntaxError",
    "in JSON at position",
    "is not valid JSON",
    "end of JSON input",
    "after JSON",
    "InvalidRequirement",
];

/// Words with which compilers report that they cannot continue, without mentioning syntax.
const READING: &[&str] = &[
    "expected",
    "missing",
    "unexpected",
    "unterminated",
    "not terminated",
    "illegal",
    "invalid character",
    "unclosed",
    "syntax",
    "parse",
    "reached end of file",
    "non-declaration statement",
    "found character",
    "mapping values",
];

/// The likelihood that a diagnostic is about syntax that is searched here; `None` when it is not.
pub(super) fn likelihood(diagnostic: &Diagnostic) -> Option<f64> {
    let is_dialect = diagnostic.file().is_some_and(|file| Dialect::of(file).is_some());
    let is_syntax = diagnostic.error_type == ErrorType::Syntax;
    let message = diagnostic.message.to_lowercase();
    match (is_dialect, diagnostic.file()) {
        _ if !diagnostic.is_error() => None,
        (true, _) if is_syntax => Some(asking::sure()),
        (true, _) => {
            let is_reading = || READING.iter().any(|word| message.contains(word));
            (is_data_file(diagnostic) || is_reading()).then_some(asking::seldom())
        }
        // A tool that no one can read may have said that it cannot read its configuration.
        (false, None) if diagnostic.error_type == ErrorType::Unknown => Some(asking::last()),
        _ if is_about_data(diagnostic) => Some(asking::likely()),
        (false, None) if is_syntax => Some(asking::even()),
        (false, _) => None,
    }
}

/// Returns whether the diagnostic is in a file of data, whose reader has the last word.
fn is_data_file(diagnostic: &Diagnostic) -> bool {
    let dialect = diagnostic.file().and_then(Dialect::of);
    dialect.is_some_and(Dialect::is_data)
}

/// Returns whether the diagnostic comes from a reader of data, in any program.
pub(super) fn is_about_data(diagnostic: &Diagnostic) -> bool {
    let code = diagnostic.code.as_deref().unwrap_or_default();
    DATA_ERRORS
        .iter()
        .any(|error| code.ends_with(error) || diagnostic.message.contains(error))
}

/// The file to repair, with its language and whether the diagnostic's place is in it.
pub(super) fn find(
    diagnostic: &Diagnostic,
    context: &FixContext<'_>,
) -> Option<(RelPath, &'static Dialect, bool)> {
    let workspace = context.workspace;
    let named = diagnostic.file().and_then(|file| workspace.locate(file));
    if let Some(file) = named.filter(|file| workspace.is_file(file)) {
        let dialect = Dialect::of(file.as_str());
        let is_reader = is_about_data(diagnostic) && !dialect.is_some_and(Dialect::is_data);
        let is_sound = dialect
            .filter(|dialect| dialect.is_data())
            .is_some_and(|dialect| {
                let text = workspace.read_text(&file);
                text.is_ok_and(|text| dialect.accepts(&text))
            });
        if is_sound && diagnostic.error_type != ErrorType::Syntax {
            return None;
        }
        if !is_reader {
            return dialect.map(|dialect| (file, dialect, true));
        }
    }
    let files = workspace.files();
    let broken = |file: &&RelPath| {
        let dialect = Dialect::of(file.as_str()).filter(|dialect| dialect.is_data());
        let text = workspace.read_text(file).ok();
        dialect
            .zip(text)
            .is_some_and(|(dialect, text)| text.starts_with('\u{feff}') || !dialect.accepts(&text))
    };
    let reading = lines_that_read(diagnostic, workspace);
    let is_unread = diagnostic.error_type == ErrorType::Unknown;
    let output = is_unread.then_some(context.output);
    let words: Vec<&str> = context
        .command
        .words()
        .chain([diagnostic.message.as_str()])
        .chain(output)
        .chain(reading.iter().map(String::as_str))
        .collect();
    let is_named = |file: &&RelPath| words.iter().any(|word| word.contains(file.as_str()));
    let data = files
        .iter()
        .filter(|file| Dialect::of(file.as_str()).is_some_and(Dialect::is_data));
    let mut named = data.clone().filter(is_named).filter(broken);
    // Without a word about data, only what is at the root is likely to have been read.
    let is_likely = |file: &&RelPath| !is_unread || !file.as_str().contains('/');
    let mut others = data.filter(is_likely).take(LOOKED_AT).filter(broken);
    let file = named.next().or_else(|| others.next());
    let file = file.or_else(|| only_broken_program(&files, workspace).filter(|_| is_unread))?;
    Some((file.clone(), Dialect::of(file.as_str())?, false))
}

/// The only program of the project, besides tests and their samples, that cannot be read. A runner that dies without a
/// word may have met it.
fn only_broken_program<'f>(files: &'f [RelPath], workspace: &dyn Workspace) -> Option<&'f RelPath> {
    let programs = files.iter().filter(|file| {
        let dialect = Dialect::of(file.as_str());
        dialect.is_some_and(|dialect| !dialect.is_data()) && !is_test_file(file)
    });
    let mut left = MOST_READ;
    let is_broken = |file: &&RelPath| {
        if left == 0 {
            return false;
        }
        let text = workspace.read_text(file).unwrap_or_default();
        left = left.saturating_sub(text.len());
        Dialect::of(file.as_str()).is_some_and(|dialect| !dialect.accepts(&text))
    };
    let mut broken = programs.filter(is_broken);
    let only = broken.next()?;
    broken.next().is_none().then_some(only)
}

/// Returns whether a text says two things of one key. Which of them was meant, no search can find out.
pub(super) fn contradicts_itself(file: &RelPath, text: &str) -> bool {
    let read = |text: &str| toml::from_str::<toml::Table>(text);
    file.extension() == "toml" && read(text).is_err_and(|error| error.message().contains("duplicate key"))
}

/// The number of lines above the one that reads a file, which may show the file's name.
const ABOVE: usize = 3;

/// The lines of the program that open and read the file: `config = json.load(open("config.json"))`.
fn lines_that_read(diagnostic: &Diagnostic, workspace: &dyn Workspace) -> Vec<String> {
    let frames = diagnostic.frames.iter().map(|frame| &frame.location);
    let places = frames.chain([&diagnostic.location]);
    places
        .filter_map(|place| {
            let file = workspace.locate(place.file.as_deref()?)?;
            let text = workspace.read_text(&file).ok()?;
            let line = usize::try_from(place.line?).ok()?;
            let first = line.saturating_sub(1 + ABOVE);
            let lines: Vec<&str> = text.lines().take(line).skip(first).collect();
            Some(lines.join("\n"))
        })
        .collect()
}

//! Derives a diagnostic's [`Fact`] from its words.
//!
//! A language or tool is a file in `facts/`: the diagnostics that it applies to, and [`Row`]s that
//! map words to facts. [`fill`] is called once for each diagnostic, where it leaves its parser.
//!
//! A file is read at the first diagnostic that it applies to, and an expression is compiled when a
//! message contains the text that every match of it contains. One automaton searches for these
//! texts.
//!
//! **Architecture Invariant:** no code here knows a tool. The meaning of a tool's words is in the
//! files.

mod offered;
mod row;

use std::sync::{LazyLock, OnceLock};

use serde::Deserialize;
use unbreak_core::{Diagnostic, Fact};

pub use row::{Row, RowError, Rows};

/// Sets the fact of a diagnostic that has none, where its words are known.
pub fn fill(diagnostic: &mut Diagnostic) {
    if diagnostic.fact.is_none() {
        diagnostic.fact = WORDINGS
            .iter()
            .filter(|wordings| wordings.about.holds(diagnostic))
            .find_map(|wordings| wordings.rows().read(diagnostic));
    }
    if let Some(mut fact) = diagnostic.fact.take() {
        offered::fill(&mut fact, diagnostic);
        diagnostic.fact = Some(fact);
    }
}

/// The wordings of one file.
struct Wordings {
    about: About,
    text: &'static str,
    rows: OnceLock<Rows>,
}

/// The diagnostics that a file applies to. One of the two is enough.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct About {
    /// Endings of source files that the diagnostic or its stack names.
    files: Vec<String>,
    /// Ids of parsers.
    parsers: Vec<String>,
}

/// The content of each file, and its header.
static FILES: [&str; 6] = [
    include_str!("../facts/c.toml"),
    include_str!("../facts/go.toml"),
    include_str!("../facts/java.toml"),
    include_str!("../facts/python.toml"),
    include_str!("../facts/rust.toml"),
    include_str!("../facts/script.toml"),
];

static WORDINGS: LazyLock<Vec<Wordings>> = LazyLock::new(|| {
    let wordings = FILES.iter().map(|text| {
        let header = text.split("[[fact]]").next().unwrap_or_default();
        Wordings {
            about: toml::from_str(header).unwrap_or_default(),
            text,
            rows: OnceLock::new(),
        }
    });
    wordings.collect()
});

impl Wordings {
    /// The rows, read at first use. The tests read every file.
    fn rows(&self) -> &Rows {
        self.rows.get_or_init(|| rows(self.text).unwrap_or_default())
    }
}

#[derive(Deserialize)]
struct File {
    #[serde(rename = "fact")]
    rows: Vec<Row>,
}

fn rows(text: &str) -> Result<Rows, RowError> {
    let file: File = toml::from_str(text).map_err(RowError::file)?;
    Ok(Rows::new(file.rows))
}

impl About {
    fn holds(&self, diagnostic: &Diagnostic) -> bool {
        if self.parsers.iter().any(|id| *id == diagnostic.parser) {
            return true;
        }
        let frames = diagnostic.frames.iter().map(|frame| &frame.location);
        std::iter::once(&diagnostic.location)
            .chain(frames)
            .filter_map(|location| location.file.as_deref()?.rsplit_once('.'))
            .any(|(_, ending)| self.files.iter().any(|own| own == ending))
    }
}

/// The examples of the built-in files: a message, and the fact that it means. The lines of a message after
/// the first are notes below it.
///
/// # Errors
/// A file that cannot be read.
pub fn examples() -> Result<Vec<(String, Fact)>, RowError> {
    let mut examples = Vec::new();
    for text in FILES {
        examples.extend(rows(text)?.examples()?);
    }
    Ok(examples)
}

/// Checks the built-in files: every row compiles, makes its kind of fact, and reads its examples.
///
/// # Errors
/// The first row that does not hold, and the file it is in.
pub fn check() -> Result<(), RowError> {
    for text in FILES {
        toml::from_str::<About>(text.split("[[fact]]").next().unwrap_or_default()).map_err(RowError::file)?;
        rows(text)?.check()?;
    }
    Ok(())
}

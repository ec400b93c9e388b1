//! Environment variables that the code reads and that are not set.

use std::sync::LazyLock;

use regex::Regex;
use unbreak_core::pattern::pattern;
use unbreak_core::{Diagnosis, DiagnosisKind, Location, RelPath, Remedy, Workspace};

use super::Case;
use super::rule::Parts;
use super::sight::{Sight, is_variable, source_line, words};
use crate::closeness::is_slip;
use crate::weights::outside;

/// How languages read a variable; the quotation marks around its name are left to the search for the word.
const READS: &str = r#"(?:os\.environ|os\.getenv|\bgetenv|\benviron|process\.env|import\.meta\.env|Deno\.env|Bun\.env|env!|env::var|os\.Getenv|os\.LookupEnv|\bENV|System\.getenv|System\.get_env|fetch_env!|Environment\.GetEnvironmentVariable|\$_ENV|\$_SERVER|\benv|\bconfig)\s*(?:\.get|\.fetch|_os)?\s*[.(\[]\s*["'`]?(?P<name>[A-Z][A-Z0-9_]{2,})\b"#;

/// Files with the names of a project's variables, and examples of their values.
const EXAMPLES: [&str; 6] = [
    ".env.example",
    ".env.sample",
    ".env.template",
    ".env.dist",
    "env.example",
    ".env.defaults",
];

/// Files whose code may read variables; larger ones are data.
const LARGEST: usize = 256 * 1024;

/// A variable that is not set.
pub(super) struct Unset {
    /// The place that reads it: `app.py:3`.
    reader: Option<String>,
    /// The file that names it with an example of its value.
    example: Option<RelPath>,
    /// Whether the project has no settings file yet.
    is_without_settings: bool,
}

impl Unset {
    /// `None` if the variable is set, or its name may be misspelt.
    pub(super) fn of(case: &Case<'_>, name: &str, near: &Location) -> Option<Self> {
        let workspace = case.context.workspace;
        let is_set = case.machine.variable(name).is_some() || case.context.command.env.contains_key(name);
        let files = workspace.files();
        let examples = files.iter().filter(|file| EXAMPLES.contains(&file.file_name()));
        let named: Vec<(&RelPath, String)> = examples.flat_map(|file| keys(workspace, file)).collect();
        let example = named
            .iter()
            .find(|(_, key)| key == name)
            .map(|(file, _)| (*file).clone());
        let is_misspelt = example.is_none() && named.iter().any(|(_, key)| is_slip(name, key));
        if is_set || is_misspelt || !is_variable(name) {
            return None;
        }
        let is_without_settings = !files.iter().any(|file| file.file_name() == ".env")
            && RelPath::new(".env").is_ok_and(|file| !workspace.is_file(&file));
        Some(Self {
            reader: reader(workspace, name, near),
            example,
            is_without_settings,
        })
    }

    /// Returns whether the tree shows that it is a variable at all.
    pub(super) fn is_supported(&self) -> bool {
        self.reader.is_some() || self.example.is_some()
    }

    pub(super) fn because(&self) -> Vec<String> {
        let example = self.example.iter().map(|file| format!("{file} names it"));
        example.collect()
    }

    /// The parts for the texts of a rule.
    pub(super) fn parts(&self) -> Parts {
        let reader = self
            .reader
            .iter()
            .map(|place| ("reader".to_owned(), format!("; {place} reads it")));
        let example = self.example.iter().filter(|_| self.is_without_settings);
        let example = example.map(|file| ("example".to_owned(), file.to_string()));
        reader.chain(example).collect()
    }

    fn diagnosis(&self, name: &str, sight: &Sight<'_>) -> Diagnosis {
        let reader = self
            .reader
            .as_ref()
            .map_or_else(String::new, |place| format!("; {place} reads it"));
        let summary = format!("The environment variable {name} is not set{reader}.");
        let kind = DiagnosisKind::VariableUnset;
        let mut diagnosis = Diagnosis::new(kind, name, summary, sight.sighting(), outside::said());
        diagnosis.because = self.because();
        if let Some(file) = self.example.as_ref().filter(|_| self.is_without_settings) {
            diagnosis = diagnosis.remedy(Remedy::new(format!("cp {file} .env")).needing("runs-command"));
        }
        diagnosis.remedy(Remedy::new(format!("export {name}=...")))
    }
}

/// The unset variables that the failing lines read, or that a message names and the code reads.
pub(super) fn unset(case: &Case<'_>, sights: &[Sight<'_>]) -> Vec<Diagnosis> {
    let workspace = case.context.workspace;
    let mut found = Vec::new();
    for sight in sights.iter().filter(|sight| sight.diagnostic.is_some()) {
        let line = source_line(&sight.location, workspace).unwrap_or_default();
        let read = reads(&line).filter(|name| fails_without(&line, name, sight.text));
        let named = words(sight.text)
            .filter(|word| is_variable(word))
            .map(str::to_owned);
        for name in read.chain(named) {
            let unset = Unset::of(case, &name, &sight.location);
            if let Some(unset) = unset.filter(|unset| unset.reader.is_some()) {
                found.push(unset.diagnosis(&name, sight));
            }
        }
    }
    found
}

/// Returns whether a line that reads a variable fails because of it: the message names it, or says that there is no
/// value, and nothing on the line replaces it.
fn fails_without(line: &str, name: &str, message: &str) -> bool {
    const NO_VALUE: [&str; 7] = [
        "None",
        "undefined",
        "null",
        "nil",
        "NotPresent",
        "NoneType",
        "Invalid URL",
    ];
    let has_default = line.contains("||") || line.contains("??") || line.contains(" or ");
    message.contains(name) || !has_default && NO_VALUE.iter().any(|word| message.contains(word))
}

/// The variables that a line reads.
fn reads(line: &str) -> impl Iterator<Item = String> {
    static READ: LazyLock<Regex> = LazyLock::new(|| pattern(READS));
    READ.captures_iter(line).map(|found| found["name"].to_owned())
}

/// The place that reads a variable, preferably in the file of the failure.
fn reader(workspace: &dyn Workspace, name: &str, near: &Location) -> Option<String> {
    let files = workspace.files();
    let first = near.file.as_deref().and_then(|file| workspace.locate(file));
    let is_source = |file: &&RelPath| {
        !matches!(
            file.extension(),
            "md" | "txt" | "rst" | "json" | "lock" | "svg" | "csv"
        )
    };
    let mut all = first.iter().chain(files.iter().filter(is_source));
    all.find_map(|file| {
        let text = workspace
            .read_text(file)
            .ok()
            .filter(|text| text.len() <= LARGEST)?;
        if !text.contains(name) {
            return None;
        }
        let mut lines = text.lines().zip(1..);
        let is_read = |line: &str| line.contains(name) && reads(line).any(|read| read == name);
        let (_, number): (_, u32) = lines.find(|(line, _)| is_read(line))?;
        Some(format!("{file}:{number}"))
    })
}

/// The names that a file of settings gives values to.
fn keys<'f>(workspace: &dyn Workspace, file: &'f RelPath) -> Vec<(&'f RelPath, String)> {
    let text = workspace.read_text(file).unwrap_or_default();
    let lines = text.lines().map(|line| {
        line.trim()
            .trim_start_matches("export ")
            .trim_start_matches('#')
            .trim()
    });
    let names = lines.filter_map(|line| line.split_once('=').map(|(name, _)| name.trim().to_owned()));
    names
        .filter(|name| is_variable(name))
        .map(|name| (file, name))
        .collect()
}

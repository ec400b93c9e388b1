//! Rust: what rustc does not find and has no edit for. A rule is a file.
//!
//! rustc offers names that are spelt nearly alike, imports of what it can see, and `mod` for a file that
//! is there where a path is used. What it does not: modules that an import wants and nobody declares, or
//! that lie elsewhere; names of the same words in another order; crates; what is private; what can be
//! derived. Where rustc offers an edit, these rules are silent.

mod crates;
mod dependency;
mod derive;
mod feature;
mod module;
mod module_file;
mod near;
mod trait_item;
mod unseen_trait;
mod visibility;

use std::sync::LazyLock;

use regex::Captures;
use unbreak_core::{Diagnostic, RelPath, StrategyError};

use super::Case;
use crate::elsewhere::Subject;
use crate::proposal::Offer;
use crate::wording::{Wording, wordings};

/// What a message is answered with.
struct Rule {
    subject: Subject,
    /// What it does.
    action: &'static str,
    /// The messages that it answers for; what they name is in groups `name`, `path`, `type`.
    wordings: &'static [&'static str],
    offers: fn(&Found<'_>) -> Result<Vec<Offer>, StrategyError>,
}

/// A message that a rule answers for.
struct Found<'a> {
    case: &'a Case<'a>,
    diagnostic: &'a Diagnostic,
    said: &'a Captures<'a>,
}

static RULES: &[&Rule] = &[
    &module::RULE,
    &module_file::RULE,
    &crates::RULE,
    &dependency::RULE,
    &near::RULE,
    &derive::RULE,
    &feature::RULE,
    &trait_item::RULE,
    &unseen_trait::RULE,
    &visibility::RULE,
];

static WORDINGS: LazyLock<Vec<(Wording, &'static Rule)>> =
    LazyLock::new(|| wordings(RULES, |rule| rule.wordings));

/// Advice of rustc's that comes without an edit.
const WORDS_ONLY: &[&str] = &[
    "you might be missing a crate named",
    "if you wanted to use a crate named",
    "add it to your `Cargo.toml`",
    "items from traits can only be used if the trait is",
    "to create the module",
    "implement the missing item",
    "use `cargo add",
    "consider importing one of these",
];

fn rules(subject: Subject, diagnostic: &Diagnostic) -> impl Iterator<Item = (Captures<'_>, &'static Rule)> {
    let advice = diagnostic.advice.as_deref();
    let is_words = |advice: &str| WORDS_ONLY.iter().any(|words| advice.starts_with(words));
    let is_open = diagnostic.suggestions.is_empty() && advice.is_none_or(is_words);
    let own = WORDINGS
        .iter()
        .filter(move |(_, rule)| is_open && rule.subject == subject);
    own.filter_map(|(wording, rule)| Some((wording.read(&diagnostic.message)?, *rule)))
}

/// What may be done about a message of rustc's.
pub(super) fn action(subject: Subject, diagnostic: &Diagnostic) -> Option<&'static str> {
    rules(subject, diagnostic).next().map(|(_, rule)| rule.action)
}

/// What may have been meant.
pub(super) fn offers(case: &Case<'_>, subject: Subject) -> Result<Vec<Offer>, StrategyError> {
    let diagnostic = &case.analysis.diagnostic;
    let mut offers = Vec::new();
    for (said, rule) in rules(subject, diagnostic) {
        let found = Found {
            case,
            diagnostic,
            said: &said,
        };
        offers.extend((rule.offers)(&found)?);
    }
    Ok(offers)
}

impl<'a> Found<'a> {
    /// What a group of the wording holds.
    fn said(&self, group: &str) -> Option<&'a str> {
        self.said.name(group).map(|found| found.as_str())
    }

    /// What rustc wrote below the message.
    fn notes(&self) -> impl Iterator<Item = &'a str> {
        let notes = self.diagnostic.notes.iter().map(|note| note.message.as_str());
        notes.chain(self.diagnostic.advice.as_deref())
    }

    /// The files of the crate that this one belongs to, with their modules' paths.
    fn modules(&self) -> Vec<Module> {
        let files = self.case.context.workspace.files();
        let root = root_of(self.case.file, &files);
        let own = files.iter().filter(|file| file.extension() == "rs");
        own.filter_map(|file| Module::of(file, &root)).collect()
    }
}

/// A source file as a module of its crate.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Module {
    file: RelPath,
    /// `a::b`; empty for the crate's root.
    path: String,
}

impl Module {
    fn of(file: &RelPath, root: &str) -> Option<Self> {
        let below = file.as_str().strip_prefix(root)?.strip_suffix(".rs")?;
        let path = match below {
            "main" | "lib" => "",
            below => below.strip_suffix("/mod").unwrap_or(below),
        };
        Some(Self {
            file: file.clone(),
            path: path.replace('/', "::"),
        })
    }

    fn name(&self) -> &str {
        self.path.rsplit("::").next().unwrap_or_default()
    }

    /// The path of the module that it is in.
    fn parent(&self) -> &str {
        self.path.rsplit_once("::").map_or("", |(parent, _)| parent)
    }
}

/// The directory of the crate's root file, with a slash at its end.
fn root_of(file: &RelPath, files: &[RelPath]) -> String {
    let mut directory = file.parent().to_owned();
    loop {
        let prefix = if directory.is_empty() {
            String::new()
        } else {
            format!("{directory}/")
        };
        let is_root = |file: &RelPath| {
            let name = file.as_str().strip_prefix(&prefix);
            matches!(name, Some("lib.rs" | "main.rs"))
        };
        if directory.is_empty() || files.iter().any(is_root) {
            return prefix;
        }
        directory = directory
            .rsplit_once('/')
            .map_or("", |(outer, _)| outer)
            .to_owned();
    }
}

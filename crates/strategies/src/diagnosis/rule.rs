//! The rules of `rules.toml`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{LazyLock, OnceLock};

use regex::{Captures, Regex};
use serde::Deserialize;
use unbreak_core::pattern::{in_ascii, literal};
use unbreak_core::{Diagnosis, DiagnosisKind, Diagnostic, ExitState, Location, Remedy, Sighting};

use super::Case;
use super::packages::{self, SystemPackage};
use super::question::Question;
use super::service;
use super::sight::Sight;
use crate::weights::outside;

const TABLE: &str = include_str!("rules.toml");

/// Longer lines are data, not messages.
const LONGEST_LINE: usize = 4_096;

/// The named parts of a line, and what the answers of questions add.
pub(super) type Parts = BTreeMap<String, String>;

/// The answer to a question.
#[derive(Default)]
pub(super) struct Answer {
    /// The package that brings the thing.
    pub(super) package: Option<&'static SystemPackage>,
    /// Whether the answer supports the diagnosis only weakly.
    pub(super) is_doubtful: bool,
    /// The supporting evidence, one fragment each.
    pub(super) because: Vec<String>,
}

/// A row of the table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct EnvironmentRule {
    kind: DiagnosisKind,
    #[serde(default, rename = "match")]
    matches: Vec<String>,
    #[serde(default)]
    exits: BTreeSet<i32>,
    #[serde(default)]
    ask: Option<Question>,
    /// Parts that a line may overrule.
    #[serde(default)]
    parts: Parts,
    subject: String,
    summary: String,
    #[serde(default)]
    remedies: Remedies,
    /// Whether the rules below it read the same line, too.
    #[serde(default)]
    beside: bool,
    #[serde(default = "usual_confidence")]
    confidence: f64,
    #[serde(default)]
    examples: Vec<(String, String)>,
}

fn usual_confidence() -> f64 {
    outside::said()
}

/// The commands of a rule, or the table that they come from.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Remedies {
    Listed(Vec<RemedyTemplate>),
    From(RemedySource),
}

impl Default for Remedies {
    fn default() -> Self {
        Self::Listed(Vec::new())
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum RemedySource {
    /// The system packages that bring the thing.
    Packages,
    /// The manager of the project's `package.json`.
    NodeInstall,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RemedyTemplate {
    command: String,
    #[serde(default)]
    needs: Option<String>,
    #[serde(default)]
    system: Option<String>,
}

#[derive(Deserialize)]
struct Table {
    rule: Vec<EnvironmentRule>,
}

/// The rules with their patterns, in the order of the table.
struct Rules {
    rules: Vec<EnvironmentRule>,
    patterns: Vec<LinePattern>,
}

/// A pattern of a rule, compiled when a line has the text that every match of it has.
struct LinePattern {
    /// The place of its rule.
    rule: usize,
    text: String,
    /// The text that every match has, in lower case if the pattern ignores case.
    literal: String,
    ignores_case: bool,
    compiled: OnceLock<Option<Regex>>,
}

impl LinePattern {
    fn new(rule: usize, text: &str) -> Self {
        let bare = text.strip_prefix("(?i)");
        let literal = literal(bare.unwrap_or(text));
        Self {
            rule,
            text: text.to_owned(),
            literal: bare.map_or_else(|| literal.to_owned(), |_| literal.to_lowercase()),
            ignores_case: bare.is_some(),
            compiled: OnceLock::new(),
        }
    }

    fn may_match(&self, line: &str, folded: &str) -> bool {
        let line = if self.ignores_case { folded } else { line };
        line.contains(&self.literal)
    }

    fn captures<'l>(&self, line: &'l str) -> Option<(&Regex, Captures<'l>)> {
        let pattern = self.compiled()?;
        Some((pattern, pattern.captures(line)?))
    }

    fn compiled(&self) -> Option<&Regex> {
        let compile = || Regex::new(&in_ascii(&self.text)).ok();
        self.compiled.get_or_init(compile).as_ref()
    }
}

/// A fault in the built-in tables.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RuleError {
    /// A table cannot be read.
    #[error("read a table of the environment: {0}")]
    Table(String),
    /// A pattern is not valid.
    #[error("compile the patterns of the environment: {0}")]
    Pattern(#[from] regex::Error),
    /// A rule does not read its own example.
    #[error("read the example {line:?} with the rule for {subject:?}: found {found:?}")]
    Example {
        /// The line.
        line: String,
        /// The expected subject.
        subject: String,
        /// The subject that resulted.
        found: Option<String>,
    },
}

/// The tests read the table, so it is whole.
static RULES: LazyLock<Option<Rules>> = LazyLock::new(|| Rules::built_in().ok());

impl Rules {
    fn built_in() -> Result<Self, RuleError> {
        let table: Table = toml::from_str(TABLE).map_err(|error| RuleError::Table(error.to_string()))?;
        let numbered = table.rule.iter().enumerate();
        let patterns =
            numbered.flat_map(|(at, rule)| rule.matches.iter().map(move |text| LinePattern::new(at, text)));
        Ok(Self {
            patterns: patterns.collect(),
            rules: table.rule,
        })
    }

    /// The rules that read a line, in the order of the table, with the parts of the line.
    fn reading<'r>(&'r self, line: &'r str) -> impl Iterator<Item = (&'r EnvironmentRule, Parts)> + 'r {
        let folded = line.to_lowercase();
        let patterns = self.patterns.iter().filter(|_| line.len() <= LONGEST_LINE);
        patterns.filter_map(move |pattern| {
            let (expression, captures) = pattern
                .may_match(line, &folded)
                .then(|| pattern.captures(line))??;
            let rule = &self.rules[pattern.rule];
            Some((rule, rule.parts_of(expression, &captures)))
        })
    }
}

impl EnvironmentRule {
    fn parts_of(&self, pattern: &Regex, captures: &Captures<'_>) -> Parts {
        let named = pattern.capture_names().flatten().filter_map(|name| {
            let part = captures.name(name)?.as_str().trim();
            (!part.is_empty()).then(|| (name.to_owned(), part.to_owned()))
        });
        let mut parts = self.parts.clone();
        parts.extend(named);
        parts
    }

    fn diagnosis(
        &self,
        case: &Case<'_>,
        mut parts: Parts,
        seen: Sighting,
        diagnostic: Option<&Diagnostic>,
    ) -> Option<Diagnosis> {
        let answer = match self.ask {
            Some(question) => question.answer(case, &seen, diagnostic, &mut parts)?,
            None => Answer::default(),
        };
        add_general(case, &mut parts);
        let doubt = if answer.is_doubtful {
            outside::doubtful()
        } else {
            1.0
        };
        let subject = filled(&self.subject, &parts);
        let summary = filled(&self.summary, &parts);
        let mut diagnosis = Diagnosis::new(self.kind, subject, summary, seen, self.confidence * doubt);
        diagnosis.remedies = self.remedies.filled(case, &parts, answer.package);
        diagnosis.because = answer.because;
        Some(diagnosis)
    }
}

impl Remedies {
    fn filled(&self, case: &Case<'_>, parts: &Parts, package: Option<&SystemPackage>) -> Vec<Remedy> {
        let systems = || packages::systems(|name| case.machine.program(name).is_some());
        match self {
            Self::From(RemedySource::Packages) => {
                package.map_or_else(Vec::new, |package| package.remedies(&systems()))
            }
            Self::From(RemedySource::NodeInstall) => {
                vec![super::module::node_install(case.context.workspace, None)]
            }
            Self::Listed(templates) => {
                let systems = systems();
                let fits = |template: &&RemedyTemplate| {
                    let system = template.system.as_deref();
                    system.is_none_or(|system| systems.contains(&system))
                };
                let known = templates.iter().filter(fits);
                known.filter_map(|template| template.filled(parts)).collect()
            }
        }
    }
}

impl RemedyTemplate {
    fn filled(&self, parts: &Parts) -> Option<Remedy> {
        let is_known = |name: &str| parts.contains_key(name);
        names(&self.command).all(is_known).then(|| Remedy {
            system: self.system.clone(),
            command: filled(&self.command, parts),
            needs: self.needs.clone(),
        })
    }
}

/// The names in braces in a template.
fn names(template: &str) -> impl Iterator<Item = &str> {
    let parts = template.split('{').skip(1);
    let names = parts.filter_map(|part| part.split_once('}').map(|(name, _)| name));
    names.filter(|name| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_'))
}

/// A template with its parts; a part that is not known is left out.
fn filled(template: &str, parts: &Parts) -> String {
    let mut text = template.to_owned();
    for name in names(template) {
        let value = parts.get(name).map_or("", String::as_str);
        text = text.replace(&format!("{{{name}}}"), value);
    }
    text
}

/// Adds the parts that any template may use.
fn add_general(case: &Case<'_>, parts: &mut Parts) {
    const GIBIBYTE: u64 = 1 << 30;
    parts.insert("line".to_owned(), case.context.command.to_string());
    let confinement = case.machine.confinement();
    let network = match confinement.network {
        true => "there is no connection, or the name is wrong",
        false => "the sandbox of this run withholds the network (`--sandbox strict`)",
    };
    parts.insert("network".to_owned(), network.to_owned());
    if confinement.by != unbreak_core::Barrier::None {
        let sandbox = " (the sandbox of this run may be the reason: try `--sandbox off`)";
        parts.insert("sandbox".to_owned(), sandbox.to_owned());
    }
    if let Some(memory) = case.machine.memory() {
        let memory = format!(" (commands have {} GiB here)", memory.div_ceil(GIBIBYTE));
        parts.insert("memory".to_owned(), memory);
    }
    if let Some(wanted) = parts.get("wanted") {
        let version = format!(" ({wanted})");
        let component = match wanted.as_str() {
            "cargo-fmt" => "rustfmt",
            "clippy-driver" => "clippy",
            other => other.trim_start_matches("cargo-"),
        };
        let component = component.to_owned();
        parts.insert("wanted_version".to_owned(), version);
        parts.insert("component".to_owned(), component);
    }
}

/// The diagnosis of the first rule that reads a line and whose question is answered, after those of the rules before
/// it that leave the line to others.
pub(super) fn of_sight(case: &Case<'_>, sight: &Sight<'_>) -> Vec<Diagnosis> {
    let mut found = Vec::new();
    let rules = RULES.iter();
    for (rule, parts) in rules.flat_map(|rules| rules.reading(sight.text)) {
        let diagnosis = rule.diagnosis(case, parts, sight.sighting(), sight.diagnostic);
        let is_last = diagnosis.is_some() && !rule.beside;
        found.extend(diagnosis);
        if is_last {
            break;
        }
    }
    found
}

/// Compiles every pattern.
pub(super) fn warm_up() {
    for pattern in RULES.iter().flat_map(|rules| &rules.patterns) {
        pattern.compiled();
    }
}

/// Returns whether any rule reads a line, whatever the answer to its question.
pub(super) fn is_read(line: &str) -> bool {
    RULES
        .as_ref()
        .is_some_and(|rules| rules.reading(line).next().is_some())
}

/// The diagnosis of the way in which the command ended.
pub(super) fn of_exit(case: &Case<'_>, exit: ExitState) -> Option<Diagnosis> {
    const SIGNALS: i32 = 128;
    let code = match exit {
        ExitState::Code(code) => code,
        ExitState::Signal(signal) => SIGNALS + signal,
        _ => return None,
    };
    let rules = &RULES.as_ref()?.rules;
    let rule = rules.iter().find(|rule| rule.exits.contains(&code))?;
    let seen = Sighting {
        text: exit.to_string(),
        location: Location::default(),
    };
    rule.diagnosis(case, rule.parts.clone(), seen, None)
}

/// Checks the built-in tables: they can be read, every pattern compiles, and every rule reads its examples.
///
/// # Errors
/// The first fault.
pub fn check() -> Result<(), RuleError> {
    packages::check().map_err(RuleError::Table)?;
    service::check().map_err(RuleError::Table)?;
    let rules = Rules::built_in()?;
    for rule in &rules.rules {
        for pattern in &rule.matches {
            Regex::new(&in_ascii(pattern))?;
        }
        for (line, subject) in &rule.examples {
            let mut read = rules
                .reading(line)
                .filter(|(reader, _)| std::ptr::eq(*reader, rule));
            let found = read.next().map(|(_, mut parts)| {
                Question::add_by_name(rule.ask, &mut parts);
                filled(&rule.subject, &parts)
            });
            if found.as_ref() != Some(subject) {
                return Err(RuleError::Example {
                    line: line.clone(),
                    subject: subject.clone(),
                    found,
                });
            }
        }
    }
    Ok(())
}

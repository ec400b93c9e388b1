//! `syntax_fix`: repairs syntax errors by search.
//!
//! *What it repairs.* Brackets, colons, commas, quotes, indentation, keywords, operators and words of
//! other languages, comments, Python 2 statements; several independent faults in one proposal.
//!
//! *Why.* An interpreter names the first thing that it cannot read. The mistake is often elsewhere:
//! a quote some lines above, a line below that should stand deeper.
//!
//! *Example.* `if x = 1` becomes `if x == 1:`.
//!
//! *Fix safety.* Safe: the file could not be run at all, and only changes after which it parses are
//! proposed. A change that would lose a tenth of the program is rejected.
//!
//! The [`search`] is best-first over sequences of small changes and knows nothing of the language,
//! which is behind the [`language::Language`] trait. [`rank`] turns what it found into proposals.
//! Python is a language of its own; the others are `dialect`s, described by data and read by their
//! grammars or by the readers of their data.

mod calibration;
mod convention;
#[cfg(feature = "languages")]
mod dialect;
mod language;
pub(crate) mod patch;
pub(crate) mod python;
mod rank;
mod recent;
mod search;
#[cfg(feature = "languages")]
mod target;

use std::borrow::Cow;

use async_trait::async_trait;
use unbreak_core::{
    Analysis, Candidate, Confidence, Descriptor, DeterminedBy, Diagnostic, ErrorType, Example, Fix,
    FixContext, FixStrategy, RelPath, SafetyClass, StrategyError, register_strategy,
};

use crate::describe::describe;
use crate::elsewhere::{self, Subject};
use crate::mend::Step;
use crate::search_evidence;
use crate::weights::asking;
use python::Python;
use rank::Ranked;
use recent::Recent;
use search::{Budget, Repair};

const ID: &str = "syntax_fix";

/// Larger files are not searched: every change is judged by reading the whole.
const MOST_BYTES: usize = 1_000_000;

/// The languages whose syntax is repaired.
const LANGUAGES: &[Cow<'static, str>] = &[
    #[cfg(feature = "c")]
    Cow::Borrowed("c"),
    #[cfg(feature = "c")]
    Cow::Borrowed("cpp"),
    #[cfg(feature = "languages")]
    Cow::Borrowed("go"),
    #[cfg(feature = "languages")]
    Cow::Borrowed("java"),
    #[cfg(feature = "languages")]
    Cow::Borrowed("javascript"),
    #[cfg(feature = "languages")]
    Cow::Borrowed("json"),
    Cow::Borrowed("python"),
    #[cfg(feature = "languages")]
    Cow::Borrowed("rust"),
    #[cfg(feature = "languages")]
    Cow::Borrowed("toml"),
    #[cfg(feature = "languages")]
    Cow::Borrowed("typescript"),
    #[cfg(feature = "languages")]
    Cow::Borrowed("yaml"),
];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "a comparison and its colon",
        "def sign(x):\n    if x = 0\n        return 0\n    return x / abs(x)\n",
        "def sign(x):\n    if x == 0:\n        return 0\n    return x / abs(x)\n",
    ),
    Example::new(
        "a bracket",
        "def last(items):\n    for i in range(len(items):\n        pass\n    return items[i]\n",
        "def last(items):\n    for i in range(len(items)):\n        pass\n    return items[i]\n",
    ),
];

static DESCRIPTOR: Descriptor = describe(
    ID,
    "repairs syntax errors by search",
    "Searches for the smallest change with which the file parses: brackets, colons, commas, quotes, \
     indentation, keywords. Several independent faults are repaired in one proposal. A candidate that does \
     not parse, or that loses a tenth of the program, is never proposed. Among candidates that parse, the \
     file's own indentation and habits decide. In JSON, TOML and YAML, the broken file is found even if \
     the tool does not name it, and so is the only program that cannot be read where a tool says nothing that \
     is known. In C and C++, the user's compiler judges each candidate, and its warnings \
     rank the candidates that it accepts.",
    LANGUAGES,
    &EXAMPLES,
);

/// The strategy.
#[derive(Debug, Default)]
pub struct SyntaxFix {
    recent: Recent,
}

register_strategy!(SyntaxFix::default());

#[async_trait]
impl FixStrategy for SyntaxFix {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn rules(&self) -> Vec<unbreak_core::RuleDescription> {
        crate::rule::of(ID)
    }

    fn assess(&self, diagnostic: &Diagnostic) -> Option<Candidate> {
        if let Some(candidate) = elsewhere::assess(Subject::Syntax, diagnostic) {
            return Some(candidate);
        }
        likelihood(diagnostic).map(|confidence| {
            Candidate::new(
                ID,
                "repair syntax",
                format!(
                    "search for the smallest change after which {} parses",
                    diagnostic.place()
                ),
                confidence,
            )
        })
    }

    async fn propose(
        &self,
        analysis: &Analysis,
        context: &FixContext<'_>,
    ) -> Result<Vec<Fix>, StrategyError> {
        if let Some(fixes) = elsewhere::repair(Subject::Syntax, analysis, context).await? {
            return Ok(fixes);
        }
        if is_answered(&analysis.diagnostic, context) {
            return Ok(Vec::new());
        }
        let Some(target) = target(&analysis.diagnostic, context) else {
            return Ok(Vec::new());
        };
        let text = context.workspace.read_text(&target.file)?;
        if text.len() > MOST_BYTES || has_conflict_markers(&text) || contradicts_itself(&target.file, &text) {
            return Ok(Vec::new());
        }
        let line = analysis.diagnostic.location.line;
        if let Some(fix) = convention::fix(&target, &text, line)? {
            return Ok(vec![fix]);
        }
        let safety = target.safety(&text);
        // Where the reader finds no fault, the reported place is the only evidence.
        let is_shared = target.is_dialect() && safety == SafetyClass::Safe;
        let budget = match self.recent.of(&target.file, &text).filter(|_| is_shared) {
            Some(known) if !known.is_empty() => return Ok(known),
            Some(_) => Budget::second_look(),
            None => Budget::default(),
        };
        let repairs = target.repairs(&text, analysis, context, budget);
        let ranked = rank::rank(&repairs);
        let ranked = match target.is_dialect() {
            true => rank::likely(ranked),
            false => calibration::calibrated(ranked),
        };
        let mut fixes = ranked
            .iter()
            .map(|ranked| Ok(fix(&target.file, &text, ranked)?.safety(safety)))
            .collect::<Result<Vec<Fix>, StrategyError>>()?;
        // Of a message that says little, only the likeliest change can be right.
        if analysis.diagnostic.error_type == ErrorType::Unknown {
            fixes.truncate(1);
        }
        search_evidence::state(&mut fixes, analysis, &text);
        if is_shared {
            self.recent.remember(target.file, text, &fixes);
        }
        Ok(fixes)
    }
}

/// Returns whether the tool understood the line well enough to report another error in it with an answer:
/// then the syntax error is a consequence (`assert_eq { 1, 1 }`, with a missing `!`, looks like a
/// struct).
fn is_answered(diagnostic: &Diagnostic, context: &FixContext<'_>) -> bool {
    let has_advice = |it: &Diagnostic| it.advice.is_some() || !it.suggestions.is_empty();
    let place = |it: &Diagnostic| (it.location.file.clone(), it.location.line);
    let mut others = context.diagnostics.iter();
    !has_advice(diagnostic)
        && others.any(|other| {
            let is_of_meaning = other.error_type == ErrorType::Type && other.parser == diagnostic.parser;
            is_of_meaning && place(other) == place(diagnostic) && has_advice(other)
        })
}

/// The likelihood that a diagnostic is about syntax that is searched here; `None` when it is not.
fn likelihood(diagnostic: &Diagnostic) -> Option<f64> {
    #[cfg(feature = "languages")]
    if !is_python_syntax(diagnostic) {
        return target::likelihood(diagnostic);
    }
    is_python_syntax(diagnostic).then_some(asking::sure())
}

/// Returns whether a Python file cannot be parsed, as opposed to a file that a Python program reads.
fn is_python_syntax(diagnostic: &Diagnostic) -> bool {
    #[cfg(feature = "languages")]
    if target::is_about_data(diagnostic) {
        return false;
    }
    diagnostic.file().is_some_and(is_python) && diagnostic.error_type == ErrorType::Syntax
}

/// A file to repair.
struct Target {
    file: RelPath,
    /// Its language, unless that is Python.
    #[cfg(feature = "languages")]
    dialect: Option<(&'static dialect::Dialect, bool)>,
}

fn target(diagnostic: &Diagnostic, context: &FixContext<'_>) -> Option<Target> {
    let file = diagnostic.file().and_then(|file| context.workspace.locate(file));
    if let Some(file) = file.filter(|file| is_python_syntax(diagnostic) && context.workspace.is_file(file)) {
        return Some(Target {
            file,
            #[cfg(feature = "languages")]
            dialect: None,
        });
    }
    #[cfg(feature = "languages")]
    {
        let (file, dialect, is_placed) = target::find(diagnostic, context)?;
        Some(Target {
            file,
            dialect: Some((dialect, is_placed)),
        })
    }
    #[cfg(not(feature = "languages"))]
    None
}

impl Target {
    fn is_dialect(&self) -> bool {
        #[cfg(feature = "languages")]
        return self.dialect.is_some();
        #[cfg(not(feature = "languages"))]
        false
    }

    /// A file that cannot be parsed does nothing. Where only the tool rejects it, its meaning is at
    /// stake, and strategies that know more of the language come first.
    #[cfg_attr(
        not(feature = "languages"),
        expect(
            unused_variables,
            reason = "of Python the grammar says all that its compiler does"
        )
    )]
    fn safety(&self, text: &str) -> SafetyClass {
        #[cfg(feature = "languages")]
        if self.dialect.is_some_and(|(dialect, _)| dialect.accepts(text)) {
            return SafetyClass::Unsafe;
        }
        SafetyClass::Safe
    }

    /// The repairs that the search finds in the language of the file.
    #[cfg_attr(
        not(feature = "languages"),
        expect(unused_variables, reason = "Python's search needs the file alone")
    )]
    fn repairs(
        &self,
        text: &str,
        analysis: &Analysis,
        context: &FixContext<'_>,
        budget: Budget,
    ) -> Vec<Repair> {
        #[cfg(feature = "languages")]
        if let Some((dialect, is_placed)) = self.dialect {
            // A diagnostic that may not be about syntax counts only if the reader agrees.
            let is_sure = is_placed && analysis.diagnostic.error_type == ErrorType::Syntax;
            let places = if is_sure {
                reported_places(analysis)
            } else {
                Vec::new()
            };
            let siblings = dialect::siblings(dialect, &self.file, context.workspace);
            let broken = dialect::Broken::new(dialect, text, &places, &siblings);
            return search::search(&broken, text, budget);
        }
        let python = Python::new(text, &reported_lines(analysis));
        python.map_or_else(Vec::new, |python| search::search(&python, text, budget))
    }
}

fn is_python(file: &str) -> bool {
    file.ends_with(".py") || file.ends_with(".pyi")
}

fn reported_lines(analysis: &Analysis) -> Vec<usize> {
    analysis
        .diagnostics()
        .filter_map(|diagnostic| diagnostic.location.line)
        .filter_map(|line| usize::try_from(line).ok())
        .collect()
}

#[cfg(feature = "languages")]
fn reported_places(analysis: &Analysis) -> Vec<(u32, Option<u32>)> {
    let file = analysis.diagnostic.file();
    let own = analysis
        .diagnostics()
        .filter(|diagnostic| diagnostic.file() == file);
    own.filter_map(|diagnostic| Some((diagnostic.location.line?, diagnostic.location.column)))
        .collect()
}

#[cfg(feature = "languages")]
fn contradicts_itself(file: &RelPath, text: &str) -> bool {
    target::contradicts_itself(file, text)
}

#[cfg(not(feature = "languages"))]
fn contradicts_itself(_: &RelPath, _: &str) -> bool {
    false
}

/// Only people know which side of a merge was meant.
pub(crate) fn has_conflict_markers(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("<<<<<<< "))
        && text.lines().any(|line| line.starts_with(">>>>>>> "))
}

fn fix(file: &RelPath, text: &str, ranked: &Ranked<'_>) -> Result<Fix, StrategyError> {
    let edits = patch::edits(file, text, &ranked.repair.text)?;
    let steps = &ranked.repair.steps;
    Ok(
        Fix::new(ID, Step::titles(steps), Confidence::new(ranked.confidence))
            .by_all(Step::rules(steps))
            .evidence(DeterminedBy::Search)
            .because(rationale(ranked))
            .of_this_text()
            .edits(edits),
    )
}

/// The rationale of a fix: the evidence against it (see [`rank`]).
fn rationale(ranked: &Ranked<'_>) -> String {
    let (cost, oddity) = (ranked.repair.cost, ranked.repair.meaning.oddity);
    format!(
        "the likeliest change found after which the file parses ({cost} points for the change, {oddity} for what is odd in the result)"
    )
}

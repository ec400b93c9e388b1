//! `syntax_fix`: repairs syntax errors by search.
//!
//! *What it mends.* Brackets, colons, commas, quotes, indentation, keywords, operators and words of
//! other languages, comments, Python 2 statements; several independent faults in one proposal.
//!
//! *Why.* An interpreter names the first thing that it cannot read. The mistake is often elsewhere:
//! a quote some lines above, a line below that should stand deeper.
//!
//! *Example.* `if x = 1` becomes `if x == 1:`.
//!
//! *Fix safety.* Safe: the file could not be run at all, and only changes after which it parses are
//! proposed. A change that would lose a tenth of the program is none.
//!
//! The [`search`] is best-first over sequences of small changes and knows nothing of the language,
//! which is behind the [`language::Language`] trait. [`rank`] turns what it found into proposals.

mod language;
pub(crate) mod patch;
mod python;
mod rank;
mod search;

use std::borrow::Cow;

use async_trait::async_trait;
use unbreak_core::{
    Analysis, Candidate, Confidence, Descriptor, Diagnostic, ErrorType, Example, Fix, FixContext,
    FixStrategy, RelPath, Stability, StrategyError, register_strategy,
};

use python::Python;
use rank::Ranked;
use search::{Budget, Step};

const ID: &str = "syntax_fix";

static DESCRIPTOR: Descriptor = Descriptor {
    id: Cow::Borrowed(ID),
    version: Cow::Borrowed(env!("CARGO_PKG_VERSION")),
    summary: Cow::Borrowed("repairs syntax errors by search"),
    docs: Cow::Borrowed(
        "Searches for the smallest change after which the file parses: brackets, colons, commas, quotes, \
         indentation, keywords. Several independent faults are mended in one proposal. A candidate that does \
         not parse is never proposed, nor one that loses a tenth of the program. In C and C++ the user's own \
         compiler judges each candidate, and its warnings weigh between those it accepts.",
    ),
    languages: Cow::Borrowed(crate::LANGUAGES),
    examples: Cow::Borrowed(&[
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
    ]),
    stability: Stability::Stable,
};

/// The strategy.
#[derive(Debug, Clone, Copy, Default)]
pub struct SyntaxFix;

register_strategy!(SyntaxFix);

#[async_trait]
impl FixStrategy for SyntaxFix {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn assess(&self, diagnostic: &Diagnostic) -> Option<Candidate> {
        #[cfg(feature = "c")]
        if let Some(candidate) = crate::c::assess(ID, crate::c::Owner::Syntax, diagnostic) {
            return Some(candidate);
        }
        let python = diagnostic.file().is_some_and(is_python);
        (python && diagnostic.error_type == ErrorType::Syntax).then(|| Candidate {
            strategy: ID.to_owned(),
            action: "repair syntax".to_owned(),
            description: format!(
                "search for the smallest change after which {} parses",
                diagnostic.place()
            ),
            confidence: Confidence::new(0.9),
        })
    }

    async fn propose(
        &self,
        analysis: &Analysis,
        context: &FixContext<'_>,
    ) -> Result<Vec<Fix>, StrategyError> {
        #[cfg(feature = "c")]
        if crate::c::assess(ID, crate::c::Owner::Syntax, &analysis.diagnostic).is_some() {
            return crate::c::repair(ID, analysis, context).await;
        }
        let file = analysis
            .diagnostic
            .file()
            .and_then(|file| context.workspace.locate(file));
        let Some(file) = file.filter(|file| is_python(file.as_str())) else {
            return Ok(Vec::new());
        };
        let text = context.workspace.read_text(&file)?;
        repair(&file, &text, &reported_lines(analysis))
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

fn repair(file: &RelPath, text: &str, reported: &[usize]) -> Result<Vec<Fix>, StrategyError> {
    if has_conflict_markers(text) {
        return Ok(Vec::new());
    }
    let repairs = search::search(&Python::new(text, reported), text, Budget::default());
    let ranked = rank::rank(&repairs);
    ranked.iter().map(|ranked| fix(file, text, ranked)).collect()
}

/// Which side of a merge was meant, only people know.
pub(crate) fn has_conflict_markers(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("<<<<<<< "))
        && text.lines().any(|line| line.starts_with(">>>>>>> "))
}

fn fix(file: &RelPath, text: &str, ranked: &Ranked<'_>) -> Result<Fix, StrategyError> {
    let edits = patch::edits(file, text, &ranked.repair.text)?;
    let title = title(&ranked.repair.steps);
    Ok(Fix::new(ID, title, Confidence::new(ranked.confidence))
        .because(rationale(ranked))
        .edits(edits))
}

/// Why this and not another: what speaks against it (see [`rank`]).
fn rationale(ranked: &Ranked<'_>) -> String {
    let (cost, oddity) = (ranked.repair.cost, ranked.repair.meaning.oddity);
    format!(
        "the likeliest change found after which the file parses ({cost} points for the change, {oddity} for what is odd in the result)"
    )
}

fn title(steps: &[Step]) -> String {
    let parts: Vec<String> = steps
        .iter()
        .map(|step| format!("line {}: {}", step.line, step.title))
        .collect();
    parts.join("; ")
}

//! `{{id}}`: corrects words that a spelling checker reports. Replace by what this strategy repairs.

use async_trait::async_trait;
use unbreak_core::{
    Analysis, Candidate, Confidence, Descriptor, DeterminedBy, Diagnostic, Edit, Example, Fix, FixContext, FixStrategy,
    RuleDescription, StrategyError, register_strategy,
};

use crate::describe::describe;
use crate::rule;

const ID: &str = "{{id}}";

const DOCS: &str = "\
## What it fixes

Words that a checker reports as `misspelt: teh`.

## Why

The correct spelling is known.

## Fix safety

Safe: the checker names the word, and a table has the correct one.
";

static EXAMPLES: [Example; 1] = [Example::new("a misspelt word", "over teh moon\n", "over the moon\n")];

static DESCRIPTOR: Descriptor = describe(ID, "corrects misspelt words", DOCS, &[], &EXAMPLES);

/// Misspelt words and their corrections.
const WORDS: [(&str, &str); 2] = [("teh", "the"), ("recieve", "receive")];

/// The strategy.
#[derive(Debug, Clone, Copy, Default)]
pub struct {{Type}};

register_strategy!({{Type}});

/// The word that a message names, and the correct one. If tools say it in several ways, make it a fact
/// (`crates/parsers/facts`) and read that.
fn correction(diagnostic: &Diagnostic) -> Option<(&'static str, &'static str)> {
    let word = diagnostic.message.strip_prefix("misspelt: ")?;
    WORDS.into_iter().find(|(wrong, _)| *wrong == word)
}

#[async_trait]
impl FixStrategy for {{Type}} {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn rules(&self) -> Vec<RuleDescription> {
        rule::of(ID)
    }

    /// Decides from the diagnostic alone; it reads nothing.
    fn assess(&self, diagnostic: &Diagnostic) -> Option<Candidate> {
        let (wrong, right) = correction(diagnostic)?;
        let description = format!("write '{right}' for '{wrong}'");
        Some(Candidate::new(ID, "correct the word", description, 0.9))
    }

    async fn propose(&self, analysis: &Analysis, context: &FixContext<'_>) -> Result<Vec<Fix>, StrategyError> {
        let diagnostic = &analysis.diagnostic;
        let file = diagnostic.file().and_then(|file| context.workspace.locate(file));
        let (Some((wrong, right)), Some(file)) = (correction(diagnostic), file) else {
            return Ok(Vec::new());
        };
        let source = context.workspace.read_text(&file)?;
        let Some(at) = source.find(wrong) else {
            return Ok(Vec::new());
        };
        let edit = Edit::replace(&file, &source, at..at + wrong.len(), right)?;
        let fix = Fix::new(ID, format!("write '{right}' for '{wrong}'"), Confidence::new(0.9))
            .by(rule::any::misspelt_word::CORRECT)
            .because(format!("the checker says: {}", diagnostic.message))
            .evidence(DeterminedBy::Convention)
            .edit(edit);
        Ok(vec![fix])
    }
}

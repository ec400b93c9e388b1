//! Replaces tabs by spaces.

use async_trait::async_trait;
use unbreak_core::{
    Analysis, Candidate, Confidence, Descriptor, Diagnostic, Edit, Fix, FixContext, FixStrategy, SafetyClass,
    StrategyError,
};

static DESCRIPTOR: Descriptor = Descriptor::new("untab", "1.0.0", "puts spaces where a line has tabs");

pub(crate) struct Untab;

#[async_trait]
impl FixStrategy for Untab {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn assess(&self, diagnostic: &Diagnostic) -> Option<Candidate> {
        (diagnostic.code.as_deref() == Some("no-tabs")).then(|| {
            Candidate::new(
                DESCRIPTOR.id.as_ref(),
                "replace tabs",
                "four spaces for each tab of the line",
                0.95,
            )
        })
    }

    async fn propose(
        &self,
        analysis: &Analysis,
        context: &FixContext<'_>,
    ) -> Result<Vec<Fix>, StrategyError> {
        let place = &analysis.diagnostic.location;
        let file = place
            .file
            .as_deref()
            .and_then(|file| context.workspace.locate(file));
        let (Some(file), Some(number)) = (file, place.line) else {
            return Ok(Vec::new());
        };
        let source = context.workspace.read_text(&file)?;
        let lines = source.split_inclusive('\n');
        let start: usize = lines.clone().take(number as usize - 1).map(str::len).sum();
        let line = lines.skip(number as usize - 1).take(1).collect::<String>();
        let tabs = line.match_indices('\t');
        let edits =
            tabs.map(|(at, tab)| Edit::replace(&file, &source, start + at..start + at + tab.len(), "    "));
        let fix = Fix::new(DESCRIPTOR.id.as_ref(), "spaces for tabs", Confidence::new(0.95))
            .because(
                "the house rule says so; a tab within a text would change it, so a person should review it",
            )
            .safety(SafetyClass::Unsafe)
            .edits(edits.collect::<Result<Vec<_>, _>>()?);
        Ok(vec![fix])
    }
}

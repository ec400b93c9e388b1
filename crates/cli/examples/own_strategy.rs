//! An `unbreak` of your own: the same command line, with one more strategy linked in.
//!
//! `cargo run -p unbreak --example own_strategy -- list strategies` shows it beside the others. A
//! strategy in a crate of its own works alike: depend on it, and name it with `use my_strategy as _;`.

use async_trait::async_trait;
use unbreak_core::{
    Analysis, Candidate, Confidence, Descriptor, Diagnostic, Edit, ErrorType, Fix, FixContext, FixStrategy,
    SafetyClass, StrategyError, register_strategy,
};

/// The module that the house has given up, and the one that took its place.
const OLD: &str = "cashbook";
const NEW: &str = "ledger";

static DESCRIPTOR: Descriptor =
    Descriptor::new("moved_ledger", "0.1.0", "imports ledger where cashbook is gone");

struct MovedLedger;

register_strategy!(MovedLedger);

#[async_trait]
impl FixStrategy for MovedLedger {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn assess(&self, diagnostic: &Diagnostic) -> Option<Candidate> {
        let concerned = diagnostic.error_type == ErrorType::Import && diagnostic.message.contains(OLD);
        concerned.then(|| {
            Candidate::new(
                DESCRIPTOR.id.as_ref(),
                "correct import",
                format!("{OLD} has become {NEW}"),
                0.95,
            )
        })
    }

    async fn propose(
        &self,
        analysis: &Analysis,
        context: &FixContext<'_>,
    ) -> Result<Vec<Fix>, StrategyError> {
        let Some(file) = analysis
            .diagnostic
            .file()
            .and_then(|file| context.workspace.locate(file))
        else {
            return Ok(Vec::new());
        };
        let source = context.workspace.read_text(&file)?;
        let uses = source.match_indices(OLD);
        let edits = uses.map(|(at, _)| Edit::replace(&file, &source, at..at + OLD.len(), NEW));
        let fix = Fix::new(
            DESCRIPTOR.id.as_ref(),
            format!("{OLD} → {NEW}"),
            Confidence::new(0.95),
        )
        .because("the module has moved, and rounds differently: somebody should look at it")
        .safety(SafetyClass::Unsafe)
        .edits(edits.collect::<Result<Vec<_>, _>>()?);
        Ok(vec![fix])
    }
}

fn main() -> std::process::ExitCode {
    unbreak_cli::main().into()
}

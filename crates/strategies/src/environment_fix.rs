//! `environment_fix`: runs the command that brings what is missing outside the tree, if its class is allowed.
//!
//! The findings are those of [`diagnosis`]; packages of Python belong to `import_fix`.

use async_trait::async_trait;
use unbreak_core::{
    Analysis, Candidate, Command, Confidence, Descriptor, DeterminedBy, Diagnosis, Diagnostic, Example,
    ExitState, Fact, Fix, FixContext, FixStrategy, Remedy, SafetyClass, StrategyError, register_strategy,
};

use crate::describe::describe;
use crate::diagnosis;
use crate::python::fact::is_python;
use crate::weights::asking;

const ID: &str = "environment_fix";

const DOCS: &str = "\
## What it fixes

Failures that are not caused by the files. It runs the command that provides what is missing, such as `npm ci` for
packages that `package.json` declares, `bundle install`, `go mod tidy` or `npm rebuild`.

## Why

Many failures are not caused by the code. The report always names what is missing and the command that provides
it; this strategy runs the command and verifies that it helps.

## Fix safety

Every fix needs approval: the class `install` for the install commands of package managers, `runs-command` for
all others. Commands that need `sudo` or change the user's shell are only reported.
";

static EXAMPLES: [Example; 0] = [];

static DESCRIPTOR: Descriptor = describe(
    ID,
    "installs or starts what is missing outside the tree",
    DOCS,
    &[],
    &EXAMPLES,
);

/// The strategy.
#[derive(Debug, Clone, Copy, Default)]
pub struct EnvironmentFix;

register_strategy!(EnvironmentFix);

#[async_trait]
impl FixStrategy for EnvironmentFix {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    /// Changes to the files come first.
    fn is_last_resort(&self) -> bool {
        true
    }

    fn rules(&self) -> Vec<unbreak_core::RuleDescription> {
        crate::rule::of(ID)
    }

    fn assess(&self, diagnostic: &Diagnostic) -> Option<Candidate> {
        let belongs_to_imports =
            is_python(diagnostic) && matches!(diagnostic.fact, Some(Fact::MissingModule { .. }));
        let is_suspect = !belongs_to_imports && diagnosis::is_suspect(diagnostic);
        let description = "see what is missing outside the tree";
        is_suspect.then(|| Candidate::new(ID, "bring what is missing", description, asking::last()))
    }

    async fn prepare(&self, _context: &FixContext<'_>) -> Result<(), StrategyError> {
        diagnosis::warm_up();
        Ok(())
    }

    async fn propose(
        &self,
        analysis: &Analysis,
        context: &FixContext<'_>,
    ) -> Result<Vec<Fix>, StrategyError> {
        let mut context = *context;
        context.diagnostics = std::slice::from_ref(&analysis.diagnostic);
        let found = diagnosis::diagnose(&context, ExitState::Code(1)).await;
        Ok(found
            .iter()
            .filter_map(|diagnosis| fix(diagnosis, &context))
            .collect())
    }
}

/// The fix that runs the first command of a diagnosis that the program may run.
fn fix(diagnosis: &Diagnosis, context: &FixContext<'_>) -> Option<Fix> {
    let may_run = |remedy: &&Remedy| remedy.needs.is_some();
    let remedy = diagnosis.remedies.iter().find(may_run)?;
    let mut words = remedy
        .command
        .split_whitespace()
        .map(|word| word.trim_matches('\''));
    let mut command = Command::new(words.next()?, words);
    command.directory.clone_from(&context.command.directory);
    let confidence = Confidence::new(diagnosis.confidence.get());
    let mut fix = Fix::new(ID, format!("run {}", remedy.command), confidence)
        .by(crate::rule::any::environment::COMMAND)
        .evidence(DeterminedBy::Resolution)
        .because(diagnosis.summary.clone())
        .safety(SafetyClass::NeedsApproval);
    fix.commands.push(command);
    fix.needs.clone_from(&remedy.needs);
    Some(fix)
}

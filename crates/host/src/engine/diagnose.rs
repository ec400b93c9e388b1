//! Asks, when the command still fails at the end, what is missing outside the tree.

use unbreak_core::policy::verdict::Observation;
use unbreak_core::{FixContext, Runner};
use unbreak_strategies::diagnosis;

use super::Rounds;
use super::view::View;

impl Rounds<'_, '_, '_> {
    /// Adds the diagnoses of the last run to the report.
    pub(super) async fn diagnose(&mut self, last: &Observation) {
        if last.succeeds() || self.setting.cancel.is_cancelled() {
            return;
        }
        let setting = self.setting;
        let view = View::of(setting.tree, &self.kept);
        let tools: &dyn Runner = setting.tools;
        let mut context = FixContext::new(&view, tools, self.oracle.command, &setting.options.allow);
        context.diagnostics = &last.errors;
        context.output = &last.tail;
        context.machine = Some(&setting.machine);
        let asked = setting.wait_for(diagnosis::diagnose(&context, last.exit)).await;
        match asked {
            Some(Ok(found)) => self.report.diagnoses = found,
            Some(Err(panic)) => self
                .report
                .warnings
                .push(format!("the diagnosis panicked: {panic}")),
            None => {}
        }
    }
}

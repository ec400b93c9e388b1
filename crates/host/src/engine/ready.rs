//! Prepares strategies while the command runs for the first time.

use unbreak_core::{Command, FixContext, Registry};

use super::{Setting, contain};

/// Strategies that were prepared for a command; on drop they are released.
pub(super) struct Ready<'a>(&'a Registry);

impl<'a> Ready<'a> {
    /// Prepares every strategy for the command.
    pub(super) async fn of(setting: &Setting<'a>, command: &Command) -> Self {
        // Created first, so that an interrupt leaves nothing running.
        let ready = Self(setting.registry);
        let tools = setting.tree.tools_directory();
        let mut context = FixContext::new(setting.tree, setting.tools, command, &setting.options.allow);
        context.tools = Some(&tools);
        for strategy in setting.registry.strategies() {
            // A strategy that could not prepare is asked anyway, and reports the error then.
            let _ = setting.wait_for(strategy.prepare(&context)).await;
        }
        ready
    }
}

impl Drop for Ready<'_> {
    fn drop(&mut self) {
        for strategy in self.0.strategies() {
            // A plug-in that panics here is not called again in this run.
            let _ = contain::call(|| strategy.release());
        }
    }
}

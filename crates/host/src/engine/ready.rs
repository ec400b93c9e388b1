//! Strategies that get ready while the command runs for the first time.

use unbreak_core::{Command, FixContext, Registry};

use super::{Setting, contain};

/// Strategies that heard of a command; dropped, they end what they keep running for it.
pub(super) struct Ready<'a>(&'a Registry);

impl<'a> Ready<'a> {
    /// Tells every strategy that the command is about to be run.
    pub(super) async fn of(setting: &Setting<'a>, command: &Command) -> Self {
        // From here on, so that an interrupt leaves nothing behind.
        let ready = Self(setting.registry);
        let tools = setting.tree.tools_directory();
        let mut context = FixContext::new(setting.tree, setting.tools, command, &setting.options.allow);
        context.tools = Some(&tools);
        for strategy in setting.registry.strategies() {
            // Whoever is not ready is asked all the same, and says then what is wrong.
            let _ = setting.wait_for(strategy.prepare(&context)).await;
        }
        ready
    }
}

impl Drop for Ready<'_> {
    fn drop(&mut self) {
        for strategy in self.0.strategies() {
            // A plug-in that panics here has nothing more to do in this run.
            let _ = contain::call(|| strategy.release());
        }
    }
}

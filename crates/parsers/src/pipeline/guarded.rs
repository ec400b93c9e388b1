//! A parser that may panic without taking the run down.

use std::any::Any;
use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use unbreak_core::{ErrorParser, ParserState, Sink};

/// A parser and its state in this output, made when it is first needed.
pub(super) struct Guarded {
    parser: Arc<dyn ErrorParser>,
    state: State,
}

enum State {
    Idle,
    Running(Box<dyn ParserState>),
    /// The parser panicked and is not called again.
    Dropped,
}

impl Guarded {
    pub(super) fn new(parser: Arc<dyn ErrorParser>) -> Self {
        Self {
            parser,
            state: State::Idle,
        }
    }

    pub(super) fn id(&self) -> &Cow<'static, str> {
        &self.parser.descriptor().id
    }

    pub(super) fn has_run(&self) -> bool {
        matches!(self.state, State::Running(_))
    }

    /// Calls into the parser. `None` when it panics or has panicked before.
    pub(super) fn call<R>(
        &mut self,
        sink: &mut Sink,
        ask: impl FnOnce(&mut dyn ParserState, &mut Sink) -> R,
    ) -> Option<R> {
        let Self { parser, state } = self;
        let called = catch_unwind(AssertUnwindSafe(|| {
            if matches!(state, State::Idle) {
                *state = State::Running(parser.start());
            }
            match state {
                State::Running(running) => Some(ask(running.as_mut(), sink)),
                State::Idle | State::Dropped => None,
            }
        }));
        called.unwrap_or_else(|panic| {
            self.state = State::Dropped;
            let message = panic_message(panic.as_ref());
            sink.problem(format!("panicked and is left out from here on: {message}"));
            None
        })
    }
}

fn panic_message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message")
}

//! Sends `tracing` events to the host.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::sync::Once;

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};
use unbreak_plugin_abi::messages;

use super::link::Link;

thread_local! {
    /// The receiver of this thread's events, during a call.
    static RECEIVER: RefCell<Option<Link>> = const { RefCell::new(None) };
}

/// Sends events of this thread to the host of `link`, until the result is dropped.
pub(super) fn forward(link: &Link) -> Forwarding {
    static ONCE: Once = Once::new();
    // Refused only if the library has a subscriber of its own, which is then intended.
    ONCE.call_once(|| drop(tracing::subscriber::set_global_default(ToHost)));
    RECEIVER.set(Some(link.clone()));
    Forwarding
}

/// Ends the forwarding with the call.
pub(super) struct Forwarding;

impl Drop for Forwarding {
    fn drop(&mut self) {
        RECEIVER.set(None);
    }
}

struct ToHost;

impl Subscriber for ToHost {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        RECEIVER.with_borrow(Option::is_some)
    }

    /// The host filters, and differently from call to call.
    fn register_callsite(&self, _: &'static Metadata<'static>) -> tracing::subscriber::Interest {
        tracing::subscriber::Interest::sometimes()
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut text = Text::default();
        event.record(&mut text);
        let metadata = event.metadata();
        let log = messages::Log {
            level: metadata.level().as_str().to_lowercase(),
            target: metadata.target().to_owned(),
            message: text.0,
        };
        if let Some(link) = RECEIVER.with_borrow(Clone::clone) {
            // A host that does not accept logs is not a reason to fail.
            let _ = link.ask(messages::question::LOG, &messages::header(&log));
        }
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

/// The message, and the fields after it.
#[derive(Default)]
struct Text(String);

impl Visit for Text {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        // Writing to a string does not fail.
        let _ = match field.name() {
            "message" => {
                let fields = std::mem::take(&mut self.0);
                write!(self.0, "{value:?}{fields}")
            }
            name => write!(self.0, " {name}={value:?}"),
        };
    }
}

//! Sends `tracing` events to the host.

use std::cell::Cell;
use std::fmt::Write as _;
use std::sync::Once;

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};
use unbreak_plugin_abi::Host;
use unbreak_plugin_abi::messages;

use super::link::Link;

thread_local! {
    /// The host of the present call of this thread.
    static HOST: Cell<*const Host> = const { Cell::new(std::ptr::null()) };
}

/// Sends events of this thread to the host of `link`, until the result is dropped.
pub(super) fn forward<'a>(link: &'a Link<'_>) -> Forwarding<'a> {
    static ONCE: Once = Once::new();
    // Refused only if the library has a subscriber of its own, which is then intended.
    ONCE.call_once(|| drop(tracing::subscriber::set_global_default(ToHost)));
    HOST.set(link.host());
    Forwarding(std::marker::PhantomData)
}

/// Prevents use of the host after its call.
pub(super) struct Forwarding<'a>(std::marker::PhantomData<&'a ()>);

impl Drop for Forwarding<'_> {
    fn drop(&mut self) {
        HOST.set(std::ptr::null());
    }
}

struct ToHost;

impl Subscriber for ToHost {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        !HOST.get().is_null()
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
        // SAFETY: `HOST` is null or the host of the present call of this thread.
        if let Some(link) = unsafe { Link::new(HOST.get()) } {
            // A host that does not accept logs is no reason to fail.
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

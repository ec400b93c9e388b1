//! Contains panics: a panic ends only the call, because it must not cross the interface.

use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

use unbreak_plugin_abi::status;

use super::Failure;

thread_local! {
    /// The place of the last panic of this thread.
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Calls a function; a panic becomes a failure with its message and place.
pub(super) fn call<T>(call: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    remember_places();
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|payload| {
        let place = PLACE.take();
        let message = message(payload.as_ref());
        Err(Failure::new(status::PANIC, format!("{message} ({place})")))
    })
}

/// The standard hook writes to the terminal, which is the host's. A library has a hook of its own.
fn remember_places() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        std::panic::set_hook(Box::new(|panic| {
            let place = panic.location().map_or_else(String::new, ToString::to_string);
            PLACE.replace(place);
        }));
    });
}

fn message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("a panic without a message")
}

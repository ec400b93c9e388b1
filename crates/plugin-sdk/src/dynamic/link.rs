//! The host, reached from inside a call.

use std::cell::Cell;
use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;
use serde::de::DeserializeOwned;
use unbreak_core::capability::CapabilityError;
use unbreak_plugin_abi::messages::{self, Unreadable};
use unbreak_plugin_abi::{Host, Slice, status};

/// The host of the present call of a library. It outlives the call, so that what was obtained in one call (a
/// conversation, for example) can be used in the next; between calls it refuses every question.
#[derive(Clone, Default)]
pub(super) struct Link(Arc<Mutex<Present>>);

/// The host's table, while a call lasts. Its mutex is held during a question: the interface allows one at a
/// time.
#[derive(Default)]
struct Present(Option<*const Host>);

// SAFETY: the table is only used by its function `ask`, which may be called from any thread, one at a time;
// the mutex ensures that.
unsafe impl Send for Present {}

thread_local! {
    /// Whether this thread is asking the host, which could call back on the same thread.
    static ASKING: Cell<bool> = const { Cell::new(false) };
}

impl Link {
    /// Sets the host, until the result is dropped; `None` if there is no host, or one with another table.
    ///
    /// # Safety
    /// `host` is null or points to a table that stays as long as the result.
    pub(super) unsafe fn enter(&self, host: *const Host) -> Option<Entered<'_>> {
        // SAFETY: the caller's promise.
        let table = unsafe { host.as_ref() }?;
        (table.size >= size_of::<Host>()).then(|| {
            self.set(Some(host));
            Entered(self)
        })
    }

    fn set(&self, host: Option<*const Host>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).0 = host;
    }

    /// Asks, and accepts an answer of any size, because it comes from the host.
    pub(super) fn ask(&self, method: &str, payload: &[u8]) -> Result<Vec<u8>, (u32, String)> {
        let no_call = || (status::CANCELLED, "no call is going on".to_owned());
        if ASKING.get() {
            return Err(no_call());
        }
        let present = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let host = present.0.ok_or_else(no_call)?;
        let (method, payload) = (Slice::new(method.as_bytes()), Slice::new(payload));
        ASKING.set(true);
        // SAFETY: the table is valid until `Entered` is dropped, which waits for the lock; it is the table's
        // own function with its own context, and the slices outlive the call.
        let reply = unsafe { ((*host).ask)((*host).context, method, payload) };
        ASKING.set(false);
        // SAFETY: the host's buffer, as it came.
        let bytes = unsafe { reply.buffer.take(usize::MAX) }.unwrap_or_default();
        match reply.status {
            status::OK => Ok(bytes),
            status => Err((status, String::from_utf8_lossy(&bytes).into_owned())),
        }
    }

    /// Asks with a message, and reads the answer as another.
    pub(super) fn get<T: DeserializeOwned>(
        &self,
        method: &str,
        question: &impl Serialize,
    ) -> Result<T, CapabilityError> {
        self.read(method, &messages::header(question))
    }

    /// Asks with a message and bytes, and reads the answer.
    pub(super) fn read<T: DeserializeOwned>(
        &self,
        method: &str,
        payload: &[u8],
    ) -> Result<T, CapabilityError> {
        let bytes = self.ask(method, payload).map_err(refusal)?;
        messages::read(&bytes).map_err(|error| unreadable(&error))
    }
}

/// Ends the call when it is dropped.
pub(super) struct Entered<'a>(&'a Link);

impl Drop for Entered<'_> {
    fn drop(&mut self) {
        self.0.set(None);
    }
}

pub(super) fn refusal((status, message): (u32, String)) -> CapabilityError {
    match status {
        status::DENIED => CapabilityError::Denied(message),
        status::CANCELLED => CapabilityError::Cancelled,
        _ => CapabilityError::Other(message),
    }
}

pub(super) fn unreadable(error: &Unreadable) -> CapabilityError {
    CapabilityError::Other(format!("the host's answer cannot be read: {error}"))
}

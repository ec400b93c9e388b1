//! The host's side of the interface.

use std::collections::BTreeSet;
use std::ffi::c_void;
use std::sync::{Mutex, PoisonError};

use serde_json::Value;
use unbreak_plugin_sdk::dynamic::abi::{ABI, Host, Plugin, Reply, Slice, status};
use unbreak_plugin_sdk::serde_json;

unsafe extern "C" {
    /// The function that `plugin!` exports.
    fn unbreak_plugin_entry_v1() -> *const Plugin;
}

/// The result of a call.
pub(crate) struct Answer {
    pub(crate) status: u32,
    pub(crate) text: String,
}

impl Answer {
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.status, status::OK, "{}", self.text);
        serde_json::from_str(&self.text).unwrap()
    }

    #[track_caller]
    pub(crate) fn messages(&self) -> Vec<String> {
        let found = self.json();
        let found = found["diagnostics"].as_array().unwrap().iter();
        found
            .map(|it| it["message"].as_str().unwrap().to_owned())
            .collect()
    }
}

type Respond<'a> = dyn Fn(&str, &[u8]) -> (u32, Vec<u8>) + 'a;

/// A call in which nothing is granted.
pub(crate) fn call(id: &str, method: &str, payload: &str) -> Answer {
    ask(id, method, payload, |_, _| (status::DENIED, Vec::new())).0
}

/// A call and the questions that were asked in it, each with the words that matter.
pub(crate) fn ask(
    id: &str,
    method: &str,
    payload: &str,
    respond: impl Fn(&str, &[u8]) -> (u32, Vec<u8>),
) -> (Answer, BTreeSet<String>) {
    /// The host never makes two calls at once, and `cargo test` runs tests on several threads.
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let asked = Mutex::new(BTreeSet::new());
    let respond = |question: &str, payload: &[u8]| {
        let payload_value: Value = serde_json::from_slice(payload).unwrap();
        let words = ["what", "message", "file"]
            .iter()
            .find_map(|key| payload_value[key].as_str());
        asked
            .lock()
            .unwrap()
            .insert(format!("{question} {}", words.unwrap_or_default()));
        respond(question, payload)
    };
    let mut respond: &Respond<'_> = &respond;
    let host = Host {
        size: size_of::<Host>(),
        abi: ABI,
        context: (&raw mut respond).cast::<c_void>(),
        ask: answer,
    };
    let slice = |text: &str| Slice::new(text.as_bytes());
    // SAFETY: the table is static, host and texts outlive the call, the buffer is taken once.
    let (status, bytes) = unsafe {
        let table = &*unbreak_plugin_entry_v1();
        let reply = (table.call)(&raw const host, slice(id), slice(method), slice(payload));
        (reply.status, reply.buffer.take(usize::MAX).ok().unwrap())
    };
    let text = String::from_utf8(bytes).unwrap();
    (Answer { status, text }, asked.into_inner().unwrap())
}

unsafe extern "C" fn answer(context: *mut c_void, method: Slice, payload: Slice) -> Reply {
    // SAFETY: `ask` put it there and is still running; the texts are lent for the call.
    let (respond, method, payload) = unsafe {
        (
            *context.cast::<&Respond<'_>>(),
            method.as_bytes(),
            payload.as_bytes(),
        )
    };
    let (status, bytes) = respond(std::str::from_utf8(method).unwrap(), payload);
    Reply::new(status, bytes)
}

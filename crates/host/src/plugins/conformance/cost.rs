//! Measures the cost of a call.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use unbreak_plugin_abi::messages::{self, method};

use super::super::call::Answer;
use super::super::error::PluginError;
use super::super::instance::Instance;

/// The log that a call carries.
const LOG_BYTES: usize = 64 << 10;
/// How often it is called, and how often before that for warming up.
const CALLS: usize = 400;
const WARM_UP: usize = 50;

/// The median time of a parser's call with a log of 64 KiB that does not match: the cost of the way there and
/// back. `None` if it contains no parser.
pub(super) fn of_call(instance: &Instance) -> Result<Option<Duration>, PluginError> {
    let description = instance.describe()?;
    let Some(parser) = description.parsers.first() else {
        return Ok(None);
    };
    let log = "a line of a log that says nothing of interest to anybody at all\n".repeat(LOG_BYTES / 64);
    let payload = messages::with_body(&messages::Parse::default(), log.as_bytes());
    let never = AtomicBool::new(false);
    let mut times = Vec::with_capacity(CALLS);
    for number in 0..CALLS + WARM_UP {
        let payload = payload.clone();
        let mut nothing = |_: &str, _: &[u8]| Answer::ok(b"null".to_vec());
        let started = Instant::now();
        let patience = instance.limits.parse;
        let id = &parser.descriptor.id;
        instance.call(id, method::PARSE, payload, patience, &never, &mut nothing)?;
        if number >= WARM_UP {
            times.push(started.elapsed());
        }
    }
    times.sort_unstable();
    Ok(times.get(CALLS / 2).copied())
}

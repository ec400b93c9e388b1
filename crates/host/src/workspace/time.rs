//! The wall clock, in the formats of journals and run ids.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970-01-01 UTC.
pub(crate) fn now_ms() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(now.as_millis()).unwrap_or(u64::MAX)
}

/// A moment as a name that sorts: `20261121-020512-345` (UTC).
pub(crate) fn stamp(ms: u64) -> String {
    let time = UNIX_EPOCH + Duration::from_millis(ms);
    let text = humantime::format_rfc3339_millis(time).to_string();
    text.replace(['-', ':', 'Z'], "").replace(['T', '.'], "-")
}

/// A moment for people: `2026-11-21T02:05:12Z`.
pub(super) fn readable(ms: u64) -> String {
    humantime::format_rfc3339_seconds(UNIX_EPOCH + Duration::from_millis(ms)).to_string()
}

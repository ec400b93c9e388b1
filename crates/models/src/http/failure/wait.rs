//! How long a server asks to wait.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::Value;

/// From `retry-after-ms` (OpenAI, Azure) and `Retry-After` (RFC 9110, 10.2.3: seconds or a date).
pub(super) fn of_headers([millis, after]: &[String; 2]) -> Option<Duration> {
    let exact = millis.parse::<f64>().ok().map(|millis| millis / 1e3);
    let seconds = exact.or_else(|| after.parse::<f64>().ok());
    match seconds {
        Some(seconds) => Duration::try_from_secs_f64(seconds).ok(),
        None => until(after),
    }
}

/// From the details of an error of Google's: `"retryDelay": "34s"`.
pub(super) fn of_details(error: &Value) -> Option<Duration> {
    let details = error.get("details")?.as_array()?;
    let delay = details
        .iter()
        .find_map(|detail| detail.get("retryDelay")?.as_str())?;
    let seconds = delay.strip_suffix('s')?.parse::<f64>().ok()?;
    Duration::try_from_secs_f64(seconds).ok()
}

/// The time until a date such as `Sun, 06 Nov 1994 08:49:37 GMT`.
fn until(date: &str) -> Option<Duration> {
    let then = UNIX_EPOCH.checked_add(Duration::from_secs(seconds_of(date)?))?;
    // A date in the past means at once.
    Some(then.duration_since(SystemTime::now()).unwrap_or_default())
}

/// Seconds since 1970 of the one form of dates that servers may send (RFC 9110, 5.6.7).
fn seconds_of(date: &str) -> Option<u64> {
    const MONTHS: &str = "JanFebMarAprMayJunJulAugSepOctNovDec";
    let mut words = date.split_once(", ")?.1.split(' ');
    let day: u64 = words.next()?.parse().ok()?;
    let month = MONTHS.find(words.next()?).filter(|at| at % 3 == 0)? as u64 / 3 + 1;
    let year: u64 = words
        .next()?
        .parse()
        .ok()
        .filter(|year| (1970..10_000).contains(year))?;
    let mut time = words.next()?.split(':').map(|part| part.parse::<u64>().ok());
    let (hour, minute, second) = (time.next()??, time.next()??, time.next()??);
    Some(days(year, month, day)? * 86_400 + hour.min(23) * 3_600 + minute.min(59) * 60 + second.min(60))
}

/// Days from 1970-01-01 to a date: years are counted from March, so that the leap day comes last.
fn days(year: u64, month: u64, day: u64) -> Option<u64> {
    let (year, month) = if month < 3 {
        (year - 1, month + 9)
    } else {
        (year, month - 3)
    };
    let leaps = year / 4 - year / 100 + year / 400;
    let since_zero = year * 365 + leaps + (month * 306 + 5) / 10 + day.clamp(1, 31) - 1;
    since_zero.checked_sub(719_468)
}

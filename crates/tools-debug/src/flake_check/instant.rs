//! The instants at which the clock is set to stand.

/// Nanoseconds in a second.
const SECOND: u64 = 1_000_000_000;
const DAY: u64 = 86_400 * SECOND;

/// 2028-02-29 12:00:00 UTC.
const LEAP_DAY: u64 = 1_835_438_400 * SECOND;
/// 2029-12-31 23:59:59 UTC.
const LAST_SECOND: u64 = 1_893_455_999 * SECOND;
/// 2038-01-19 03:14:08 UTC: seconds no longer fit into 31 bits.
const OVERFLOW: u64 = (1 << 31) * SECOND;

/// The number of instants at which programs are known to fail.
pub(super) const NOTABLE: u32 = 6;

/// An instant, in nanoseconds since 1970-01-01 UTC; the first is now, `now`.
pub(super) fn instant(value: u32, now: u64) -> u64 {
    match value {
        0 => now,
        1 => now + DAY / 2,
        2 => LEAP_DAY,
        3 => LAST_SECOND,
        // The end of a day, half a second before midnight.
        4 => now.next_multiple_of(DAY) + DAY - SECOND / 2,
        5 => now + 366 * DAY,
        NOTABLE => OVERFLOW,
        more => now + scattered(more) % (365 * DAY),
    }
}

/// A pseudo-random number (Steele, Lea and Flood 2014: SplitMix).
fn scattered(value: u32) -> u64 {
    let mut mixed = u64::from(value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// Formats an instant for people: `2028-02-29 12:00:00 UTC`.
pub(super) fn written(instant: u64) -> String {
    let seconds = instant / SECOND;
    let (day, rest) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = date(day);
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02} UTC")
}

/// The date of a day since 1970-01-01, in years that begin with March so that leap days end them.
fn date(day: u64) -> (u64, u64, u64) {
    let day = day + 719_468;
    let (era, of_era) = (day / 146_097, day % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let march = (5 * of_year + 2) / 153;
    let month = if march < 10 { march + 3 } else { march - 9 };
    let year = era * 400 + year + u64::from(month <= 2);
    (year, month, of_year - (153 * march + 2) / 5 + 1)
}

//! Wald's sequential probability ratio test: a rate of 1 % against one of 10 %.

/// Whether there have been enough runs.
pub(super) struct Sequential;

/// The rates that are to be told apart.
const CLEAN: f64 = 0.01;
const FLAKY: f64 = 0.10;

/// How often either answer may be wrong.
const ERROR: f64 = 0.05;

/// What is in between may never become clear.
const MOST: u32 = 200;

impl Sequential {
    /// How many more runs are surely needed; none when it is clear.
    pub(super) fn left(failures: u32, runs: u32) -> u32 {
        let passes = f64::from(runs - failures);
        let evidence =
            f64::from(failures) * (FLAKY / CLEAN).ln() + passes * ((1.0 - FLAKY) / (1.0 - CLEAN)).ln();
        let bound = ((1.0 - ERROR) / ERROR).ln();
        // A command that only ever failed is no flake; but of those that fail in seven of ten runs,
        // one in six does so five times in a row.
        let is_mixed = failures > 0 && passes > 0.0 || failures >= 10;
        let is_clear = evidence <= -bound || evidence >= bound && is_mixed;
        match is_clear || runs >= MOST {
            true => 0,
            false => 1,
        }
    }
}

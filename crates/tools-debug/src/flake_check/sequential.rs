//! Wald's sequential probability ratio test: a rate of 1 % against one of 10 %.

/// Whether there have been enough runs.
pub(super) struct Sequential;

/// The rates to distinguish.
const CLEAN: f64 = 0.01;
const FLAKY: f64 = 0.10;

/// The error probability of either answer.
const ERROR: f64 = 0.05;

/// A rate in between may never become clear.
const MOST: u32 = 200;

impl Sequential {
    /// The least number of further runs needed; 0 when the result is clear.
    pub(super) fn left(failures: u32, runs: u32) -> u32 {
        let passes = f64::from(runs - failures);
        let evidence =
            f64::from(failures) * (FLAKY / CLEAN).ln() + passes * ((1.0 - FLAKY) / (1.0 - CLEAN)).ln();
        let bound = ((1.0 - ERROR) / ERROR).ln();
        // A command that has always failed is not flaky; but of those that fail in seven of ten
        // runs, one in six does so five times in a row.
        let is_mixed = failures > 0 && passes > 0.0 || failures >= 10;
        let is_clear = evidence <= -bound || evidence >= bound && is_mixed;
        match is_clear || runs >= MOST {
            true => 0,
            false => 1,
        }
    }
}

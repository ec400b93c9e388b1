//! Confidence intervals and tests for rates.

use serde::Serialize;
use serde_json::{Value, json};

/// An observed rate, with the interval of the true one.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(crate) struct Rate {
    /// The number of occurrences.
    pub(crate) count: u32,
    /// The number of trials.
    pub(crate) of: u32,
    /// The share that was seen, 0..=1.
    pub(crate) rate: f64,
    /// The true rate is between these two, with the given confidence.
    pub(crate) low: f64,
    pub(crate) high: f64,
    pub(crate) confidence: f64,
}

/// The confidence of the intervals.
pub(crate) const CONFIDENCE: f64 = 0.95;

impl Rate {
    /// The exact interval of Clopper and Pearson (1934): it is never narrower than it claims, also
    /// after few runs, where the usual approximations are.
    pub(crate) fn of(count: u32, of: u32) -> Self {
        let tail = (1.0 - CONFIDENCE) / 2.0;
        let low = match count {
            0 => 0.0,
            _ => solve(|p| at_least(count, of, p) - tail),
        };
        let high = match count {
            _ if count == of => 1.0,
            _ => solve(|p| tail - (1.0 - at_least(count + 1, of, p))),
        };
        Self {
            count,
            of,
            rate: f64::from(count) / f64::from(of.max(1)),
            low,
            high,
            confidence: CONFIDENCE,
        }
    }

    pub(crate) fn schema() -> Value {
        json!({
            "type": "object",
            "description": "how often it happened, and the exact interval of the true rate",
            "properties": {
                "count": { "type": "integer" }, "of": { "type": "integer" }, "rate": { "type": "number" },
                "low": { "type": "number" }, "high": { "type": "number" }, "confidence": { "type": "number" },
            },
        })
    }
}

/// The zero of a rising function of a probability.
fn solve(rising: impl Fn(f64) -> f64) -> f64 {
    // Fifty halvings exceed the precision of a double.
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..50 {
        let middle = f64::midpoint(low, high);
        if rising(middle) < 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

/// The probability that something of probability `p` happens at least `count` times of `of`.
fn at_least(count: u32, of: u32, p: f64) -> f64 {
    let terms = (count..=of).map(|k| {
        let ways = ln_factorial(of) - ln_factorial(k) - ln_factorial(of - k);
        (ways + f64::from(k) * p.ln() + f64::from(of - k) * (-p).ln_1p()).exp()
    });
    terms.filter(|term| !term.is_nan()).sum::<f64>().min(1.0)
}

fn ln_factorial(n: u32) -> f64 {
    (2..=n).map(|factor| f64::from(factor).ln()).sum()
}

/// The probability that two samples differ at least this much by chance, if both have the same
/// failure rate: Fisher's exact test, one-sided. Each is a number of failures and one of runs.
pub(crate) fn chance(fewer: (u32, u32), more: (u32, u32)) -> f64 {
    let (failures, runs) = (fewer.0 + more.0, fewer.1 + more.1);
    let ln_choose = |n: u32, k: u32| ln_factorial(n) - ln_factorial(k) - ln_factorial(n - k);
    // Of all failures the second sample has at least its own.
    let at_most = failures.min(more.1);
    let term = |k: u32| match failures - k <= fewer.1 {
        true => (ln_choose(more.1, k) + ln_choose(fewer.1, failures - k) - ln_choose(runs, failures)).exp(),
        false => 0.0,
    };
    (more.0..=at_most).map(term).sum::<f64>().min(1.0)
}

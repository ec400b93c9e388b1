//! Other values for the weights, while they are fitted. Only the test suite builds this.

use std::cell::RefCell;
use std::collections::BTreeSet;

use super::written::ALL;

/// A weight as the file has it.
#[derive(Debug)]
pub struct Weight {
    /// Table and key: `confidence.resolved`.
    pub path: &'static str,
    /// The value in the file.
    pub is: f64,
    /// The least and the greatest value, if the weight is fitted at all.
    pub bounds: Option<(f64, f64)>,
}

thread_local! {
    static TRIED: RefCell<Vec<f64>> = RefCell::new(ALL.iter().map(|weight| weight.is).collect());
    static READ: RefCell<BTreeSet<usize>> = const { RefCell::new(BTreeSet::new()) };
}

/// All weights; their places are the numbers that the other functions take.
#[must_use]
pub fn all() -> &'static [Weight] {
    ALL
}

/// The value that a weight has in this thread.
#[must_use]
pub fn value(number: usize) -> f64 {
    READ.with_borrow_mut(|read| read.insert(number));
    TRIED.with_borrow(|tried| tried[number])
}

/// Gives a weight another value in this thread.
pub fn set(number: usize, value: f64) {
    TRIED.with_borrow_mut(|tried| tried[number] = value);
}

/// The weights that were read in this thread since the last call.
#[must_use]
pub fn take_read() -> BTreeSet<usize> {
    READ.take()
}

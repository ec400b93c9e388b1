//! The open states of a best-first search.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use crate::mend::{Cost, Mend};

/// Changes not yet made, the cheapest first, equals in the order of their discovery.
///
/// `S` leads to the state that a change is made in; all the changes of one state share it.
pub(crate) struct Frontier<S> {
    queue: BinaryHeap<Branch<S>>,
    discovered: usize,
}

/// A change not yet made.
pub(crate) struct Branch<S> {
    priority: Cost,
    number: usize,
    /// The state that it is made in.
    pub(crate) from: S,
    /// The change.
    pub(crate) mend: Mend,
}

impl<S: Clone> Frontier<S> {
    pub(crate) fn new() -> Self {
        Self {
            queue: BinaryHeap::new(),
            discovered: 0,
        }
    }

    /// Adds the changes of a state, which has cost and will cost `price` in addition to theirs.
    pub(crate) fn extend(&mut self, from: &S, price: Cost, mends: Vec<Mend>) {
        for mend in mends {
            self.discovered += 1;
            self.queue.push(Branch {
                priority: price + mend.cost,
                number: self.discovered,
                from: from.clone(),
                mend,
            });
        }
    }

    /// The most promising change.
    pub(crate) fn next(&mut self) -> Option<Branch<S>> {
        self.queue.pop()
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.queue.clear();
    }
}

impl<S> PartialEq for Branch<S> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<S> Eq for Branch<S> {}

impl<S> PartialOrd for Branch<S> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The cheapest is the greatest: `BinaryHeap` gives that first.
impl<S> Ord for Branch<S> {
    fn cmp(&self, other: &Self) -> Ordering {
        (other.priority, other.number).cmp(&(self.priority, self.number))
    }
}

//! The policy of the loop: pure functions and values.

pub mod guard;
pub mod stuck;
pub mod verdict;

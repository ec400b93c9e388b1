//! The policy of the repair loop: which change counts as better, what is forbidden, when to stop. Pure
//! functions and values.

pub mod escalation;
pub mod guard;
pub mod phase;
pub mod restart;
pub mod retry;
pub mod safety;
pub mod stuck;
pub mod verdict;

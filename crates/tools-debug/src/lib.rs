//! Experiments on a failure. One module is one [`DebugTool`](unbreak_core::DebugTool).
//!
//! **Architecture Invariant:** a tool starts no process by itself and writes only into its scratch
//! directory. So the user's working tree, index, branch, HEAD and stash stay unchanged, whatever
//! happens.

mod checkout;
mod ddmin;
mod describe;
mod experiment;
mod failure;
mod input;
mod join;
mod pool;
mod startup;
mod statistics;
mod subject;
mod tail;
mod work_tree;

#[cfg(feature = "grammars")]
pub mod add_instrumented_trace;
pub mod diff_behavior;
pub mod flake_check;
pub mod git_bisect;
pub mod isolate_change;
pub mod localise_fault;
pub mod minimize_repro;
pub mod query_failure_patterns;
pub mod repro_attempt;
pub mod run_with_tracing;

//! Experiments on a failure. One module is one [`DebugTool`](unbreak_core::DebugTool).
//!
//! **Architecture Invariant:** a tool starts no process by itself and writes nowhere but into the
//! scratch directory that it is handed. So the user's working tree, index, branch, HEAD and stash
//! are what they were, whatever happens.
#![cfg_attr(
    not(feature = "all"),
    allow(
        dead_code,
        clippy::allow_attributes,
        reason = "which of the shared parts are needed depends on the tools that are on"
    )
)]

#[cfg(feature = "repro_attempt")]
mod checkout;
#[cfg(any(feature = "flake_check", feature = "isolate_change"))]
mod ddmin;
#[cfg(feature = "_tool")]
mod describe;
#[cfg(feature = "_tool")]
mod failure;
#[cfg(feature = "_tool")]
mod input;
#[cfg(feature = "_parallel")]
mod join;
#[cfg(feature = "git_bisect")]
mod pool;
#[cfg(any(
    feature = "add_instrumented_trace",
    feature = "flake_check",
    feature = "localise_fault",
    feature = "run_with_tracing"
))]
mod startup;
#[cfg(feature = "_rates")]
mod statistics;
#[cfg(feature = "_command")]
mod subject;
#[cfg(any(feature = "add_instrumented_trace", feature = "run_with_tracing"))]
mod tail;
#[cfg(feature = "_git")]
mod work_tree;

#[cfg(feature = "add_instrumented_trace")]
pub mod add_instrumented_trace;
#[cfg(feature = "diff_behavior")]
pub mod diff_behavior;
#[cfg(feature = "flake_check")]
pub mod flake_check;
#[cfg(feature = "git_bisect")]
pub mod git_bisect;
#[cfg(feature = "isolate_change")]
pub mod isolate_change;
#[cfg(feature = "localise_fault")]
pub mod localise_fault;
#[cfg(feature = "minimize_repro")]
pub mod minimize_repro;
#[cfg(feature = "query_failure_patterns")]
pub mod query_failure_patterns;
#[cfg(feature = "repro_attempt")]
pub mod repro_attempt;
#[cfg(feature = "run_with_tracing")]
pub mod run_with_tracing;

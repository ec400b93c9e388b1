//! The tools on real files, real commands and real repositories.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "in a test a failed unwrap is the message"
)]

#[cfg(feature = "git_bisect")]
mod bisect;
#[cfg(feature = "diff_behavior")]
mod diff;
#[cfg(feature = "flake_check")]
mod flaky;
#[cfg(feature = "add_instrumented_trace")]
mod instrument;
#[cfg(feature = "isolate_change")]
mod isolate;
#[cfg(feature = "localise_fault")]
mod localise;
#[cfg(feature = "minimize_repro")]
mod minimize;
#[cfg(feature = "query_failure_patterns")]
mod recall;
#[cfg(feature = "repro_attempt")]
mod repro;
#[cfg(any(
    feature = "add_instrumented_trace",
    feature = "flake_check",
    feature = "localise_fault",
    feature = "run_with_tracing"
))]
mod startup;
#[cfg(feature = "run_with_tracing")]
mod trace;
mod world;

//! Experiments on a failure. One module is one [`DebugTool`](unbreak_core::DebugTool).
//!
//! **Architecture Invariant:** a tool starts no process by itself and writes nowhere but into the
//! scratch directory that it is handed. So the user's working tree, index, branch, HEAD and stash
//! are what they were, whatever happens.

#[cfg(feature = "minimize_repro")]
mod describe;
#[cfg(feature = "minimize_repro")]
mod failure;
#[cfg(feature = "minimize_repro")]
pub mod minimize_repro;

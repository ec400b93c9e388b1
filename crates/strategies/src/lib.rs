//! Diagnostics to proposed fixes. One module is one strategy.
//!
//! **Architecture Invariant:** a strategy writes nothing and starts no process by itself. It reads
//! and asks through its [`FixContext`](unbreak_core::FixContext) and returns proposals; the host
//! applies, verifies and keeps or takes back.

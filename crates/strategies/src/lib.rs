//! Diagnostics to proposed fixes. One module is one strategy.
//!
//! **Architecture Invariant:** a strategy writes nothing and starts no process by itself. It reads
//! and asks through its [`FixContext`](unbreak_core::FixContext) and returns proposals; the host
//! applies, verifies and keeps or takes back.

#[cfg(feature = "python-source")]
mod python;

#[cfg(feature = "syntax_fix")]
pub mod syntax_fix;

#[cfg(feature = "import_fix")]
pub mod import_fix;
#[cfg(any(feature = "import_fix", feature = "name_fix"))]
mod offer;
#[cfg(feature = "name_fix")]
pub mod name_fix;

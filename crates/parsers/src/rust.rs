//! rustc, cargo and what they run.

#[cfg(feature = "cargo")]
mod cargo;
#[cfg(feature = "cargo-audit")]
mod cargo_audit;
#[cfg(feature = "_rustc")]
mod finding;
#[cfg(feature = "_rustc")]
mod kind;
#[cfg(feature = "libtest")]
mod libtest;
#[cfg(feature = "nextest")]
mod nextest;
#[cfg(feature = "rust-panic")]
mod panic;
#[cfg(feature = "_panic")]
mod panic_reader;
#[cfg(feature = "rustc")]
mod rustc;
#[cfg(feature = "rustc-json")]
mod rustc_json;
#[cfg(feature = "rustc-older")]
mod rustc_older;
#[cfg(feature = "rustfmt")]
mod rustfmt;
#[cfg(feature = "_test_output")]
mod test_output;

use std::borrow::Cow;

/// The language of this family.
const LANGUAGES: &[Cow<'static, str>] = &[Cow::Borrowed("rust")];

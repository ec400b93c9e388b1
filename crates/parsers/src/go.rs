//! Go's own commands, what they run, and its linters.

#[cfg(feature = "go-build")]
mod build;
#[cfg(feature = "_go_text")]
mod compiler;
#[cfg(feature = "_go_text")]
mod failed_test;
#[cfg(feature = "ginkgo")]
mod ginkgo;
#[cfg(feature = "gofmt")]
mod gofmt;
#[cfg(feature = "golangci-lint")]
mod golangci_lint;
#[cfg(feature = "_go_text")]
mod goroutine;
#[cfg(feature = "gosec")]
mod gosec;
#[cfg(feature = "govulncheck")]
mod govulncheck;
#[cfg(feature = "go-json")]
mod json;
#[cfg(feature = "go-panic")]
mod panic;
#[cfg(feature = "go-race")]
mod race;
#[cfg(feature = "staticcheck")]
mod staticcheck;
#[cfg(feature = "go-tables")]
mod tables;
#[cfg(feature = "go-test")]
mod test;
#[cfg(feature = "go-vet-json")]
mod vet_json;

use std::borrow::Cow;

/// The language of this family.
const LANGUAGES: &[Cow<'static, str>] = &[Cow::Borrowed("go")];

//! Go's own commands, the tools they run, and its linters.

mod build;
mod compiler;
mod failed_test;
mod gofmt;
mod golangci_lint;
mod goroutine;
mod json;
mod panic;
mod race;
mod test;

//! Formats that a user adds: TOML files in the language of the built-in ones, and importers of what editors use.
//!
//! ```toml
//! id = "acme-lint"
//! summary = "acme lint's findings"
//! kind = "lint"
//!
//! [[line]]
//! match = '^{file}:{line}:{column}: {severity} \[(?<code>A\d+)\] {message}$'
//!
//! [[example]]
//! title = "a finding"
//! source = "captured from acme lint 2.1"
//! input = "src/a.acme:3:1: warning [A17] no rocket"
//! expect = [{ file = "src/a.acme", line = 3, column = 1, severity = "warning", code = "A17", message = "no rocket" }]
//! ```
//!
//! `docs/formats.md` describes the language. The texts that a pattern cannot match without are derived
//! from it and searched for together with the triggers of all other parsers; the pattern is compiled when
//! the first line is tried. An additional parser costs nothing but its memory.

mod import;

pub use import::{Imported, from_errorformat, from_vscode};

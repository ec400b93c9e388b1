//! Prose, documentation and commit messages: linters and processors.

mod latex;

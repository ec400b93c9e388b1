//! Infrastructure, containers, builds and services: linters and validators.

mod ast_grep;

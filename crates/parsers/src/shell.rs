//! Shells and their linters.

mod shellcheck;

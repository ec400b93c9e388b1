//! Python's interpreter, test runners, linters and type checkers.

mod exception;
mod expectation;
mod faulthandler;
mod frame;
mod lint;
mod reader;

mod behave;
mod black;
mod doctest;
mod flake8;
mod interpreter;
mod isort;
mod mypy;
mod pip;
mod py_compile;
mod pylint;
mod pyright;
mod pytest;
mod ruff;
mod traceback;
mod ty;
mod unittest;

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example};

/// The self-description of a parser of this family.
const fn describe(
    id: &'static str,
    summary: &'static str,
    docs: &'static str,
    examples: &'static [Example],
) -> Descriptor {
    Descriptor::in_full(
        id,
        env!("CARGO_PKG_VERSION"),
        summary,
        docs,
        &[Cow::Borrowed("python")],
        examples,
    )
}

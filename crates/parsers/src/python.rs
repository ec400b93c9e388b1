//! Python's interpreter, test runners, linters and type checkers.

mod entry;
mod exception;
mod expectation;
mod frame;
mod lint;
mod reader;

mod behave;
mod doctest;
mod flake8;
mod mypy;
mod pip;
mod pylint;
mod pyright;
mod pytest;
mod ruff;
mod traceback;
mod ty;
mod unittest;

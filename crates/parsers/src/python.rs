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

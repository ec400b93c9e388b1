//! Python's interpreter, test runners, linters and type checkers.

#[cfg(feature = "bandit")]
mod bandit;
#[cfg(feature = "curlylint")]
mod curlylint;
#[cfg(feature = "docstrings")]
mod docstrings;
#[cfg(feature = "_exceptions")]
mod exception;
#[cfg(feature = "_doctest")]
mod expectation;
#[cfg(feature = "faulthandler")]
mod faulthandler;
#[cfg(feature = "_frame")]
mod frame;
#[cfg(feature = "_lint")]
mod lint;
#[cfg(feature = "nbqa")]
mod nbqa;
#[cfg(feature = "prospector")]
mod prospector;
#[cfg(feature = "pydocstyle")]
mod pydocstyle;
#[cfg(feature = "pylama")]
mod pylama;
#[cfg(feature = "pyre")]
mod pyre;
#[cfg(feature = "pyrefly")]
mod pyrefly;
#[cfg(feature = "pytype")]
mod pytype;
#[cfg(feature = "_exceptions")]
mod reader;

#[cfg(feature = "behave")]
mod behave;
#[cfg(feature = "black")]
mod black;
#[cfg(feature = "doctest")]
mod doctest;
#[cfg(feature = "flake8")]
mod flake8;
#[cfg(feature = "python-formatters")]
mod formatters;
#[cfg(feature = "interpreter")]
mod interpreter;
#[cfg(feature = "interrogate")]
mod interrogate;
#[cfg(feature = "isort")]
mod isort;
#[cfg(feature = "mypy")]
mod mypy;
#[cfg(feature = "pip")]
mod pip;
#[cfg(feature = "py_compile")]
mod py_compile;
#[cfg(feature = "pylint")]
mod pylint;
#[cfg(feature = "pyright")]
mod pyright;
#[cfg(feature = "pytest")]
mod pytest;
#[cfg(feature = "refurb")]
mod refurb;
#[cfg(feature = "robot")]
mod robot;
#[cfg(feature = "robot-test")]
mod robot_test;
#[cfg(feature = "ruff")]
mod ruff;
#[cfg(feature = "snakemake")]
mod snakemake;
#[cfg(feature = "traceback")]
mod traceback;
#[cfg(feature = "twine")]
mod twine;
#[cfg(feature = "ty")]
mod ty;
#[cfg(feature = "unittest")]
mod unittest;
#[cfg(feature = "vulture")]
mod vulture;
#[cfg(feature = "wemake")]
mod wemake;

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

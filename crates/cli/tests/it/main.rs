//! The program from outside: its renderers on data, and the built binary.

mod expect;
mod parse;
mod render;
mod run;
mod support;
mod usage;

//! rustc, cargo and the programs they run.

mod cargo;
mod finding;
mod kind;
mod libtest;
mod nextest;
mod panic;
mod panic_reader;
mod rustc;
mod rustc_json;
mod rustfmt;
mod test_output;

//! Benchmarks: the engine's own time, the speed of parsing, the share of repairs and of wrong ones,
//! the value of the debug tools.

pub(crate) mod bisect;
pub(crate) mod bounds;
mod cases;
pub(crate) mod checkouts;
pub(crate) mod crash;
pub(crate) mod decoys;
mod engine;
pub(crate) mod faults;
mod fit;
pub(crate) mod flaky;
pub(crate) mod flaky_fix;
pub(crate) mod fuzz;
pub(crate) mod guard;
pub(crate) mod heal;
pub(crate) mod instrument;
pub(crate) mod linters;
pub(crate) mod localise;
mod logs;
pub(crate) mod mcp;
pub(crate) mod migrations;
pub(crate) mod model;
mod mutations;
pub(crate) mod parse;
mod peers;
pub(crate) mod plugin;
mod program;
mod projects;
mod real_logs;
pub(crate) mod recall;
mod repair;
pub(crate) mod safety;
pub(crate) mod sandbox;
pub(crate) mod secrets;
mod wrong;

pub(crate) use engine::run_loop;
pub(crate) use repair::run_repair;

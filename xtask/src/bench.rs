//! What is measured: the engine's own time, how fast output is parsed, and how much is repaired.

mod cases;
mod engine;
mod logs;
pub(crate) mod parse;
mod peers;
pub(crate) mod plugin;
mod repair;

pub(crate) use engine::run_loop;
pub(crate) use repair::run_repair;

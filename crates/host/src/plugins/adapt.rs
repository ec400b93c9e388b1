//! Adapts a library's plug-ins to the three traits, so that they are used like built-in ones.

mod configured;
mod converse;
mod parser;
mod strategy;
mod talks;
mod tool;
mod world;

pub(super) use parser::LoadedParser;
pub(super) use strategy::LoadedStrategy;
pub(super) use tool::LoadedTool;

//! What a library describes, as the three traits: from here on nobody can tell it from the built-in.

mod configured;
mod converse;
mod parser;
mod strategy;
mod tool;

pub(super) use converse::{World, converse};
pub(super) use parser::LoadedParser;
pub(super) use strategy::LoadedStrategy;
pub(super) use tool::LoadedTool;

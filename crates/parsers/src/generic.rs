//! Fallbacks that know no tool: the shapes that most tools share. They are asked last.

mod json;
mod line;
mod phrase;
mod table;
mod xml;

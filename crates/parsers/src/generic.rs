//! Fallbacks that know no tool: the shapes that most tools share. They are asked last.

#[cfg(feature = "generic-line")]
mod line;

/// Below every parser of an exact format.
const PRIORITY: i32 = -100;

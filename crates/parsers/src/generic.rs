//! Fallbacks that know no tool: the shapes that most tools share. They are asked last.

#[cfg(feature = "generic-json")]
mod json;
#[cfg(feature = "generic-line")]
mod line;
#[cfg(feature = "generic-phrase")]
mod phrase;
#[cfg(feature = "generic-table")]
mod table;
#[cfg(feature = "generic-xml")]
mod xml;

/// Below every parser of an exact format.
const PRIORITY: i32 = -100;

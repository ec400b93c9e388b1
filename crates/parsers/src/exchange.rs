//! The formats that tools write for other tools.

mod checkstyle;
mod ci_annotations;
mod code_quality;
mod duplication;
mod junit;
mod pmd;
mod rdjson;
mod sarif;
mod tap;

/// The priority of an exact format that has less information than a parser of the tool that wrote it.
const PRIORITY: i32 = -10;

//! The formats that tools write for other tools.

mod ci_annotations;
mod junit;
mod rdjson;
mod sarif;
mod tap;

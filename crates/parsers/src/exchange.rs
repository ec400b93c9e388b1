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

//! The formats that tools write for other tools.

#[cfg(feature = "checkstyle-xml")]
mod checkstyle;
#[cfg(feature = "ci-annotations")]
mod ci_annotations;
#[cfg(feature = "code-quality")]
mod code_quality;
#[cfg(feature = "ctrf")]
mod ctrf;
#[cfg(feature = "duplication")]
mod duplication;
#[cfg(feature = "junit-xml")]
mod junit;
#[cfg(feature = "pmd-xml")]
mod pmd;
#[cfg(feature = "rdjson")]
mod rdjson;
#[cfg(feature = "sarif")]
mod sarif;
#[cfg(feature = "tap")]
mod tap;

/// What is exact as a format, but knows less than a parser of the tool that wrote it.
const PRIORITY: i32 = -10;

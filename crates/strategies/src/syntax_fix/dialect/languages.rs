//! The languages, one file each.

mod c_like;
mod go;
mod java;
mod json;
mod rust;
mod script;
mod toml;
mod yaml;

use super::Dialect;

/// Every language that is linked in; a file belongs to the first that knows its ending.
pub(super) const ALL: &[&Dialect] = &[
    &go::GO,
    &java::JAVA,
    &script::JAVASCRIPT,
    &json::COMMENTED,
    &json::JSON,
    &rust::RUST,
    &toml::TOML,
    &script::TYPESCRIPT,
    &script::TSX,
    &yaml::YAML,
];

//! The languages, one file each.

#[cfg(feature = "_grammar")]
mod c_like;
#[cfg(feature = "syntax_go")]
mod go;
#[cfg(feature = "syntax_java")]
mod java;
#[cfg(feature = "syntax_json")]
mod json;
#[cfg(feature = "syntax_rust")]
mod rust;
#[cfg(any(feature = "syntax_javascript", feature = "syntax_typescript"))]
mod script;
#[cfg(feature = "syntax_toml")]
mod toml;
#[cfg(feature = "syntax_yaml")]
mod yaml;

use super::Dialect;

/// Every language that is linked in; a file belongs to the first that knows its ending.
pub(super) const ALL: &[&Dialect] = &[
    #[cfg(feature = "syntax_go")]
    &go::GO,
    #[cfg(feature = "syntax_java")]
    &java::JAVA,
    #[cfg(feature = "syntax_javascript")]
    &script::JAVASCRIPT,
    #[cfg(feature = "syntax_json")]
    &json::COMMENTED,
    #[cfg(feature = "syntax_json")]
    &json::JSON,
    #[cfg(feature = "syntax_rust")]
    &rust::RUST,
    #[cfg(feature = "syntax_toml")]
    &toml::TOML,
    #[cfg(feature = "syntax_typescript")]
    &script::TYPESCRIPT,
    #[cfg(feature = "syntax_typescript")]
    &script::TSX,
    #[cfg(feature = "syntax_yaml")]
    &yaml::YAML,
];

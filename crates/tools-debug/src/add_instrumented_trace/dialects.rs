//! The languages that probes are written in, one file each.

#[cfg(feature = "syntax_c")]
mod c;
#[cfg(feature = "syntax_cpp")]
mod cpp;
#[cfg(feature = "syntax_go")]
mod go;
#[cfg(feature = "syntax_java")]
mod java;
#[cfg(feature = "syntax_javascript")]
mod javascript;
#[cfg(feature = "syntax_python")]
pub(super) mod python;
#[cfg(feature = "syntax_ruby")]
mod ruby;
#[cfg(feature = "syntax_rust")]
mod rust;
#[cfg(feature = "syntax_bash")]
mod shell;
#[cfg(feature = "syntax_typescript")]
mod typescript;

#[cfg(any(feature = "syntax_c", feature = "syntax_cpp"))]
mod c_family;
#[cfg(any(feature = "syntax_javascript", feature = "syntax_typescript"))]
mod script;

use super::dialect::Dialect;

pub(super) const ALL: &[&dyn Dialect] = &[
    #[cfg(feature = "syntax_c")]
    &c::C,
    #[cfg(feature = "syntax_cpp")]
    &cpp::Cpp,
    #[cfg(feature = "syntax_go")]
    &go::Go,
    #[cfg(feature = "syntax_java")]
    &java::Java,
    #[cfg(feature = "syntax_javascript")]
    &javascript::JavaScript,
    #[cfg(feature = "syntax_python")]
    &python::Python,
    #[cfg(feature = "syntax_ruby")]
    &ruby::Ruby,
    #[cfg(feature = "syntax_rust")]
    &rust::Rust,
    #[cfg(feature = "syntax_bash")]
    &shell::Shell,
    #[cfg(feature = "syntax_typescript")]
    &typescript::TypeScript,
];

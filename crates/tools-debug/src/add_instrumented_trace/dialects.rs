//! The languages that probes are written in, one file each.

mod c;
mod cpp;
mod go;
mod java;
mod javascript;
pub(super) mod python;
mod ruby;
mod rust;
mod shell;
mod typescript;

mod c_family;
mod script;

use super::dialect::Dialect;

pub(super) const ALL: &[&dyn Dialect] = &[
    &c::C,
    &cpp::Cpp,
    &go::Go,
    &java::Java,
    &javascript::JavaScript,
    &python::Python,
    &ruby::Ruby,
    &rust::Rust,
    &shell::Shell,
    &typescript::TypeScript,
];

//! Functional languages: compilers and linters.

mod ocaml_exception;
mod sbcl;

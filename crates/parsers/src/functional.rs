//! Functional languages: compilers and linters.

mod sbcl;

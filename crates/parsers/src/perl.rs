//! Perl and Raku: the interpreters and linters.

mod perl_interpreter;
mod prove;

//! Compilers and linters of languages that have no family of their own.

mod octave;

//! Ruby: the interpreter and its linters.

mod rake;
mod ruby_interpreter;

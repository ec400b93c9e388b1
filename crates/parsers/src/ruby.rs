//! Ruby: the interpreter, its linters and test runners.

mod minitest;
mod rake;
mod rspec;
mod ruby_interpreter;

//! Ruby: the interpreter, its linters and test runners.

mod minitest;
mod rake;
mod rspec;
mod rspec_json;
mod ruby_interpreter;

//! PHP: the interpreter, its linters and test runners.

mod php_interpreter;
mod phpunit;

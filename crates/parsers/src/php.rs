//! PHP: the interpreter and its linters.

mod php_interpreter;

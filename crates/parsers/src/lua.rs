//! Lua: the interpreter, the compiler and linters.

mod lua_interpreter;

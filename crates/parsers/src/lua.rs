//! Lua: the interpreter, the compiler and linters.

#[cfg(feature = "luacheck")]
mod luacheck;

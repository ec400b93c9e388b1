//! Lua: the interpreter, the compiler and linters.

#[cfg(feature = "fennel")]
mod fennel;
#[cfg(feature = "lua-interpreter")]
mod lua_interpreter;
#[cfg(feature = "luacheck")]
mod luacheck;
#[cfg(feature = "selene")]
mod selene;
#[cfg(feature = "tl")]
mod tl;

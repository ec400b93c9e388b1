//! Shells and their linters.

#[cfg(feature = "atools")]
mod atools;
#[cfg(feature = "bashate")]
mod bashate;
#[cfg(feature = "bats")]
mod bats;
#[cfg(feature = "checkbashisms")]
mod checkbashisms;
#[cfg(feature = "shell-interpreter")]
mod shell_interpreter;
#[cfg(feature = "shunit2")]
mod shunit2;
#[cfg(feature = "unix-tools")]
mod unix_tools;

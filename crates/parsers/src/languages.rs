//! Compilers and linters of languages that have no family of their own.

#[cfg(feature = "awk")]
mod awk;
#[cfg(feature = "crystal")]
mod crystal;
#[cfg(feature = "dafny")]
mod dafny;
#[cfg(feature = "dart")]
mod dart;
#[cfg(feature = "dmd")]
mod dmd;
#[cfg(feature = "flutter-test")]
mod flutter_test;
#[cfg(feature = "glslang")]
mod glslang;
#[cfg(feature = "godot")]
mod godot;
#[cfg(feature = "haxe")]
mod haxe;
#[cfg(feature = "julia")]
mod julia;
#[cfg(feature = "julia-test")]
mod julia_test;
#[cfg(feature = "ktlint")]
mod ktlint;
#[cfg(feature = "miette")]
mod miette;
#[cfg(feature = "mlint")]
mod mlint;
#[cfg(feature = "nagelfar")]
mod nagelfar;
#[cfg(feature = "nim")]
mod nim;
#[cfg(feature = "odin")]
mod odin;
#[cfg(feature = "powershell")]
mod powershell;
#[cfg(feature = "psscriptanalyzer")]
mod psscriptanalyzer;
#[cfg(feature = "qml")]
mod qml;
#[cfg(feature = "r")]
mod r;
#[cfg(feature = "swiftformat")]
mod swiftformat;
#[cfg(feature = "swiftlint")]
mod swiftlint;
#[cfg(feature = "swipl")]
mod swipl;
#[cfg(feature = "tcl")]
mod tcl;
#[cfg(feature = "testthat")]
mod testthat;
#[cfg(feature = "vala-lint")]
mod vala_lint;
#[cfg(feature = "vint")]
mod vint;

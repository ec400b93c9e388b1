//! Compilers and linters of languages that have no family of their own.

#[cfg(feature = "antlr")]
mod antlr;
#[cfg(feature = "ariadne")]
mod ariadne;
#[cfg(feature = "awk")]
mod awk;
#[cfg(feature = "bison")]
mod bison;
#[cfg(feature = "busted")]
mod busted;
#[cfg(feature = "crystal")]
mod crystal;
#[cfg(feature = "dafny")]
mod dafny;
#[cfg(feature = "dart")]
mod dart;
#[cfg(feature = "dmd")]
mod dmd;
#[cfg(feature = "ert")]
mod ert;
#[cfg(feature = "flatbuffers")]
mod flatbuffers;
#[cfg(feature = "flex")]
mod flex;
#[cfg(feature = "flutter-test")]
mod flutter_test;
#[cfg(feature = "fortitude")]
mod fortitude;
#[cfg(feature = "freebasic")]
mod freebasic;
#[cfg(feature = "glslang")]
mod glslang;
#[cfg(feature = "gnat")]
mod gnat;
#[cfg(feature = "godot")]
mod godot;
#[cfg(feature = "hare")]
mod hare;
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
#[cfg(feature = "modelling")]
mod modelling;
#[cfg(feature = "nagelfar")]
mod nagelfar;
#[cfg(feature = "nim")]
mod nim;
#[cfg(feature = "nim-unittest")]
mod nim_unittest;
#[cfg(feature = "octave")]
mod octave;
#[cfg(feature = "odin")]
mod odin;
#[cfg(feature = "openapi-validator")]
mod openapi_validator;
#[cfg(feature = "openscad")]
mod openscad;
#[cfg(feature = "powershell")]
mod powershell;
#[cfg(feature = "psscriptanalyzer")]
mod psscriptanalyzer;
#[cfg(feature = "qml")]
mod qml;
#[cfg(feature = "r")]
mod r;
#[cfg(feature = "roc")]
mod roc;
#[cfg(feature = "salesforce")]
mod salesforce;
#[cfg(feature = "swift-testing")]
mod swift_testing;
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
#[cfg(feature = "valac")]
mod valac;
#[cfg(feature = "vint")]
mod vint;
#[cfg(feature = "windows-script")]
mod windows_script;
#[cfg(feature = "wolfram")]
mod wolfram;
#[cfg(feature = "xcodebuild")]
mod xcodebuild;
#[cfg(feature = "yara")]
mod yara;
#[cfg(feature = "zig")]
mod zig;

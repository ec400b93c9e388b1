//! Compilers, linkers, builders, test runners and checkers of C, C++, Objective-C and Fortran.

#[cfg(feature = "aix-ld")]
mod aix_ld;
#[cfg(feature = "analysers")]
mod analysers;
#[cfg(feature = "assemblers")]
mod assemblers;
#[cfg(feature = "assert")]
mod assert;
#[cfg(feature = "autotools")]
mod autotools;
#[cfg(feature = "boost-test")]
mod boost_test;
#[cfg(feature = "catch2")]
mod catch2;
#[cfg(feature = "check")]
mod check;
#[cfg(feature = "c-checkers")]
mod checkers;
#[cfg(feature = "checkpatch")]
mod checkpatch;
#[cfg(feature = "cmake")]
mod cmake;
#[cfg(feature = "codechecker")]
mod codechecker;
#[cfg(feature = "codewarrior")]
mod codewarrior;
#[cfg(feature = "coverity")]
mod coverity;
#[cfg(feature = "cppcheck")]
mod cppcheck;
#[cfg(feature = "cpplint")]
mod cpplint;
#[cfg(feature = "cppunit")]
mod cppunit;
#[cfg(feature = "criterion")]
mod criterion;
#[cfg(feature = "ctest")]
mod ctest;
#[cfg(feature = "debuggers")]
mod debuggers;
#[cfg(feature = "doctest-cpp")]
mod doctest_cpp;
#[cfg(feature = "drmemory")]
mod drmemory;
#[cfg(feature = "edg")]
mod edg;
#[cfg(feature = "embedded")]
mod embedded;
#[cfg(feature = "gcc")]
mod gcc;
#[cfg(feature = "gcc-json")]
mod gcc_json;
#[cfg(feature = "gfortran")]
mod gfortran;
#[cfg(feature = "googletest")]
mod googletest;
#[cfg(feature = "iasl")]
mod iasl;
#[cfg(feature = "intel")]
mod intel;
#[cfg(feature = "linker")]
mod linker;
#[cfg(feature = "make")]
mod make;
#[cfg(feature = "microcontrollers")]
mod microcontrollers;
#[cfg(feature = "msvc")]
mod msvc;
#[cfg(feature = "ninja")]
mod ninja;
#[cfg(feature = "older-compilers")]
mod older;
#[cfg(feature = "older-fortran")]
mod older_fortran;
#[cfg(feature = "older-unix")]
mod older_unix;
#[cfg(feature = "pascal")]
mod pascal;
#[cfg(feature = "plist")]
mod plist;
#[cfg(feature = "polyspace")]
mod polyspace;
#[cfg(feature = "qtest")]
mod qtest;
#[cfg(feature = "sanitizer")]
mod sanitizer;
#[cfg(feature = "spatch")]
mod spatch;
#[cfg(feature = "splint")]
mod splint;
#[cfg(feature = "test-frameworks")]
mod test_frameworks;
#[cfg(feature = "unity")]
mod unity;
#[cfg(feature = "unreal")]
mod unreal;
#[cfg(feature = "valgrind")]
mod valgrind;
#[cfg(feature = "vendor-compilers")]
mod vendor;

use std::borrow::Cow;

/// The languages of this family.
const LANGUAGES: &[Cow<'static, str>] = &[
    Cow::Borrowed("c"),
    Cow::Borrowed("c++"),
    Cow::Borrowed("objective-c"),
];

//! Compilers, linkers, builders, test runners and checkers of C, C++, Objective-C and Fortran.

mod checkers;
mod cmake;
mod cppcheck;
mod ctest;
mod drmemory;
mod edg;
mod embedded;
mod gcc;
mod gcc_json;
mod gfortran;
mod googletest;
mod intel;
mod linker;
mod msvc;
mod pascal;
mod plist;
mod sanitizer;
mod valgrind;
mod vendor;

//! Java, Kotlin and other languages of the JVM: compilers, builders, test runners, exceptions.

mod ant;
mod clojure_test;
mod ecj;
mod exception;
mod gradle;
mod javac;
mod kind;
mod kotlinc;
mod maven;
mod sbt;
mod scalac;
mod surefire;
mod trace;

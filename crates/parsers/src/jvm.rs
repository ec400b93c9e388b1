//! Java, Kotlin and other languages of the JVM: compilers, builders, test runners, exceptions.

#[cfg(feature = "ajc")]
mod ajc;
#[cfg(feature = "android-lint")]
mod android_lint;
#[cfg(feature = "ant")]
mod ant;
#[cfg(feature = "buckminster")]
mod buckminster;
#[cfg(feature = "checkstyle")]
mod checkstyle;
#[cfg(feature = "clojure")]
mod clojure;
#[cfg(feature = "clojure-test")]
mod clojure_test;
#[cfg(feature = "codenarc")]
mod codenarc;
#[cfg(feature = "cpd")]
mod cpd;
#[cfg(feature = "databinding")]
mod databinding;
#[cfg(feature = "ecj")]
mod ecj;
#[cfg(feature = "_jvm")]
mod exception;
#[cfg(feature = "gradle")]
mod gradle;
#[cfg(feature = "groovyc")]
mod groovyc;
#[cfg(feature = "javac")]
mod javac;
#[cfg(feature = "jikes")]
mod jikes;
#[cfg(feature = "_jvm")]
mod kind;
#[cfg(feature = "kotlinc")]
mod kotlinc;
#[cfg(feature = "maven")]
mod maven;
#[cfg(feature = "munit")]
mod munit;
#[cfg(feature = "nextflow")]
mod nextflow;
#[cfg(feature = "npm-groovy-lint")]
mod npm_groovy_lint;
#[cfg(feature = "pmd")]
mod pmd;
#[cfg(feature = "revapi")]
mod revapi;
#[cfg(feature = "sbt")]
mod sbt;
#[cfg(feature = "scalac")]
mod scalac;
#[cfg(feature = "scalastyle")]
mod scalastyle;
#[cfg(feature = "scalatest")]
mod scalatest;
#[cfg(feature = "specs2")]
mod specs2;
#[cfg(feature = "spock")]
mod spock;
#[cfg(feature = "spotbugs")]
mod spotbugs;
#[cfg(feature = "surefire")]
mod surefire;
#[cfg(feature = "jvm-trace")]
mod trace;

use std::borrow::Cow;

/// The languages of this family.
const LANGUAGES: &[Cow<'static, str>] = &[
    Cow::Borrowed("java"),
    Cow::Borrowed("kotlin"),
    Cow::Borrowed("scala"),
    Cow::Borrowed("groovy"),
];

//! Functional languages: compilers and linters.

#[cfg(feature = "agda")]
mod agda;
#[cfg(feature = "alcotest")]
mod alcotest;
#[cfg(feature = "credo")]
mod credo;
#[cfg(feature = "dialyxir")]
mod dialyxir;
#[cfg(feature = "elm")]
mod elm;
#[cfg(feature = "elm-test")]
mod elm_test;
#[cfg(feature = "erlc")]
mod erlc;
#[cfg(feature = "eunit")]
mod eunit;
#[cfg(feature = "fstar")]
mod fstar;
#[cfg(feature = "ghc")]
mod ghc;
#[cfg(feature = "guile")]
mod guile;
#[cfg(feature = "haskell-older")]
mod haskell_older;
#[cfg(feature = "hlint")]
mod hlint;
#[cfg(feature = "hspec")]
mod hspec;
#[cfg(feature = "idris")]
mod idris;
#[cfg(feature = "lean")]
mod lean;
#[cfg(feature = "mix")]
mod mix;
#[cfg(feature = "nix")]
mod nix;
#[cfg(feature = "ocaml")]
mod ocaml;
#[cfg(feature = "ocaml-exception")]
mod ocaml_exception;
#[cfg(feature = "opam")]
mod opam;
#[cfg(feature = "purescript")]
mod purescript;
#[cfg(feature = "racket")]
mod racket;
#[cfg(feature = "rescript")]
mod rescript;
#[cfg(feature = "sbcl")]
mod sbcl;
#[cfg(feature = "scheme")]
mod scheme;
#[cfg(feature = "sml")]
mod sml;
#[cfg(feature = "tasty")]
mod tasty;

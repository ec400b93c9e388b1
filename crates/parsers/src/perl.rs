//! Perl and Raku: the interpreters and linters.

#[cfg(feature = "perlcritic")]
mod perlcritic;

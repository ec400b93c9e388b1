//! Perl and Raku: the interpreters and linters.

#[cfg(feature = "perl-interpreter")]
mod perl_interpreter;
#[cfg(feature = "perlcritic")]
mod perlcritic;
#[cfg(feature = "podchecker")]
mod podchecker;
#[cfg(feature = "prove")]
mod prove;
#[cfg(feature = "raku")]
mod raku;

//! Shell, Ruby and PHP: checkers and test runners.

#[cfg(feature = "cucumber")]
mod cucumber;
#[cfg(feature = "minitest")]
mod minitest;
#[cfg(feature = "phpunit")]
mod phpunit;
#[cfg(feature = "rspec")]
mod rspec;
#[cfg(feature = "rspec-json")]
mod rspec_json;
#[cfg(feature = "shellcheck")]
mod shellcheck;
#[cfg(feature = "test-unit")]
mod test_unit;

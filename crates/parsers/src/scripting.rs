//! Shell, Ruby and PHP: checkers and test runners.

mod minitest;
mod phpunit;
mod rspec;
mod rspec_json;
mod shellcheck;

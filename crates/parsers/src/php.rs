//! PHP: the interpreter and its linters.

#[cfg(feature = "behat")]
mod behat;
#[cfg(feature = "codeception")]
mod codeception;
#[cfg(feature = "collision")]
mod collision;
#[cfg(feature = "composer")]
mod composer;
#[cfg(feature = "deptrac")]
mod deptrac;
#[cfg(feature = "parallel-lint")]
mod parallel_lint;
#[cfg(feature = "pest")]
mod pest;
#[cfg(feature = "phan")]
mod phan;
#[cfg(feature = "php-cs-fixer")]
mod php_cs_fixer;
#[cfg(feature = "php-interpreter")]
mod php_interpreter;
#[cfg(feature = "phpcs")]
mod phpcs;
#[cfg(feature = "phpmd")]
mod phpmd;
#[cfg(feature = "phpstan")]
mod phpstan;
#[cfg(feature = "phpunit-testdox")]
mod phpunit_testdox;
#[cfg(feature = "psalm")]
mod psalm;
#[cfg(feature = "rector")]
mod rector;
#[cfg(feature = "symfony-lint")]
mod symfony_lint;

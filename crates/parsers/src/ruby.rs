//! Ruby: the interpreter and its linters.

#[cfg(feature = "brakeman")]
mod brakeman;
#[cfg(feature = "debride")]
mod debride;
#[cfg(feature = "foodcritic")]
mod foodcritic;
#[cfg(feature = "rails-best-practices")]
mod rails_best_practices;
#[cfg(feature = "rake")]
mod rake;
#[cfg(feature = "reek")]
mod reek;
#[cfg(feature = "rubocop")]
mod rubocop;
#[cfg(feature = "ruby-interpreter")]
mod ruby_interpreter;
#[cfg(feature = "sorbet")]
mod sorbet;
#[cfg(feature = "standardrb")]
mod standardrb;
#[cfg(feature = "steep")]
mod steep;

//! The rules that are Rust: an id for each, and what it says of itself.
//!
//! They are described in `built-in`, a file for each strategy. The build script makes a constant of every id; the
//! code that makes a fix names it.

use unbreak_core::SafetyClass;
use unbreak_core::rule::{RuleDescription, RuleExample};

/// A rule as its file describes it.
struct BuiltIn {
    id: &'static str,
    /// The file.
    group: &'static str,
    /// The strategies that use it.
    strategies: &'static [&'static str],
    summary: &'static str,
    languages: &'static [&'static str],
    answers: &'static [&'static str],
    /// Whether its changes can be safe.
    is_safe: bool,
    example: Option<Shown>,
}

/// A case of the tests.
struct Shown {
    title: &'static str,
    /// The end of the command's output.
    prints: &'static str,
    /// Files with their texts before and after.
    files: &'static [(&'static str, &'static str, &'static str)],
}

mod built_in {
    use super::{BuiltIn, Shown};

    include!(concat!(env!("OUT_DIR"), "/built_in.rs"));
}

pub(crate) use built_in::*;

/// The rules of a strategy.
pub(crate) fn of(strategy: &str) -> Vec<RuleDescription> {
    let own = built_in::ALL
        .iter()
        .filter(|rule| rule.strategies.contains(&strategy));
    own.map(BuiltIn::describe).collect()
}

impl BuiltIn {
    fn describe(&self) -> RuleDescription {
        let owned = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
        let mut description = RuleDescription::new(self.id, self.summary);
        self.group.clone_into(&mut description.file);
        description.languages = owned(self.languages);
        description.answers = owned(self.answers);
        description.safety = match self.is_safe {
            true => SafetyClass::Safe,
            false => SafetyClass::Unsafe,
        };
        description.examples = self.example.iter().map(Shown::example).collect();
        description
    }
}

impl Shown {
    fn example(&self) -> RuleExample {
        let mut example = RuleExample::new(self.prints);
        example.title = Some(self.title.to_owned());
        for (file, before, after) in self.files {
            example.before.insert((*file).to_owned(), (*before).to_owned());
            example.after.insert((*file).to_owned(), (*after).to_owned());
        }
        example
    }
}

//! Java, Go, JavaScript, Rust and TypeScript: calls, conversions and references, where the compiler
//! offers no edit.
//!
//! A language is an entry in [`language`], a rule is a file: the facts that it answers, in which
//! languages, and its changes at the place.

mod arguments;
mod async_missing;
mod async_recursion;
mod await_missing;
mod boxed;
mod capturing_function;
mod caught_value;
mod const_function;
mod conversion;
mod dereference;
mod duplicate_key;
pub(super) mod language;
mod literal;
mod lost_parameter;
mod maybe_missing;
mod missing_field;
mod missing_return;
mod misspelt_member;
mod outlives;
mod pattern_width;
mod receiver;
mod results;
mod single_element;
pub(super) mod site;
mod static_member;
mod super_missing;
mod throws;
mod types;
mod uncalled;
mod unused_parameter;

use unbreak_core::{Analysis, Diagnostic, Fact, FixContext, FixError};

use self::language::Language;
use self::site::Site;
use crate::proposal::Offer;

/// A rule with the facts that it answers.
struct Rule {
    /// A description of the change, as in "see whether to ...".
    action: &'static str,
    /// Endings of the files whose language it knows.
    endings: &'static [&'static str],
    /// Whether it answers for a fact.
    answers: fn(&Fact) -> bool,
    /// The changes at the reported place.
    offers: fn(&Site<'_>) -> Result<Vec<Offer>, FixError>,
}

static RULES: &[&Rule] = &[
    &arguments::RULE,
    &lost_parameter::RULE,
    &missing_field::RULE,
    &async_missing::RULE,
    &await_missing::RULE,
    &boxed::RULE,
    &dereference::RULE,
    &uncalled::RULE,
    &maybe_missing::RULE,
    &results::RULE,
    &throws::RULE,
    &missing_return::RULE,
    &literal::RULE,
    &conversion::RULE,
    &unused_parameter::RULE,
    &outlives::RULE,
    &receiver::RULE,
    &pattern_width::RULE,
    &capturing_function::RULE,
    &async_recursion::RULE,
    &const_function::RULE,
    &misspelt_member::RULE,
    &super_missing::RULE,
    &caught_value::RULE,
    &static_member::RULE,
    &duplicate_key::RULE,
    &single_element::RULE,
];

fn rules(diagnostic: &Diagnostic) -> impl Iterator<Item = (&Fact, &'static Rule)> {
    let extension = diagnostic
        .file()
        .and_then(|file| file.rsplit('.').next())
        .unwrap_or_default();
    let ending = match extension {
        "tsx" | "mts" | "cts" => "ts",
        "jsx" | "mjs" | "cjs" => "js",
        other => other,
    };
    let own = RULES.iter().filter(move |rule| rule.endings.contains(&ending));
    let fact = diagnostic.fact.as_ref();
    fact.into_iter().flat_map(move |fact| {
        let own = own.clone().filter(|rule| (rule.answers)(fact));
        own.map(move |rule| (fact, *rule))
    })
}

/// The action for a diagnostic, if any.
pub(super) fn action(diagnostic: &Diagnostic) -> Option<&'static str> {
    rules(diagnostic).next().map(|(_, rule)| rule.action)
}

/// The proposals of the rules.
pub(super) fn offers(analysis: &Analysis, context: &FixContext<'_>) -> Result<Vec<Offer>, FixError> {
    let diagnostic = &analysis.diagnostic;
    let mut offers = Vec::new();
    let file = diagnostic.file().and_then(|file| context.workspace.locate(file));
    let Some((file, language)) = file.and_then(|file| Some((file.clone(), Language::of(&file)?))) else {
        return Ok(offers);
    };
    for (fact, rule) in rules(diagnostic) {
        if let Some(site) = Site::new(context.workspace, &file, language, diagnostic, fact) {
            offers.extend((rule.offers)(&site)?);
        }
    }
    Ok(offers)
}

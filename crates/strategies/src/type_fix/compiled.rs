//! Java, Go, JavaScript, Rust and TypeScript: calls, conversions and references, where the compiler offers no edit.
//!
//! A language is an entry in [`language`], a rule is a file: the compilers' messages that it answers for,
//! by language, and what it makes of the place.

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

use std::sync::LazyLock;

use regex::Captures;
use unbreak_core::{Analysis, Diagnostic, FixContext, FixError};

use self::language::Language;
use self::site::Site;
use crate::proposal::Offer;
use crate::wording::Wording;

/// What a message is answered with.
struct Rule {
    /// What it does, as in "see whether to ...".
    action: &'static str,
    /// Endings of files, and the messages that it answers for there.
    wordings: &'static [(&'static str, &'static str)],
    /// The changes at the place of the message.
    offers: fn(&Site<'_>) -> Result<Vec<Offer>, FixError>,
}

static RULES: &[&Rule] = &[
    &arguments::RULE,
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

static WORDINGS: LazyLock<Vec<(&'static str, Wording, &'static Rule)>> = LazyLock::new(|| {
    let wordings = RULES.iter().flat_map(|rule| {
        rule.wordings
            .iter()
            .map(move |(ending, wording)| (*ending, *wording, *rule))
    });
    wordings
        .map(|(ending, wording, rule)| (ending, Wording::new(wording), rule))
        .collect()
});

fn rules(diagnostic: &Diagnostic) -> impl Iterator<Item = (Captures<'_>, &'static Rule)> {
    let extension = diagnostic
        .file()
        .and_then(|file| file.rsplit('.').next())
        .unwrap_or_default();
    let ending = match extension {
        "tsx" | "mts" | "cts" => "ts",
        "jsx" | "mjs" | "cjs" => "js",
        other => other,
    };
    let own = WORDINGS.iter().filter(move |(known, _, _)| *known == ending);
    own.filter_map(|(_, wording, rule)| Some((wording.read(&diagnostic.message)?, *rule)))
}

/// What may be done about a diagnostic.
pub(super) fn action(diagnostic: &Diagnostic) -> Option<&'static str> {
    rules(diagnostic).next().map(|(_, rule)| rule.action)
}

/// What the rules propose.
pub(super) fn offers(analysis: &Analysis, context: &FixContext<'_>) -> Result<Vec<Offer>, FixError> {
    let diagnostic = &analysis.diagnostic;
    let mut offers = Vec::new();
    let file = diagnostic.file().and_then(|file| context.workspace.locate(file));
    let Some((file, language)) = file.and_then(|file| Some((file.clone(), Language::of(&file)?))) else {
        return Ok(offers);
    };
    for (said, rule) in rules(diagnostic) {
        if let Some(site) = Site::new(context.workspace, &file, language, diagnostic, &said) {
            offers.extend((rule.offers)(&site)?);
        }
    }
    Ok(offers)
}

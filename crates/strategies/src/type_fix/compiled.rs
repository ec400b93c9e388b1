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
mod declared_again;
mod declared_result;
mod dereference;
mod duplicate_key;
mod error_conversion;
pub(super) mod language;
mod literal;
mod lost_parameter;
mod maybe_missing;
mod missing_field;
mod missing_return;
mod misspelt_member;
mod outlives;
mod pattern_width;
mod pointer_receiver;
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

use unbreak_core::{Analysis, Diagnostic, Fact, FixContext, FixError, RuleId};

use self::language::Language;
use self::site::Site;
use crate::proposal::{Offer, by};
use crate::rule;

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

static RULES: &[(RuleId, &Rule)] = &[
    (rule::code::type_mismatch::DECLARED_RESULT, &declared_result::RULE),
    (rule::code::missing_argument::ARGUMENTS, &arguments::RULE),
    (rule::code::lost_parameter::RESTORE, &lost_parameter::RULE),
    (rule::rust::missing_field::IN_SIGHT, &missing_field::RULE),
    (rule::script::not_async::ASYNC, &async_missing::RULE),
    (rule::rust::not_awaited::AWAIT, &await_missing::RULE),
    (rule::java::type_mismatch::BOXED, &boxed::RULE),
    (rule::rust::type_mismatch::DEREFERENCE, &dereference::RULE),
    (rule::java::unknown_member::CALL, &uncalled::RULE),
    (rule::typescript::missing_value::OPTIONAL, &maybe_missing::RULE),
    (rule::go::type_mismatch::ADDRESS, &pointer_receiver::RULE),
    (rule::go::type_mismatch::RESULTS, &results::RULE),
    (rule::go::duplicate_definition::ASSIGN, &declared_again::RULE),
    (rule::java::unhandled_exception::THROWS, &throws::RULE),
    (rule::rust::unhandled_exception::CONVERT, &error_conversion::RULE),
    (rule::code::missing_return::RETURN, &missing_return::RULE),
    (rule::typescript::type_mismatch::LITERAL, &literal::RULE),
    (rule::code::type_mismatch::CONVERT, &conversion::RULE),
    (rule::code::unused_parameter::DROP, &unused_parameter::RULE),
    (rule::rust::lifetime::OUTLIVES, &outlives::RULE),
    (rule::rust::receiver::AS_DECLARED, &receiver::RULE),
    (rule::rust::pattern::WIDTH, &pattern_width::RULE),
    (rule::rust::capture::CLOSURE, &capturing_function::RULE),
    (rule::rust::async_recursion::BOX, &async_recursion::RULE),
    (rule::rust::const_call::CONST_FN, &const_function::RULE),
    (rule::typescript::unknown_member::MISSPELT, &misspelt_member::RULE),
    (rule::script::missing_super::CALL, &super_missing::RULE),
    (rule::typescript::unknown_value::CAUGHT, &caught_value::RULE),
    (rule::typescript::unknown_member::STATIC, &static_member::RULE),
    (rule::typescript::duplicate_key::ONCE, &duplicate_key::RULE),
    (rule::typescript::type_mismatch::LIST, &single_element::RULE),
];

fn rules(diagnostic: &Diagnostic) -> impl Iterator<Item = (&Fact, &'static (RuleId, &'static Rule))> {
    let extension = diagnostic
        .file()
        .and_then(|file| file.rsplit('.').next())
        .unwrap_or_default();
    let ending = match extension {
        "tsx" | "mts" | "cts" => "ts",
        "jsx" | "mjs" | "cjs" => "js",
        other => other,
    };
    let own = RULES
        .iter()
        .filter(move |(_, rule)| rule.endings.contains(&ending));
    let fact = diagnostic.fact.as_ref();
    fact.into_iter().flat_map(move |fact| {
        let own = own.clone().filter(|(_, rule)| (rule.answers)(fact));
        own.map(move |rule| (fact, rule))
    })
}

/// The action for a diagnostic, if any.
pub(super) fn action(diagnostic: &Diagnostic) -> Option<&'static str> {
    rules(diagnostic).next().map(|(_, (_, rule))| rule.action)
}

/// The proposals of the rules.
pub(super) fn offers(analysis: &Analysis, context: &FixContext<'_>) -> Result<Vec<Offer>, FixError> {
    let diagnostic = &analysis.diagnostic;
    let mut offers = Vec::new();
    let file = diagnostic.file().and_then(|file| context.workspace.locate(file));
    let Some((file, language)) = file.and_then(|file| Some((file.clone(), Language::of(&file)?))) else {
        return Ok(offers);
    };
    for (fact, (id, own)) in rules(diagnostic) {
        if let Some(site) = Site::new(context, &file, language, diagnostic, fact) {
            let found: Vec<Offer> = by(id, (own.offers)(&site)?).collect();
            // Where the declared type is at fault, the value is not.
            if *id == rule::code::type_mismatch::DECLARED_RESULT && !found.is_empty() {
                return Ok(found);
            }
            offers.extend(found);
        }
    }
    Ok(offers)
}

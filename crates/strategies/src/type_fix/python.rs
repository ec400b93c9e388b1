//! Python: one rule is one file.

mod awaited;
mod called_value;
mod concatenated;
mod constructor_name;
mod converted;
mod counted;
mod function;
mod missing_argument;
mod missing_return;
mod mutator;
mod not_awaitable;
mod optional_default;
mod other_kind;
mod place;
mod surplus_argument;
mod swapped;
mod turned_sign;
mod uncalled;
mod unpacked;
mod whole_number;

use std::sync::LazyLock;

use regex::Captures;
use unbreak_core::{Analysis, Diagnostic, FixContext, FixError};

use self::place::Place;
use crate::proposal::Offer;
use crate::python::fact::is_python;
use crate::python::project::Project;
use crate::python::site::sites;
use crate::wording::{Wording, wordings};

/// What a message is answered with.
struct Rule {
    /// What it does, as in "see whether to ...".
    action: &'static str,
    /// The messages that it answers for, of the interpreter and of checkers. What they say is in groups
    /// `callee`, `name`, `names`, `type`.
    wordings: &'static [&'static str],
    /// The changes at a place that the message speaks of.
    offers: fn(&Place<'_>) -> Result<Vec<Offer>, FixError>,
}

static RULES: &[&Rule] = &[
    &missing_argument::RULE,
    &surplus_argument::RULE,
    &swapped::RULE,
    &turned_sign::RULE,
    &awaited::RULE,
    &not_awaitable::RULE,
    &uncalled::RULE,
    &called_value::RULE,
    &constructor_name::RULE,
    &mutator::RULE,
    &missing_return::RULE,
    &unpacked::RULE,
    &counted::RULE,
    &whole_number::RULE,
    &other_kind::RULE,
    &optional_default::RULE,
    &concatenated::RULE,
    &converted::RULE,
];

static WORDINGS: LazyLock<Vec<(Wording, &'static Rule)>> =
    LazyLock::new(|| wordings(RULES, |rule| rule.wordings));

fn rules(diagnostic: &Diagnostic) -> impl Iterator<Item = (Captures<'_>, &'static Rule)> {
    let mut last: Option<&Rule> = None;
    let found = WORDINGS
        .iter()
        .filter(|_| is_python(diagnostic))
        .filter_map(|(wording, rule)| Some((wording.read(&diagnostic.message)?, *rule)));
    found.filter(move |(_, rule)| {
        let is_new = last.is_none_or(|last| !std::ptr::eq(last, *rule));
        last = Some(rule);
        is_new
    })
}

/// What may be done about a diagnostic.
pub(super) fn action(diagnostic: &Diagnostic) -> Option<&'static str> {
    rules(diagnostic).next().map(|(_, rule)| rule.action)
}

/// What the rules propose for the first place that they know something about.
pub(super) fn offers(analysis: &Analysis, context: &FixContext<'_>) -> Result<Vec<Offer>, FixError> {
    let diagnostic = &analysis.diagnostic;
    let mut offers = Vec::new();
    let mut rules = rules(diagnostic).peekable();
    if rules.peek().is_none() {
        return Ok(offers);
    }
    let project = Project::of(context.workspace);
    for (said, rule) in rules {
        for site in sites(diagnostic, context.workspace) {
            let Some(parsed) = project.parsed(&site.file) else {
                continue;
            };
            let place = Place::new(&project, &parsed, &site, diagnostic, &said, context.diagnostics);
            let found = (rule.offers)(&place)?;
            if !found.is_empty() {
                offers.extend(found);
                break;
            }
        }
    }
    Ok(offers)
}

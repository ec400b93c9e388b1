//! Python: one rule is one file.

mod awaited;
mod called_value;
mod concatenated;
mod constructor_name;
mod converted;
mod counted;
mod function;
mod lost_parameter;
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
mod unneeded_parameter;
mod unpacked;
mod whole_number;

use unbreak_core::{Analysis, Diagnostic, Fact, FixContext, FixError, OwnerKind};

use self::place::Place;
use crate::proposal::Offer;
use crate::python::fact::fact;
use crate::python::project::Project;
use crate::python::site::sites;

/// A rule with the facts that it answers.
struct Rule {
    /// A description of the change, as in "see whether to ...".
    action: &'static str,
    /// Whether it answers for a fact.
    answers: fn(&Fact) -> bool,
    /// The changes at a place of the diagnostic.
    offers: fn(&Place<'_>) -> Result<Vec<Offer>, FixError>,
}

static RULES: &[&Rule] = &[
    &lost_parameter::RULE,
    &missing_argument::RULE,
    &unneeded_parameter::RULE,
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

fn rules(diagnostic: &Diagnostic) -> impl Iterator<Item = (&Fact, &'static Rule)> {
    let fact = fact(diagnostic);
    let rules = move |fact| RULES.iter().filter(move |rule| (rule.answers)(fact));
    fact.into_iter()
        .flat_map(move |fact| rules(fact).map(move |rule| (fact, *rule)))
}

/// Whether a fact is about a value of a type that satisfies the condition.
fn speaks_of(fact: &Fact, is_such: fn(&str) -> bool) -> bool {
    let types = match fact {
        Fact::UnknownMember {
            owner,
            owner_kind: OwnerKind::Instance,
            ..
        } => [owner, &None],
        Fact::TypeMismatch { found, .. }
        | Fact::NotCallable { found, .. }
        | Fact::NotIterable { found }
        | Fact::NotSubscriptable { found }
        | Fact::WrongUse { found } => [found, &None],
        Fact::WrongOperands { left, right, .. } => [left, right],
        _ => return false,
    };
    types.into_iter().flatten().any(|kind| is_such(kind))
}

/// Whether there is nothing where something is needed.
fn is_about_nothing(fact: &Fact) -> bool {
    speaks_of(fact, |kind| kind == "NoneType")
}

/// The action for a diagnostic, if any.
pub(super) fn action(diagnostic: &Diagnostic) -> Option<&'static str> {
    rules(diagnostic).next().map(|(_, rule)| rule.action)
}

/// The rules' proposals for the first place where they have any.
pub(super) fn offers(analysis: &Analysis, context: &FixContext<'_>) -> Result<Vec<Offer>, FixError> {
    let diagnostic = &analysis.diagnostic;
    let mut offers = Vec::new();
    let mut rules = rules(diagnostic).peekable();
    if rules.peek().is_none() {
        return Ok(offers);
    }
    let project = Project::of(context.workspace);
    for (fact, rule) in rules {
        for site in sites(diagnostic, context.workspace) {
            let Some(parsed) = project.parsed(&site.file) else {
                continue;
            };
            let place = Place::new(&project, &parsed, &site, diagnostic, fact, context.diagnostics);
            let found = (rule.offers)(&place)?;
            if !found.is_empty() {
                offers.extend(found);
                break;
            }
        }
    }
    Ok(offers)
}

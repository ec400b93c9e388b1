//! Python: one rule is one file.

mod awaited;
mod called_value;
mod concatenated;
mod constructor_name;
mod converted;
mod counted;
mod dataclass_field;
mod function;
mod lost_comma;
mod lost_parameter;
mod missing_argument;
mod missing_return;
mod mutator;
mod not_awaitable;
mod optional_default;
mod other_kind;
mod place;
mod property;
mod surplus_argument;
mod swapped;
mod turned_sign;
mod uncalled;
mod unneeded_parameter;
mod unpacked;
mod whole_number;

use unbreak_core::{Analysis, Diagnostic, Fact, FixContext, FixError, OwnerKind, RuleId};

use self::place::Place;
use crate::proposal::{Offer, by};
use crate::python::fact::fact;
use crate::python::project::Project;
use crate::python::site::sites;
use crate::rule::python as rule;

/// A rule with the facts that it answers.
struct Rule {
    /// A description of the change, as in "see whether to ...".
    action: &'static str,
    /// Whether it answers for a fact.
    answers: fn(&Fact) -> bool,
    /// The changes at a place of the diagnostic.
    offers: fn(&Place<'_>) -> Result<Vec<Offer>, FixError>,
}

static RULES: &[(RuleId, &Rule)] = &[
    (rule::lost_parameter::RESTORE, &lost_parameter::RULE),
    (rule::missing_argument::IN_SIGHT, &missing_argument::RULE),
    (rule::missing_argument::UNNEEDED, &unneeded_parameter::RULE),
    (rule::surplus_argument::DROP, &surplus_argument::RULE),
    (rule::type_mismatch::SWAPPED, &swapped::RULE),
    (rule::wrong_operands::LOST_COMMA, &lost_comma::RULE),
    (rule::wrong_operands::TURNED_SIGN, &turned_sign::RULE),
    (rule::not_awaited::AWAIT, &awaited::RULE),
    (rule::not_awaitable::DROP_AWAIT, &not_awaitable::RULE),
    (rule::field_order::MOVE, &dataclass_field::ORDER),
    (rule::shared_default::FACTORY, &dataclass_field::FACTORY),
    (rule::wrong_use::PROPERTY, &property::RULE),
    (rule::wrong_use::CALL, &uncalled::RULE),
    (rule::not_callable::VALUE, &called_value::RULE),
    (rule::surplus_argument::CONSTRUCTOR_NAME, &constructor_name::RULE),
    (rule::wrong_use::MUTATOR, &mutator::RULE),
    (rule::wrong_use::RETURN, &missing_return::RULE),
    (rule::wrong_use::UNPACK, &unpacked::RULE),
    (rule::not_iterable::COUNT, &counted::RULE),
    (rule::type_mismatch::WHOLE_NUMBER, &whole_number::RULE),
    (rule::wrong_use::OTHER_KIND, &other_kind::RULE),
    (rule::type_mismatch::OPTIONAL_DEFAULT, &optional_default::RULE),
    (rule::wrong_operands::CONVERT, &concatenated::RULE),
    (rule::type_mismatch::CONVERT, &converted::RULE),
];

fn rules(diagnostic: &Diagnostic) -> impl Iterator<Item = (&Fact, &'static (RuleId, &'static Rule))> {
    let fact = fact(diagnostic);
    let rules = move |fact| RULES.iter().filter(move |(_, rule)| (rule.answers)(fact));
    fact.into_iter()
        .flat_map(move |fact| rules(fact).map(move |rule| (fact, rule)))
}

/// Returns whether a fact is about a value of a type that satisfies the condition.
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

/// Returns whether there is nothing where something is needed.
fn is_about_nothing(fact: &Fact) -> bool {
    speaks_of(fact, |kind| kind == "NoneType")
}

/// The action for a diagnostic, if any.
pub(super) fn action(diagnostic: &Diagnostic) -> Option<&'static str> {
    rules(diagnostic).next().map(|(_, (_, rule))| rule.action)
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
    for (fact, (id, rule)) in rules {
        for site in sites(diagnostic, context.workspace) {
            let Some(parsed) = project.parsed(&site.file) else {
                continue;
            };
            let place = Place::new(&project, &parsed, &site, diagnostic, fact, context.diagnostics);
            let found = (rule.offers)(&place)?;
            if !found.is_empty() {
                offers.extend(by(id, found));
                break;
            }
        }
    }
    Ok(offers)
}

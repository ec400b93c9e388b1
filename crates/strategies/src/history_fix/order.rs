//! The order in which the rules are asked. The first whose offer is safe decides.

use std::pin::Pin;

use unbreak_core::{RuleId, StrategyError};

use super::missing::Missing;
use super::patch::Patch;
use super::{
    Case, Offer, behind, data_key, decorator, deleted, doubled, example, implementation, literal, lost,
    modifier, moved_path, parameter, part, prototype, renamed, restore, sibling, signature, undone,
};
use crate::rule::any::history;

type Found<'c> = Pin<Box<dyn Future<Output = Result<Vec<Offer>, StrategyError>> + Send + 'c>>;

/// A way to look for offers, and the rule that it belongs to.
pub(super) struct Attempt {
    pub(super) rule: RuleId,
    /// Whether its offers answer the failure; else they undo what nobody can have meant, wherever it stands.
    pub(super) is_about_the_failure: bool,
    pub(super) look: for<'c> fn(&'c Case<'c>) -> Found<'c>,
}

macro_rules! attempt {
    ($rule:ident, $case:ident => $look:expr) => {
        attempt!($rule, true, $case => $look)
    };
    ($rule:ident, $is_about_the_failure:expr, $case:ident => $look:expr) => {
        Attempt {
            rule: history::$rule,
            is_about_the_failure: $is_about_the_failure,
            look: |$case| Box::pin(async move { $look }),
        }
    };
}

const OF_A_NAME: &[Attempt] = &[
    attempt!(RENAME, case => parameter::of_name(case, case.name()).await),
    attempt!(RENAME, case => renamed::offers(case, case.name(), &case.uncommitted, true)),
    attempt!(RESTORE_NAME, case => restore::of_the_name(case, &case.uncommitted)),
    attempt!(COMMITTED_RENAME, case => renamed_in_commits(case, case.name()).await),
    attempt!(DEFINITION, case => behind::in_commits(case, case.name(), &case.git.commits_about(case.name()).await)),
    attempt!(EXAMPLE, case => example::of_member(case, case.name()).await),
    attempt!(DELETED, case => deleted::offers(case, case.name()).await),
    attempt!(RESTORE_NAME, case => match case.last_commit().await {
        Some(last) => restore::exchanged(case, last),
        None => Ok(Vec::new()),
    }),
];

const OF_A_PARAMETER: &[Attempt] = &[
    attempt!(SIGNATURE, case => signature::offers(case).await),
    attempt!(PARAMETER, case => parameter::offers(case, case.callee(), case.keyword()).await),
    attempt!(RENAME, case => match case.keyword() {
        Some(field) => renamed::offers(case, field, &case.uncommitted, true),
        None => Ok(Vec::new()),
    }),
    attempt!(COMMITTED_RENAME, case => match case.keyword() {
        Some(field) => renamed_in_commits(case, field).await,
        None => Ok(Vec::new()),
    }),
    attempt!(LITERAL, case => data_key::offers(case).await),
];

const OF_AN_ARGUMENT: &[Attempt] = &[
    attempt!(EXAMPLE, case => example::of_argument(case, case.callee()).await),
    attempt!(SIGNATURE, case => signature::offers(case).await),
];

const OF_ANOTHER_FAILURE: &[Attempt] = &[
    attempt!(IMPLEMENTATION, case => implementation::offers(case).await),
    attempt!(SIGNATURE, case => signature::offers(case).await),
    attempt!(LITERAL, case => literal::offers(case).await),
    attempt!(DELETED, case => literal::lost(case).await),
    attempt!(LITERAL, case => data_key::offers(case).await),
    attempt!(MODIFIER, case => modifier::offers(case).await),
    attempt!(MOVED_PATH, case => moved_path::offers(case).await),
    attempt!(EXAMPLE, case => sibling::offers(case).await),
    attempt!(PROTOTYPE, case => prototype::offers(case).await),
];

/// What nobody can have meant comes first where the failure shows it.
const OF_SLIPS: &[Attempt] = &[
    attempt!(PART, case => of_newest(case, part::clear).await),
    attempt!(DOUBLED, case => of_newest(case, doubled::offers).await),
];

const OF_SLIPS_ELSEWHERE: &[Attempt] = &[
    attempt!(PART, false, case => of_newest(case, part::clear_elsewhere).await),
    attempt!(DOUBLED, false, case => of_newest(case, doubled::elsewhere).await),
];

const OF_ANY_FAILURE: &[Attempt] = &[
    attempt!(RENAME, false, case => renamed::left_behind(case, &case.uncommitted, true)),
    attempt!(COMMITTED_RENAME, false, case => match case.last_commit().await {
        Some(last) => renamed::left_behind(case, last, false),
        None => Ok(Vec::new()),
    }),
    attempt!(DECORATOR, case => decorator::offers(case).await),
    attempt!(RESTORE, case => restore::offers(case, &case.uncommitted)),
    attempt!(LOST, case => of_newest(case, lost::restored).await),
    attempt!(PART, case => of_newest(case, part::restored).await),
    attempt!(RESTORE, case => match case.last_commit().await {
        Some(last) => restore::offers(case, last),
        None => Ok(Vec::new()),
    }),
    attempt!(UNDONE, case => match case.last_commit().await {
        Some(last) => undone::offers(case, last),
        None => Ok(Vec::new()),
    }),
];

/// What is tried for a failure, in this order.
pub(super) fn attempts(missing: Option<&Missing>) -> impl Iterator<Item = &'static Attempt> {
    let first = match missing {
        Some(Missing::Name(_)) => OF_A_NAME,
        Some(Missing::Parameter { .. }) => OF_A_PARAMETER,
        Some(Missing::Argument { .. }) => OF_AN_ARGUMENT,
        None => OF_ANOTHER_FAILURE,
    };
    OF_SLIPS
        .iter()
        .chain(first)
        .chain(OF_SLIPS_ELSEWHERE)
        .chain(OF_ANY_FAILURE)
}

async fn renamed_in_commits(case: &Case<'_>, name: &str) -> Result<Vec<Offer>, StrategyError> {
    renamed::in_commits(case, name, &case.git.commits_about(name).await)
}

/// The offers for the first change that has some, of those in the working tree and the last commit.
async fn of_newest(
    case: &Case<'_>,
    offers: impl Fn(&Case<'_>, &Patch) -> Result<Vec<Offer>, StrategyError>,
) -> Result<Vec<Offer>, StrategyError> {
    let found = offers(case, &case.uncommitted)?;
    match case.last_commit().await {
        Some(last) if found.is_empty() => offers(case, last),
        _ => Ok(found),
    }
}

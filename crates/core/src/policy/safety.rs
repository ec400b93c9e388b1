//! Derives safety classes from evidence.
//!
//! One pure function decides what may be kept without confirmation. The table is part of the documentation
//! (`docs/evidence.md`), and a test compares it with this function.

use serde::{Deserialize, Serialize};

use crate::evidence::{DeterminedBy, Evidence, TestedBy};
use crate::fix::{Confidence, Fix, SafetyClass};

/// A determined change below this confidence needs confirmation.
pub const LEAST_DETERMINED: f64 = 0.5;

/// A spelling below this confidence needs confirmation.
pub const LEAST_SPELLING: f64 = 0.75;

/// A change found by search below this confidence needs confirmation even if a test ran it.
pub const LEAST_SEARCH: f64 = 0.3;

/// A change found by search below this confidence is a guess, unless a check that sees meaning tested it.
pub const LEAST_GUESS: f64 = 0.1;

/// The permission that evidence gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// Kept without confirmation.
    Safe,
    /// Kept if the operator confirms it: on the terminal, or with `--yes`.
    Asks,
    /// Kept only with `--allow guess`: similarity was taken for meaning, and no check that tested it could
    /// detect the difference.
    Guess,
}

/// The standing of a change with this evidence and confidence, if `tested_by` is the only check.
pub fn standing(evidence: &Evidence, confidence: Confidence, tested_by: TestedBy) -> Standing {
    // The check cannot see the difference that the change is said to make. A rule names the difference for the
    // operator to judge: nothing is left to guess.
    let is_open = evidence.determined_by != DeterminedBy::Rule;
    if evidence.may_change_meaning && is_open && !tested_by.sees_meaning() {
        return Standing::Guess;
    }
    let allowed = by_origin(evidence, confidence, tested_by);
    match evidence.may_change_meaning {
        true => allowed.max(Standing::Asks),
        false => allowed,
    }
}

fn by_origin(evidence: &Evidence, confidence: Confidence, tested_by: TestedBy) -> Standing {
    use DeterminedBy::{
        Contract, Convention, Fitting, History, Learned, Message, Model, Placeholder, Resolution, Rule,
        Search, Spelling, ToolEdit, ToolHint, Unstated,
    };
    let is_at_least = |floor: f64| confidence.get() >= floor;
    let is_tested = tested_by == TestedBy::Test;
    match evidence.determined_by {
        ToolEdit | Message | Resolution | History | Convention | Rule if is_at_least(LEAST_DETERMINED) => {
            Standing::Safe
        }
        Spelling => spelling(evidence, is_at_least(LEAST_SPELLING), tested_by),
        ToolHint | Unstated if is_tested && is_at_least(LEAST_DETERMINED) => Standing::Safe,
        Fitting if is_tested && is_at_least(LEAST_SEARCH) => Standing::Safe,
        Search if tested_by >= TestedBy::Covered && is_at_least(LEAST_SEARCH) => Standing::Safe,
        ToolHint if !tested_by.sees_meaning() => Standing::Guess,
        Search if !(tested_by.sees_meaning() || evidence.every_use_fits && is_at_least(LEAST_GUESS)) => {
            Standing::Guess
        }
        // Types, and tests that only could not run before, accept any value that fits.
        Fitting if !is_tested => Standing::Guess,
        // The compiler is the tool that the placeholder was written to satisfy.
        Placeholder if tested_by < TestedBy::Executed => Standing::Guess,
        Learned if is_tested && is_at_least(LEAST_DETERMINED) => Standing::Safe,
        Learned | Model if !tested_by.sees_meaning() => Standing::Guess,
        ToolEdit | ToolHint | Message | Resolution | History | Convention | Rule | Search | Fitting
        | Contract | Placeholder | Learned | Model | Unstated => Standing::Asks,
    }
}

fn spelling(evidence: &Evidence, is_likely: bool, tested_by: TestedBy) -> Standing {
    let is_the_one = evidence.is_only_candidate && evidence.every_use_fits;
    match is_the_one {
        // Only a test can distinguish one word from another.
        false if tested_by < TestedBy::Test => Standing::Guess,
        true if tested_by.sees_meaning() && is_likely => Standing::Safe,
        _ => Standing::Asks,
    }
}

/// The class of a fix if `tested_by` is the only check: what its evidence allows, and never more than its
/// strategy claims.
pub fn of(fix: &Fix, tested_by: TestedBy) -> Standing {
    let claimed = match fix.safety {
        SafetyClass::Safe => Standing::Safe,
        SafetyClass::Unsafe | SafetyClass::NeedsApproval => Standing::Asks,
    };
    standing(&fix.evidence, fix.confidence, tested_by).max(claimed)
}

/// The reason why a change with this evidence is right, in one line.
pub fn why_right(evidence: &Evidence) -> &'static str {
    match (
        evidence.determined_by,
        evidence.is_only_candidate && evidence.every_use_fits,
    ) {
        (DeterminedBy::ToolEdit, _) => "the tool that reports the error offers this edit itself",
        (DeterminedBy::ToolHint, _) => {
            "the tool that reports the error offers this edit without guaranteeing it"
        }
        (DeterminedBy::Message, _) => "the message names the replacement",
        (DeterminedBy::Resolution, _) => "nothing else resolves",
        (DeterminedBy::History, _) => "the history shows the earlier text or the new name",
        (DeterminedBy::Convention, _) => "the language or the library defines this replacement",
        (DeterminedBy::Rule, _) => "a rule for this version names the replacement",
        (DeterminedBy::Spelling, true) => {
            "it is the only name with a similar spelling, and every use of it fits"
        }
        (DeterminedBy::Spelling, false) => "it is a name with a similar spelling",
        (DeterminedBy::Search, _) => "it is the smallest change found that the tool accepts",
        (DeterminedBy::Fitting, _) => "it is one of several changes that fit",
        (DeterminedBy::Contract, _) => {
            "the declared type requires these members; their bodies are not written"
        }
        (DeterminedBy::Placeholder, _) => "it is a placeholder that makes the use compile",
        (DeterminedBy::Learned, _) => "the same failure was fixed this way in another place",
        (DeterminedBy::Model, _) => "a language model wrote it",
        (DeterminedBy::Unstated, _) => "the strategy states no reason",
    }
}

/// The possible refutation of a change, in one line: what was tested, and what was not.
pub fn what_would_show_wrong(tested_by: TestedBy) -> &'static str {
    match tested_by {
        TestedBy::Test => "the test that failed runs the edited line and would fail again",
        TestedBy::Executed => {
            "the edited line ran and would have failed; no assertion is known to check its result"
        }
        TestedBy::Covered => {
            "tests that could not run before run the edited line; none is known to depend on it"
        }
        TestedBy::TypeChecker => "the type checker would report it; no test is known to have run this line",
        TestedBy::Compiler => {
            "the reader of the file would reject it; no test is known to have run this line"
        }
        TestedBy::Linter => "only the linter looked at it; no test is known to have run this line",
        TestedBy::Import => "the module would not load; no test is known to have run this line",
        TestedBy::Parser => "it parses; no test is known to have run this line",
        TestedBy::ExitCode => "only the exit code; nothing is known to have run this line",
    }
}

//! Names what is missing outside the tree, for a command that fails.
//!
//! What messages say is data: a row of `rules.toml` has the wording, the question that must be answered
//! first, and the commands that bring the thing. `packages.toml` knows who brings programs, headers and
//! libraries, `services.toml` which service a port belongs to. Three kinds of findings need more than a line of
//! output and have a file of their own: `module` (packages that the code imports), `variable` (environment
//! variables that the code reads) and `version` (what the manifests require). `outgrown` finds the installed package in
//! which a failure arises.
//!
//! **Architecture Invariant:** a diagnosis is never made from a likeness. A name that may be a misspelling of
//! something in the tree, on the search path or in the environment gives none.

mod module;
mod outgrown;
mod packages;
mod question;
mod rule;
mod service;
mod sight;
mod variable;
mod version;

use std::collections::BTreeSet;

use unbreak_core::{
    Diagnosis, DiagnosisKind, Diagnostic, ErrorType, ExitState, Fact, FixContext, Machine, Remedy,
};

pub use self::rule::{RuleError, check};
use self::sight::sights;
use crate::python::inquiry::Inquiry;

/// The most diagnoses of one run; more would hide the important ones.
const MOST: usize = 8;

/// The failure that is examined.
struct Case<'a> {
    context: &'a FixContext<'a>,
    machine: &'a dyn Machine,
}

/// The commands that bring a program, if it is a known one. Those for package managers that are there come
/// first; `is_there` says it of a program.
pub fn bringing(program: &str, is_there: impl Fn(&str) -> bool) -> Vec<Remedy> {
    let package = packages::of_program(program);
    package.map_or_else(Vec::new, |package| package.remedies(&packages::systems(is_there)))
}

/// Returns whether a message may be one about something outside the tree.
pub(crate) fn is_suspect(diagnostic: &Diagnostic) -> bool {
    use ErrorType::{Assertion, Lint, Type};
    let is_missing = matches!(
        diagnostic.fact,
        Some(Fact::MissingModule { .. } | Fact::UnresolvedImport { .. })
    );
    // What a fact says of the code is not the system's.
    let is_of_system = diagnostic.fact.is_none() && !matches!(diagnostic.error_type, Assertion | Lint | Type);
    is_missing || is_of_system && diagnostic.message.lines().any(rule::is_read)
}

/// Reads the rules and compiles their patterns, on a thread of its own.
pub(crate) fn warm_up() {
    std::thread::spawn(rule::warm_up);
}

/// Returns what is missing outside the tree, the most certain first. Empty if the context offers no machine.
pub async fn diagnose(context: &FixContext<'_>, exit: ExitState) -> Vec<Diagnosis> {
    let Some(machine) = context.machine else {
        return Vec::new();
    };
    let case = Case { context, machine };
    let sights = sights(context);
    let mut found = module::missing(&case).await;
    found.extend(variable::unset(&case, &sights));
    let told = sights
        .iter()
        .flat_map(|sight| rule::of_sight(&case, sight))
        .collect();
    found.extend(without_installed(&case, told).await);
    found.extend(version::wrong(&case).await);
    if found.is_empty() {
        found.extend(rule::of_exit(&case, exit));
    }
    let mut known = BTreeSet::new();
    found.retain(|diagnosis| known.insert((diagnosis.kind, diagnosis.subject.clone())));
    found.sort_by(|one, other| other.confidence.get().total_cmp(&one.confidence.get()));
    found.truncate(MOST);
    found
}

/// The diagnoses without those that miss a Python package which is there: a newer version of it says the same where it
/// lost something.
async fn without_installed(case: &Case<'_>, mut told: Vec<Diagnosis>) -> Vec<Diagnosis> {
    let is_of_pip = |diagnosis: &Diagnosis| {
        let mut remedies = diagnosis.remedies.iter();
        diagnosis.kind == DiagnosisKind::PackageNotInstalled
            && remedies.any(|remedy| remedy.command.starts_with("pip install "))
    };
    if told.iter().any(is_of_pip) {
        let inquiry = Inquiry::new(case.context).await;
        told.retain(|diagnosis| !(is_of_pip(diagnosis) && inquiry.is_installed(&diagnosis.subject)));
    }
    told
}

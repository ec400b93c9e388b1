//! Names and imports of JavaScript and TypeScript, without a compiler that knows them: what Node, test
//! runners, bundlers and ESLint complain of.
//!
//! [`import_fix`](crate::import_fix) and [`name_fix`](crate::name_fix) answer for it. A file here is a
//! fault; [`scan`] tells names from text.

mod complaint;
mod ending;
mod exports;
mod import;
mod known;
mod member;
mod missing_export;
mod missing_module;
mod orphan;
mod paths;
mod renamed;
mod scan;
mod site;
mod undefined;
mod uninstalled;

use unbreak_core::{
    Analysis, Candidate, Confidence, Diagnostic, Fix, FixContext, Location, RelPath, SafetyClass,
    StrategyError, Workspace,
};

use self::complaint::Complaint;
use self::import::Import;
use self::member::MissingMember;
use self::missing_export::MissingExport;
use self::missing_module::MissingModule;
use self::orphan::Orphans;
use self::site::Site;
use self::undefined::Undefined;
use crate::elsewhere::Subject;
use crate::offer::rank;

/// Whether something may be done, and what.
pub(crate) fn assess(strategy: &str, subject: Subject, diagnostic: &Diagnostic) -> Option<Candidate> {
    let (action, description, confidence) = match (Complaint::of(diagnostic)?, subject) {
        (Complaint::UndefinedName(name), Subject::Import) => {
            ("add import", format!("find who exports '{name}'"), 0.7)
        }
        (Complaint::UndefinedName(name), Subject::Name) => {
            ("correct name", format!("find a name like '{name}'"), 0.75)
        }
        (Complaint::MissingModule(module), Subject::Import) => (
            "correct import",
            format!("find what '{module}' was meant to be"),
            0.8,
        ),
        (Complaint::MissingExport { name, .. } | Complaint::NotCallable(name), Subject::Import) => (
            "correct import",
            format!("find what '{name}' was meant to be"),
            0.8,
        ),
        (Complaint::MissingMember(name), Subject::Name) => {
            ("correct name", format!("find a member like '{name}'"), 0.7)
        }
        (Complaint::WrongValue, Subject::Name) => (
            "correct name",
            "find a member that nothing else has".to_owned(),
            0.3,
        ),
        _ => return None,
    };
    Some(Candidate::new(strategy, action, description, confidence))
}

/// Proposals for an analysis that was assessed.
pub(crate) fn repair(
    strategy: &str,
    subject: Subject,
    analysis: &Analysis,
    context: &FixContext<'_>,
) -> Result<Vec<Fix>, StrategyError> {
    let diagnostic = &analysis.diagnostic;
    let Some(complaint) = Complaint::of(diagnostic) else {
        return Ok(Vec::new());
    };
    if complaint == Complaint::WrongValue {
        return wrong_value(strategy, diagnostic, context.workspace);
    }
    let site = match &complaint {
        Complaint::MissingModule(module) if place(diagnostic).file.is_none() => {
            Site::loading(module, context.workspace)
        }
        _ => Site::of(diagnostic, context.workspace),
    };
    let Some(site) = &site else {
        return Ok(Vec::new());
    };
    let offers = match (&complaint, subject) {
        (Complaint::UndefinedName(name), Subject::Import) => Undefined { site, name }.imports()?,
        (Complaint::UndefinedName(name), _) => Undefined { site, name }.spellings()?,
        (Complaint::MissingModule(module), _) => MissingModule { site, module }.offers()?,
        (Complaint::MissingExport { module, name }, _) => MissingExport { site, module, name }.offers()?,
        (Complaint::NotCallable(name), _) => match Import::of(site, name) {
            Some(Import { module, .. }) => {
                let module = &module;
                MissingExport { site, module, name }.offers()?
            }
            None => Vec::new(),
        },
        (Complaint::MissingMember(name), _) => MissingMember { site, name }.offers()?,
        (Complaint::WrongValue, _) => Vec::new(),
    };
    let mut fixes = rank(strategy, offers);
    // TypeScript's own service knows the types, where it is there; these are for where it is not.
    if diagnostic.parser == "tsc" {
        for fix in &mut fixes {
            fix.safety = SafetyClass::Unsafe;
            fix.confidence = Confidence::new(0.5 * fix.confidence.get());
        }
    }
    Ok(fixes)
}

/// Names that may be why a value is not what it should be. What is read from elsewhere may have members
/// that the project names once: none of this is sure.
fn wrong_value(
    strategy: &str,
    diagnostic: &Diagnostic,
    workspace: &dyn Workspace,
) -> Result<Vec<Fix>, StrategyError> {
    let orphans = Orphans {
        diagnostic,
        workspace,
    };
    let mut fixes = rank(strategy, orphans.offers()?);
    for fix in &mut fixes {
        fix.safety = SafetyClass::Unsafe;
    }
    Ok(fixes)
}

/// Where the fault lies in the user's own code.
fn place(diagnostic: &Diagnostic) -> &Location {
    let own = diagnostic.innermost_own_frame();
    own.map_or(&diagnostic.location, |frame| &frame.location)
}

/// The manifest of the package that a file belongs to.
fn manifest(file: &RelPath, workspace: &dyn Workspace) -> Option<serde_json::Value> {
    let mut directory = paths::directory(file.as_str());
    loop {
        let name = if directory.is_empty() {
            "package.json".to_owned()
        } else {
            format!("{directory}/package.json")
        };
        let text = workspace
            .locate(&name)
            .and_then(|file| workspace.read_text(&file).ok());
        if let Some(manifest) = text.and_then(|text| serde_json::from_str(&text).ok()) {
            return Some(manifest);
        }
        if directory.is_empty() {
            return None;
        }
        directory = paths::directory(directory);
    }
}

//! Names and imports of JavaScript and TypeScript, without a compiler that knows them: what Node, test
//! runners, bundlers and ESLint report.
//!
//! [`import_fix`](crate::import_fix) and [`name_fix`](crate::name_fix) answer for it. A file here is a
//! fault; [`scan`] tells names from text.

pub(crate) mod ending;
pub(crate) mod exports;
mod import;
mod installed;
mod instance;
mod interop;
mod known;
mod language;
mod loaded;
mod member;
mod missing_export;
mod missing_module;
mod module_scope;
mod orphan;
pub(crate) mod paths;
mod renamed;
pub(crate) mod scan;
pub(crate) mod site;
mod undefined;
mod uninstalled;

use unbreak_core::{
    Analysis, Candidate, Confidence, Diagnostic, ErrorType, Fact, Fix, FixContext, Location, OwnerKind,
    RelPath, SafetyClass, StrategyError, Workspace,
};

use self::import::Import;
use self::interop::Interop;
pub(crate) use self::language::{grammar, is_script};
use self::member::MissingMember;
use self::missing_export::MissingExport;
use self::missing_module::MissingModule;
use self::module_scope::ModuleScope;
use self::orphan::Orphans;
use self::site::Site;
use self::undefined::Undefined;
use crate::elsewhere::Subject;
use crate::offer::rank;
use crate::weights::{asking, ranking};

/// The place and the text of a new import of a name in a file with this text.
#[cfg(feature = "rule_files")]
pub(crate) fn import_of(
    file: &RelPath,
    text: &str,
    workspace: &dyn Workspace,
    module: &str,
    name: &str,
) -> Option<(usize, String)> {
    let site = Site::of_text(file, text.to_owned(), workspace);
    let import = Import {
        name: name.to_owned(),
        module: module.to_owned(),
        whole: name == "default",
    };
    let edit = import.edit(&site).ok()?;
    Some((edit.range.start, edit.replacement))
}

/// Returns whether an installed package is an ES module.
#[cfg(feature = "rule_files")]
pub(crate) fn is_es_module(module: &str, from: &RelPath, workspace: &dyn Workspace) -> bool {
    installed::Installed::find(module, from, workspace, false).is_some_and(|package| package.is_module)
}

/// The fact of a diagnostic, if its file is of the language, or Node names none. A failed expectation is
/// about a wrong value, without saying which.
fn fact(diagnostic: &Diagnostic) -> Option<&Fact> {
    let file = place(diagnostic).file.as_deref();
    if !file.map_or(diagnostic.parser == "node", is_script) {
        return None;
    }
    let is_assertion = diagnostic.error_type == ErrorType::Assertion;
    diagnostic
        .fact
        .as_ref()
        .or(is_assertion.then_some(&Fact::MissingValue))
}

/// The action for a diagnostic, if any.
pub(crate) fn assess(strategy: &str, subject: Subject, diagnostic: &Diagnostic) -> Option<Candidate> {
    let (action, description, confidence) = match (fact(diagnostic)?, subject) {
        (Fact::UndefinedName { name, .. }, Subject::Import) if module_scope::is_about(diagnostic) => (
            "load as a module",
            format!("declare '{name}' as an ES module does"),
            asking::sure(),
        ),
        (Fact::UndefinedName { name, .. }, Subject::Import) => (
            "add import",
            format!("find who exports '{name}'"),
            asking::often(),
        ),
        (Fact::UndefinedName { name, .. }, Subject::Name) => (
            "correct name",
            format!("find a name like '{name}'"),
            asking::often(),
        ),
        (Fact::MissingModule { module, .. }, Subject::Import) => (
            "correct import",
            format!("find what '{module}' was meant to be"),
            asking::likely(),
        ),
        (Fact::MissingExport { name, .. } | Fact::NotCallable { name: Some(name), .. }, Subject::Import) => (
            "correct import",
            format!("find what '{name}' was meant to be"),
            asking::likely(),
        ),
        (Fact::UnknownMember { name, .. }, Subject::Import) if diagnostic.parser != "tsc" => (
            "correct import",
            format!("find what is imported that should have '{name}'"),
            asking::even(),
        ),
        (Fact::MissingValue, Subject::Import) if diagnostic.error_type != ErrorType::Assertion => (
            "correct import",
            "find the part of a package that is not undefined".to_owned(),
            asking::rarely(),
        ),
        (
            Fact::UnknownMember {
                name,
                owner_kind: OwnerKind::Instance | OwnerKind::Unknown,
                ..
            },
            Subject::Name,
        ) => (
            "correct name",
            format!("find a member like '{name}'"),
            asking::often(),
        ),
        (Fact::MissingValue | Fact::NotIterable { .. }, Subject::Name) => (
            "correct name",
            "find a member that nothing else has".to_owned(),
            asking::rarely(),
        ),
        _ => return None,
    };
    Some(Candidate::new(strategy, action, description, confidence))
}

/// Proposals for an analysis that was assessed.
pub(crate) async fn repair(
    strategy: &str,
    subject: Subject,
    analysis: &Analysis,
    context: &FixContext<'_>,
) -> Result<Vec<Fix>, StrategyError> {
    let diagnostic = &analysis.diagnostic;
    let Some(fact) = fact(diagnostic) else {
        return Ok(Vec::new());
    };
    if matches!(fact, Fact::MissingValue | Fact::NotIterable { .. }) && matches!(subject, Subject::Name) {
        return wrong_value(strategy, diagnostic, context.workspace);
    }
    let site = match fact {
        Fact::MissingModule { module, .. }
        | Fact::MissingExport {
            module: Some(module), ..
        } => loading_site(diagnostic, module, context.workspace),
        _ => Site::of(diagnostic, context.workspace),
    };
    let Some(site) = &site else {
        return Ok(Vec::new());
    };
    let offers = match (fact, subject) {
        (Fact::UndefinedName { name, .. }, _) if module_scope::is_about(diagnostic) => {
            ModuleScope { site, name }.offers()?
        }
        (Fact::UndefinedName { name, .. }, Subject::Import) => Undefined { site, name }.imports()?,
        (Fact::UndefinedName { name, .. }, _) => {
            let mut offers = Undefined { site, name }.spellings()?;
            offers.extend(instance::offers(site, name)?);
            offers
        }
        (Fact::MissingModule { module, .. }, _) => MissingModule { site, module }.offers()?,
        (
            Fact::MissingExport {
                module: Some(module),
                name,
                ..
            },
            _,
        ) => {
            MissingExport { site, module, name }
                .offers(context.runner)
                .await?
        }
        (Fact::NotCallable { name: Some(name), .. }, _) => match Import::of(site, name) {
            Some(Import { module, .. }) if module.starts_with('.') => {
                let module = &module;
                MissingExport { site, module, name }
                    .offers(context.runner)
                    .await?
            }
            Some(_) => {
                let member = None;
                Interop { site, name, member }.offers(context.runner).await?
            }
            None => Vec::new(),
        },
        (Fact::UnknownMember { name, .. }, Subject::Import) => match Interop::of_member(site, name) {
            Some(interop) => interop.offers(context.runner).await?,
            None => Vec::new(),
        },
        (Fact::MissingValue, _) => match Interop::of_value(site) {
            Some(interop) => interop.offers(context.runner).await?,
            None => Vec::new(),
        },
        (Fact::UnknownMember { name, .. }, _) => MissingMember { site, name }.offers()?,
        _ => Vec::new(),
    };
    let mut fixes = rank(strategy, offers);
    // TypeScript's own service knows the types, where it is there; these are for where it is not.
    if diagnostic.parser == "tsc" {
        for fix in &mut fixes {
            fix.safety = SafetyClass::Unsafe;
            fix.confidence = Confidence::new(ranking::second_hand() * fix.confidence.get());
        }
    }
    Ok(fixes)
}

/// The file that loads a module which is not found.
pub(crate) fn loading_site<'a>(
    diagnostic: &Diagnostic,
    module: &str,
    workspace: &'a dyn Workspace,
) -> Option<Site<'a>> {
    match place(diagnostic).file {
        None => Site::loading(module, workspace),
        Some(_) => Site::of(diagnostic, workspace),
    }
}

/// Names that may explain a wrong value. A value from elsewhere may have members that the project
/// names once: none of this is certain.
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

/// The place of the fault in the user's own code.
fn place(diagnostic: &Diagnostic) -> &Location {
    let own = diagnostic.innermost_own_frame();
    own.map_or(&diagnostic.location, |frame| &frame.location)
}

/// A package of npm that is not installed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct UninstalledPackage {
    /// Its name.
    pub(crate) name: String,
    /// Whether the nearest manifest declares it.
    pub(crate) is_declared: bool,
}

/// The package of a module that cannot be loaded because it is not installed; `None` if the project may mean
/// a file or package of its own.
pub(crate) fn uninstalled_package(
    diagnostic: &Diagnostic,
    module: &str,
    workspace: &dyn Workspace,
) -> Option<UninstalledPackage> {
    fact(diagnostic)?;
    let root = RelPath::new("index.js").ok()?;
    let near = place(diagnostic)
        .file
        .as_deref()
        .and_then(|file| workspace.locate(file));
    uninstalled::package_of(module, &near.unwrap_or(root), workspace)
}

/// The packages that the manifest at the root declares.
pub(crate) fn declared_packages(workspace: &dyn Workspace) -> Vec<String> {
    RelPath::new("index.js").map_or_else(|_| Vec::new(), |root| uninstalled::declared(&root, workspace))
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

//! A package that is not installed: only what the project declares or what is known by
//! its import name, only through the project's own manager, and only with approval.

use unbreak_core::{Command, Confidence, DeterminedBy, Fix, FixContext, RelPath, SafetyClass, Workspace};

use super::declared::{Requirement, candidates, declared, locked};
use super::reference::top;
use super::uninstalled::Uninstalled;
use crate::python::distributions::provider;
use crate::python::inquiry::Inquiry;
use crate::weights::confidence;

/// The class that the operator must allow by name.
const CLASS: &str = "install";

/// The fix that installs the provider of a module, if it is known.
pub(super) fn install(
    strategy: &str,
    inquiry: &Inquiry<'_>,
    context: &FixContext<'_>,
    module: &str,
) -> Option<Fix> {
    let (requirement, is_declared) = requirement(context.workspace, module)?;
    if is_there(inquiry, &requirement, module) {
        return None;
    }
    let mut command = manager(context.workspace).install(&requirement, is_declared, inquiry)?;
    command.directory = context.command.directory.clone();
    let known = if is_declared {
        "the project declares it"
    } else {
        "it is known by its import name"
    };
    let title = format!("install {}", requirement.0);
    let confidence = Confidence::new(if is_declared {
        confidence::resolved()
    } else {
        confidence::preferred()
    });
    let mut fix = Fix::new(strategy, title, confidence)
        .by(crate::rule::python::missing_module::INSTALL)
        .evidence(DeterminedBy::Resolution)
        .because(format!(
            "nothing installed provides '{module}', and {} does: {known}",
            requirement.0
        ))
        .safety(SafetyClass::NeedsApproval);
    fix.commands.push(command);
    fix.needs = Some(CLASS.to_owned());
    Some(fix)
}

/// The package that provides a module, unless it is installed.
pub(super) fn uninstalled(
    inquiry: &Inquiry<'_>,
    context: &FixContext<'_>,
    module: &str,
) -> Option<Uninstalled> {
    let known = requirement(context.workspace, module);
    let is_vouched_for = known.is_some();
    let likely = || {
        let provider = provider(module).and_then(|provider| provider.distributions.into_iter().next());
        (
            Requirement(provider.unwrap_or_else(|| top(module).to_owned())),
            false,
        )
    };
    let (requirement, is_declared) = known.unwrap_or_else(likely);
    if is_there(inquiry, &requirement, module) {
        return None;
    }
    let interpreter = inquiry
        .environment()
        .map(|environment| environment.facts().interpreter.join(" "));
    Some(Uninstalled {
        install: manager(context.workspace).install(&requirement, is_declared, inquiry),
        removed_in: provider(module).and_then(|provider| provider.removed_in),
        left_in: provider(module).and_then(|provider| provider.left_in),
        requirement: requirement.0,
        is_declared,
        is_vouched_for,
        interpreter,
    })
}

/// Returns whether a distribution is installed that has the module in each of its versions.
fn is_there(inquiry: &Inquiry<'_>, requirement: &Requirement, module: &str) -> bool {
    let has_left = provider(module).is_some_and(|provider| provider.left_in.is_some());
    inquiry.is_installed(&requirement.distribution()) && !has_left
}

/// The requirement that brings a module, and whether it is the project's own. Of a distribution whose
/// versions of today do not have the module any more, one before them is required, unless the project sets a limit.
fn requirement(workspace: &dyn Workspace, module: &str) -> Option<(Requirement, bool)> {
    let (stated, is_declared) = stated_or_known(workspace, module)?;
    match provider(module).and_then(|provider| provider.left_in) {
        Some(version) if !stated.0.contains(['<', '~']) && !stated.0.contains("==") => {
            let earlier = format!("{}<{version}", stated.distribution());
            Some((Requirement(earlier), false))
        }
        _ => Some((stated, is_declared)),
    }
}

/// The distribution that provides a module, and whether the project declares it. A distribution
/// that is neither declared nor well known is not installed: anyone may have registered its name.
fn stated_or_known(workspace: &dyn Workspace, module: &str) -> Option<(Requirement, bool)> {
    let names = candidates(module);
    let declared = declared(workspace);
    let stated = |name: &String| {
        let mut all = declared.iter();
        all.find(|requirement| requirement.distribution() == *name)
            .cloned()
    };
    if let Some(requirement) = names.iter().find_map(stated) {
        return Some((requirement, true));
    }
    let locked = locked(workspace);
    if let Some(name) = names.into_iter().find(|name| locked.contains(name)) {
        return Some((Requirement(name), true));
    }
    let provider = provider(module).filter(|provider| provider.is_vouched_for)?;
    let name = provider.distributions.into_iter().next()?;
    Some((Requirement(name), false))
}

/// The tool that manages the project's environment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Manager {
    Uv,
    Poetry,
    Pdm,
    Pipenv,
    Pip,
}

/// The manager whose lock file the project has.
fn manager(workspace: &dyn Workspace) -> Manager {
    const LOCKS: &[(&str, Manager)] = &[
        ("uv.lock", Manager::Uv),
        ("poetry.lock", Manager::Poetry),
        ("pdm.lock", Manager::Pdm),
        ("Pipfile.lock", Manager::Pipenv),
        ("Pipfile", Manager::Pipenv),
    ];
    let is_there = |name: &str| RelPath::new(name).is_ok_and(|file| workspace.is_file(&file));
    let known = LOCKS.iter().find(|(name, _)| is_there(name));
    known.map_or(Manager::Pip, |(_, manager)| *manager)
}

impl Manager {
    fn install(self, requirement: &Requirement, is_declared: bool, inquiry: &Inquiry<'_>) -> Option<Command> {
        let name = requirement.0.as_str();
        let words = match (self, is_declared) {
            (Self::Uv, true) => vec!["uv", "sync"],
            (Self::Uv, false) => vec!["uv", "add", name],
            (Self::Poetry, true) => vec!["poetry", "install"],
            (Self::Poetry, false) => vec!["poetry", "add", name],
            (Self::Pdm, true) => vec!["pdm", "install"],
            (Self::Pdm, false) => vec!["pdm", "add", name],
            (Self::Pipenv, true) => vec!["pipenv", "install", "--dev"],
            (Self::Pipenv, false) => vec!["pipenv", "install", name],
            (Self::Pip, _) => return pip(inquiry, &[name]),
        };
        Some(Command::new(words[0], words[1..].iter().copied()))
    }
}

/// pip of the interpreter that the user's command uses.
pub(super) fn pip(inquiry: &Inquiry<'_>, requirements: &[&str]) -> Option<Command> {
    let interpreter = &inquiry.environment()?.facts().interpreter;
    let flags = ["-m", "pip", "install"].iter().chain(requirements).copied();
    let words = interpreter[1..].iter().map(String::as_str).chain(flags);
    Some(Command::new(interpreter[0].clone(), words))
}

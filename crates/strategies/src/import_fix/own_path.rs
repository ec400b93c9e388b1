//! A module of the project that is named correctly and not found: its directory is not on the path.
//!
//! It is never installed from an index, where anyone may have registered its name.

use unbreak_core::{Confidence, DeterminedBy, FileOp, Fix, FixContext, RelPath, SafetyClass};

use super::install::pip;
use crate::invocation::Invocation;
use crate::python::inquiry::Inquiry;
use crate::rule::python::missing_module;
use crate::weights::confidence;

/// Ways to make a directory of modules importable.
pub(super) fn offers(
    strategy: &str,
    inquiry: &Inquiry<'_>,
    context: &FixContext<'_>,
    module: &str,
) -> Vec<Fix> {
    let modules = inquiry.project.modules();
    let Some(own) = modules.file(module).and_then(|file| modules.module(file)) else {
        return Vec::new();
    };
    let reason = format!(
        "'{module}' is a module of the project, in '{}', which is not on the interpreter's path",
        if own.root.is_empty() { "." } else { &own.root }
    );
    let by_conftest = conftest(strategy, context, &own.root);
    let by_install = editable(strategy, inquiry, context);
    let fixes = by_conftest.into_iter().chain(by_install);
    fixes.map(|fix| fix.because(reason.clone())).collect()
}

/// A `conftest.py` at the root: pytest loads it before any test below, and puts its directory on the
/// path (its `rootdir/conftest.py` rule). Other directories it adds itself.
fn conftest(strategy: &str, context: &FixContext<'_>, root: &str) -> Option<Fix> {
    let invocations = Invocation::all(context.command, context.workspace);
    let is_pytest = |invocation: &Invocation| matches!(invocation.tool(), "pytest" | "py.test");
    let file = RelPath::new("conftest.py").ok()?;
    if !invocations.iter().any(is_pytest) || context.workspace.is_file(&file) {
        return None;
    }
    let content = if root.is_empty() {
        "\"\"\"Lets the tests import what lies beside this file.\"\"\"\n".to_owned()
    } else {
        format!(
            "\"\"\"Lets the tests import what lies in {root}.\"\"\"\n\nimport sys\nfrom pathlib import Path\n\n\
             sys.path.insert(0, str(Path(__file__).parent / \"{root}\"))\n"
        )
    };
    let mut fix = Fix::new(
        strategy,
        format!("add {file}"),
        Confidence::new(confidence::preferred()),
    )
    .by(missing_module::PATH)
    .evidence(DeterminedBy::Resolution);
    fix.files.push(FileOp::Create { file, content });
    Some(fix)
}

/// A project that can be installed is installed from where it is.
fn editable(strategy: &str, inquiry: &Inquiry<'_>, context: &FixContext<'_>) -> Option<Fix> {
    let is_there = |name: &str| RelPath::new(name).is_ok_and(|file| context.workspace.is_file(&file));
    if !is_there("pyproject.toml") && !is_there("setup.py") {
        return None;
    }
    let mut fix = Fix::new(
        strategy,
        "install the project, editable",
        Confidence::new(confidence::preferred()),
    )
    .by(missing_module::EDITABLE_INSTALL)
    .evidence(DeterminedBy::Resolution)
    .safety(SafetyClass::NeedsApproval);
    fix.commands
        .push(pip(inquiry, &["--no-deps", "--editable", "."])?);
    fix.needs = Some("install".to_owned());
    Some(fix)
}

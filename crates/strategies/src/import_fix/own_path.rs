//! A module of the project that is named correctly and not found: its directory is not on the path, or it is compiled
//! and has not been built.
//!
//! It is never installed from an index, where anyone may have registered its name.

use unbreak_core::{
    Command, Confidence, DeterminedBy, FileOp, Fix, FixContext, RelPath, SafetyClass, Workspace,
};

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
    if let Some(recipe) = recipe_of_extension(inquiry, context.workspace, module) {
        let reason = format!("{recipe} builds the extension module '{module}'");
        let fix = editable(strategy, inquiry, context);
        return fix.into_iter().map(|fix| fix.because(reason.clone())).collect();
    }
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

/// The file that builds a compiled module of one of the project's packages, of which there is no module yet.
pub(super) fn recipe_of_extension(
    inquiry: &Inquiry<'_>,
    workspace: &dyn Workspace,
    module: &str,
) -> Option<&'static str> {
    const RECIPES: [&str; 5] = [
        "setup.py",
        "setup.cfg",
        "pyproject.toml",
        "meson.build",
        "CMakeLists.txt",
    ];
    let (package, name) = module.rsplit_once('.')?;
    let modules = inquiry.project.modules();
    if !modules.has(package) || modules.has(module) {
        return None;
    }
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let builds = |recipe: &&str| {
        let file = RelPath::new(recipe).ok();
        let text = file.and_then(|file| workspace.read_text(&file).ok());
        text.is_some_and(|text| text.split(|c| !is_word(c)).any(|word| word == name))
    };
    RECIPES.into_iter().find(builds)
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
    fix.commands.push(build(inquiry)?);
    fix.needs = Some("install".to_owned());
    Some(fix)
}

/// The command that builds the project and lets the interpreter import it from where it is.
pub(super) fn build(inquiry: &Inquiry<'_>) -> Option<Command> {
    pip(inquiry, &["--no-deps", "--editable", "."])
}

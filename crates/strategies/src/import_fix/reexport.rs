//! A name that a module should hand on: a package's `__init__` from one of its modules, or one that promises it.

use ruff_python_ast::{Expr, Stmt};
use ruff_text_size::Ranged;
use unbreak_core::policy::guard::is_test_file;
use unbreak_core::{DeterminedBy, Edit, Evidence, FixError};

use super::missing_member::MissingMember;
use super::reference::refer;
use crate::offer::Offer;
use crate::python::imports::{Wanted, imported};
use crate::python::project::Project;
use crate::python::source::Source;
use crate::weights::confidence;

/// The import that the `__init__` of a package of the project is missing, if the name is defined in the module.
///
/// `__all__` promises it, also where the name moved to a module beside this one. Where the package hands on other names and only a test asks for this one, the test may
/// say what the package should have, or may have been left behind.
pub(super) fn offer(missing: &MissingMember<'_>, home: &str) -> Result<Option<Offer>, FixError> {
    let project = &missing.inquiry.project;
    let (package, name) = (missing.module.as_str(), missing.import.name());
    let importer = missing.parsed.source.file();
    let is_below = |module: &str| {
        module
            .strip_prefix(package)
            .is_some_and(|rest| rest.starts_with('.'))
    };
    let is_inside = |module: &str| module == package || is_below(module);
    let is_own = project
        .modules()
        .module(importer)
        .is_some_and(|module| is_inside(&module.name));
    let Some(parsed) = project.module(package) else {
        return Ok(None);
    };
    let source = &parsed.source;
    let is_promised = promises(source, name);
    let is_package = is_below(home) && source.file().file_name() == "__init__.py";
    if is_own || !(is_package || is_promised && !loads(project, home, package)) || !source.is_intact() {
        return Ok(None);
    }
    let imports = imported(source);
    let hands_on = || {
        let mut targets = imports
            .iter()
            .filter_map(|import| import.absolute_module(source.file(), project.modules()));
        targets.any(|module| is_below(&module))
    };
    if !(is_promised || is_test_file(importer) && hands_on()) {
        return Ok(None);
    }
    let mut evidence = Evidence::new(DeterminedBy::Resolution);
    evidence.may_change_meaning = !is_promised;
    let wanted = Wanted::member(refer(project, source.file(), home), name);
    Ok(Some(Offer {
        rule: crate::rule::python::missing_export::REEXPORT,
        title: format!("re-export '{name}' of {home} from {package}"),
        reason: match is_promised {
            true => format!("`__all__` of {package} lists '{name}', which {home} defines"),
            false => format!("{package} re-exports other names of its modules, and a test uses '{name}'"),
        },
        confidence: confidence::only(),
        evidence,
        edits: [missing.inquiry.add_import(source, &wanted)?]
            .into_iter()
            .chain(listed(source, name)?.filter(|_| !is_promised))
            .collect(),
    }))
}

/// Returns whether a module imports another.
fn loads(project: &Project<'_>, module: &str, other: &str) -> bool {
    project.module(module).is_some_and(|parsed| {
        let source = &parsed.source;
        let imports = imported(source);
        let mut modules = imports
            .iter()
            .filter_map(|import| import.absolute_module(source.file(), project.modules()));
        modules.any(|module| module == other)
    })
}

/// The name in the list that is the `__all__` of a module: in its place if the list is sorted, or else at the end.
fn listed(source: &Source, name: &str) -> Result<Option<Edit>, FixError> {
    let lists = source.body().iter().filter_map(|statement| match statement {
        Stmt::Assign(assign) if assign.targets.iter().any(is_all) => assign.value.as_list_expr(),
        Stmt::AnnAssign(assign) if is_all(&assign.target) => assign.value.as_deref()?.as_list_expr(),
        _ => None,
    });
    let Some((list, last)) = lists.last().and_then(|list| Some((list, list.elts.last()?))) else {
        return Ok(None);
    };
    let text = |item: &Expr| source.slice(item).trim_matches(['"', '\'']).to_owned();
    let quote = &source.slice(last)[..1];
    let is_sorted = list.elts.is_sorted_by_key(text);
    let behind = list
        .elts
        .iter()
        .find(|item| is_sorted && text(item).as_str() > name);
    let neighbour = behind.unwrap_or(last);
    let line = source.line(source.line_of(neighbour.start())).unwrap_or_default();
    let before = &source.text()[line.start..neighbour.start().to_usize()];
    let separator = match before.trim().is_empty() {
        true => format!(",{}{before}", source.newline()),
        false => ", ".to_owned(),
    };
    let edit = match behind {
        Some(behind) => source.insert(
            behind.start().to_usize(),
            format!("{quote}{name}{quote}{separator}"),
        )?,
        None => source.insert(last.end().to_usize(), format!("{separator}{quote}{name}{quote}"))?,
    };
    Ok(Some(edit))
}

fn is_all(target: &Expr) -> bool {
    matches!(target, Expr::Name(target) if target.id == "__all__")
}

/// Returns whether the `__all__` of a module lists a name.
fn promises(source: &Source, name: &str) -> bool {
    source.body().iter().any(|statement| {
        let value = match statement {
            Stmt::Assign(assign) if assign.targets.iter().any(is_all) => Some(&*assign.value),
            Stmt::AnnAssign(assign) if is_all(&assign.target) => assign.value.as_deref(),
            Stmt::AugAssign(assign) if is_all(&assign.target) => Some(&*assign.value),
            _ => None,
        };
        let listed = match value {
            Some(Expr::List(list)) => list.elts.as_slice(),
            Some(Expr::Tuple(tuple)) => tuple.elts.as_slice(),
            _ => &[],
        };
        listed
            .iter()
            .any(|item| matches!(item, Expr::StringLiteral(text) if text.value.to_str() == name))
    })
}

//! Side effects of an unused import: a module of the project may be imported for what it does.

use ruff_python_ast::{Decorator, Expr, Stmt, StmtClassDef};
use unbreak_core::{RelPath, Workspace};

use super::unused::import_at;
use crate::python::project::Project;

/// Decorators and base classes that register nothing, by the last part of their names.
const HARMLESS: &[&str] = &[
    "ABC",
    "Enum",
    "Exception",
    "Flag",
    "Generic",
    "IntEnum",
    "NamedTuple",
    "Protocol",
    "RuntimeError",
    "StrEnum",
    "TypedDict",
    "ValueError",
    "cache",
    "contextmanager",
    "dataclass",
    "dict",
    "final",
    "list",
    "lru_cache",
    "object",
    "overload",
    "str",
    "total_ordering",
    "unique",
    "wraps",
];

/// Returns whether the import of `name` on a line of a file runs a module of the project that does more
/// than define things.
pub(super) fn of_import(workspace: &dyn Workspace, file: &RelPath, line: u32, name: &str) -> bool {
    let project = Project::of(workspace);
    let Some(parsed) = project.parsed(file) else {
        return false;
    };
    let Some(import) = import_at(&parsed.source, line, name) else {
        return false;
    };
    let modules = project.modules();
    let names = [
        import.absolute_module(file, modules),
        import.target(file, modules),
    ];
    let run = names
        .into_iter()
        .flatten()
        .filter_map(|name| project.module(&name));
    run.into_iter()
        .any(|module| module.source.body().iter().any(acts))
}

/// Returns whether a statement of a module does something beyond binding a name of its own.
fn acts(statement: &Stmt) -> bool {
    match statement {
        Stmt::Import(_) | Stmt::ImportFrom(_) | Stmt::Pass(_) | Stmt::TypeAlias(_) => false,
        Stmt::FunctionDef(function) => registers(&function.decorator_list),
        Stmt::ClassDef(class) => {
            registers(&class.decorator_list) || bases(class).any(|base| !is_harmless(base))
        }
        Stmt::Assign(assign) => !assign
            .targets
            .iter()
            .all(|target| matches!(target, Expr::Name(_) | Expr::Tuple(_))),
        Stmt::AnnAssign(assign) => !assign.target.is_name_expr(),
        Stmt::Expr(expression) => !expression.value.is_literal_expr(),
        Stmt::If(condition) => {
            let alternatives = condition.elif_else_clauses.iter();
            alternatives
                .flat_map(|clause| &clause.body)
                .chain(&condition.body)
                .any(acts)
        }
        Stmt::Try(attempt) => attempt.body.iter().any(acts),
        _ => true,
    }
}

fn registers(decorators: &[Decorator]) -> bool {
    decorators
        .iter()
        .any(|decorator| !is_harmless(&decorator.expression))
}

fn bases(class: &StmtClassDef) -> impl Iterator<Item = &Expr> {
    let arguments = class.arguments.as_deref();
    arguments.into_iter().flat_map(|arguments| &arguments.args)
}

fn is_harmless(expression: &Expr) -> bool {
    let name = match expression {
        Expr::Call(call) => return is_harmless(&call.func),
        Expr::Subscript(subscript) => return is_harmless(&subscript.value),
        Expr::Name(name) => name.id.as_str(),
        Expr::Attribute(attribute) => attribute.attr.as_str(),
        _ => return false,
    };
    HARMLESS.contains(&name) || name.ends_with("Error")
}

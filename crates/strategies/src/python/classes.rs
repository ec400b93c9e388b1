//! Classes of the project and the attributes of their instances.

use std::collections::BTreeMap;
use std::sync::Arc;

use ruff_python_ast::{AnyNodeRef, Expr, ExprContext, Parameters, Stmt, StmtClassDef, StmtFunctionDef};

use ruff_text_size::Ranged;

use super::imports::imported;
use super::project::{Parsed, Project};
use super::source::each_node;

/// Bases are followed this deep.
const DEPTH: usize = 8;

/// The attributes of a class of the project, including those of its bases in the project.
#[derive(Debug, Default)]
pub(crate) struct Class {
    /// Attributes by name.
    pub(crate) members: BTreeMap<String, Member>,
    /// Absolute dotted names of bases that are not the project's.
    pub(crate) foreign_bases: Vec<String>,
    /// The parameters of its constructor, `self` aside.
    pub(crate) constructor: Vec<Parameter>,
}

/// The kind of an attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Member {
    Method,
    /// An attribute, a property, an enumeration's value.
    Value,
}

/// A parameter of a function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Parameter {
    pub(crate) name: String,
    /// Whether a call may leave it out.
    pub(crate) is_optional: bool,
    /// Whether it takes all remaining keywords.
    pub(crate) is_rest: bool,
}

/// The classes with a name, those that `near` defines or imports first.
pub(crate) fn classes(project: &Project<'_>, name: &str, near: &Parsed) -> Vec<Class> {
    let mut homes = project.mentioning(name);
    let imports = imported(&near.source);
    let module = imports.iter().find(|import| import.bound() == name);
    let module = module.and_then(|import| import.absolute_module(near.source.file(), project.modules()));
    let home = module.and_then(|module| project.modules().file(&module).cloned());
    homes.sort_by_key(|parsed| {
        let file = parsed.source.file();
        (file != near.source.file(), Some(file) != home.as_ref())
    });
    let mut found = Vec::new();
    for parsed in homes {
        parsed.source.each_statement(|statement| {
            if let Stmt::ClassDef(class) = statement
                && class.name.as_str() == name
            {
                let mut described = Class::default();
                describe(project, &parsed, class, DEPTH, &mut described);
                found.push(described);
            }
        });
    }
    found
}

/// The class statement that a byte is in, the innermost.
pub(crate) fn enclosing_class(parsed: &Parsed, offset: ruff_text_size::TextSize) -> Option<&StmtClassDef> {
    let mut innermost = None;
    parsed.source.each_statement(|statement| {
        if let Stmt::ClassDef(class) = statement
            && class.range.contains(offset)
        {
            innermost = Some(class);
        }
    });
    innermost
}

/// The attributes that a class statement and its bases define.
pub(crate) fn class_of(project: &Project<'_>, parsed: &Arc<Parsed>, class: &StmtClassDef) -> Class {
    let mut described = Class::default();
    describe(project, parsed, class, DEPTH, &mut described);
    described
}

/// The attributes that the bases of a class statement define.
pub(crate) fn bases_of(project: &Project<'_>, parsed: &Arc<Parsed>, class: &StmtClassDef) -> Class {
    let mut described = Class::default();
    for base in class.arguments.iter().flat_map(|arguments| &arguments.args) {
        describe_base(project, parsed, base, DEPTH, &mut described);
    }
    described
}

fn describe(
    project: &Project<'_>,
    parsed: &Arc<Parsed>,
    class: &StmtClassDef,
    depth: usize,
    into: &mut Class,
) {
    let bases = class.arguments.iter().flat_map(|arguments| &arguments.args);
    for base in bases {
        describe_base(project, parsed, base, depth, into);
    }
    let is_record = makes_constructor(class);
    for statement in &class.body {
        match statement {
            Stmt::FunctionDef(function) => method(function, into),
            Stmt::Assign(assignment) => assignment.targets.iter().for_each(|target| value(target, into)),
            Stmt::AnnAssign(assignment) => {
                value(&assignment.target, into);
                if let (true, Expr::Name(field)) = (is_record, &*assignment.target) {
                    into.constructor.push(Parameter {
                        name: field.id.to_string(),
                        is_optional: assignment.value.is_some(),
                        is_rest: false,
                    });
                }
            }
            Stmt::ClassDef(inner) => {
                into.members.insert(inner.name.to_string(), Member::Method);
            }
            _ => {}
        }
    }
}

/// Returns whether it is a dataclass, or has a base that makes a constructor from annotations.
fn makes_constructor(class: &StmtClassDef) -> bool {
    const BASES: &[&str] = &["NamedTuple", "TypedDict", "BaseModel", "Struct"];
    let decorators = class.decorator_list.iter().map(|decorator| &decorator.expression);
    let is_dataclass = decorators
        .filter_map(last_name)
        .any(|name| matches!(name, "dataclass" | "define" | "frozen" | "attrs" | "s"));
    let bases = class.arguments.iter().flat_map(|arguments| &arguments.args);
    is_dataclass || bases.filter_map(last_name).any(|name| BASES.contains(&name))
}

/// The last name of `a.b.c`, `c` or a call of one of them.
pub(crate) fn last_name(expression: &Expr) -> Option<&str> {
    match expression {
        Expr::Name(name) => Some(name.id.as_str()),
        Expr::Attribute(attribute) => Some(attribute.attr.as_str()),
        Expr::Call(call) => last_name(&call.func),
        Expr::Subscript(subscript) => last_name(&subscript.value),
        _ => None,
    }
}

fn describe_base(project: &Project<'_>, parsed: &Arc<Parsed>, base: &Expr, depth: usize, into: &mut Class) {
    let Some(name) = last_name(base).filter(|_| depth > 0) else {
        return;
    };
    for home in project.mentioning(name) {
        let definition = home.source.body().iter().find_map(|statement| {
            statement
                .as_class_def_stmt()
                .filter(|class| class.name.as_str() == name)
        });
        if let Some(class) = definition {
            describe(project, &home, class, depth - 1, into);
            return;
        }
    }
    let written = parsed.source.slice(base);
    let first = written.split('.').next().unwrap_or_default();
    let imports = imported(&parsed.source);
    let import = imports.iter().find(|import| import.bound() == first);
    let target = import.and_then(|import| import.target(parsed.source.file(), project.modules()));
    let rest = &written[first.len()..];
    let dotted = target.map_or(format!("builtins.{written}"), |target| format!("{target}{rest}"));
    into.foreign_bases.push(dotted);
}

fn method(function: &StmtFunctionDef, into: &mut Class) {
    let is_property = function.decorator_list.iter().any(|decorator| {
        let name = last_name(&decorator.expression).unwrap_or_default();
        name.ends_with("property") || matches!(name, "setter" | "getter" | "deleter")
    });
    let kind = if is_property {
        Member::Value
    } else {
        Member::Method
    };
    into.members.insert(function.name.to_string(), kind);
    if function.name.as_str() == "__init__" {
        into.constructor = parameters(&function.parameters).split_off(1.min(function.parameters.len()));
    }
    let receiver = function
        .parameters
        .iter()
        .next()
        .map(|first| first.name().as_str());
    let mut updated = Vec::new(); // `self.x += 1` needs an `x`, it makes none
    each_node(&function.body, |node| {
        if let AnyNodeRef::StmtAugAssign(update) = node {
            updated.push(update.target.range());
        }
        if let AnyNodeRef::ExprAttribute(attribute) = node
            && attribute.ctx == ExprContext::Store
            && !updated.contains(&attribute.range)
            && matches!(&*attribute.value, Expr::Name(name) if Some(name.id.as_str()) == receiver)
        {
            into.members
                .entry(attribute.attr.to_string())
                .or_insert(Member::Value);
        }
    });
}

fn value(target: &Expr, into: &mut Class) {
    match target {
        Expr::Name(name) => {
            into.members.insert(name.id.to_string(), Member::Value);
        }
        Expr::Tuple(tuple) => tuple.elts.iter().for_each(|element| value(element, into)),
        _ => {}
    }
}

/// The parameters of a function that can be passed by keyword, and the rest.
pub(crate) fn parameters(parameters: &Parameters) -> Vec<Parameter> {
    let named = parameters
        .args
        .iter()
        .chain(&parameters.kwonlyargs)
        .map(|parameter| Parameter {
            name: parameter.name().to_string(),
            is_optional: parameter.default.is_some(),
            is_rest: false,
        });
    let rest = parameters.kwarg.as_ref().map(|rest| Parameter {
        name: rest.name().to_string(),
        is_optional: true,
        is_rest: true,
    });
    named.chain(rest).collect()
}

//! The project's functions, as a call sees them.

use std::sync::Arc;

use ruff_python_ast::{
    AnyNodeRef, Expr, ExprCall, ParameterWithDefault, Stmt, StmtClassDef, StmtFunctionDef,
};
use ruff_text_size::{Ranged, TextRange};

use crate::python::classes::{classes, last_name};
use crate::python::project::{Parsed, Project};
use crate::python::source::{Source, each_node};

/// A function or method of the project.
pub(super) struct Function {
    pub(super) home: Arc<Parsed>,
    /// The statement's bytes; none of a constructor that a decorator makes.
    pub(super) range: Option<TextRange>,
    /// The positional parameters, without the instance or class that a method is called on.
    pub(super) positional: Vec<Parameter>,
    pub(super) keyword_only: Vec<Parameter>,
    /// Whether it takes all remaining arguments (`*args`, `**kwargs`).
    pub(super) takes_rest: bool,
    pub(super) is_method: bool,
    pub(super) is_async: bool,
    /// Whether it is read like a value.
    pub(super) is_property: bool,
}

/// A parameter.
#[derive(Debug, Clone)]
pub(super) struct Parameter {
    pub(super) name: String,
    pub(super) annotation: Option<String>,
    pub(super) is_optional: bool,
}

impl Function {
    /// The statement that defines it; none for a constructor that a decorator makes.
    pub(super) fn definition(&self) -> Option<&StmtFunctionDef> {
        let mut found = None;
        self.home.source.each_statement(|statement| {
            if let Stmt::FunctionDef(own) = statement
                && Some(own.range) == self.range
            {
                found = Some(own);
            }
        });
        found
    }

    /// The number of required arguments.
    pub(super) fn required(&self) -> usize {
        let all = self.positional.iter().chain(&self.keyword_only);
        all.filter(|parameter| !parameter.is_optional).count()
    }
}

/// The functions and methods with a name; for a class, its methods and its constructor. Those in
/// the same file come first, and are the only ones if there are any.
pub(super) fn functions(
    project: &Project<'_>,
    near: &Arc<Parsed>,
    name: &str,
    class: Option<&str>,
) -> Vec<Function> {
    let mut found = Vec::new();
    for home in project.mentioning(name) {
        home.source.each_statement(|statement| match statement {
            Stmt::ClassDef(owner) => {
                let owner_name = owner.name.as_str();
                let is_owner = class.is_none_or(|class| class == owner_name);
                for method in owner.body.iter().filter_map(Stmt::as_function_def_stmt) {
                    let method_name = method.name.as_str();
                    let constructs = method_name == "__init__" && owner_name == name;
                    if constructs || is_owner && method_name == name {
                        found.push(describe(&home, method, Some(owner)));
                    }
                }
            }
            Stmt::FunctionDef(function)
                if class.is_none() && function.name.as_str() == name && !is_method(&home, function) =>
            {
                found.push(describe(&home, function, None));
            }
            _ => {}
        });
    }
    if found.is_empty() {
        found.extend(generated_constructor(project, near, name));
    }
    let here = |function: &Function| function.home.source.file() == near.source.file();
    if found.iter().any(here) {
        found.retain(here);
    }
    found
}

fn is_method(home: &Parsed, function: &StmtFunctionDef) -> bool {
    let mut is_method = false;
    home.source.each_statement(|statement| {
        if let Stmt::ClassDef(class) = statement {
            is_method |= class.body.iter().any(|own| own.range() == function.range());
        }
    });
    is_method
}

/// The constructor parameters of a dataclass or similar class.
fn generated_constructor(project: &Project<'_>, near: &Arc<Parsed>, name: &str) -> Option<Function> {
    let class = classes(project, name, near).into_iter().next()?;
    let parameters = class.constructor.iter().filter(|parameter| !parameter.is_rest);
    let parameter = |it: &crate::python::classes::Parameter| Parameter {
        name: it.name.clone(),
        annotation: None,
        is_optional: it.is_optional,
    };
    let positional: Vec<Parameter> = parameters.map(parameter).collect();
    (!positional.is_empty()).then(|| Function {
        home: Arc::clone(near),
        range: None,
        positional,
        keyword_only: Vec::new(),
        takes_rest: class.constructor.iter().any(|parameter| parameter.is_rest),
        is_method: true,
        is_async: false,
        is_property: false,
    })
}

fn describe(home: &Arc<Parsed>, function: &StmtFunctionDef, class: Option<&StmtClassDef>) -> Function {
    let source = &home.source;
    let decorators: Vec<&str> = function
        .decorator_list
        .iter()
        .filter_map(|decorator| last_name(&decorator.expression))
        .collect();
    let has_receiver = class.is_some() && !decorators.contains(&"staticmethod");
    let parameters = &function.parameters;
    let by_position = parameters.posonlyargs.iter().chain(&parameters.args);
    let describe = |parameter: &ParameterWithDefault| self::parameter(source, parameter);
    Function {
        home: Arc::clone(home),
        range: Some(function.range),
        positional: by_position
            .skip(usize::from(has_receiver))
            .map(describe)
            .collect(),
        keyword_only: parameters.kwonlyargs.iter().map(describe).collect(),
        takes_rest: parameters.vararg.is_some() || parameters.kwarg.is_some(),
        is_method: has_receiver,
        is_async: function.is_async,
        is_property: decorators.iter().any(|name| name.ends_with("property")),
    }
}

fn parameter(source: &Source, parameter: &ParameterWithDefault) -> Parameter {
    let annotation = parameter.parameter.annotation.as_deref();
    Parameter {
        name: parameter.name().to_string(),
        annotation: annotation.map(|annotation| source.slice(annotation).to_owned()),
        is_optional: parameter.default.is_some(),
    }
}

/// The calls in a file of what has this name, whatever it belongs to.
pub(super) fn calls_of<'p>(home: &'p Parsed, called: &str) -> Vec<&'p ExprCall> {
    let mut calls = Vec::new();
    home.source.each_node(|node| {
        if let AnyNodeRef::ExprCall(call) = node
            && last_name(&call.func) == Some(called)
        {
            calls.push(call);
        }
    });
    calls
}

/// The values that a function returns, except those of nested functions.
pub(super) fn returned(function: &StmtFunctionDef) -> Vec<&Expr> {
    let mut inner: Vec<TextRange> = Vec::new();
    let mut values = Vec::new();
    each_node(&function.body, |node| match node {
        AnyNodeRef::StmtFunctionDef(def) => inner.push(def.range),
        AnyNodeRef::ExprLambda(lambda) => inner.push(lambda.range),
        AnyNodeRef::StmtReturn(statement) => {
            let is_own = !inner.iter().any(|range| range.contains_range(statement.range));
            values.extend(statement.value.as_deref().filter(|_| is_own));
        }
        _ => {}
    });
    values
}

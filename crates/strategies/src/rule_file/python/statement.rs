//! Import statements, some of whose names moved.

use ruff_python_ast::Stmt;
use ruff_text_size::Ranged;
use unbreak_core::{Edit, FixError};

use super::names::Path;
use crate::python::imports::remove::remove_statement;
use crate::python::imports::{Imported, Wanted};
use crate::python::source::Source;

/// The change to one imported name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Outcome {
    /// The import that takes its place; none where the new name needs none.
    pub(super) wanted: Option<Wanted>,
    /// The name that the file reads from now on.
    pub(super) bound: Option<String>,
}

impl Outcome {
    pub(super) fn of(import: &Imported<'_>, new: &Path, is_builtin: impl Fn(&str) -> bool) -> Self {
        let alias = import.alias.asname.as_ref().map(ToString::to_string);
        let (parent, last) = new.split_last();
        if import.from.is_some() && parent.len() == 0 && is_builtin(last) {
            return Self {
                wanted: None,
                bound: Some(last.to_owned()),
            };
        }
        let bound = alias.clone().unwrap_or_else(|| last.to_owned());
        let wanted = if import.from.is_some() && parent.len() > 0 {
            Wanted::member(parent.to_string(), last).bound_to(&bound)
        } else {
            let module = Wanted::module(new.to_string());
            match alias {
                Some(alias) => module.bound_to(&alias),
                None => module,
            }
        };
        Self {
            wanted: Some(wanted),
            bound: Some(bound),
        }
    }
}

/// The edits that make a statement import what it imports now; names that stay keep their order.
pub(super) fn rebuild(
    source: &Source,
    parts: &[(Imported<'_>, Option<&Outcome>)],
) -> Result<Vec<Edit>, FixError> {
    let Some((first, _)) = parts.first() else {
        return Ok(Vec::new());
    };
    let statement = first.statement;
    let module = first.module();
    // A member that is another one of the same module: only its name changes.
    let renamed = |outcome: &Option<&Outcome>| {
        let wanted = outcome.as_ref()?.wanted.as_ref()?;
        wanted.member.as_ref().filter(|_| wanted.module == module)?;
        Some(member_of(wanted))
    };
    if parts
        .iter()
        .all(|(_, outcome)| outcome.is_none() || renamed(outcome).is_some())
    {
        let changed = parts
            .iter()
            .filter_map(|(import, outcome)| Some((import, renamed(outcome)?)));
        return changed
            .map(|(import, name)| source.replace(import.alias, name))
            .collect();
    }
    let text = source.slice(statement);
    let separator = separator(source, statement);
    let mut lines = Vec::new();
    let stays = |(import, outcome): &(Imported<'_>, Option<&Outcome>)| match outcome {
        None => Some(source.slice(import.alias).to_owned()),
        Some(_) => renamed(outcome),
    };
    // Two old names may have become one.
    let mut kept: Vec<String> = Vec::new();
    for name in parts.iter().filter_map(stays) {
        if !kept.contains(&name) {
            kept.push(name);
        }
    }
    if !kept.is_empty() {
        let kept: Vec<&str> = kept.iter().map(String::as_str).collect();
        lines.push(written(first, &kept, text.contains('\n'), source));
    }
    let moved: Vec<&Wanted> = parts
        .iter()
        .filter(|part| stays(part).is_none())
        .filter_map(|(_, outcome)| outcome.and_then(|outcome| outcome.wanted.as_ref()))
        .collect();
    let mut modules: Vec<(&str, Vec<String>)> = Vec::new();
    for wanted in moved {
        let member = wanted.member.as_ref().map(|_| member_of(wanted));
        let Some(member) = member else {
            lines.push(wanted.to_string());
            continue;
        };
        match modules.iter_mut().find(|(module, _)| *module == wanted.module) {
            Some((_, members)) if members.contains(&member) => {}
            Some((_, members)) => members.push(member),
            None => modules.push((&wanted.module, vec![member])),
        }
    }
    for (module, members) in modules {
        let members: Vec<&str> = members.iter().map(String::as_str).collect();
        let spread = text.contains('\n') && members.len() > 1;
        lines.push(from(
            module,
            &members,
            spread,
            source.newline(),
            source.indentation(statement.start()),
        ));
    }
    match lines.is_empty() {
        true => Ok(vec![remove_statement(source, statement)?]),
        false => Ok(vec![source.replace(statement, lines.join(&separator))?]),
    }
}

/// `member as alias`
fn member_of(wanted: &Wanted) -> String {
    let whole = wanted.to_string();
    whole
        .split_once(" import ")
        .map_or_else(String::new, |(_, name)| name.to_owned())
}

/// The separator between two statements that replace one.
fn separator(source: &Source, statement: &Stmt) -> String {
    let line = source.whole_lines(statement);
    let before = &source.text()[line.start..statement.start().to_usize()];
    match before.trim().is_empty() {
        true => format!("{}{}", source.newline(), source.indentation(statement.start())),
        false => "; ".to_owned(),
    }
}

fn written(import: &Imported<'_>, names: &[&str], spread: bool, source: &Source) -> String {
    match import.from {
        Some(_) => {
            let indent = source.indentation(import.statement.start());
            from(&import.module(), names, spread, source.newline(), indent)
        }
        None => format!("import {}", names.join(", ")),
    }
}

fn from(module: &str, names: &[&str], spread: bool, newline: &str, indent: &str) -> String {
    if !spread {
        return format!("from {module} import {}", names.join(", "));
    }
    let lines: String = names
        .iter()
        .map(|name| format!("{indent}    {name},{newline}"))
        .collect();
    format!("from {module} import ({newline}{lines}{indent})")
}

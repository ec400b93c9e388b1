//! Fields of a dataclass: a required one behind one with a default, and a default that all instances would share.

use ruff_python_ast::{AnyNodeRef, Expr, Stmt, StmtAnnAssign, StmtClassDef};
use ruff_text_size::Ranged;
use unbreak_core::{DeterminedBy, Edit, Fact, FixError};

use super::Rule;
use super::place::Place;
use crate::proposal::{Offer, guess, safe};
use crate::python::classes::last_name;
use crate::weights::confidence;

pub(super) static ORDER: Rule = Rule {
    action: "move the field before those with defaults",
    answers: |fact| matches!(fact, Fact::FieldOrder { .. }),
    offers: ordered,
};

pub(super) static FACTORY: Rule = Rule {
    action: "make the default anew for each instance",
    answers: |fact| matches!(fact, Fact::SharedDefault { .. }),
    offers: made_anew,
};

fn ordered(place: &Place<'_>) -> Result<Vec<Offer>, FixError> {
    let Fact::FieldOrder { name } = place.fact else {
        return Ok(Vec::new());
    };
    let Some(class) = class_with(place, name) else {
        return Ok(Vec::new());
    };
    let fields: Vec<&StmtAnnAssign> = fields(class).collect();
    // A default that a base class sets cannot be moved.
    let Some(first) = fields.iter().position(|field| field.value.is_some()) else {
        return Ok(Vec::new());
    };
    let source = &place.parsed.source;
    let needed = fields[first..].iter().filter(|field| field.value.is_none());
    let mut edits = Vec::new();
    let mut moved = String::new();
    for field in needed {
        let lines = source.whole_lines(*field);
        moved.push_str(&source.text()[lines.clone()]);
        edits.push(source.replace_bytes(lines, "")?);
    }
    let at = source.whole_lines(fields[first]).start;
    edits.insert(0, source.insert(at, moved)?);
    let title = format!("move '{name}' before the fields with defaults");
    let reason = "a field without a default may not follow one that has one";
    // A call by position would give its values to other fields.
    let offer = match is_called_by_position(place, class.name.as_str(), first) {
        true => guess(title, reason, confidence::preferred(), edits),
        false => Offer {
            evidence: DeterminedBy::Convention.into(),
            ..safe(title, reason, confidence::resolved(), edits)
        },
    };
    Ok(vec![offer])
}

/// Returns whether a call of a class passes more values by position than this.
fn is_called_by_position(place: &Place<'_>, class: &str, most: usize) -> bool {
    let mut is_called = false;
    for parsed in place.project.mentioning(class) {
        parsed.source.each_node(|node| {
            if let AnyNodeRef::ExprCall(call) = node
                && last_name(&call.func) == Some(class)
            {
                is_called |= call.arguments.args.len() > most;
            }
        });
    }
    is_called
}

fn made_anew(place: &Place<'_>) -> Result<Vec<Offer>, FixError> {
    let Fact::SharedDefault { name, .. } = place.fact else {
        return Ok(Vec::new());
    };
    let field = class_with(place, name).and_then(|class| fields(class).find(|field| is_named(field, name)));
    let (Some(value), Some((function, import))) = (
        field.and_then(|field| field.value.as_deref()),
        field_function(place)?,
    ) else {
        return Ok(Vec::new());
    };
    let factory = match value {
        Expr::List(list) if list.elts.is_empty() => "list".to_owned(),
        Expr::Dict(dict) if dict.items.is_empty() => "dict".to_owned(),
        Expr::Call(call) if call.arguments.is_empty() => place.slice(&*call.func).to_owned(),
        _ => format!("lambda: {}", place.slice(value)),
    };
    let text = format!("{function}(default_factory={factory})");
    let edits = [place.replace(value.range(), text.clone())?]
        .into_iter()
        .chain(import);
    let offer = safe(
        format!("write '{text}'"),
        format!("the instances would share the default of '{name}'"),
        confidence::stated(),
        edits.collect(),
    );
    Ok(vec![Offer {
        evidence: DeterminedBy::Message.into(),
        ..offer
    }])
}

/// The name of `dataclasses.field` in the file, and the edit that imports it if need be.
fn field_function(place: &Place<'_>) -> Result<Option<(&'static str, Option<Edit>)>, FixError> {
    let source = &place.parsed.source;
    for statement in source.body() {
        match statement {
            Stmt::ImportFrom(own) if own.module.as_deref() == Some("dataclasses") => {
                let (Some(last), None) = (
                    own.names.last(),
                    own.names.iter().find(|name| &*name.name == "field"),
                ) else {
                    return Ok(Some(("field", None)));
                };
                let import = source.insert(last.end().to_usize(), ", field")?;
                return Ok(Some(("field", Some(import))));
            }
            Stmt::Import(own)
                if own
                    .names
                    .iter()
                    .any(|name| &*name.name == "dataclasses" && name.asname.is_none()) =>
            {
                return Ok(Some(("dataclasses.field", None)));
            }
            _ => {}
        }
    }
    Ok(None)
}

/// The innermost class around the place that declares a field.
fn class_with<'p>(place: &Place<'p>, name: &str) -> Option<&'p StmtClassDef> {
    let source = &place.parsed.source;
    let mut found = None;
    source.each_statement(|statement| {
        if let Stmt::ClassDef(class) = statement {
            let lines = source.line_of(class.start())..=source.line_of(class.end());
            if lines.contains(&place.line) && fields(class).any(|field| is_named(field, name)) {
                found = Some(class);
            }
        }
    });
    found
}

fn fields(class: &StmtClassDef) -> impl Iterator<Item = &StmtAnnAssign> {
    class.body.iter().filter_map(Stmt::as_ann_assign_stmt)
}

fn is_named(field: &StmtAnnAssign, name: &str) -> bool {
    field
        .target
        .as_name_expr()
        .is_some_and(|own| own.id.as_str() == name)
}

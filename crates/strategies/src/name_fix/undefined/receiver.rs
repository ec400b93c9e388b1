//! A name that is an attribute: `count` where `self.count` is meant.

use std::collections::BTreeMap;

use ruff_python_ast::{AnyNodeRef, Expr, Stmt, StmtClassDef, StmtFunctionDef};
use unbreak_core::{Edit, FixError};

use super::Undefined;
use crate::offer::Offer;
use crate::python::classes::{Member, class_of, enclosing_class};
use crate::python::closeness::closest;
use crate::python::project::Parsed;
use crate::python::scope::{Reference, Usage};
use crate::python::source::each_node;

/// A method around a reading.
struct Method<'a> {
    class: &'a StmtClassDef,
    /// The name of its first parameter.
    receiver: &'a str,
}

/// What an instance has, as far as can be seen.
struct Instance {
    /// `None` where it is not known whether it is a method.
    members: BTreeMap<String, Option<Member>>,
    /// Whether it may have more, from a base that nobody can look into.
    is_open: bool,
}

impl<'a> Undefined<'a> {
    /// In a method: an attribute of `self` of that name, or of one much like it.
    pub(super) async fn as_attributes(&self, reading: &Reference) -> Result<Vec<Offer>, FixError> {
        let Some(method) = self.method_around(reading) else {
            return Ok(Vec::new());
        };
        let instance = self.instance(&method).await;
        let names = instance.members.keys().map(String::as_str);
        let exact = instance
            .members
            .contains_key(self.name)
            .then_some((self.name, 1.0));
        let unseen = (instance.is_open && exact.is_none()).then_some((self.name, 0.0));
        let mut offers = Vec::new();
        for (name, closeness) in exact
            .into_iter()
            .chain(closest(self.name, names))
            .take(3)
            .chain(unseen)
        {
            let confidence = match closeness {
                1.0 => 0.93,
                0.0 => 0.45,
                closeness => 0.3 + 0.42 * closeness,
            };
            let attribute = format!("{}.{name}", method.receiver);
            let kind = instance.members.get(name).copied().flatten();
            offers.push(Offer {
                edits: self.replace_where_visible(method.receiver, &attribute)?,
                reason: format!(
                    "'{}' is bound nowhere, and is asked of '{}'",
                    self.name, method.receiver
                ),
                title: format!("'{attribute}' instead of '{}'", self.name),
                confidence: confidence + fit(&reading.usage, kind),
            });
        }
        Ok(offers)
    }

    /// The attributes of the method's class: what it and its bases define, and what its methods ask.
    async fn instance(&self, method: &Method<'_>) -> Instance {
        let class = class_of(&self.inquiry.project, self.parsed, method.class);
        let mut members: BTreeMap<String, Option<Member>> = BTreeMap::new();
        each_node(&method.class.body, |node| {
            if let AnyNodeRef::ExprAttribute(asked) = node
                && matches!(&*asked.value, Expr::Name(name) if name.id.as_str() == method.receiver)
            {
                members.insert(asked.attr.to_string(), None);
            }
        });
        let mut is_open = false;
        for base in &class.foreign_bases {
            match self.inquiry.subject(base).await {
                Some(base) => members.extend(base.members.iter().map(|name| (name.clone(), None))),
                None => is_open = true,
            }
        }
        members.extend(
            class
                .members
                .into_iter()
                .map(|(name, member)| (name, Some(member))),
        );
        Instance { members, is_open }
    }

    /// The method that a reading stands in.
    fn method_around(&self, reading: &Reference) -> Option<Method<'a>> {
        let parsed: &'a Parsed = self.parsed;
        let class = enclosing_class(parsed, reading.range.start())?;
        let contains = |function: &&StmtFunctionDef| function.range.contains(reading.range.start());
        let method = class
            .body
            .iter()
            .filter_map(Stmt::as_function_def_stmt)
            .find(contains)?;
        let is_static = method
            .decorator_list
            .iter()
            .any(|decorator| parsed.source.slice(&decorator.expression) == "staticmethod");
        let first = method.parameters.iter().next().filter(|_| !is_static)?;
        let receiver = first.name().as_str();
        matches!(receiver, "self" | "cls").then_some(Method { class, receiver })
    }

    /// Where the name is bound in the function as well, only what was reported is the attribute.
    fn replace_where_visible(&self, receiver: &str, text: &str) -> Result<Vec<Edit>, FixError> {
        let scopes = &self.parsed.scopes;
        let readings = if self.is_bound {
            &self.reported
        } else {
            &self.readings
        };
        let reached = readings
            .iter()
            .filter(|reading| scopes.binding_scope(reading.scope, receiver).is_some());
        reached
            .map(|reading| self.parsed.source.replace(reading.range, text))
            .collect()
    }
}

/// A method is called, a value is not.
fn fit(usage: &Usage, member: Option<Member>) -> f64 {
    match (usage, member) {
        (_, None) => 0.0,
        (Usage::Called, Some(Member::Method)) => 0.03,
        (Usage::Called, Some(Member::Value)) | (_, Some(Member::Method)) => -0.1,
        (_, Some(Member::Value)) => 0.03,
    }
}

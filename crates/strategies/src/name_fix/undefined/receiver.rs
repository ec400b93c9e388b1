//! A name that is an attribute: `count` where `self.count` is meant.

use std::collections::BTreeMap;

use ruff_python_ast::{Stmt, StmtClassDef, StmtFunctionDef};
use unbreak_core::{DeterminedBy, Edit, Evidence, FixError};

use super::Undefined;
use crate::offer::Offer;
use crate::python::classes::{Member, class_of, enclosing_class};
use crate::python::closeness::closest;
use crate::python::inquiry::Inquiry;
use crate::python::project::Parsed;
use crate::python::scope::{Reference, Usage};
use crate::python::slip::is_slip_of_keys;
use crate::weights::{confidence, similarity, usage};

/// A method around a reading.
struct Method<'a> {
    class: &'a StmtClassDef,
    /// The name of its first parameter.
    receiver: &'a str,
}

/// The attributes of an instance: those that its class and bases define or set. An attribute that
/// is only read may be missing there as well.
#[derive(Default)]
struct Instance {
    /// `None` where it is not known whether it is a method.
    members: BTreeMap<String, Option<Member>>,
}

impl Instance {
    /// Adds the attributes of a base outside the project. Only the wanted name is looked up.
    async fn inherit(&mut self, inquiry: &Inquiry<'_>, base: &str, wanted: &str) {
        let Some(subject) = inquiry.subject(base).await else {
            return;
        };
        self.members
            .extend(subject.members.iter().map(|name| (name.clone(), None)));
        if subject.members.contains(wanted) {
            let member = inquiry.subject(&format!("{base}.{wanted}")).await;
            let is_method = member.is_some_and(|member| member.callable);
            let kind = is_method.then_some(Member::Method);
            self.members.insert(wanted.to_owned(), kind);
        }
    }
}

impl<'a> Undefined<'a> {
    /// In a method: an attribute of `self` with that name, or a similar one.
    pub(super) async fn as_attributes(&self, reading: &Reference) -> Result<Vec<Offer>, FixError> {
        let Some(method) = self.method_around(reading) else {
            return Ok(Vec::new());
        };
        if self.is_kept_as_attribute(method.receiver) {
            return Ok(Vec::new());
        }
        let instance = self.instance(&method).await;
        let names = instance.members.keys().map(String::as_str);
        let exact = instance
            .members
            .contains_key(self.name)
            .then_some((self.name, 1.0));
        let close = closest(self.name, names).into_iter();
        let mut offers = Vec::new();
        for (name, closeness) in exact.into_iter().chain(close).take(3) {
            let kind = instance.members.get(name).copied().flatten();
            // A method without its call is not a value.
            if kind == Some(Member::Method) && reading.usage != Usage::Called {
                continue;
            }
            let attribute = format!("{}.{name}", method.receiver);
            let is_slip = is_slip_of_keys(self.inquiry, self.name, name).await;
            offers.push(Offer {
                rule: crate::rule::python::undefined_name::ATTRIBUTE,
                edits: self.replace_where_visible(method.receiver, &attribute)?,
                reason: format!(
                    "'{}' is not defined, and '{}' has '{name}'",
                    self.name, method.receiver
                ),
                title: format!("'{attribute}' instead of '{}'", self.name),
                confidence: fit(&reading.usage, kind)
                    + match closeness {
                        1.0 => confidence::only(),
                        closeness => similarity::unqualified() + similarity::slope() * closeness,
                    },
                evidence: match closeness {
                    1.0 => DeterminedBy::Resolution.into(),
                    _ => Evidence::spelling(true, is_slip && fit(&reading.usage, kind) > 0.0),
                },
            });
        }
        Ok(offers)
    }

    /// Returns whether a reading gives the attribute of the same name its value: `self.count = count`. Then a variable is
    /// missing, and the attribute has nothing to give.
    fn is_kept_as_attribute(&self, receiver: &str) -> bool {
        let target = format!("{receiver}.{} = ", self.name);
        self.readings.iter().any(|reading| {
            let text = self.parsed.source.text();
            let (before, after) = (
                &text[..usize::from(reading.range.start())],
                &text[usize::from(reading.range.end())..],
            );
            before.ends_with(&target) && after.lines().next().is_none_or(|rest| rest.trim().is_empty())
        })
    }

    /// The attributes that the method's class and its bases define and set.
    async fn instance(&self, method: &Method<'_>) -> Instance {
        let class = class_of(&self.inquiry.project, self.parsed, method.class);
        let mut instance = Instance::default();
        for base in &class.foreign_bases {
            instance.inherit(self.inquiry, base, self.name).await;
        }
        let own = class.members.into_iter();
        instance
            .members
            .extend(own.map(|(name, member)| (name, Some(member))));
        instance
    }

    /// The method that a reading is in.
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

    /// Where the name is also bound in the function, only the reported place is the attribute.
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
        (Usage::Called, Some(Member::Method)) => usage::fits(),
        (Usage::Called, Some(Member::Value)) | (_, Some(Member::Method)) => -usage::misfits(),
        (_, Some(Member::Value)) => usage::fits(),
    }
}

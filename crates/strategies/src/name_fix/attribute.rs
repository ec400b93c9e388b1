//! An attribute that its owner does not have.

use std::collections::BTreeMap;
use std::sync::Arc;

use ruff_python_ast::{AnyNodeRef, Expr, ExprAttribute};
use ruff_text_size::{Ranged, TextRange};
use unbreak_core::{Edit, FixError};

use super::spelling::Spelling;
use crate::offer::Offer;
use crate::python::classes::{Class, Member, classes};
use crate::python::closeness::closest;
use crate::python::complaint::Owner;
use crate::python::imports::imported;
use crate::python::inquiry::Inquiry;
use crate::python::project::Parsed;
use crate::python::site::Site;

/// Attributes by name; `None` where it is not known whether they are methods.
type Members = BTreeMap<String, Option<Member>>;

/// So many of the closest attributes are looked into.
const MOST: usize = 5;

/// A missing attribute at one place.
pub(super) struct MissingAttribute<'a> {
    inquiry: &'a Inquiry<'a>,
    parsed: &'a Arc<Parsed>,
    owner: &'a Owner,
    name: &'a str,
    /// The accesses on the reported line.
    accesses: Vec<Access<'a>>,
}

struct Access<'a> {
    expression: &'a ExprAttribute,
    is_called: bool,
}

/// What the owner has, and whether that is from the project's own source.
struct Known {
    members: Members,
    is_own: bool,
}

impl<'a> MissingAttribute<'a> {
    /// The accesses of the attribute on a line; `None` when there are none.
    pub(super) fn at(
        inquiry: &'a Inquiry<'a>,
        parsed: &'a Arc<Parsed>,
        owner: &'a Owner,
        name: &'a str,
        site: &Site,
    ) -> Option<Self> {
        let mut called: Vec<TextRange> = Vec::new();
        let mut accesses = Vec::new();
        parsed.source.each_node(|node| match node {
            AnyNodeRef::ExprCall(call) => called.push(call.func.range()),
            AnyNodeRef::ExprAttribute(expression) if expression.attr.as_str() == name => {
                let lines =
                    parsed.source.line_of(expression.start())..=parsed.source.line_of(expression.end());
                if lines.contains(&site.line) {
                    accesses.push(Access {
                        is_called: called.contains(&expression.range()),
                        expression,
                    });
                }
            }
            _ => {}
        });
        (!accesses.is_empty()).then_some(Self {
            inquiry,
            parsed,
            owner,
            name,
            accesses,
        })
    }

    pub(super) async fn offers(&self, hints: &[String]) -> Result<Vec<Offer>, FixError> {
        let known = self.known().await;
        let public = known
            .members
            .keys()
            .map(String::as_str)
            .filter(|member| self.name.starts_with('_') || !member.starts_with('_'));
        let hinted = hints.iter().map(|hint| (hint.as_str(), 0.95));
        let mut offers = Vec::new();
        for (name, closeness) in hinted.chain(closest(self.name, public)).take(MOST) {
            offers.extend(self.offer(name, closeness, &known).await?);
        }
        if offers.is_empty() {
            offers.extend(self.by_custom()?);
        }
        Ok(offers)
    }

    async fn offer(&self, name: &str, closeness: f64, known: &Known) -> Result<Vec<Offer>, FixError> {
        let is_called = self.accesses.iter().all(|access| access.is_called);
        let fit = match known.members.get(name).copied().flatten() {
            Some(Member::Method) if is_called => 0.04,
            Some(Member::Method) => -0.08,
            Some(Member::Value) if is_called => -0.08,
            Some(Member::Value) => 0.02,
            None => 0.0,
        };
        let mut offer = Offer {
            title: format!("'.{name}' instead of '.{}'", self.name),
            reason: format!("{} has no '{}', and has '{name}'", self.owner_name(), self.name),
            confidence: 0.52 + 0.42 * closeness + fit,
            edits: self.replace(name)?,
        };
        if !known.is_own {
            return Ok(vec![offer]);
        }
        let spelling = Spelling::weigh(self.inquiry, self.name, name, closeness).await;
        offer.confidence = spelling.favours_existing(offer.confidence);
        let rename = spelling.rename_definition()?;
        Ok(std::iter::once(offer).chain(rename).collect())
    }

    fn replace(&self, name: &str) -> Result<Vec<Edit>, FixError> {
        let source = &self.parsed.source;
        let places = self.accesses.iter().map(|access| access.expression.attr.range);
        places.map(|place| source.replace(place, name)).collect()
    }

    fn owner_name(&self) -> String {
        match self.owner {
            Owner::Instance(name) | Owner::Class(name) => name.clone(),
            Owner::Module(name) => name.clone().unwrap_or_else(|| "the module".to_owned()),
            Owner::Unknown => self.receiver().unwrap_or("the object").to_owned(),
        }
    }

    /// What the owner has.
    async fn known(&self) -> Known {
        match self.owner {
            Owner::Instance(name) | Owner::Class(name) => self.known_of_class(name).await,
            Owner::Unknown => self.known_of_class(self.receiver().unwrap_or_default()).await,
            Owner::Module(name) => {
                let module = name.clone().or_else(|| self.receiver_module());
                let module = module.unwrap_or_default();
                let members = self.inquiry.members(&module).await;
                Known {
                    members: members.into_iter().map(|member| (member, None)).collect(),
                    is_own: self.inquiry.project.modules().has(&module),
                }
            }
        }
    }

    async fn known_of_class(&self, name: &str) -> Known {
        let mut own = classes(&self.inquiry.project, name, self.parsed);
        // The class that the tool means is the one that lacks the attribute.
        own.retain(|class| !class.members.contains_key(self.name));
        let is_own = !own.is_empty();
        let foreign = match own.first() {
            Some(class) => class.foreign_bases.clone(),
            None if name.contains('.') => vec![name.to_owned()],
            None => vec![format!("builtins.{name}"), self.imported_class(name)],
        };
        let mut members = own.into_iter().next().map_or_else(Members::new, own_members);
        for base in foreign.iter().filter(|base| !base.is_empty()) {
            if let Some(subject) = self.inquiry.subject(base).await {
                members.extend(subject.members.iter().map(|member| (member.clone(), None)));
            }
        }
        Known { members, is_own }
    }

    /// The dotted name of a class that the file imports.
    fn imported_class(&self, name: &str) -> String {
        let imports = imported(&self.parsed.source);
        let import = imports.iter().find(|import| import.bound() == name);
        let modules = self.inquiry.project.modules();
        let target = import.and_then(|import| import.target(self.parsed.source.file(), modules));
        target.unwrap_or_default()
    }

    /// The name that the attribute is asked of, where it is asked of a name.
    fn receiver(&self) -> Option<&str> {
        match &*self.accesses.first()?.expression.value {
            Expr::Name(name) => Some(name.id.as_str()),
            _ => None,
        }
    }

    /// The module that the receiver was imported as.
    fn receiver_module(&self) -> Option<String> {
        let receiver = self.receiver()?;
        let imports = imported(&self.parsed.source);
        let import = imports.iter().find(|import| import.bound() == receiver)?;
        import.target(self.parsed.source.file(), self.inquiry.project.modules())
    }

    /// Where nothing is known of the owner: what else is asked of the same receiver in the file.
    fn by_custom(&self) -> Result<Vec<Offer>, FixError> {
        let source = &self.parsed.source;
        let receivers: Vec<&str> = self
            .accesses
            .iter()
            .map(|access| source.slice(&*access.expression.value))
            .collect();
        let mut asked = Vec::new();
        source.each_node(|node| {
            if let AnyNodeRef::ExprAttribute(other) = node
                && receivers.contains(&source.slice(&*other.value))
            {
                asked.push(other.attr.as_str());
            }
        });
        let mut offers = Vec::new();
        for (name, closeness) in closest(self.name, asked) {
            offers.push(Offer {
                title: format!("'.{name}' instead of '.{}'", self.name),
                reason: format!("the file asks '{name}' of the same object elsewhere"),
                confidence: 0.35 + 0.4 * closeness,
                edits: self.replace(name)?,
            });
        }
        Ok(offers)
    }
}

fn own_members(class: Class) -> Members {
    class
        .members
        .into_iter()
        .map(|(name, member)| (name, Some(member)))
        .collect()
}

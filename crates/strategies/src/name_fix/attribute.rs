//! An attribute that its owner does not have.

mod foreign;

use std::collections::BTreeMap;
use std::sync::Arc;

use ruff_python_ast::{AnyNodeRef, Expr, ExprAttribute, Stmt, StmtFunctionDef};
use ruff_text_size::{Ranged, TextRange, TextSize};
use unbreak_core::{DeterminedBy, Edit, Evidence, FixError};

use super::Owner;
use super::spelling::Spelling;
use super::undefined::compared;
use crate::offer::Offer;
use crate::python::classes::{Class, Member, bases_of, classes, enclosing_class};
use crate::python::closeness::{closest, is_meant, is_slip};
use crate::python::imports::imported;
use crate::python::inquiry::Inquiry;
use crate::python::project::{Parsed, Project};
use crate::python::removed::is_removed;
use crate::python::site::Site;
use crate::python::slip::is_slip_of_keys;
use crate::weights::{confidence, similarity, usage};

/// Attributes by name; `None` where it is not known whether they are methods.
type Members = BTreeMap<String, Option<Member>>;

/// The number of closest attributes that are examined.
const MOST: usize = 5;

/// A missing attribute at one place.
pub(super) struct MissingAttribute<'a> {
    inquiry: &'a Inquiry<'a>,
    parsed: &'a Arc<Parsed>,
    owner: Owner<'a>,
    name: &'a str,
    /// The accesses on the reported line.
    accesses: Vec<Access<'a>>,
}

struct Access<'a> {
    expression: &'a ExprAttribute,
    is_called: bool,
}

/// The attributes of the owner, and whether they are from the project's own source.
struct Known {
    members: Members,
    is_own: bool,
}

/// Returns whether a value is a variable of the name of an attribute: `_size` and `size` are one.
fn names_itself(value: &Expr, attribute: &str) -> bool {
    value
        .as_name_expr()
        .is_some_and(|value| value.id.as_str().trim_start_matches('_') == attribute.trim_start_matches('_'))
}

/// The only place of the project that reads an attribute of this name: a stack may leave out frames (pytest's
/// `__tracebackhide__`).
pub(super) fn only_access(project: &Project<'_>, name: &str) -> Option<(Arc<Parsed>, Site)> {
    let mut found = Vec::new();
    for parsed in project.mentioning(name) {
        parsed.source.each_node(|node| {
            if let AnyNodeRef::ExprAttribute(access) = node
                && access.attr.as_str() == name
            {
                found.push((parsed.clone(), parsed.source.line_of(access.attr.start())));
            }
        });
    }
    let (parsed, line) = found.pop().filter(|_| found.is_empty())?;
    let site = Site {
        file: parsed.source.file().clone(),
        line,
        column: None,
    };
    Some((parsed, site))
}

impl<'a> MissingAttribute<'a> {
    /// The accesses of the attribute on a line; `None` when there are none.
    pub(super) fn at(
        inquiry: &'a Inquiry<'a>,
        parsed: &'a Arc<Parsed>,
        owner: Owner<'a>,
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
        let certain = self.certain(&known)?;
        if !certain.is_empty() {
            return Ok(certain);
        }
        if self.module().is_some_and(|module| is_removed(&module, self.name)) {
            return Ok(Vec::new());
        }
        let public = known
            .members
            .keys()
            .map(String::as_str)
            .filter(|member| self.name.starts_with('_') || !member.starts_with('_'));
        let hinted = hints.iter().map(|hint| (hint.as_str(), similarity::hinted()));
        let mut offers = Vec::new();
        let close = hinted.chain(closest(self.name, public));
        let (likely, unlikely): (Vec<_>, Vec<_>) =
            close.partition(|(name, _)| known.is_own || is_meant(self.name, name));
        for (name, closeness) in likely.into_iter().take(MOST) {
            if self.can_be_called(name, &known).await {
                offers.extend(self.offer(name, closeness, &known).await?);
            }
        }
        // A name that is not offered, because it is merely longer or shorter, may be the right one still.
        if !unlikely.is_empty() {
            for offer in &mut offers {
                offer.evidence.every_use_fits &= offer.evidence.determined_by != DeterminedBy::Spelling;
            }
        }
        if offers.is_empty() {
            offers.extend(self.by_custom()?);
        }
        Ok(offers)
    }

    /// Returns whether a module's name can be called, where it is called.
    async fn can_be_called(&self, name: &str, known: &Known) -> bool {
        let is_called = self.accesses.iter().any(|access| access.is_called);
        let Some(module) = self.module().filter(|_| is_called && !known.is_own) else {
            return true;
        };
        let subject = self.inquiry.subject(&format!("{module}.{name}")).await;
        subject.is_none_or(|subject| subject.callable)
    }

    async fn offer(&self, name: &str, closeness: f64, known: &Known) -> Result<Vec<Offer>, FixError> {
        let is_called = self.accesses.iter().all(|access| access.is_called);
        let fit = match known.members.get(name).copied().flatten() {
            Some(Member::Method) if is_called => usage::fits(),
            Some(Member::Method) => -usage::misfits(),
            Some(Member::Value) if is_called => -usage::misfits(),
            Some(Member::Value) => usage::fits(),
            None => 0.0,
        };
        let is_known = known.members.contains_key(name);
        let is_slip = is_slip_of_keys(self.inquiry, self.name, name).await;
        let evidence = Evidence::spelling(true, is_known && fit >= 0.0 && is_slip);
        let mut offer = Offer {
            rule: crate::rule::python::unknown_member::MISSPELT,
            title: format!("'.{name}' instead of '.{}'", self.name),
            reason: format!("{} has no '{}', and has '{name}'", self.owner_name(), self.name),
            confidence: similarity::base() + similarity::slope() * closeness + fit,
            evidence,
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

    /// Offers with little doubt: a comparison where an assignment was meant; a value assigned to a
    /// local name; and words of other languages.
    fn certain(&self, known: &Known) -> Result<Vec<Offer>, FixError> {
        let mut offers = Vec::new();
        for access in &self.accesses {
            offers.extend(compared::given(self.parsed, access.expression.range)?);
        }
        offers.extend(self.given_to_local()?);
        offers.extend(self.misspelt_where_given()?);
        let has = |name: &str| known.members.contains_key(name);
        if let Some(name) = foreign::method(self.name, has) {
            offers.push(Offer {
                rule: crate::rule::python::unknown_member::FOREIGN,
                title: format!("'.{name}' instead of '.{}'", self.name),
                reason: format!("Python's name for '{}' is '{name}'", self.name),
                confidence: confidence::stated(),
                evidence: DeterminedBy::Convention.into(),
                edits: self.replace(name)?,
            });
        }
        if foreign::is_length(self.name) && has("__len__") {
            offers.extend(self.length()?);
        }
        Ok(offers)
    }

    /// `len(items)` for `items.length`, called or not.
    fn length(&self) -> Result<Option<Offer>, FixError> {
        let source = &self.parsed.source;
        let mut edits = Vec::new();
        for access in &self.accesses {
            let mut range = access.expression.range;
            let mut takes = false;
            source.each_node(|node| {
                if let AnyNodeRef::ExprCall(call) = node
                    && call.func.range() == access.expression.range
                {
                    range = call.range();
                    takes |= !call.arguments.is_empty();
                }
            });
            if takes {
                return Ok(None);
            }
            let value = source.slice(&*access.expression.value);
            edits.push(source.replace(range, format!("len({value})"))?);
        }
        Ok(Some(Offer {
            rule: crate::rule::python::unknown_member::LENGTH,
            title: format!("'len' instead of '.{}'", self.name),
            reason: "'len' returns the number of elements".to_owned(),
            confidence: confidence::stated(),
            evidence: DeterminedBy::Convention.into(),
            edits,
        }))
    }

    /// `balance = balance` in `__init__`, where the attribute is missed later.
    fn given_to_local(&self) -> Result<Option<Offer>, FixError> {
        let source = &self.parsed.source;
        let Owner::Instance(class_name) = self.owner else {
            return Ok(None);
        };
        let mut found = None;
        source.each_statement(|statement| {
            if let Stmt::ClassDef(class) = statement
                && class.name.as_str() == class_name.rsplit('.').next().unwrap_or_default()
            {
                let mut methods = class.body.iter().filter_map(Stmt::as_function_def_stmt);
                let init = methods.find(|method| method.name.as_str() == "__init__");
                found = init.and_then(|init| local_of(init, self.name));
            }
        });
        let Some((receiver, at)) = found else {
            return Ok(None);
        };
        Ok(Some(Offer {
            rule: crate::rule::python::unknown_member::LOCAL,
            title: format!("give '{receiver}.{}' the value", self.name),
            reason: format!(
                "'{}' is set in '__init__' but never read, and is missing later",
                self.name
            ),
            confidence: confidence::stated(),
            evidence: DeterminedBy::Resolution.into(),
            edits: vec![source.replace(TextRange::empty(at), format!("{receiver}."))?],
        }))
    }

    /// `self.tokken = token`, where `token` is missing later: the value says how the attribute is called.
    fn misspelt_where_given(&self) -> Result<Option<Offer>, FixError> {
        let source = &self.parsed.source;
        let mut given: Vec<&str> = Vec::new();
        let mut accesses: Vec<&ExprAttribute> = Vec::new();
        source.each_node(|node| match node {
            AnyNodeRef::ExprAttribute(access) => accesses.push(access),
            AnyNodeRef::StmtAssign(assign) if names_itself(&assign.value, self.name) => {
                let targets = assign.targets.iter().filter_map(Expr::as_attribute_expr);
                given.extend(targets.map(|target| target.attr.as_str()));
            }
            _ => {}
        });
        given.retain(|other| is_slip(other, self.name));
        given.dedup();
        let &[other] = given.as_slice() else {
            return Ok(None);
        };
        let files = self.inquiry.project.mentioning(other);
        if files.iter().any(|parsed| parsed.source.file() != source.file()) {
            return Ok(None);
        }
        let meant = accesses.iter().filter(|access| access.attr.as_str() == other);
        let edits: Result<Vec<Edit>, _> = meant
            .map(|access| source.replace(access.attr.range, self.name))
            .collect();
        Ok(Some(Offer {
            rule: crate::rule::python::undefined_name::DEFINITION,
            title: format!("rename '{other}' to '{}'", self.name),
            reason: format!(
                "'{other}' is given the value of that name, and '{}' is missing",
                self.name
            ),
            confidence: confidence::only(),
            evidence: Evidence::spelling(true, true),
            edits: edits?,
        }))
    }

    fn replace(&self, name: &str) -> Result<Vec<Edit>, FixError> {
        let source = &self.parsed.source;
        let places = self.accesses.iter().map(|access| access.expression.attr.range);
        places.map(|place| source.replace(place, name)).collect()
    }

    fn owner_name(&self) -> String {
        match self.owner {
            Owner::Instance(name) | Owner::Class(name) => name.to_owned(),
            Owner::Module(name) => name.unwrap_or("the module").to_owned(),
            Owner::Unknown => self.receiver().unwrap_or("the object").to_owned(),
        }
    }

    /// The attributes of the owner.
    async fn known(&self) -> Known {
        match self.owner {
            Owner::Instance(name) | Owner::Class(name) => self.known_of_class(name).await,
            Owner::Unknown => self.known_of_class(self.receiver().unwrap_or_default()).await,
            Owner::Module(_) => {
                let module = self.module().unwrap_or_default();
                let members = self.inquiry.members(&module).await;
                Known {
                    members: members.into_iter().map(|member| (member, None)).collect(),
                    is_own: self.inquiry.project.modules().has(&module),
                }
            }
        }
    }

    async fn known_of_class(&self, name: &str) -> Known {
        let mut own = match name {
            "super" => self.bases().into_iter().collect(),
            name => classes(&self.inquiry.project, name, self.parsed),
        };
        // The tool means the class that does not have the attribute.
        own.retain(|class| !class.members.contains_key(self.name));
        let is_own = own.iter().any(|class| !class.members.is_empty());
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

    /// The bases of the class around the access: what `super()` has.
    fn bases(&self) -> Option<Class> {
        let at = self.accesses.first()?.expression.start();
        let class = enclosing_class(self.parsed, at)?;
        Some(bases_of(&self.inquiry.project, self.parsed, class))
    }

    /// The dotted name of a class that the file imports.
    fn imported_class(&self, name: &str) -> String {
        let imports = imported(&self.parsed.source);
        let import = imports.iter().find(|import| import.bound() == name);
        let modules = self.inquiry.project.modules();
        let target = import.and_then(|import| import.target(self.parsed.source.file(), modules));
        target.unwrap_or_default()
    }

    /// The name whose attribute is read, if it is a name.
    fn receiver(&self) -> Option<&str> {
        match &*self.accesses.first()?.expression.value {
            Expr::Name(name) => Some(name.id.as_str()),
            _ => None,
        }
    }

    /// The module whose attribute is read, if it is a module.
    fn module(&self) -> Option<String> {
        match self.owner {
            Owner::Module(name) => name.map(str::to_owned).or_else(|| self.receiver_module()),
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

    /// Where nothing is known of the owner: the other attributes that the file reads from the same receiver.
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
        let likely = closest(self.name, asked).into_iter();
        for (name, closeness) in likely.filter(|(name, _)| is_meant(self.name, name)) {
            offers.push(Offer {
                rule: crate::rule::python::unknown_member::FOREIGN,
                title: format!("'.{name}' instead of '.{}'", self.name),
                reason: format!("the file uses '{name}' on the same object elsewhere"),
                confidence: similarity::unqualified() + similarity::slope() * closeness,
                evidence: Evidence::spelling(true, false),
                edits: self.replace(name)?,
            });
        }
        Ok(offers)
    }
}

/// The receiver of a method, and where it gives a value to a local name.
fn local_of<'a>(method: &'a StmtFunctionDef, name: &str) -> Option<(&'a str, TextSize)> {
    let receiver = method.parameters.iter().next()?.name().as_str();
    let assigned = method.body.iter().find_map(|statement| match statement {
        Stmt::Assign(assign) => match &*assign.targets {
            [Expr::Name(target)] if target.id.as_str() == name => Some(target.start()),
            _ => None,
        },
        _ => None,
    });
    Some((receiver, assigned?))
}

fn own_members(class: Class) -> Members {
    class
        .members
        .into_iter()
        .map(|(name, member)| (name, Some(member)))
        .collect()
}

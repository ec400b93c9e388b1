//! A name that nothing binds, and that an import would bind.

mod deferred;
mod foreign;
mod own;
mod together;

use std::sync::Arc;

use ruff_python_ast::{AnyNodeRef, Expr, Stmt};
use ruff_text_size::Ranged as _;
use unbreak_core::{DeterminedBy, Evidence, FixError, RelPath};

use super::reference::refer;
use crate::offer::Offer;
use crate::python::classes::{class_of, enclosing_class};
use crate::python::imports::Wanted;
use crate::python::inquiry::Inquiry;
use crate::python::project::Parsed;
use crate::python::scope::{Reference, Usage};
use crate::weights::usage;

/// An undefined name and its uses.
pub(super) struct MissingName<'a> {
    pub(super) inquiry: &'a Inquiry<'a>,
    pub(super) parsed: &'a Arc<Parsed>,
    pub(super) name: &'a str,
    pub(super) uses: Vec<Usage>,
    /// Whether something else than an import may be meant as well: the class around a use has a member of
    /// this name, or it is only read as a variable would be.
    is_in_doubt: bool,
}

/// An import that would bind the name.
struct Source {
    wanted: Wanted,
    confidence: f64,
    reason: String,
    /// Whether another module has a thing of this name that can be used in the same way.
    has_rival: bool,
}

impl<'a> MissingName<'a> {
    pub(super) fn new(inquiry: &'a Inquiry<'a>, parsed: &'a Arc<Parsed>, name: &'a str) -> Self {
        let is_member = parsed.scopes.unbound(name).any(|use_| {
            let class = enclosing_class(parsed, use_.range.start());
            class.is_some_and(|class| {
                class_of(&inquiry.project, parsed, class)
                    .members
                    .contains_key(name)
            })
        });
        let uses = parsed.scopes.unbound(name).map(|use_| use_.usage.clone());
        Self {
            inquiry,
            parsed,
            name,
            uses: uses.collect(),
            is_in_doubt: is_member || may_be_a_variable(parsed, name),
        }
    }

    /// Imports that would bind the name in the way it is used.
    pub(super) async fn offers(&self, hints: &[String]) -> Result<Vec<Offer>, FixError> {
        if let Some(offer) = self.deferred()? {
            return Ok(vec![offer]);
        }
        let mut sources = self.by_custom();
        sources.extend(self.own_names());
        sources.extend(self.own_modules());
        sources.extend(self.foreign_module().await);
        sources.extend(self.alias());
        if sources.is_empty() {
            sources.extend(self.exported_names().await);
        }
        let mut offers = Vec::new();
        for mut source in sources {
            let further = self.missed_with(&source.wanted).await;
            let is_in_doubt = self.is_in_doubt && further.is_empty();
            source.wanted = source.wanted.with(further);
            offers.push(self.offer(source, is_in_doubt, hints)?);
        }
        Ok(offers)
    }

    fn offer(&self, source: Source, is_in_doubt: bool, hints: &[String]) -> Result<Offer, FixError> {
        let edit = self.inquiry.add_import(&self.parsed.source, &source.wanted)?;
        let is_hinted = hints.contains(&source.wanted.module);
        Ok(Offer {
            rule: crate::rule::python::undefined_name::IMPORT,
            title: source.wanted.to_string(),
            reason: source.reason,
            confidence: source.confidence + if is_hinted { usage::fits() } else { 0.0 },
            evidence: match (is_in_doubt, source.has_rival) {
                (true, _) => Evidence::search(false),
                (false, true) => DeterminedBy::Fitting.into(),
                (false, false) => DeterminedBy::Resolution.into(),
            },
            edits: vec![edit],
        })
    }

    fn file(&self) -> &RelPath {
        self.parsed.source.file()
    }

    /// The import statement's content, in the file's own style.
    fn wanted(&self, module: &str, member: Option<&str>) -> Wanted {
        let project = &self.inquiry.project;
        match member {
            Some(member) if project.modules().has(module) => {
                let module = refer(project, self.file(), module);
                Wanted::member(module, member).bound_to(self.name)
            }
            Some(member) => Wanted::member(module, member).bound_to(self.name),
            None => Wanted::module(module).bound_to(self.name),
        }
    }

    /// Returns whether the result of a call of the name is awaited anywhere.
    fn is_awaited(&self) -> bool {
        let mut callees = Vec::new();
        self.parsed.source.each_node(|node| {
            if let AnyNodeRef::ExprAwait(awaited) = node
                && let Expr::Call(call) = awaited.value.as_ref()
            {
                callees.push(call.func.range());
            }
        });
        let mut uses = self.parsed.scopes.unbound(self.name);
        uses.any(|use_| callees.contains(&use_.range))
    }

    /// Returns whether the name is used as a module with these attributes would be.
    fn fits_module(&self, has: impl Fn(&str) -> bool) -> bool {
        let mut is_used = false;
        for use_ in &self.uses {
            match use_ {
                Usage::Called | Usage::Updated => return false,
                Usage::Attribute { path, .. } if !has(&path[0]) => return false,
                Usage::Attribute { .. } => is_used = true,
                Usage::Plain => {}
            }
        }
        is_used
    }
}

/// Returns whether nothing is done with a name that only a function or type can do. A decorator is a function.
fn may_be_a_variable(parsed: &Parsed, name: &str) -> bool {
    let mut decorators = Vec::new();
    parsed.source.each_statement(|statement| match statement {
        Stmt::FunctionDef(function) => decorators.extend(&function.decorator_list),
        Stmt::ClassDef(class) => decorators.extend(&class.decorator_list),
        _ => {}
    });
    let decorates = |use_: &Reference| {
        let mut ranges = decorators.iter().map(|decorator| decorator.range);
        ranges.any(|range| range.contains_range(use_.range))
    };
    let is_read = |use_: &Reference| use_.usage == Usage::Plain && !decorates(use_);
    name.starts_with(char::is_lowercase) && parsed.scopes.unbound(name).all(is_read)
}

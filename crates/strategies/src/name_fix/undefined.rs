//! A name that nothing binds, or that is read before anything is bound to it.

pub(super) mod compared;
mod fits;
mod joined;
mod parameter;
mod receiver;

use std::collections::BTreeSet;
use std::sync::Arc;

use ruff_text_size::{TextRange, TextSize};
use unbreak_core::{DeterminedBy, Edit, Evidence, FixError};

use super::spelling::Spelling;
use crate::offer::Offer;
use crate::python::closeness::closest;
use crate::python::environment::Subject;
use crate::python::imports::imported;
use crate::python::inquiry::Inquiry;
use crate::python::project::Parsed;
use crate::python::scope::{Binding, BindingKind, Reference, ScopeId, Usage};
use crate::python::site::Site;
use crate::python::slip::is_slip_of_keys;
use crate::weights::{confidence, similarity, usage};

/// Words of other languages and of Python 2, with their Python 3 equivalents.
const FOREIGN_WORDS: &[(&str, &str)] = &[
    ("NULL", "None"),
    ("Nil", "None"),
    ("Null", "None"),
    ("basestring", "str"),
    ("false", "False"),
    ("long", "int"),
    ("nil", "None"),
    ("none", "None"),
    ("null", "None"),
    ("nullptr", "None"),
    ("raw_input", "input"),
    ("this", "self"),
    ("true", "True"),
    ("undefined", "None"),
    ("unichr", "chr"),
    ("unicode", "str"),
    ("xrange", "range"),
];

/// The number of closest names that are examined.
const MOST: usize = 5;

/// An undefined name in one file.
pub(super) struct Undefined<'a> {
    pub(super) inquiry: &'a Inquiry<'a>,
    pub(super) parsed: &'a Arc<Parsed>,
    pub(super) name: &'a str,
    /// The readings that were reported, and those in the same functions.
    readings: Vec<Reference>,
    /// The reported references.
    reported: Vec<Reference>,
    /// Whether the name is bound after all, only too late.
    is_bound: bool,
}

/// A visible name that may be meant.
struct Visible<'a> {
    name: &'a str,
    closeness: f64,
    binding: Option<(ScopeId, Binding)>,
}

impl<'a> Undefined<'a> {
    /// The readings of `name` that concern the reported places.
    pub(super) fn new(
        inquiry: &'a Inquiry<'a>,
        parsed: &'a Arc<Parsed>,
        name: &'a str,
        sites: &[Site],
    ) -> Self {
        let scopes = &parsed.scopes;
        let reported = reported(parsed, name, sites);
        let is_unbound = |reading: &Reference| scopes.binding_scope(reading.scope, name).is_none();
        let is_bound = !reported.iter().any(is_unbound);
        let bodies: BTreeSet<ScopeId> = reported
            .iter()
            .map(|reading| scopes.body_of(reading.scope))
            .collect();
        let is_concerned = |reading: &&Reference| {
            let is_near = bodies.contains(&scopes.body_of(reading.scope)) && !reported.contains(reading);
            reading.name == name && is_near && (is_bound || is_unbound(reading))
        };
        let others = scopes.references().iter().filter(is_concerned);
        Self {
            inquiry,
            parsed,
            name,
            readings: reported.iter().chain(others).cloned().collect(),
            reported,
            is_bound,
        }
    }

    pub(super) async fn offers(&self, hints: &[String]) -> Result<Vec<Offer>, FixError> {
        let Some(first) = self.reported.first() else {
            return Ok(Vec::new());
        };
        let mut offers = match self.misspelt_parameter(first).await? {
            Some(offer) => vec![offer],
            None => self.as_attributes(first).await?,
        };
        offers.extend(self.foreign_word(first)?);
        offers.extend(compared::given(self.parsed, first.range)?);
        if !self.is_bound {
            offers.extend(joined::parted(self.parsed, first)?);
        }
        for visible in self.close_names(first, hints) {
            if self.fits(&visible).await {
                offers.extend(self.offer(first, &visible, hints).await?);
            }
        }
        Ok(offers)
    }

    /// The names visible where the first reading is, and the builtins, that are close enough.
    fn close_names(&self, reading: &Reference, hints: &'a [String]) -> Vec<Visible<'a>> {
        let parsed: &'a Parsed = self.parsed;
        let bound = parsed.scopes.visible(reading.scope);
        let builtins = self.inquiry.builtins().iter().map(String::as_str);
        let public = builtins.filter(|name| !name.starts_with('_'));
        let close = closest(self.name, bound.keys().copied().chain(public));
        let mut known: Vec<(&str, f64)> = close.into_iter().take(MOST).collect();
        for hint in hints.iter().map(String::as_str) {
            if bound.contains_key(hint) && known.iter().all(|(name, _)| *name != hint) {
                known.push((hint, similarity::hinted_alone()));
            }
        }
        let visible = known.into_iter().map(|(name, closeness)| Visible {
            name,
            closeness,
            binding: bound.get(name).copied(),
        });
        visible.collect()
    }

    async fn offer(
        &self,
        reading: &Reference,
        visible: &Visible<'_>,
        hints: &[String],
    ) -> Result<Vec<Offer>, FixError> {
        let spelling = Spelling::weigh(self.inquiry, self.name, visible.name, visible.closeness).await;
        let is_hinted = hints.iter().any(|hint| hint == visible.name);
        let fit = self.fit(reading, visible).await + if is_hinted { usage::fits() } else { 0.0 };
        let confidence = (similarity::base() + similarity::slope() * visible.closeness + fit)
            .clamp(confidence::least(), confidence::most());
        let edits = self.replace_all(visible.name)?;
        let is_slip = is_slip_of_keys(self.inquiry, self.name, visible.name).await;
        let correction = Offer {
            rule: crate::rule::python::undefined_name::MISSPELT,
            title: format!("'{}' instead of '{}'", visible.name, self.name),
            reason: format!(
                "nothing binds '{}', and '{}' is visible there",
                self.name, visible.name
            ),
            confidence: spelling.favours_existing(confidence),
            evidence: Evidence::spelling(true, is_slip),
            edits,
        };
        let mut offers = vec![correction];
        if visible
            .binding
            .is_some_and(|(_, binding)| binding.kind != BindingKind::Import)
        {
            offers.extend(spelling.rename_definition()?);
        }
        Ok(offers)
    }

    fn replace_all(&self, name: &str) -> Result<Vec<Edit>, FixError> {
        let source = &self.parsed.source;
        self.readings
            .iter()
            .map(|reading| source.replace(reading.range, name))
            .collect()
    }

    /// The evidence for or against a name besides its letters: where and how it is bound, whether
    /// it is read anywhere, and whether it can be used like the missing one.
    async fn fit(&self, reading: &Reference, visible: &Visible<'_>) -> f64 {
        let Some((scope, binding)) = visible.binding else {
            return -usage::fits() + fit_of_builtin(&reading.usage);
        };
        let scopes = &self.parsed.scopes;
        let is_local = scope == scopes.body_of(reading.scope) && scope != 0;
        let is_unread = scopes.readings(scope, visible.name).next().is_none();
        let is_later = is_local && binding.range.start() > reading.range.start();
        let mut fit = 0.0;
        fit += if is_local { usage::fits() } else { 0.0 };
        fit += if is_unread { usage::fits() } else { 0.0 };
        fit -= if is_later { usage::later() } else { 0.0 };
        fit + self.fit_of_use(&reading.usage, visible.name, binding.kind).await
    }

    async fn fit_of_use(&self, usage: &Usage, name: &str, kind: BindingKind) -> f64 {
        match (usage, kind) {
            (Usage::Called, BindingKind::Function | BindingKind::Class) => usage::fits(),
            (Usage::Attribute { .. }, BindingKind::Function) => -usage::misfits(),
            (Usage::Attribute { path, .. }, BindingKind::Import) => match self.imported_subject(name).await {
                Some(subject) if subject.has(&path[0]) => usage::fits(),
                Some(_) => -usage::impossible(),
                None => 0.0,
            },
            (Usage::Updated, BindingKind::Function | BindingKind::Class | BindingKind::Import) => {
                -usage::impossible()
            }
            _ => 0.0,
        }
    }

    /// The entity that a name of this file stands for, if it is imported from outside the project.
    async fn imported_subject(&self, name: &str) -> Option<Arc<Subject>> {
        let imports = imported(&self.parsed.source);
        let import = imports.iter().find(|import| import.bound() == name)?;
        let modules = self.inquiry.project.modules();
        let target = import.target(self.parsed.source.file(), modules)?;
        self.inquiry.subject(&target).await
    }

    fn foreign_word(&self, reading: &Reference) -> Result<Option<Offer>, FixError> {
        let known = FOREIGN_WORDS.iter().find(|(word, _)| *word == self.name);
        let Some((_, word)) = known else {
            return Ok(None);
        };
        let is_visible = self.inquiry.builtins().contains(*word)
            || self.parsed.scopes.binding_scope(reading.scope, word).is_some();
        if !is_visible {
            return Ok(None);
        }
        Ok(Some(Offer {
            rule: crate::rule::python::undefined_name::FOREIGN_WORD,
            title: format!("'{word}' instead of '{}'", self.name),
            reason: format!("Python 3 uses '{word}' instead of '{}'", self.name),
            confidence: confidence::stated(),
            evidence: DeterminedBy::Convention.into(),
            edits: self.replace_all(word)?,
        }))
    }
}

/// The readings of a name on the reported lines.
fn reported(parsed: &Parsed, name: &str, sites: &[Site]) -> Vec<Reference> {
    let is_reported = |reading: &&Reference| {
        let line = parsed.source.line_of(reading.range.start());
        reading.name == name && sites.iter().any(|site| site.line == line)
    };
    let in_code: Vec<Reference> = parsed
        .scopes
        .references()
        .iter()
        .filter(is_reported)
        .cloned()
        .collect();
    if !in_code.is_empty() {
        return in_code;
    }
    sites
        .iter()
        .filter_map(|site| quoted(parsed, name, site))
        .collect()
}

/// A name within a string that is an annotation: only where the tool points is it known to be one.
fn quoted(parsed: &Parsed, name: &str, site: &Site) -> Option<Reference> {
    let start = parsed.source.offset(site.line, site.column?)?;
    if !parsed.source.text()[start..].starts_with(name) {
        return None;
    }
    let start = TextSize::new(u32::try_from(start).ok()?);
    Some(Reference {
        name: name.to_owned(),
        range: TextRange::at(start, TextSize::of(name)),
        scope: parsed.scopes.scope_at(start),
        usage: Usage::Plain,
    })
}

/// Builtins are functions, types, exceptions and three constants.
fn fit_of_builtin(usage: &Usage) -> f64 {
    match usage {
        Usage::Called => usage::fits(),
        Usage::Plain => 0.0,
        Usage::Attribute { .. } => -usage::misfits(),
        Usage::Updated => -usage::impossible(),
    }
}

//! A name that nothing binds, and that an import would bind.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use unbreak_core::{FixError, RelPath};

use super::known::{ALIASES, SOURCES_OF_NAMES, lookup};
use super::reference::{last, refer};
use crate::offer::Offer;
use crate::python::environment::Subject;
use crate::python::imports::insert::{Sections, add};
use crate::python::imports::{Wanted, imported};
use crate::python::inquiry::Inquiry;
use crate::python::project::Parsed;
use crate::python::scope::{BindingKind, Usage};

/// An undefined name, and what is done with it.
pub(super) struct MissingName<'a> {
    pub(super) inquiry: &'a Inquiry<'a>,
    pub(super) parsed: &'a Parsed,
    pub(super) name: &'a str,
    pub(super) uses: Vec<Usage>,
}

/// An import that would bind the name.
struct Source {
    wanted: Wanted,
    confidence: f64,
    reason: String,
}

impl<'a> MissingName<'a> {
    pub(super) fn new(inquiry: &'a Inquiry<'a>, parsed: &'a Parsed, name: &'a str) -> Self {
        let uses = parsed.scopes.unbound(name).map(|use_| use_.usage.clone());
        Self {
            inquiry,
            parsed,
            name,
            uses: uses.collect(),
        }
    }

    /// Imports that would bind the name in the way it is used.
    pub(super) async fn offers(&self, hints: &[String]) -> Result<Vec<Offer>, FixError> {
        let mut sources = self.by_custom();
        sources.extend(self.own_names());
        sources.extend(self.own_modules());
        sources.extend(self.foreign_module().await);
        sources.extend(self.alias());
        if sources.is_empty() {
            sources.extend(self.stdlib_names().await);
        }
        sources
            .into_iter()
            .map(|source| self.offer(source, hints))
            .collect()
    }

    fn offer(&self, source: Source, hints: &[String]) -> Result<Offer, FixError> {
        let own = self.inquiry.project.modules().tops();
        let sections = Sections {
            stdlib: self.inquiry.stdlib(),
            own: &own,
        };
        let edit = add(&self.parsed.source, &source.wanted, sections)?;
        let is_hinted = hints.contains(&source.wanted.module);
        Ok(Offer {
            title: source.wanted.to_string(),
            reason: source.reason,
            confidence: source.confidence + if is_hinted { 0.03 } else { 0.0 },
            edits: vec![edit],
        })
    }

    fn file(&self) -> &RelPath {
        self.parsed.source.file()
    }

    /// What the rest of the project imports the name from.
    fn by_custom(&self) -> Vec<Source> {
        let project = &self.inquiry.project;
        let mut customs: BTreeMap<(String, Option<String>), usize> = BTreeMap::new();
        for other in project.mentioning(self.name) {
            let file = other.source.file();
            let binding = imported(&other.source)
                .into_iter()
                .filter(|import| import.bound() == self.name);
            for import in binding.filter(|_| file != self.file()) {
                let Some(module) = import.absolute_module(file, project.modules()) else {
                    continue;
                };
                let member = import.from.is_some().then(|| import.name().to_owned());
                let is_dotted = member.is_none() && import.alias.asname.is_none() && module.contains('.');
                if !is_dotted && self.can_be(&module, member.as_deref()) {
                    *customs.entry((module, member)).or_default() += 1;
                }
            }
        }
        let total: usize = customs.values().sum();
        let source = |((module, member), count): ((String, Option<String>), usize)| {
            #[expect(clippy::cast_precision_loss, reason = "a count of files")]
            let share = count as f64 / total as f64;
            Source {
                wanted: self.wanted(&module, member.as_deref()),
                confidence: 0.85 + 0.1 * share,
                reason: format!("{count} other file(s) of the project import '{}' so", self.name),
            }
        };
        customs.into_iter().map(source).collect()
    }

    /// Whether an import that other files have can be right here: a called name is no module.
    fn can_be(&self, module: &str, member: Option<&str>) -> bool {
        let is_own = self.inquiry.project.modules().has(module);
        let exists = is_own
            || self
                .inquiry
                .is_foreign_module(module.split('.').next().unwrap_or_default());
        exists && !(member.is_none() && self.uses.contains(&Usage::Called))
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

    /// Names that the project's own modules define.
    fn own_names(&self) -> Vec<Source> {
        let project = &self.inquiry.project;
        let mut sources = Vec::new();
        for other in project.mentioning(self.name) {
            let Some(module) = project.modules().module(other.source.file()) else {
                continue;
            };
            let bindings = other.scopes.scope(0).bindings.get(self.name);
            let defined = bindings.and_then(|all| all.iter().find(|b| b.kind != BindingKind::Import));
            let Some(binding) = defined.filter(|_| other.source.file() != self.file()) else {
                continue;
            };
            let is_value = binding.kind == BindingKind::Assignment;
            let odd = is_value && self.uses.contains(&Usage::Called);
            sources.push(Source {
                wanted: self.wanted(&module.name, Some(self.name)),
                confidence: if odd { 0.7 } else { 0.88 },
                reason: format!("'{}' is defined in {}", self.name, other.source.file()),
            });
        }
        sources
    }

    /// Modules of the project that are called so, and have what is asked of them.
    fn own_modules(&self) -> Vec<Source> {
        let project = &self.inquiry.project;
        let named = project
            .modules()
            .iter()
            .filter(|(_, module)| last(&module.name) == self.name);
        let fitting = named.filter(|(file, module)| {
            *file != self.file() && self.fits_module(|attribute| project.exports(&module.name, attribute))
        });
        let source = |(file, module): (&RelPath, &crate::python::modules::Module)| {
            let wanted = match module.package() {
                _ if module.is_package || !module.name.contains('.') => self.wanted(&module.name, None),
                package => self.wanted(package, Some(self.name)),
            };
            Source {
                wanted,
                confidence: 0.88,
                reason: format!("{file} has what is asked of '{}'", self.name),
            }
        };
        fitting.map(source).collect()
    }

    /// Whether the name is used as a module with these attributes would be.
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

    /// The module of this name in the standard library or among what is installed. Where its
    /// attributes are modules that must be imported themselves, the innermost of them.
    async fn foreign_module(&self) -> Vec<Source> {
        if !self.inquiry.is_foreign_module(self.name) || self.uses.contains(&Usage::Called) {
            return Vec::new();
        }
        let names = self.dotted_names();
        let Some(environment) = self.inquiry.environment() else {
            return Vec::new();
        };
        let subjects = environment.look_up(names.iter().map(String::as_str)).await;
        let Some(module) = subjects.get(self.name).filter(|subject| subject.module) else {
            return Vec::new();
        };
        let is_bare = self.uses.iter().all(|use_| *use_ == Usage::Plain);
        if !is_bare && !self.fits_module(|attribute| module.has(attribute)) {
            return Vec::new();
        }
        let needed: BTreeSet<String> = self
            .uses
            .iter()
            .map(|use_| module_of_chain(self.name, use_, &subjects))
            .collect();
        let source = |module: String| Source {
            reason: format!("'{}' is used as the module {module} is", self.name),
            wanted: Wanted::module(module),
            confidence: if is_bare { 0.75 } else { 0.95 },
        };
        let longest = needed.into_iter().max_by_key(String::len);
        longest.into_iter().map(source).collect()
    }

    /// The name, and each chain of attributes that is asked of it: `xml`, `xml.etree`, ...
    fn dotted_names(&self) -> BTreeSet<String> {
        let mut names = BTreeSet::from([self.name.to_owned()]);
        for use_ in &self.uses {
            if let Usage::Attribute { path, .. } = use_ {
                let mut name = self.name.to_owned();
                for part in path {
                    name = format!("{name}.{part}");
                    names.insert(name.clone());
                }
            }
        }
        names
    }

    /// A module that is customarily bound to this name.
    fn alias(&self) -> Option<Source> {
        let module = lookup(ALIASES, self.name)?;
        let top = module.split('.').next().unwrap_or_default();
        let is_used_so = self
            .uses
            .iter()
            .any(|use_| matches!(use_, Usage::Attribute { .. }));
        (is_used_so && self.inquiry.is_foreign_module(top)).then(|| Source {
            wanted: Wanted::module(module).bound_to(self.name),
            confidence: 0.9,
            reason: format!("'{}' is the customary name of {module}", self.name),
        })
    }

    /// Names that modules of the standard library export, and that can be used so.
    async fn stdlib_names(&self) -> Vec<Source> {
        let Some(environment) = self.inquiry.environment() else {
            return Vec::new();
        };
        let modules = environment.look_up(SOURCES_OF_NAMES.iter().copied()).await;
        let exports = |module: &&&str| {
            let subject = modules.get(**module);
            subject.is_some_and(|subject| subject.exports.contains(self.name))
        };
        let homes: Vec<&str> = SOURCES_OF_NAMES.iter().filter(exports).copied().collect();
        let dotted: Vec<String> = homes.iter().map(|home| format!("{home}.{}", self.name)).collect();
        let subjects = environment.look_up(dotted.iter().map(String::as_str)).await;
        let fitting = homes
            .into_iter()
            .zip(&dotted)
            .filter(|(_, dotted)| self.fits_value(subjects.get(*dotted)));
        let ranked = fitting.enumerate().map(|(rank, (home, _))| Source {
            wanted: Wanted::member(home, self.name),
            confidence: self.confidence_in(home, rank),
            reason: format!("{home} exports '{}'", self.name),
        });
        ranked.collect()
    }

    /// The first module of the list is the customary one, unless the file already imports from another.
    fn confidence_in(&self, module: &str, rank: usize) -> f64 {
        let imports = imported(&self.parsed.source);
        let is_at_hand = imports
            .iter()
            .any(|import| import.from == Some(module) && import.level == 0);
        match (is_at_hand, rank) {
            (true, _) => 0.93,
            (false, 0) => 0.87,
            (false, _) => 0.7,
        }
    }

    /// Whether a class, function or value can be used as the name is.
    fn fits_value(&self, subject: Option<&Arc<Subject>>) -> bool {
        let Some(subject) = subject else {
            return false;
        };
        self.uses.iter().all(|use_| match use_ {
            Usage::Called => subject.callable,
            Usage::Attribute { path, .. } => subject.has(&path[0]),
            Usage::Updated => false,
            Usage::Plain => true,
        })
    }
}

/// The longest chain of attributes of one use that is a module not loaded by its parent.
fn module_of_chain(name: &str, use_: &Usage, subjects: &BTreeMap<String, Arc<Subject>>) -> String {
    let mut module = name.to_owned();
    let Usage::Attribute { path, .. } = use_ else {
        return module;
    };
    for part in path {
        let inner = format!("{module}.{part}");
        let is_submodule = subjects
            .get(&module)
            .is_some_and(|outer| outer.submodules.contains(part));
        if !is_submodule || !subjects.get(&inner).is_some_and(|subject| subject.module) {
            break;
        }
        module = inner;
    }
    module
}

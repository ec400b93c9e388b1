//! The sources of information of one proposal: the project, and the interpreter if one answers.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use unbreak_core::{Edit, FixContext, FixError, RelPath};

use super::environment::{Environment, Subject};
use super::imports::Wanted;
use super::imports::insert::{Sections, add};
use super::project::Project;
use super::source::Source;
use crate::syntax_fix::python::builtins;

/// The project and its interpreter.
pub(crate) struct Inquiry<'a> {
    pub(crate) project: Project<'a>,
    environment: Option<Environment<'a>>,
    nothing: BTreeSet<String>,
}

impl<'a> Inquiry<'a> {
    pub(crate) async fn new(context: &FixContext<'a>) -> Self {
        Self {
            project: Project::of(context.workspace),
            environment: Environment::of(context).await,
            nothing: BTreeSet::new(),
        }
    }

    /// The project without an interpreter: for what is about other languages.
    #[cfg(feature = "rule_files")]
    pub(crate) fn of_project(context: &FixContext<'a>) -> Self {
        Self {
            project: Project::of(context.workspace),
            environment: None,
            nothing: BTreeSet::new(),
        }
    }

    pub(crate) fn environment(&self) -> Option<&Environment<'a>> {
        self.environment.as_ref()
    }

    /// Names that need no import; those of any Python when no interpreter answers.
    pub(crate) fn builtins(&self) -> &BTreeSet<String> {
        match &self.environment {
            Some(environment) => &environment.facts().builtins,
            None => builtins::all(),
        }
    }

    /// Top-level modules of the standard library; none when no interpreter answers.
    pub(crate) fn stdlib(&self) -> &BTreeSet<String> {
        let facts = self.environment.as_ref().map(Environment::facts);
        facts.map_or(&self.nothing, |facts| &facts.stdlib)
    }

    /// Top-level modules that can be imported from outside of the workspace.
    pub(crate) fn foreign_modules(&self) -> impl Iterator<Item = &str> {
        let facts = self.environment.as_ref().map(Environment::facts);
        let names = facts
            .into_iter()
            .flat_map(|facts| facts.stdlib.iter().chain(&facts.installed));
        names.map(String::as_str)
    }

    /// Returns whether a top-level module can be imported from outside of the workspace.
    pub(crate) fn is_foreign_module(&self, top: &str) -> bool {
        self.environment
            .as_ref()
            .is_some_and(|environment| environment.has_module(top))
    }

    /// Returns whether a distribution is installed, by its normalised name.
    pub(crate) fn is_installed(&self, distribution: &str) -> bool {
        let facts = self.environment.as_ref().map(Environment::facts);
        facts.is_some_and(|facts| facts.distributions.contains_key(distribution))
    }

    /// The version of an installed distribution, by its normalised name, or of the language itself.
    #[cfg(feature = "rule_files")]
    pub(crate) fn version(&self, distribution: Option<&str>) -> Option<&str> {
        let facts = self.environment.as_ref()?.facts();
        let version = match distribution {
            Some(name) => facts.distributions.get(name)?,
            None => &facts.version,
        };
        Some(version.as_str()).filter(|version| !version.is_empty())
    }

    /// The entity that a dotted name outside the workspace stands for.
    pub(crate) async fn subject(&self, name: &str) -> Option<Arc<Subject>> {
        self.environment.as_ref()?.subject(name).await
    }

    /// The number of modules of the standard library that use each word.
    pub(crate) async fn usage(&self, words: &BTreeSet<String>) -> BTreeMap<String, usize> {
        match &self.environment {
            Some(environment) => environment.usage(words).await,
            None => BTreeMap::new(),
        }
    }

    /// The edit that makes a file import something.
    pub(crate) fn add_import(&self, source: &Source, wanted: &Wanted) -> Result<Edit, FixError> {
        let own = self.project.modules().tops();
        let sections = Sections {
            stdlib: self.stdlib(),
            own: &own,
        };
        add(source, wanted, sections)
    }

    /// Returns whether `module`, of the project or importable, has a name to import; `None` when the module
    /// cannot be inspected.
    pub(crate) async fn exports(&self, module: &str, name: &str) -> Option<bool> {
        if self.project.modules().has(module) {
            return Some(self.project.exports(module, name));
        }
        Some(self.subject(module).await?.has(name))
    }

    /// The names that can be imported from a module.
    pub(crate) async fn members(&self, module: &str) -> BTreeSet<String> {
        if self.project.modules().has(module) {
            return self.project.members(module);
        }
        let subject = self.subject(module).await;
        subject.map_or_else(BTreeSet::new, |subject| {
            let private = subject.members.iter().filter(|name| name.starts_with('_'));
            let public = subject.exports.union(&subject.submodules);
            public.chain(private).cloned().collect()
        })
    }

    /// Returns whether the user's command starts a file as a script: imports then begin at its directory,
    /// not its package's.
    pub(crate) fn is_script(context: &FixContext<'_>, file: &RelPath) -> bool {
        crate::invocation::Invocation::all(context.command, context.workspace)
            .iter()
            .filter_map(|invocation| invocation.script())
            .filter_map(|script| context.workspace.locate(script))
            .any(|script| &script == file)
    }
}

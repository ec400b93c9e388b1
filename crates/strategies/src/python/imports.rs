//! Import statements: their bindings, and how to add, correct and remove one in the file's own style.

pub(crate) mod insert;
mod merge;
pub(crate) mod remove;

use std::collections::BTreeSet;

use ruff_python_ast::{Alias, ExceptHandler, Stmt};
use ruff_text_size::{Ranged, TextSize};
use unbreak_core::RelPath;

use super::modules::Modules;
use super::source::Source;

/// One name that an import statement binds.
#[derive(Clone, Copy)]
pub(crate) struct Imported<'s> {
    pub(crate) statement: &'s Stmt,
    pub(crate) alias: &'s Alias,
    /// `Some` for `from ... import`: the module without leading dots, empty without a module.
    pub(crate) from: Option<&'s str>,
    /// The number of leading dots.
    pub(crate) level: u32,
}

impl<'s> Imported<'s> {
    /// The name as the module has it: `b` in `from a import b as c`, `a.b` in `import a.b`.
    pub(crate) fn name(&self) -> &'s str {
        self.alias.name.as_str()
    }

    /// The name that it binds here: `c`, `a`.
    pub(crate) fn bound(&self) -> &'s str {
        match &self.alias.asname {
            Some(alias) => alias.as_str(),
            None => self.name().split('.').next().unwrap_or_default(),
        }
    }

    /// The module that is imported, or imported from, as it is written: `..a`.
    pub(crate) fn module(&self) -> String {
        match self.from {
            Some(module) => format!("{}{module}", ".".repeat(self.level as usize)),
            None => self.name().to_owned(),
        }
    }

    /// The absolute name of the module that is imported, or imported from.
    pub(crate) fn absolute_module(&self, file: &RelPath, modules: &Modules) -> Option<String> {
        match (self.from, self.level) {
            (None, _) => Some(self.name().to_owned()),
            (Some(module), 0) => Some(module.to_owned()),
            (Some(module), level) => modules.absolute(file, level, module),
        }
    }

    /// The absolute dotted name of the imported entity.
    pub(crate) fn target(&self, file: &RelPath, modules: &Modules) -> Option<String> {
        let module = self.absolute_module(file, modules)?;
        match (self.from, &self.alias.asname) {
            (Some(_), _) => Some(format!("{module}.{}", self.name())),
            (None, Some(_)) => Some(module),
            (None, None) => Some(self.bound().to_owned()),
        }
    }
}

/// An import to add.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Wanted {
    /// The module, with its leading dots if it is relative: `json`, `..models`.
    pub(crate) module: String,
    /// The name to take from it; `None` imports the module itself.
    pub(crate) member: Option<String>,
    /// The name to bind, when it is another.
    pub(crate) alias: Option<String>,
    /// Further names to take from the module in the same statement.
    further: Vec<String>,
}

impl Wanted {
    /// `import module`
    pub(crate) fn module(module: impl Into<String>) -> Self {
        Self {
            module: module.into(),
            member: None,
            alias: None,
            further: Vec::new(),
        }
    }

    /// `from module import member`
    pub(crate) fn member(module: impl Into<String>, member: impl Into<String>) -> Self {
        Self {
            module: module.into(),
            member: Some(member.into()),
            alias: None,
            further: Vec::new(),
        }
    }

    /// The same, bound to another name.
    pub(crate) fn bound_to(mut self, name: &str) -> Self {
        let own = self.member.as_ref().unwrap_or(&self.module);
        self.alias = (own != name).then(|| name.to_owned());
        self
    }

    /// The same, with further names.
    pub(crate) fn with(mut self, further: impl IntoIterator<Item = String>) -> Self {
        self.further.extend(further);
        self
    }

    /// All names that the statement takes from the module, in the order that isort gives them: constants, types, others.
    fn bindings(&self) -> String {
        let kind = |name: &str| match name.chars().any(char::is_lowercase) {
            false => 0,
            true if name.starts_with(char::is_uppercase) => 1,
            true => 2,
        };
        let mut all = self.further.clone();
        all.push(self.binding());
        all.sort_by_cached_key(|name| (kind(name), name.to_lowercase()));
        all.join(", ")
    }

    /// `member as alias`, or the module in the same form.
    fn binding(&self) -> String {
        let own = self.member.as_ref().unwrap_or(&self.module);
        match &self.alias {
            Some(alias) => format!("{own} as {alias}"),
            None => own.clone(),
        }
    }
}

/// The statement's text.
impl std::fmt::Display for Wanted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.member {
            Some(_) => write!(f, "from {} import {}", self.module, self.bindings()),
            None => write!(f, "import {}", self.binding()),
        }
    }
}

/// Every name that an import statement anywhere in a file binds, in the order of the text.
pub(crate) fn imported(source: &Source) -> Vec<Imported<'_>> {
    let mut found = Vec::new();
    source.each_statement(|statement| found.extend(of_statement(statement)));
    found
}

/// The imports that may have failed when a place is reached: `a` in the handler of `try: import a`.
pub(crate) fn failed_before(source: &Source, at: TextSize) -> Vec<Imported<'_>> {
    let mut found = Vec::new();
    source.each_statement(|outer| {
        if let Stmt::Try(attempt) = outer {
            let holds = |handler: &ExceptHandler| handler.range().contains(at);
            if attempt.handlers.iter().any(holds) {
                found.extend(attempt.body.iter().flat_map(of_statement));
            }
        }
    });
    found
}

/// The absolute names of the modules whose import may have failed when a place is reached: another try would fail, too.
pub(crate) fn failed_modules(source: &Source, at: TextSize, modules: &Modules) -> BTreeSet<String> {
    let failed = failed_before(source, at);
    let names = failed
        .iter()
        .filter_map(|failed| failed.absolute_module(source.file(), modules));
    names.collect()
}

/// The names that one statement binds; empty when it is not an import.
pub(crate) fn of_statement(statement: &Stmt) -> Vec<Imported<'_>> {
    let (names, from, level) = match statement {
        Stmt::Import(import) => (&import.names, None, 0),
        Stmt::ImportFrom(import) => {
            let module = import.module.as_ref().map_or("", |module| module.as_str());
            (&import.names, Some(module), import.level)
        }
        _ => return Vec::new(),
    };
    let bind = |alias| Imported {
        statement,
        alias,
        from,
        level,
    };
    names.iter().map(bind).collect()
}

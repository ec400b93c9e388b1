//! Python: the module's dotted name in every import statement.

use std::collections::BTreeSet;
use std::sync::Arc;

use ruff_text_size::Ranged;
use unbreak_core::{Diagnostic, Edit, Fact, FixContext, FixError, RelPath};

use super::Lost;
use crate::import_fix::is_package;
use crate::import_fix::statement::Correction;
use crate::import_fix::uses::{asked_of_member, uses};
use crate::python::fact::fact;
use crate::python::imports::{Imported, failed_modules, imported};
use crate::python::inquiry::Inquiry;
use crate::python::project::Parsed;

/// A module that is imported by its dotted name.
pub(super) struct Module<'a> {
    inquiry: Inquiry<'a>,
    context: &'a FixContext<'a>,
    /// The absolute name.
    name: String,
    importers: Vec<Arc<Parsed>>,
    names: BTreeSet<String>,
    /// Those of the names that are modules in it: `from lost.inner import x`.
    children: BTreeSet<String>,
}

impl<'a> Module<'a> {
    pub(super) async fn of(
        diagnostic: &Diagnostic,
        reported: &Fact,
        context: &'a FixContext<'a>,
    ) -> Option<Self> {
        fact(diagnostic)?;
        let name = match reported {
            Fact::MissingModule { module, .. } => module.clone(),
            Fact::MissingExport { name, module, .. } => format!("{}.{name}", module.as_ref()?),
            _ => return None,
        };
        let inquiry = Inquiry::new(context).await;
        let is_there = inquiry.project.modules().has(&name);
        let top = name.split('.').next().unwrap_or_default();
        let is_own = name.contains('.') && inquiry.project.modules().has(top);
        // The package index may have a module of a name without a package, or the project says that it has.
        let is_foreign =
            matches!(reported, Fact::MissingExport { .. }) || is_package(context.workspace, &name);
        if is_there || !is_own && is_foreign {
            return None;
        }
        let mut module = Self {
            inquiry,
            context,
            name,
            importers: Vec::new(),
            names: BTreeSet::new(),
            children: BTreeSet::new(),
        };
        module.ask_importers();
        (!module.importers.is_empty()).then_some(module)
    }

    /// Notes who imports the module, and what they use of it.
    fn ask_importers(&mut self) {
        let last = self.last().to_owned();
        for parsed in self.inquiry.project.mentioning(&last) {
            let imports = imported(&parsed.source);
            let own: Vec<Imported<'_>> = imports
                .into_iter()
                .filter(|import| self.rest(&parsed, import).is_some())
                .collect();
            for import in &own {
                let used = match self.is_member(&parsed, import) {
                    true => asked_of_member(&parsed, import),
                    false => uses(&parsed, std::slice::from_ref(import)),
                };
                let inner = self.rest(&parsed, import).unwrap_or_default();
                match inner.split('.').find(|part| !part.is_empty()) {
                    Some(child) => {
                        self.names.insert(child.to_owned());
                        self.children.insert(child.to_owned());
                    }
                    None => self.names.extend(used),
                }
            }
            if !own.is_empty() {
                self.importers.push(Arc::clone(&parsed));
            }
        }
    }

    fn last(&self) -> &str {
        self.name.rsplit('.').next().unwrap_or_default()
    }

    /// Returns whether an import takes the module from its package: `from app import text`.
    fn is_member(&self, parsed: &Parsed, import: &Imported<'_>) -> bool {
        let modules = self.inquiry.project.modules();
        let target = import.target(parsed.source.file(), modules);
        import.from.is_some() && target.as_deref() == Some(self.name.as_str())
    }

    /// The part of an imported module's name that follows the lost one: empty, or `.inner`.
    fn rest(&self, parsed: &Parsed, import: &Imported<'_>) -> Option<String> {
        if self.is_member(parsed, import) {
            return Some(String::new());
        }
        let modules = self.inquiry.project.modules();
        let absolute = import.absolute_module(parsed.source.file(), modules)?;
        let rest = absolute.strip_prefix(self.name.as_str())?;
        (rest.is_empty() || rest.starts_with('.')).then(|| rest.to_owned())
    }

    fn retargeted(&self, parsed: &Parsed, to: &str) -> Result<Vec<Edit>, FixError> {
        let correction = Correction {
            inquiry: &self.inquiry,
            parsed,
            as_script: Inquiry::is_script(self.context, parsed.source.file()),
        };
        let mut edits = Vec::new();
        let mut done = Vec::new();
        for import in imported(&parsed.source) {
            let Some(rest) = self.rest(parsed, &import) else {
                continue;
            };
            let modules = self.inquiry.project.modules();
            if failed_modules(&parsed.source, import.statement.start(), modules).contains(to) {
                continue;
            }
            if self.is_member(parsed, &import) {
                edits.extend(self.as_member(&correction, &import, to)?);
            } else if import.from.is_none() || !done.contains(&import.statement.range()) {
                done.push(import.statement.range());
                edits.extend(correction.retarget(&import, &format!("{to}{rest}"))?);
            }
        }
        Ok(edits)
    }

    /// `from app import text` with the module's new name, or its new package.
    fn as_member(
        &self,
        correction: &Correction<'_>,
        import: &Imported<'_>,
        to: &str,
    ) -> Result<Vec<Edit>, FixError> {
        let package = |name: &str| {
            name.rsplit_once('.')
                .map_or(String::new(), |(outer, _)| outer.to_owned())
        };
        let last = to.rsplit('.').next().unwrap_or_default();
        match package(to) == package(&self.name) {
            true => correction.rename_member(import, last),
            false => correction.import_from_parent(import, to),
        }
    }
}

impl Lost for Module<'_> {
    fn paths(&self) -> Vec<RelPath> {
        let modules = self.inquiry.project.modules();
        let roots: BTreeSet<&str> = modules.iter().map(|(_, module)| module.root.as_str()).collect();
        let path = self.name.replace('.', "/");
        let below = |root: &str| match root {
            "" => path.clone(),
            root => format!("{root}/{path}"),
        };
        let files = roots.into_iter().flat_map(|root| {
            let base = below(root);
            [format!("{base}.py"), format!("{base}/__init__.py")]
        });
        files.filter_map(|file| RelPath::new(&file).ok()).collect()
    }

    fn names(&self) -> &BTreeSet<String> {
        &self.names
    }

    fn candidates(&self) -> Vec<RelPath> {
        let project = &self.inquiry.project;
        let is_importer = |file: &RelPath| {
            let mut importers = self.importers.iter();
            importers.any(|importer| importer.source.file() == file)
        };
        let fits = |name: &str| {
            let members = project.members(name);
            let has_module = |child: &String| project.modules().has(&format!("{name}.{child}"));
            self.names.iter().all(|used| members.contains(used)) && self.children.iter().all(has_module)
        };
        let own = project
            .modules()
            .iter()
            .filter(|(file, module)| !is_importer(file) && fits(&module.name) && module.name != self.name);
        own.map(|(file, _)| file.clone()).collect()
    }

    fn is_imported(&self, file: &RelPath) -> bool {
        let modules = self.inquiry.project.modules();
        let Some(own) = modules.module(file) else {
            return false;
        };
        let last = own.name.rsplit('.').next().unwrap_or_default();
        let names = |parsed: &Arc<Parsed>| {
            let leads = |import: Imported<'_>| {
                let home = parsed.source.file();
                let module = import.absolute_module(home, modules);
                module.as_deref() == Some(own.name.as_str())
                    || import.target(home, modules).as_deref() == Some(own.name.as_str())
            };
            imported(&parsed.source).into_iter().any(leads)
        };
        self.inquiry.project.mentioning(last).iter().any(names)
    }

    fn edits(&self, file: &RelPath) -> Result<Vec<Edit>, FixError> {
        let Some(module) = self.inquiry.project.modules().module(file) else {
            return Ok(Vec::new());
        };
        let edits = self
            .importers
            .iter()
            .map(|parsed| self.retargeted(parsed, &module.name));
        Ok(edits.collect::<Result<Vec<_>, _>>()?.concat())
    }
}

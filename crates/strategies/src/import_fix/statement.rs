//! Finding the import statement that a diagnostic is about, and changing it.

use ruff_python_ast::Stmt;
use ruff_python_ast::token::TokenKind;
use ruff_text_size::{Ranged, TextRange};
use unbreak_core::{Edit, FixError, RelPath};

use super::reference::{last, refer};
use crate::python::imports::remove::remove;
use crate::python::imports::{Imported, Wanted, imported};
use crate::python::inquiry::Inquiry;
use crate::python::project::Parsed;
use crate::python::site::Site;

/// The names imported by the statements on a line.
pub(super) fn imported_at<'p>(parsed: &'p Parsed, site: &Site) -> Vec<Imported<'p>> {
    let source = &parsed.source;
    let covers = |import: &Imported<'_>| {
        let range = import.statement.range();
        (source.line_of(range.start())..=source.line_of(range.end())).contains(&site.line)
    };
    imported(source).into_iter().filter(covers).collect()
}

/// Changes an import statement of one file.
#[derive(Clone, Copy)]
pub(crate) struct Correction<'a> {
    pub(crate) inquiry: &'a Inquiry<'a>,
    pub(crate) parsed: &'a Parsed,
    /// Whether the file is started as a script: modules beside it are imported by their bare names.
    pub(crate) as_script: bool,
}

impl Correction<'_> {
    fn file(&self) -> &RelPath {
        self.parsed.source.file()
    }

    /// Returns how the file names a module.
    fn refer(&self, module: &str) -> String {
        let project = &self.inquiry.project;
        let Some(file) = project.modules().file(module) else {
            return module.to_owned();
        };
        let is_beside = file.parent() == self.file().parent();
        let package = project
            .modules()
            .module(self.file())
            .map_or("", |own| own.package());
        if is_beside && (self.as_script || package.is_empty()) {
            return last(module).to_owned();
        }
        if self.as_script {
            return module.to_owned();
        }
        refer(project, self.file(), module)
    }

    /// Changes the module of an import statement to `module` (an absolute name).
    pub(crate) fn retarget(&self, import: &Imported<'_>, module: &str) -> Result<Vec<Edit>, FixError> {
        match import.statement {
            Stmt::ImportFrom(_) => {
                let place = module_place(self.parsed, import.statement);
                Ok(vec![self.parsed.source.replace(place, self.refer(module))?])
            }
            _ => self.retarget_plain(import, module),
        }
    }

    /// `import a` becomes the import of another module; where the bound name changes, so do its uses.
    fn retarget_plain(&self, import: &Imported<'_>, module: &str) -> Result<Vec<Edit>, FixError> {
        let name = import.alias.name.range;
        let reference = self.refer(module);
        let is_plain = !reference.starts_with('.');
        if import.alias.asname.is_some() && is_plain {
            return Ok(vec![self.parsed.source.replace(name, reference)?]);
        }
        if import.name().contains('.') && is_plain {
            return self.rename_chains(import, &reference);
        }
        if !reference.contains('.') {
            let mut edits = vec![self.parsed.source.replace(name, &reference)?];
            edits.extend(self.rename_readings(import, &reference)?);
            return Ok(edits);
        }
        if !self.inquiry.project.modules().has(module) {
            let kept = format!("{reference} as {}", import.bound());
            return Ok(vec![self.parsed.source.replace(name, kept)?]);
        }
        self.import_from_parent(import, module)
    }

    /// `import b` becomes `from a import b`.
    pub(crate) fn import_from_parent(
        &self,
        import: &Imported<'_>,
        module: &str,
    ) -> Result<Vec<Edit>, FixError> {
        let (parent, child) = module.rsplit_once('.').unwrap_or(("", module));
        let bound = match &import.alias.asname {
            Some(name) => name.as_str(),
            None => child,
        };
        let wanted = Wanted::member(self.refer(parent), child).bound_to(bound);
        let mut edits = self.replace_import(import, &wanted)?;
        if bound != import.bound() {
            edits.extend(self.rename_readings(import, bound)?);
        }
        Ok(edits)
    }

    /// Replaces an import by another statement, or adds that beside it if it imports more.
    pub(crate) fn replace_import(
        &self,
        import: &Imported<'_>,
        wanted: &Wanted,
    ) -> Result<Vec<Edit>, FixError> {
        let source = &self.parsed.source;
        let names = match import.statement {
            Stmt::Import(statement) => &statement.names,
            Stmt::ImportFrom(statement) => &statement.names,
            _ => return Ok(Vec::new()),
        };
        if names.len() == 1 {
            return Ok(vec![source.replace(import.statement, wanted.to_string())?]);
        }
        Ok(vec![
            remove(source, import)?,
            self.inquiry.add_import(source, wanted)?,
        ])
    }

    /// Imports `name` from `module` (an absolute name) instead of from where it is not.
    pub(super) fn move_member(&self, import: &Imported<'_>, module: &str) -> Result<Vec<Edit>, FixError> {
        let others = imported(&self.parsed.source)
            .into_iter()
            .filter(|other| other.statement.range() == import.statement.range());
        if others.count() == 1 {
            return self.retarget(import, module);
        }
        let wanted = Wanted::member(self.refer(module), import.name()).bound_to(import.bound());
        self.replace_import(import, &wanted)
    }

    /// Imports another name from the same module; its uses follow, unless it is bound to an alias.
    pub(crate) fn rename_member(&self, import: &Imported<'_>, name: &str) -> Result<Vec<Edit>, FixError> {
        let mut edits = vec![self.parsed.source.replace(import.alias.name.range, name)?];
        if import.alias.asname.is_none() {
            edits.extend(self.rename_readings(import, name)?);
        }
        Ok(edits)
    }

    /// The uses of an import's bindings, under another name.
    pub(crate) fn rename_readings(&self, import: &Imported<'_>, name: &str) -> Result<Vec<Edit>, FixError> {
        let scopes = &self.parsed.scopes;
        let here = scopes.scope_at(import.alias.start());
        let Some(scope) = scopes.binding_scope(here, import.bound()) else {
            return Ok(Vec::new());
        };
        scopes
            .readings(scope, import.bound())
            .map(|reading| self.parsed.source.replace(reading.range, name))
            .collect()
    }

    /// `import a.b` and each `a.b` in the file name another module.
    fn rename_chains(&self, import: &Imported<'_>, module: &str) -> Result<Vec<Edit>, FixError> {
        let source = &self.parsed.source;
        let mut ranges = vec![import.alias.name.range];
        source.each_node(|node| {
            if node.is_expr_attribute() && source.slice(node) == import.name() {
                ranges.push(node.range());
            }
        });
        ranges
            .into_iter()
            .map(|range| source.replace(range, module))
            .collect()
    }
}

/// The range of the module's name in `from ... import`, dots included.
fn module_place(parsed: &Parsed, statement: &Stmt) -> TextRange {
    let tokens = parsed.source.tokens().in_range(statement.range());
    let named: Vec<TextRange> = tokens
        .iter()
        .skip(1)
        .take_while(|token| token.kind() != TokenKind::Import)
        .map(Ranged::range)
        .collect();
    let first = named.first().map_or(statement.start(), Ranged::start);
    let last = named.last().map_or(first, Ranged::end);
    TextRange::new(first, last)
}

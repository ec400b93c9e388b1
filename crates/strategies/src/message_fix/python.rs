//! The old name replaced in Python code.

use ruff_python_ast::{ExprAttribute, ExprCall, Identifier};
use ruff_text_size::{Ranged, TextSize};
use unbreak_core::{Diagnostic, Edit, FixContext, StrategyError};

use super::target::{Search, Target, denotes};
use super::{Change, Dotted};
use crate::import_fix::statement::Correction;
use crate::message::advice::Kind;
use crate::python::imports::{Imported, Wanted, imported};
use crate::python::inquiry::Inquiry;
use crate::python::modules::is_identifier;
use crate::python::project::Parsed;
use crate::python::site::sites;

/// The edits that make a change at the reported place, the innermost frame first.
pub(super) async fn edits(
    diagnostic: &Diagnostic,
    change: &Change<'_>,
    context: &FixContext<'_>,
) -> Result<Option<Vec<Edit>>, StrategyError> {
    let inquiry = Inquiry::new(context).await;
    for site in sites(diagnostic, context.workspace) {
        let Some(parsed) = inquiry.project.parsed(&site.file) else {
            continue;
        };
        let search = Search {
            parsed: &parsed,
            modules: inquiry.project.modules(),
            old: change.old,
        };
        let targets = search.at(site.line);
        if targets.is_empty() {
            continue;
        }
        let place = Place {
            inquiry: &inquiry,
            parsed: &parsed,
            search: &search,
            as_script: Inquiry::is_script(context, &site.file),
            kind: change.kind,
        };
        return place.replace(&targets, change).await;
    }
    Ok(None)
}

/// A file in which the old name is.
struct Place<'a> {
    inquiry: &'a Inquiry<'a>,
    parsed: &'a Parsed,
    search: &'a Search<'a>,
    as_script: bool,
    kind: Kind,
}

/// The text to write at one place, and the import it needs.
struct Written {
    text: String,
    import: Option<Wanted>,
}

impl Written {
    fn plain(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            import: None,
        }
    }
}

impl Place<'_> {
    /// All targets replaced; `None` where one of them cannot be.
    async fn replace(
        &self,
        targets: &[Target<'_>],
        change: &Change<'_>,
    ) -> Result<Option<Vec<Edit>>, StrategyError> {
        let said = self.destination(change).await;
        let new = Dotted::of(&said);
        if !new.is_name() {
            return Ok(None);
        }
        let mut edits: Vec<Edit> = Vec::new();
        for target in targets {
            let made = match target {
                Target::Attribute(it, module) => self.attribute(it, module.as_deref(), new).await?,
                Target::Import(import) => self.import(import, new).await?,
                Target::Name(range) => self.name(new, *range)?,
                Target::Keyword(call, name) => self.keyword(call, name, new).await?,
                Target::Text(range) => self.text(*range, change)?,
            };
            let Some(made) = made else {
                return Ok(None);
            };
            edits.extend(made);
        }
        let mut distinct: Vec<Edit> = Vec::new();
        for edit in edits {
            if !distinct.contains(&edit) {
                distinct.push(edit);
            }
        }
        Ok(Some(distinct))
    }

    /// The full new name: where a message names only the place that the old name moved to, the name in it.
    async fn destination(&self, change: &Change<'_>) -> String {
        let written = match change.new.prefix {
            "" => change.new.last.to_owned(),
            prefix => format!("{prefix}.{}", change.new.last),
        };
        if self.kind != Kind::Move {
            return written;
        }
        // Distributions are written with hyphens, their modules with underscores.
        let module = written.replace('-', "_");
        match self.inquiry.exports(&module, change.old.last).await {
            Some(true) => format!("{module}.{}", change.old.last),
            _ => written,
        }
    }

    /// The module that a prefix in a message means, in the words of the file's imports.
    fn module(&self, prefix: &str, same: &str) -> String {
        if denotes(prefix, same) {
            return same.to_owned();
        }
        let (head, rest) = prefix.split_once('.').unwrap_or((prefix, ""));
        let imports = imported(&self.parsed.source);
        let import = imports.iter().find(|import| import.bound() == head);
        let file = self.parsed.source.file();
        match import.and_then(|import| import.target(file, self.inquiry.project.modules())) {
            Some(target) if rest.is_empty() => target,
            Some(target) => format!("{target}.{rest}"),
            None => prefix.to_owned(),
        }
    }

    async fn attribute(
        &self,
        it: &ExprAttribute,
        module: Option<&str>,
        new: Dotted<'_>,
    ) -> Result<Option<Vec<Edit>>, StrategyError> {
        let source = &self.parsed.source;
        let Some(module) = module else {
            let is_same_owner = new.prefix.is_empty() || new.prefix == self.search.old.prefix;
            let edit = source.replace(it.attr.range, new.last)?;
            return Ok(is_same_owner.then(|| vec![edit]));
        };
        let mut edits = Vec::new();
        for other in self.search.same_attributes(module) {
            let Some(written) = self.instead_of(other, module, new).await else {
                return Ok(None);
            };
            edits.push(source.replace(other.range, written.text)?);
            if let Some(wanted) = written.import {
                edits.push(self.inquiry.add_import(source, &wanted)?);
            }
        }
        Ok(Some(edits))
    }

    /// The replacement for `receiver.old`, where the receiver is a module.
    async fn instead_of(&self, it: &ExprAttribute, module: &str, new: Dotted<'_>) -> Option<Written> {
        let receiver = self.parsed.source.slice(&*it.value);
        let is_missing = self.inquiry.exports(module, new.last).await == Some(false);
        if new.prefix.is_empty() {
            let is_builtin = self.is_free_builtin(new.last, it.start());
            return match self.kind {
                Kind::ByItself => is_builtin.then(|| Written::plain(new.last)),
                _ if !is_missing => Some(Written::plain(format!("{receiver}.{}", new.last))),
                _ => is_builtin.then(|| Written::plain(new.last)),
            };
        }
        let other = self.module(new.prefix, module);
        if other == module || new.prefix == self.search.old.prefix {
            return (!is_missing).then(|| Written::plain(format!("{receiver}.{}", new.last)));
        }
        if let Some(inner) = other.strip_prefix(&format!("{module}.")) {
            return Some(Written::plain(format!("{receiver}.{inner}.{}", new.last)));
        }
        self.member_of(&other, new.last, it.start()).await
    }

    /// A member of another module, imported if need be.
    async fn member_of(&self, module: &str, name: &str, at: TextSize) -> Option<Written> {
        if self.inquiry.exports(module, name).await != Some(true) {
            return None;
        }
        let file = self.parsed.source.file();
        let modules = self.inquiry.project.modules();
        let full = format!("{module}.{name}");
        for import in imported(&self.parsed.source) {
            let target = import.target(file, modules);
            if target.as_deref() == Some(&full) {
                return Some(Written::plain(import.bound()));
            }
            if target.as_deref() == Some(module) {
                return Some(Written::plain(format!("{}.{name}", import.bound())));
            }
        }
        let is_free = |name: &str| {
            let scopes = &self.parsed.scopes;
            scopes.binding_scope(scopes.scope_at(at), name).is_none()
        };
        let (wanted, text) = match module.contains('.') {
            true => (Wanted::member(module, name), name.to_owned()),
            false => (Wanted::module(module), full),
        };
        let bound = text.split('.').next().unwrap_or_default();
        is_free(bound).then_some(Written {
            import: Some(wanted),
            text,
        })
    }

    /// Returns whether a name is a builtin that nothing shadows.
    fn is_free_builtin(&self, name: &str, at: TextSize) -> bool {
        let scopes = &self.parsed.scopes;
        self.inquiry.builtins().contains(name) && scopes.binding_scope(scopes.scope_at(at), name).is_none()
    }

    async fn import(
        &self,
        import: &Imported<'_>,
        new: Dotted<'_>,
    ) -> Result<Option<Vec<Edit>>, StrategyError> {
        let modules = self.inquiry.project.modules();
        let Some(module) = import.absolute_module(self.parsed.source.file(), modules) else {
            return Ok(None);
        };
        if import.from.is_none() {
            return self.import_of_module(import, new).await;
        }
        let other = match new.prefix {
            "" => module.clone(),
            prefix => self.module(prefix, &module),
        };
        if other == module {
            let is_there = self.inquiry.exports(&module, new.last).await != Some(false);
            let edits = self.correction().rename_member(import, new.last)?;
            return Ok(is_there.then_some(edits));
        }
        if self.inquiry.exports(&other, new.last).await != Some(true) {
            return Ok(None);
        }
        let keeps_name = import.alias.asname.is_some();
        let bound = if keeps_name { import.bound() } else { new.last };
        let wanted = Wanted::member(other, new.last).bound_to(bound);
        let mut edits = self.correction().replace_import(import, &wanted)?;
        if bound != import.bound() {
            edits.extend(self.correction().rename_readings(import, bound)?);
        }
        Ok(Some(edits))
    }

    /// A module takes the place of another only if it has all that the file asks for.
    async fn import_of_module(
        &self,
        import: &Imported<'_>,
        new: Dotted<'_>,
    ) -> Result<Option<Vec<Edit>>, StrategyError> {
        let module = match new.prefix {
            "" => new.last.to_owned(),
            prefix => format!("{prefix}.{}", new.last),
        };
        let Some(asked) = self.search.asked_of(import) else {
            return Ok(None);
        };
        for name in &asked {
            if self.inquiry.exports(&module, name).await != Some(true) {
                return Ok(None);
            }
        }
        let is_used = !asked.is_empty();
        Ok(is_used.then_some(self.correction().retarget(import, &module)?))
    }

    fn correction(&self) -> Correction<'_> {
        Correction {
            inquiry: self.inquiry,
            parsed: self.parsed,
            as_script: self.as_script,
        }
    }

    /// A name of the file, or a builtin, for another of these.
    fn name(
        &self,
        new: Dotted<'_>,
        range: ruff_text_size::TextRange,
    ) -> Result<Option<Vec<Edit>>, StrategyError> {
        let scopes = &self.parsed.scopes;
        let is_bound = scopes
            .binding_scope(scopes.scope_at(range.start()), new.last)
            .is_some();
        let is_visible = is_bound || self.inquiry.builtins().contains(new.last);
        let edit = self.parsed.source.replace(range, new.last)?;
        Ok((new.prefix.is_empty() && is_visible).then(|| vec![edit]))
    }

    async fn keyword(
        &self,
        call: &ExprCall,
        name: &Identifier,
        new: Dotted<'_>,
    ) -> Result<Option<Vec<Edit>>, StrategyError> {
        let looks_like_one = is_identifier(new.last) && !new.last.starts_with(|c: char| c.is_uppercase());
        let mut given = call
            .arguments
            .keywords
            .iter()
            .filter_map(|keyword| keyword.arg.as_ref());
        let is_given = given.any(|given| given.as_str() == new.last);
        if !new.prefix.is_empty() || !looks_like_one || is_given || !self.may_take(call, new.last).await {
            return Ok(None);
        }
        Ok(Some(vec![self.parsed.source.replace(name.range, new.last)?]))
    }

    /// Returns whether a callee takes a keyword, as far as its parameters are known.
    async fn may_take(&self, call: &ExprCall, keyword: &str) -> bool {
        let Some(callee) = self.search.module_of(&call.func) else {
            return true;
        };
        let subject = self.inquiry.subject(&callee).await;
        let parameters = subject.as_ref().and_then(|subject| subject.parameters.as_ref());
        parameters.is_none_or(|all| all.iter().any(|name| name == keyword || name.starts_with("**")))
    }

    /// A value that is a text: `freq="M"`.
    fn text(
        &self,
        range: ruff_text_size::TextRange,
        change: &Change<'_>,
    ) -> Result<Option<Vec<Edit>>, StrategyError> {
        let source = &self.parsed.source;
        let literal = source.slice(range);
        let is_plain = literal.len() == change.old.last.len() + 2 && change.new.prefix.is_empty();
        let inner = range.start().to_usize() + 1..range.end().to_usize().saturating_sub(1);
        match is_plain && change.old.prefix.is_empty() {
            true => Ok(Some(vec![source.replace_bytes(inner, change.new.last)?])),
            false => Ok(None),
        }
    }
}

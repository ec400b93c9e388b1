//! Renames, rewrites, edits and imports in one file.

use std::cell::RefCell;
use std::collections::BTreeSet;

use regex::Regex;
use ruff_python_ast::{AnyNodeRef, Expr};
use unbreak_core::fix::apply_edits;
use unbreak_core::{RelPath, StrategyError};

use super::Application;
use super::difference::replaced;
use super::place::{line_at, line_in, lines_of, statement};
use super::template::{PYTHON, Template};
use super::written::{Written, lies_in, with_given};
use crate::python::imports::Wanted;
use crate::python::imports::remove::remove;
use crate::python::project::Parsed;
use crate::rule_file::answer::{Captures, fill};
use crate::rule_file::argument::Argument;
use crate::rule_file::language::Tongue;
use crate::rule_file::python::{Changed, Names, Path, Renames, parse, rename, settle_imports, with_import};
use crate::rule_file::rewrite::{Found, Rewrite, outermost};
use crate::rule_file::text::{EditText, ScopeText};

impl Application<'_> {
    /// Applies renames, rewrites, edits and imports to a file; whether that changed it. Without a line, only
    /// what the file's own imports identify is changed.
    pub(super) async fn change_file(
        &mut self,
        file: &RelPath,
        line: Option<u32>,
        tongue: &Tongue,
        captures: &Captures,
    ) -> Result<bool, StrategyError> {
        let Some(before) = self.text(file) else {
            return Ok(false);
        };
        let mut text = before.clone();
        let original = self.read(file)?;
        // An import that was added moves what stands behind it.
        let here = |text: &str| line.map(|line| line_in(&original, text, line));
        if tongue.name == "python" {
            text = self.rename(file, text).await?;
        } else {
            text = self.rename_qualified(file, text, tongue);
        }
        if let Some(line) = here(&text) {
            text = self.rename_members(file, text, line, tongue);
        }
        let missing = self.missing.clone();
        let names_it = |rewrite: &Rewrite| missing.as_ref().is_some_and(|member| rewrite.names(member));
        let is_named = self.rule.rewrites.iter().any(names_it);
        let is_meant =
            |rewrite: &&Rewrite| !is_named || rewrite.members().next().is_none() || names_it(rewrite);
        for rewrite in self.rule.rewrites.iter().filter(is_meant) {
            let line = here(&text);
            text = self.rewrite_all(file, text, line, tongue, rewrite, captures)?;
        }
        if tongue.name == "python" {
            for argument in &self.rule.arguments {
                let line = here(&text);
                text = self.change_arguments(file, text, line, argument);
            }
        }
        // Several diagnostics can lead to the same edits of a file.
        let is_new = self.edited.insert((file.clone(), line, captures.clone()));
        if let Some(line) = here(&text).filter(|_| is_new) {
            text = self.edit_lines(text, Some(line), captures);
        }
        if tongue.name == "python" {
            text = self.imports(file, text, captures)?;
        } else if text != before || self.rule.only_imports() {
            text = match tongue.is_c() {
                true => self.includes(text, captures),
                false => self.qualified_imports(file, text, tongue, captures),
            };
        }
        let changed = text != before;
        if changed {
            self.texts.insert(file.clone(), text);
        }
        Ok(changed)
    }

    async fn rename(&self, file: &RelPath, text: String) -> Result<String, StrategyError> {
        if self.rule.renames.0.is_empty() {
            return Ok(text);
        }
        let Some(parsed) = parse(file, &text) else {
            return Ok(text);
        };
        let names = self.names(&parsed);
        let renames = self.present(&names).await;
        let builtins = self.inquiry.builtins();
        let text = self.rename_builtins(text, &names)?;
        let Some(parsed) = parse(file, &text) else {
            return Ok(text);
        };
        let names = self.names(&parsed);
        let Some(changed) = rename(&names, &renames, |name| builtins.contains(name))? else {
            return Ok(text);
        };
        Ok(settle_imports(file, &parsed, changed, self.inquiry)?.unwrap_or(text))
    }

    /// The renames that the file has a use for, and whose new name is there.
    async fn present(&self, names: &Names<'_>) -> Renames {
        let mut present = Vec::new();
        for (old, new) in &self.rule.renames.0 {
            if names.mentions(old) && self.is_there(new).await != Some(false) {
                present.push((old.clone(), new.clone()));
            }
        }
        Renames(present)
    }

    async fn is_there(&self, path: &Path) -> Option<bool> {
        let dotted = path.to_string();
        let (module, name) = dotted.rsplit_once('.')?;
        self.inquiry.exports(module, name).await
    }

    /// Builtins that went: `unicode` is `str`.
    fn rename_builtins(&self, text: String, names: &Names<'_>) -> Result<String, StrategyError> {
        let edits = names.unbound_edits(&self.rule.renames)?;
        Ok(match edits.is_empty() {
            true => text,
            false => apply_edits(&text, &edits)?,
        })
    }

    /// Members of objects whose type is not known: at the line only, unless the rule says that the name is
    /// the library's own.
    fn rename_members(&self, file: &RelPath, text: String, line: u32, tongue: &Tongue) -> String {
        let mut text = text;
        for (old, new) in &self.rule.members {
            // To some grammars (Java) a call is not a member that is called.
            for call in ["", "($$$ARGS)"] {
                let rewrite =
                    Rewrite::plain(format!("$RECEIVER.{old}{call}"), format!("$RECEIVER.{new}{call}"));
                let found = rewrite.find(*tongue, &text, &rewrite.pattern, |_| Some(rewrite.fix.clone()));
                let scope = self.scope_of_members([old.as_str()]);
                let kept = self.in_reach(file, &text, found, Some(line), scope);
                text = replaced(&text, &outermost(kept));
            }
        }
        text
    }

    /// How far a change to members reaches whose owner is not known: a member that the project itself defines
    /// may be that one anywhere but at the diagnostic's own statement.
    fn scope_of_members<'m>(&self, members: impl IntoIterator<Item = &'m str>) -> ScopeText {
        match self.rule.scope.unwrap_or(ScopeText::Line) {
            ScopeText::Line => ScopeText::Line,
            _ if members.into_iter().any(|member| self.is_defined(member)) => ScopeText::Line,
            scope => scope,
        }
    }

    /// Returns whether the project defines a member of this name. Names with two underscores are a library's own.
    fn is_defined(&self, member: &str) -> bool {
        if member.starts_with("__") {
            return false;
        }
        let is_self = |object: &Expr| matches!(object, Expr::Name(name) if name.id.as_str() == "self");
        let defines = |parsed: &Parsed| {
            let mut is_defined = false;
            parsed.source.each_node(|node| {
                is_defined |= match node {
                    AnyNodeRef::StmtFunctionDef(function) => function.name.as_str() == member,
                    AnyNodeRef::ExprAttribute(it) => {
                        it.ctx.is_store() && it.attr.as_str() == member && is_self(&it.value)
                    }
                    AnyNodeRef::ExprName(name) => name.ctx.is_store() && name.id.as_str() == member,
                    _ => false,
                };
            });
            is_defined
        };
        let mentioning = self.inquiry.project.mentioning(member);
        mentioning.iter().any(|parsed| defines(parsed))
    }

    /// The places that a rule may change.
    pub(super) fn in_reach(
        &self,
        file: &RelPath,
        text: &str,
        found: Vec<Found>,
        line: Option<u32>,
        scope: ScopeText,
    ) -> Vec<Found> {
        let (Some(line), ScopeText::Line) = (line, scope) else {
            return found;
        };
        let lines = lines_of(text);
        let first = |range: &std::ops::Range<usize>| line_at(&lines, range.start);
        let last = |range: &std::ops::Range<usize>| line_at(&lines, range.end);
        let touches =
            |range: &std::ops::Range<usize>, from: u32, to: u32| first(range) <= to && from <= last(range);
        let (exact, others): (Vec<Found>, Vec<Found>) = found
            .into_iter()
            .partition(|found| touches(&found.range, line, line));
        if !exact.is_empty() {
            return exact;
        }
        let (from, to) = statement(file, text, line).unwrap_or((line, line));
        others
            .into_iter()
            .filter(|found| touches(&found.range, from, to))
            .collect()
    }

    /// Rewrites as long as that leaves fewer places: a place within another is reached in the next round, and
    /// what a rewrite has made is not rewritten without end.
    fn rewrite_all(
        &self,
        file: &RelPath,
        text: String,
        line: Option<u32>,
        tongue: &Tongue,
        rewrite: &Rewrite,
        captures: &Captures,
    ) -> Result<String, StrategyError> {
        let (mut text, mut left) = (text, usize::MAX);
        loop {
            let (changed, places) = self.rewrite(file, &text, line, tongue, rewrite, captures)?;
            if places == 0 || places >= left {
                return Ok(text);
            }
            (text, left) = (changed, places);
        }
    }

    /// The text after a rewrite, and in how many places the pattern stood.
    fn rewrite(
        &self,
        file: &RelPath,
        text: &str,
        line: Option<u32>,
        tongue: &Tongue,
        rewrite: &Rewrite,
        captures: &Captures,
    ) -> Result<(String, usize), StrategyError> {
        let mut captures = captures.clone();
        // They are known only where the pattern matches.
        let groups = rewrite.group_names();
        captures.extend(groups.map(|name| (name.to_owned(), format!("%{{{name}}}"))));
        let Some(written) = Written::of(rewrite, &captures) else {
            return Ok((text.to_owned(), 0));
        };
        if tongue.name == "python" {
            return self.rewrite_python(file, text, line, rewrite, &written);
        }
        let meant = written.with_meanings(*tongue, text);
        if rewrite.is_qualified() {
            let changed = meant
                .iter()
                .map(|written| self.rewrite_qualified(file, text, line, tongue, rewrite, written))
                .find(|(_, places)| *places > 0);
            return Ok(changed.unwrap_or_else(|| (text.to_owned(), 0)));
        }
        let mut found: Vec<Found> = Vec::new();
        for written in &meant {
            let is_inside = written.is_inside(*tongue, text);
            found.extend(rewrite.find(*tongue, text, &written.pattern, |range| {
                is_inside(range).then(|| written.fix.clone())
            }));
        }
        let scope = self.rule.scope.unwrap_or(ScopeText::Line);
        let kept = self.in_reach(file, text, found, line, scope);
        let places = kept.len();
        let mut kept = outermost(kept);
        kept.iter_mut().for_each(|found| take_whole_line(text, found));
        Ok((replaced(text, &kept), places))
    }

    /// The same with qualified names written as the file writes them.
    fn rewrite_python(
        &self,
        file: &RelPath,
        text: &str,
        line: Option<u32>,
        rewrite: &Rewrite,
        written: &Written,
    ) -> Result<(String, usize), StrategyError> {
        let Some(parsed) = parse(file, text) else {
            return Ok((text.to_owned(), 0));
        };
        let names = self.names(&parsed);
        let meanings = written.meanings(text, &names);
        let qualified = Template::of(&written.pattern);
        let template = Template::of(&written.fix);
        let is_qualified = qualified.has_modules();
        if !is_qualified && line.is_none() {
            return Ok((text.to_owned(), 0));
        }
        let scope = match is_qualified {
            true => self.rule.scope.unwrap_or(ScopeText::File),
            false => self.scope_of_members(rewrite.members()),
        };
        let wanted = RefCell::new(BTreeSet::new());
        let mut found: Vec<Found> = Vec::new();
        let spellings = qualified.spellings(&names);
        let pairs = meanings
            .iter()
            .flat_map(|given| spellings.iter().map(move |spelling| (given, spelling)));
        for (given, (spelled, imports)) in pairs {
            let spelled = with_given(spelled, given);
            found.extend(rewrite.find(PYTHON, text, &spelled, |range| {
                let is_bound = imports.iter().all(|&index| names.is_bound_by(index, range));
                let is_free = qualified.builtins().all(|name| names.is_free(name, range.start));
                if !is_bound || !is_free {
                    return None;
                }
                let wanted = &mut wanted.borrow_mut();
                let written = template.written(&names, &rewrite.modules, range.start, wanted)?;
                Some(with_given(&written, given))
            }));
        }
        if let Some(inside) = &written.inside {
            let around = Template::of(inside).spellings(&names).into_iter();
            let around = Rewrite::places(PYTHON, text, around.map(|(spelled, _)| spelled));
            found.retain(|it| lies_in(&it.range, &around));
        }
        let kept = self.in_reach(file, text, found, line, scope);
        let places = kept.len();
        if places == 0 {
            return Ok((text.to_owned(), 0));
        }
        let mut kept = outermost(kept);
        kept.iter_mut().for_each(|found| take_whole_line(text, found));
        let changed = Changed {
            text: replaced(text, &kept),
            wanted: wanted.into_inner(),
        };
        // A comment within a call can swallow what a rewrite writes behind it.
        let is_intact = |text: &String| parse(file, text).is_some_and(|new| new.source.is_intact());
        let settled = settle_imports(file, &parsed, changed, self.inquiry)?;
        let settled = settled.filter(|text| !parsed.source.is_intact() || is_intact(text));
        Ok(settled.map_or_else(|| (text.to_owned(), 0), |settled| (settled, places)))
    }

    /// The arguments of calls, as long as that leaves fewer calls to change: a call can be inside another.
    fn change_arguments(
        &self,
        file: &RelPath,
        text: String,
        line: Option<u32>,
        argument: &Argument,
    ) -> String {
        let (mut text, mut left) = (text, usize::MAX);
        loop {
            let Some(parsed) = parse(file, &text) else {
                return text;
            };
            let names = self.names(&parsed);
            let found = argument.find(&names, line.is_some());
            let scope = match argument.is_qualified() {
                true => self.rule.scope.unwrap_or(ScopeText::File),
                false => self.scope_of_members(argument.methods()),
            };
            let kept = self.in_reach(file, &text, found, line, scope);
            if kept.is_empty() || kept.len() >= left {
                return text;
            }
            left = kept.len();
            text = replaced(&text, &outermost(kept));
        }
    }

    /// Edits to the text of the line, or of every line.
    fn edit_lines(&self, text: String, line: Option<u32>, captures: &Captures) -> String {
        let only = match self.rule.scope.unwrap_or(ScopeText::Line) {
            ScopeText::Line => line,
            ScopeText::File | ScopeText::Project => None,
        };
        let here = self.rule.edits.iter().filter(|edit| edit.file.is_none());
        edited(here, text, only, captures)
    }

    /// Edits to files that the rule names.
    pub(super) fn edit_files(&mut self, captures: &Captures) {
        let rule = self.rule;
        for edit in &rule.edits {
            let file = edit.file.as_ref().and_then(|file| fill(file, captures));
            let Some(file) = file.and_then(|file| RelPath::new(&file).ok()) else {
                continue;
            };
            let Some(text) = self.text(&file) else { continue };
            let after = edited([edit], text.clone(), None, captures);
            if after != text {
                self.texts.insert(file, after);
            }
        }
    }

    /// Includes of C that come and go. A header may be all that is missing.
    fn includes(&self, text: String, captures: &Captures) -> String {
        let mut text = text;
        for import in &self.rule.imports {
            let header = |name: &Option<String>| name.as_ref().and_then(|name| fill(name, captures));
            if let Some(header) = header(&import.remove) {
                text = crate::c::without_include(&text, &header).unwrap_or(text);
            }
            if let Some(header) = header(&import.add) {
                text = crate::c::with_include(&text, &header).unwrap_or(text);
            }
        }
        text
    }

    fn imports(&self, file: &RelPath, text: String, captures: &Captures) -> Result<String, StrategyError> {
        let mut text = text;
        for import in &self.rule.imports {
            if let Some(name) = import.remove.as_ref().and_then(|name| fill(name, captures)) {
                text = self.without_import(file, text, &Path::of(&name))?;
            }
            if let Some(name) = import.add.as_ref().and_then(|name| fill(name, captures)) {
                let wanted = match name.split_once(':') {
                    Some((module, member)) => Wanted::member(module, member),
                    None => Wanted::module(name),
                };
                text = with_import(file, &text, &wanted, self.inquiry)?.unwrap_or(text);
            }
        }
        Ok(text)
    }

    fn without_import(&self, file: &RelPath, text: String, path: &Path) -> Result<String, StrategyError> {
        let Some(parsed) = parse(file, &text) else {
            return Ok(text);
        };
        let names = self.names(&parsed);
        let Some(import) = names.import_named(path) else {
            return Ok(text);
        };
        let edit = remove(&parsed.source, &import)?;
        Ok(apply_edits(&text, [&edit])?)
    }
}

/// Returns whether what follows a text is the body of a statement without braces.
fn is_body(before: &str) -> bool {
    let before = before.trim_end();
    let line = before.lines().next_back().unwrap_or_default();
    let first = line.trim_start_matches(|c: char| c.is_whitespace() || c == '}');
    let word = first.split(|c: char| !c.is_alphanumeric()).next();
    before.ends_with(')') && matches!(word, Some("if" | "for" | "while" | "else"))
        || matches!(
            before.split_whitespace().next_back(),
            Some("else" | "do" | "}else")
        )
}

/// The text after edits of one line, or of all.
fn edited<'e>(
    edits: impl IntoIterator<Item = &'e EditText>,
    text: String,
    only: Option<u32>,
    captures: &Captures,
) -> String {
    let literal: Captures = captures
        .iter()
        .map(|(name, text)| (name.clone(), regex::escape(text)))
        .collect();
    let edits = edits.into_iter().filter_map(|edit| {
        let find = Regex::new(&fill(&edit.find, &literal)?).ok()?;
        Some((find, fill(&edit.replace, captures)?))
    });
    let edits: Vec<(Regex, String)> = edits.collect();
    if edits.is_empty() {
        return text;
    }
    let mut edited = String::with_capacity(text.len());
    for (number, content) in (1..).zip(text.split_inclusive('\n')) {
        let mut content = content.to_owned();
        if only.is_none_or(|only| only == number) {
            for (find, replace) in &edits {
                content = find.replace_all(&content, replace).into_owned();
            }
        }
        edited.push_str(&content);
    }
    edited
}

/// A statement that goes takes its line with it, and the semicolon behind it. The body of an `if` or a loop stays
/// an empty statement: otherwise the next one would become the body.
pub(super) fn take_whole_line(text: &str, found: &mut Found) {
    if !found.replacement.is_empty() {
        return;
    }
    let start = text[..found.range.start].rfind('\n').map_or(0, |at| at + 1);
    if is_body(&text[..found.range.start]) {
        if text[found.range.clone()].ends_with(';') {
            found.replacement = ";".to_owned();
        }
        return;
    }
    let end = text[found.range.end..]
        .find('\n')
        .map(|at| found.range.end + at + 1);
    let end = end.unwrap_or(text.len());
    let (before, behind) = (&text[start..found.range.start], &text[found.range.end..end]);
    if before.trim().is_empty() && matches!(behind.trim(), "" | ";") {
        found.range = start..end;
    }
}

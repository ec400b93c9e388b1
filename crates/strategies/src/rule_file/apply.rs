//! What a rule makes of a project, for one cause.

use std::collections::{BTreeMap, BTreeSet};

use regex::Regex;
use ruff_text_size::Ranged;
use similar::TextDiff;
use unbreak_core::fix::apply_edits;
use unbreak_core::{
    Command, Confidence, DeterminedBy, Diagnostic, Edit, FileOp, Fix, FixContext, RelPath, SafetyClass,
    StrategyError, Workspace,
};

use super::answer::{Captures, Question, fill};
use super::language::{EXPANDO, Tongue, with_expando};
use super::python::{Changed, Names, Path, Renames, parse, rename, settle_imports, with_import};
use super::rewrite::{Found, Rewrite, outermost};
use super::rule::{MigrationRule, Rules};
use super::text::{SafetyText, ScopeText};
use crate::python::imports::Wanted;
use crate::python::imports::remove::remove;
use crate::python::inquiry::Inquiry;
use crate::python::project::Parsed;

/// What a rule that is safe claims: the library's own documentation says so, and the example ran. A message that
/// says what to write is nearer to the case, and comes first.
const SAFE: Confidence = Confidence::new(0.92);
/// What one that asks claims.
const ASKING: Confidence = Confidence::new(0.7);

pub(super) fn claimed(safety: SafetyText) -> Confidence {
    match safety {
        SafetyText::Safe => SAFE,
        SafetyText::Ask => ASKING,
    }
}

/// A place that a diagnostic points at, in a language that can be rewritten.
struct Spot {
    file: RelPath,
    line: u32,
    tongue: &'static Tongue,
}

/// The work of one rule.
pub(super) struct Application<'a> {
    pub(super) rule: &'a MigrationRule,
    pub(super) file: &'a Rules,
    pub(super) context: &'a FixContext<'a>,
    pub(super) inquiry: &'a Inquiry<'a>,
    /// The texts as the rule has them so far.
    texts: BTreeMap<RelPath, String>,
}

impl<'a> Application<'a> {
    pub(super) fn new(
        rule: &'a MigrationRule,
        file: &'a Rules,
        context: &'a FixContext<'a>,
        inquiry: &'a Inquiry<'a>,
    ) -> Self {
        Self {
            rule,
            file,
            context,
            inquiry,
            texts: BTreeMap::new(),
        }
    }

    /// The fix for all diagnostics of a cause that the rule answers.
    pub(super) async fn fix<'d>(
        mut self,
        strategy: &str,
        diagnostics: impl Iterator<Item = &'d Diagnostic>,
    ) -> Result<Option<Fix>, StrategyError> {
        let mut operations: Vec<FileOp> = Vec::new();
        let mut commands: Vec<Command> = Vec::new();
        for diagnostic in diagnostics {
            let Some(captures) = self.rule.captures(&Question::of(diagnostic)) else {
                continue;
            };
            self.change_code(diagnostic, &captures).await?;
            self.change_settings(&captures);
            let files = self
                .rule
                .files
                .iter()
                .filter_map(|change| file_operation(change, &captures));
            operations.extend(files);
            let programs = self
                .rule
                .commands
                .iter()
                .filter_map(|command| program(&command.run, &captures));
            commands.extend(programs);
        }
        operations.dedup();
        commands.dedup();
        let mut fix = Fix::new(strategy, self.title(), claimed(self.rule.safety))
            .because(self.reason())
            .safety(self.safety())
            .evidence(DeterminedBy::Rule);
        fix.rule = Some(self.rule.id.clone());
        for (file, text) in &self.texts {
            fix.edits.extend(edits(file, &self.read(file)?, text)?);
        }
        fix.files = operations;
        fix.commands = commands;
        fix.needs = self.rule.commands.first().map(|command| command.allow.clone());
        Ok((!fix.is_noop()).then_some(fix))
    }

    fn title(&self) -> String {
        self.rule.summary.trim_end_matches('.').to_owned()
    }

    fn reason(&self) -> String {
        let package = self.file.package.as_ref().map(|package| package.name.as_str());
        let since = self.rule.since.as_deref();
        let at = match (package, since) {
            (Some(package), Some(since)) => format!(", since {package} {since}"),
            (None, Some(since)) => format!(", since {since}"),
            _ => String::new(),
        };
        let source = self.rule.source.as_ref().map(|source| format!(": {source}"));
        format!("rule {}{at}{}", self.rule.id, source.unwrap_or_default())
    }

    fn safety(&self) -> SafetyClass {
        match self.rule.safety {
            _ if !self.rule.commands.is_empty() => SafetyClass::NeedsApproval,
            SafetyText::Safe => SafetyClass::Safe,
            SafetyText::Ask => SafetyClass::Unsafe,
        }
    }

    fn read(&self, file: &RelPath) -> Result<String, StrategyError> {
        Ok(self.context.workspace.read_text(file)?)
    }

    /// The text of a file as the rule has it so far.
    fn text(&self, file: &RelPath) -> Option<String> {
        self.texts.get(file).cloned().or_else(|| self.read(file).ok())
    }

    fn names<'p>(&'p self, parsed: &'p Parsed) -> Names<'p> {
        Names::of(parsed, self.inquiry.project.modules()).with_loaded(self.file.loaded())
    }

    /// Changes the first place on the diagnostic's way that the rule has something to change at.
    async fn change_code(
        &mut self,
        diagnostic: &Diagnostic,
        captures: &Captures,
    ) -> Result<(), StrategyError> {
        for spot in spots(diagnostic, self.context.workspace) {
            if !spot.tongue.is_one_of(&self.rule.languages) || !self.is_about(&spot) {
                continue;
            }
            if !self
                .change_file(&spot.file, Some(spot.line), spot.tongue, captures)
                .await?
            {
                continue;
            }
            if self.rule.scope == Some(ScopeText::Project) {
                self.change_others(&spot, captures).await?;
            }
            return Ok(());
        }
        Ok(())
    }

    /// Whether the file imports the package that the rule is about. Where the project's own modules hand it
    /// on, one of them does.
    fn is_about(&self, spot: &Spot) -> bool {
        let modules = self.file.modules();
        if modules.is_empty() || spot.tongue.name != "python" {
            return true;
        }
        let project = &self.inquiry.project;
        let imports = |parsed: &Parsed| {
            let names = Names::of(parsed, project.modules());
            modules.iter().any(|module| names.imports_from(module))
        };
        project.parsed(&spot.file).is_some_and(|parsed| imports(&parsed))
            || modules
                .iter()
                .filter_map(|module| module.split('.').next())
                .flat_map(|module| project.mentioning(module))
                .any(|parsed| imports(&parsed))
    }

    async fn change_others(&mut self, done: &Spot, captures: &Captures) -> Result<(), StrategyError> {
        let inquiry = self.inquiry;
        let files: Vec<RelPath> = inquiry
            .project
            .modules()
            .iter()
            .map(|(file, _)| file.clone())
            .collect();
        for file in files.into_iter().filter(|file| *file != done.file) {
            self.change_file(&file, None, done.tongue, captures).await?;
        }
        Ok(())
    }

    /// Applies renames, rewrites, edits and imports to a file; whether that changed it. Without a line, only
    /// what the file's own imports identify is changed.
    async fn change_file(
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
        if tongue.name == "python" {
            text = self.rename(file, text).await?;
        }
        if let Some(line) = line {
            text = self.rename_members(file, text, line, tongue);
        }
        for rewrite in &self.rule.rewrites {
            text = self.rewrite_all(file, text, line, tongue, rewrite, captures)?;
        }
        if let Some(line) = line {
            text = self.edit_line(text, line, captures);
        }
        if tongue.name == "python" {
            text = self.imports(file, text, captures)?;
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
            let rewrite = Rewrite::plain(format!("$RECEIVER.{old}"), format!("$RECEIVER.{new}"));
            let found = rewrite.find(*tongue, &text, &rewrite.pattern, |_| Some(rewrite.fix.clone()));
            let kept = self.in_reach(file, &text, found, Some(line), ScopeText::Line);
            text = replaced(&text, &outermost(kept));
        }
        text
    }

    /// The places that a rule may change.
    fn in_reach(
        &self,
        file: &RelPath,
        text: &str,
        found: Vec<Found>,
        line: Option<u32>,
        default: ScopeText,
    ) -> Vec<Found> {
        let scope = self.rule.scope.unwrap_or(default);
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
        let (Some(pattern), Some(fix)) = (fill(&rewrite.pattern, captures), fill(&rewrite.fix, captures))
        else {
            return Ok((text.to_owned(), 0));
        };
        if tongue.name == "python" {
            return self.rewrite_python(file, text, line, rewrite, &pattern, &fix);
        }
        let found = rewrite.find(*tongue, text, &pattern, |_| Some(fix.clone()));
        let kept = self.in_reach(file, text, found, line, ScopeText::Line);
        let places = kept.len();
        Ok((replaced(text, &outermost(kept)), places))
    }

    /// The same with qualified names written as the file writes them.
    fn rewrite_python(
        &self,
        file: &RelPath,
        text: &str,
        line: Option<u32>,
        rewrite: &Rewrite,
        pattern: &str,
        fix: &str,
    ) -> Result<(String, usize), StrategyError> {
        let Some(parsed) = parse(file, text) else {
            return Ok((text.to_owned(), 0));
        };
        let names = self.names(&parsed);
        let qualified = Template::of(pattern);
        let template = Template::of(fix);
        let is_qualified = qualified.has_modules();
        if !is_qualified && line.is_none() {
            return Ok((text.to_owned(), 0));
        }
        let default = if is_qualified {
            ScopeText::File
        } else {
            ScopeText::Line
        };
        let wanted = std::cell::RefCell::new(BTreeSet::new());
        let mut found: Vec<Found> = Vec::new();
        for (spelled, imports) in qualified.spellings(&names) {
            found.extend(rewrite.find(PYTHON, text, &spelled, |range| {
                let is_bound = imports.iter().all(|&index| names.is_bound_by(index, range));
                let is_free = qualified.builtins().all(|name| names.is_free(name, range.start));
                if !is_bound || !is_free {
                    return None;
                }
                template.written(&names, &rewrite.modules, range.start, &mut wanted.borrow_mut())
            }));
        }
        let kept = self.in_reach(file, text, found, line, default);
        let places = kept.len();
        if places == 0 {
            return Ok((text.to_owned(), 0));
        }
        let changed = Changed {
            text: replaced(text, &outermost(kept)),
            wanted: wanted.into_inner(),
        };
        // A comment within a call can swallow what a rewrite writes behind it.
        let is_intact = |text: &String| parse(file, text).is_some_and(|new| new.source.is_intact());
        let settled = settle_imports(file, &parsed, changed, self.inquiry)?;
        let settled = settled.filter(|text| !parsed.source.is_intact() || is_intact(text));
        Ok(settled.map_or_else(|| (text.to_owned(), 0), |settled| (settled, places)))
    }

    fn edit_line(&self, text: String, line: u32, captures: &Captures) -> String {
        let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
        let Some(place) = lines.get_mut((line as usize).saturating_sub(1)) else {
            return text;
        };
        let literal: Captures = captures
            .iter()
            .map(|(name, text)| (name.clone(), regex::escape(text)))
            .collect();
        for edit in &self.rule.edits {
            let find = fill(&edit.find, &literal).and_then(|find| Regex::new(&find).ok());
            if let (Some(find), Some(replace)) = (find, fill(&edit.replace, captures)) {
                *place = find.replace(place, replace.as_str()).into_owned();
            }
        }
        lines.concat()
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

    fn change_settings(&mut self, captures: &Captures) {
        for setting in &self.rule.settings {
            let Some(file) = fill(&setting.file, captures).and_then(|file| RelPath::new(&file).ok()) else {
                continue;
            };
            let changed = self.text(&file).and_then(|text| setting.apply(&text, captures));
            if let Some(text) = changed {
                self.texts.insert(file, text);
            }
        }
    }
}

const PYTHON: Tongue = super::language::TONGUES[0];

/// A pattern or a replacement in Python, and the names in it.
struct Template {
    text: String,
    names: Vec<FreeName>,
}

/// A name that a template reads and does not bind.
struct FreeName {
    range: std::ops::Range<usize>,
    path: Path,
    /// Whether it stands for a module or something in one, and not for a builtin.
    is_qualified: bool,
}

impl Template {
    /// The names that a text reads and does not bind: qualified ones, and builtins.
    fn of(text: &str) -> Self {
        let text = with_expando(text);
        let file = RelPath::new("pattern.py").ok();
        let parsed = file.and_then(|file| parse(&file, &text));
        let names = parsed.map(|parsed| free_names(&parsed)).unwrap_or_default();
        Self { text, names }
    }

    fn has_modules(&self) -> bool {
        self.names.iter().any(|name| name.is_qualified)
    }

    /// Names without dots, which nothing in a file may bind.
    fn builtins(&self) -> impl Iterator<Item = &str> {
        self.names
            .iter()
            .filter(|name| !name.is_qualified)
            .map(|name| name.path.head())
    }

    /// The text with each qualified name in each of the file's spellings, and the imports these come from.
    fn spellings(&self, names: &Names<'_>) -> Vec<(String, Vec<usize>)> {
        let mut all: Vec<(Vec<String>, Vec<usize>)> = vec![(Vec::new(), Vec::new())];
        for name in &self.names {
            let own = match name.is_qualified {
                true => names.spellings(&name.path),
                false => vec![(name.path.to_string(), usize::MAX)],
            };
            let mut longer = Vec::new();
            for (texts, imports) in &all {
                for (spelled, index) in &own {
                    let mut texts = texts.clone();
                    texts.push(spelled.clone());
                    let mut imports = imports.clone();
                    imports.extend(Some(*index).filter(|index| *index != usize::MAX));
                    longer.push((texts, imports));
                }
            }
            all = longer;
        }
        let mut spelled: Vec<(String, Vec<usize>)> = all
            .into_iter()
            .map(|(texts, imports)| (self.with(&texts), imports))
            .collect();
        spelled.dedup();
        spelled
    }

    /// The text with the names as they are written at a place; what that needs imported is noted.
    fn written(
        &self,
        names: &Names<'_>,
        modules: &[String],
        at: usize,
        wanted: &mut BTreeSet<Wanted>,
    ) -> Option<String> {
        let mut texts = Vec::new();
        let mut needed = Vec::new();
        for FreeName {
            path, is_qualified, ..
        } in &self.names
        {
            let (text, import) = match is_qualified {
                false => (path.to_string(), None),
                true => names.spell(path, &path.module(modules), at, |_| false, |_| false)?,
            };
            texts.push(text);
            needed.extend(import);
        }
        wanted.extend(needed);
        Some(self.with(&texts))
    }

    fn with(&self, texts: &[String]) -> String {
        let mut written = String::new();
        let mut done = 0;
        for (FreeName { range, .. }, text) in self.names.iter().zip(texts) {
            written.push_str(&self.text[done..range.start]);
            written.push_str(text);
            done = range.end;
        }
        written.push_str(&self.text[done..]);
        written.replace(EXPANDO, "$")
    }
}

/// Builtins whose members rules write: `int.from_bytes`.
const BUILTIN_TYPES: &[&str] = &[
    "bytes", "dict", "float", "int", "list", "object", "set", "str", "tuple", "type",
];

fn free_names(parsed: &Parsed) -> Vec<FreeName> {
    use crate::python::scope::Usage;
    let is_plain = |name: &str| name.starts_with(EXPANDO) || matches!(name, "self" | "cls");
    let names = Names::of(parsed, &crate::python::modules::Modules::default());
    let references = parsed.scopes.references().iter();
    let mut found: Vec<_> = references
        .filter(|reference| {
            parsed
                .scopes
                .binding_scope(reference.scope, &reference.name)
                .is_none()
                && !is_plain(&reference.name)
        })
        .filter_map(|reference| {
            let attributes = match &reference.usage {
                Usage::Attribute { path, .. } => path.as_slice(),
                _ => &[],
            };
            let known = attributes
                .iter()
                .take_while(|part| !part.starts_with(EXPANDO))
                .count();
            let range = names.chain(reference, known)?;
            Some(FreeName {
                range: range.to_std_range(),
                path: Path::of(parsed.source.slice(range)),
                is_qualified: !attributes.is_empty() && !BUILTIN_TYPES.contains(&reference.name.as_str()),
            })
        })
        .collect();
    found.sort_by_key(|name| name.range.start);
    found
}

/// Where a diagnostic points, the likeliest place of the fault first.
fn spots(diagnostic: &Diagnostic, workspace: &dyn Workspace) -> Vec<Spot> {
    let frames = diagnostic.frames.iter().rev().map(|frame| &frame.location);
    let locations = std::iter::once(&diagnostic.location).chain(frames);
    let mut spots: Vec<Spot> = Vec::new();
    for location in locations {
        let spot = location.file.as_deref().and_then(|file| {
            let file = workspace.locate(file)?;
            let tongue = Tongue::of_file(file.as_str())?;
            let line = location.line.unwrap_or(1);
            (!crate::python::site::is_library(&file)).then_some(Spot { file, line, tongue })
        });
        let is_new = |spot: &Spot| {
            !spots
                .iter()
                .any(|known| known.file == spot.file && known.line == spot.line)
        };
        if let Some(spot) = spot.filter(is_new) {
            spots.push(spot);
        }
    }
    spots
}

/// The lines of the innermost simple statement around a line.
fn statement(file: &RelPath, text: &str, line: u32) -> Option<(u32, u32)> {
    let parsed = Tongue::of_file(file.as_str()).filter(|tongue| tongue.name == "python");
    let parsed = parsed.and_then(|_| parse(file, text))?;
    let source = &parsed.source;
    let mut found = None;
    source.each_statement(|statement| {
        let lines = (source.line_of(statement.start()), source.line_of(statement.end()));
        let is_compound = statement.is_function_def_stmt()
            || statement.is_class_def_stmt()
            || statement.is_if_stmt()
            || statement.is_for_stmt()
            || statement.is_while_stmt()
            || statement.is_with_stmt()
            || statement.is_try_stmt()
            || statement.is_match_stmt();
        if (lines.0..=lines.1).contains(&line) && !is_compound {
            found = Some(lines);
        }
    });
    found
}

fn lines_of(text: &str) -> Vec<usize> {
    let ends = text.match_indices('\n').map(|(at, _)| at + 1);
    std::iter::once(0).chain(ends).collect()
}

fn line_at(starts: &[usize], at: usize) -> u32 {
    u32::try_from(starts.partition_point(|start| *start <= at)).unwrap_or(u32::MAX)
}

fn replaced(text: &str, found: &[Found]) -> String {
    let mut written = String::with_capacity(text.len());
    let mut done = 0;
    for Found { range, replacement } in found {
        written.push_str(&text[done..range.start]);
        written.push_str(replacement);
        done = range.end;
    }
    written.push_str(&text[done..]);
    written
}

/// What differs between two texts, line by line, each change as small as it can be.
fn edits(file: &RelPath, old: &str, new: &str) -> Result<Vec<Edit>, StrategyError> {
    let diff = TextDiff::from_lines(old, new);
    let (old_starts, new_starts) = (lines_of(old), lines_of(new));
    let start = |starts: &[usize], line: usize, text: &str| starts.get(line).copied().unwrap_or(text.len());
    let mut edits = Vec::new();
    for op in diff.ops().iter().filter(|op| op.tag() != similar::DiffTag::Equal) {
        let (from, to) = (op.old_range(), op.new_range());
        let range = start(&old_starts, from.start, old)..start(&old_starts, from.end, old);
        let text = &new[start(&new_starts, to.start, new)..start(&new_starts, to.end, new)];
        let (range, text) = trimmed(old, range, text);
        edits.push(Edit::replace(file, old, range, text)?);
    }
    Ok(edits)
}

/// A change without what is the same at both of its ends.
fn trimmed<'t>(old: &str, range: std::ops::Range<usize>, text: &'t str) -> (std::ops::Range<usize>, &'t str) {
    let before = &old[range.clone()];
    if before.is_empty() || text.is_empty() {
        return (range, text);
    }
    let same = before.chars().zip(text.chars()).take_while(|(a, b)| a == b);
    let head: usize = same.map(|(c, _)| c.len_utf8()).sum();
    let (rest, text) = (&before[head..], &text[head..]);
    let same = rest
        .chars()
        .rev()
        .zip(text.chars().rev())
        .take_while(|(a, b)| a == b);
    let tail: usize = same.map(|(c, _)| c.len_utf8()).sum();
    (range.start + head..range.end - tail, &text[..text.len() - tail])
}

fn file_operation(change: &super::text::FileChangeText, captures: &Captures) -> Option<FileOp> {
    let path = |text: &Option<String>| RelPath::new(&fill(text.as_ref()?, captures)?).ok();
    if let Some(file) = path(&change.create) {
        let content = fill(change.content.as_deref().unwrap_or_default(), captures)?;
        return Some(FileOp::Create { file, content });
    }
    if let Some(file) = path(&change.delete) {
        return Some(FileOp::Delete { file });
    }
    Some(FileOp::Rename {
        from: path(&change.rename)?,
        to: path(&change.to)?,
    })
}

fn program(words: &[String], captures: &Captures) -> Option<Command> {
    let filled: Option<Vec<String>> = words.iter().map(|word| fill(word, captures)).collect();
    let filled = filled?;
    let (program, arguments) = filled.split_first()?;
    Some(Command::new(program, arguments))
}

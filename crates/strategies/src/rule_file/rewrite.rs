//! Structural rewrites: ast-grep's patterns over a file's text.

mod block;
mod layout;
mod macros;
mod operand;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

use ast_grep_core::replacer::{Replacer, TemplateFix};
use ast_grep_core::tree_sitter::{LanguageExt, StrDoc};
use ast_grep_core::{AstGrep, NodeMatch};

use super::answer::{Captures, fill, sample};
use super::error::RuleFileError;
use super::expression::Expression;
use super::language::Tongue;
use super::qualified::{FileNames, Qualified};
use super::text::RewriteText;

/// A pattern and what is in its place.
#[derive(Debug)]
pub(super) struct Rewrite {
    pub(super) pattern: String,
    pub(super) fix: String,
    pub(super) modules: Vec<String>,
    pub(super) given: Option<String>,
    pub(super) inside: Option<String>,
    /// Metavariables of the pattern, and the names one of which each must stand for.
    resolves: BTreeMap<String, Vec<String>>,
    /// Metavariables of `fix`, and the names that they are written for.
    uses: BTreeMap<String, String>,
    conditions: BTreeMap<String, Expression>,
    exceptions: BTreeMap<String, Expression>,
}

/// The places that can be changed at once: none lies within another.
pub(super) fn outermost(mut found: Vec<Found>) -> Vec<Found> {
    found.sort_by_key(|found| (found.range.start, std::cmp::Reverse(found.range.end)));
    found.dedup_by(|later, earlier| later.range.start < earlier.range.end);
    found
}

/// A place that a pattern matches.
pub(super) struct Found {
    pub(super) range: Range<usize>,
    pub(super) replacement: String,
}

impl Rewrite {
    /// The rewrite as its file has it. It is not [checked](Self::check).
    pub(super) fn new(text: RewriteText) -> Self {
        let meant = |meant: String| meant.split('|').map(str::to_owned).collect();
        let whole = |expression: String| Expression::whole(&expression);
        Self {
            pattern: text.pattern,
            fix: text.fix,
            modules: text.modules,
            given: text.given,
            inside: text.inside,
            resolves: mapped(text.resolves, meant),
            uses: text.uses,
            conditions: mapped(text.conditions, whole),
            exceptions: mapped(text.unless, Expression::new),
        }
    }

    /// # Errors
    /// When a language has no grammar, or a pattern or expression is not valid.
    pub(super) fn check(&self, languages: &[String]) -> Result<(), RuleFileError> {
        let tongue = languages
            .iter()
            .find_map(|name| Tongue::named(name))
            .ok_or_else(|| {
                RuleFileError::new(format!("no grammar for {}", languages.join(", ")))
                    .at("rewrite")
                    .hint("use 'edit' for other languages")
            })?;
        // Captures are names, so that a pattern parses the same before and after they are filled in.
        let patterns = [
            ("pattern", Some(&self.pattern)),
            ("given", self.given.as_ref()),
            ("inside", self.inside.as_ref()),
        ];
        for (key, pattern) in patterns {
            let checked = pattern
                .map(|pattern| tongue.pattern(&sample(pattern)))
                .transpose();
            checked.map_err(|error| {
                RuleFileError::new(format!("no pattern: {error}"))
                    .at(format!("rewrite.{key}"))
                    .hint("a pattern is one expression or statement; $X stands for a node, $$$X for several")
            })?;
        }
        if tongue.name == "python" && self.is_qualified() {
            return Err(
                RuleFileError::new("names in Python are qualified in the pattern itself")
                    .at("rewrite.resolves")
                    .hint("write pattern = \"module.name($X)\""),
            );
        }
        check_all(&self.conditions, "rewrite.where")?;
        check_all(&self.exceptions, "rewrite.unless")
    }

    /// The members of metavariables in the pattern: `append` in `$FRAME.append($ROW)`.
    pub(super) fn members(&self) -> impl Iterator<Item = &str> {
        let behind = self.pattern.split('$').map(|part| {
            let chain = part.trim_start_matches(|c: char| c.is_ascii_uppercase() || c == '_');
            let end = chain.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '.');
            chain[..end.unwrap_or(chain.len())].strip_prefix('.')
        });
        behind.flatten().flat_map(|chain| chain.split('.'))
    }

    /// Returns whether the pattern has a member of this name.
    pub(super) fn names(&self, member: &str) -> bool {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let mut members = self.pattern.split('.').skip(1);
        members.any(|behind| behind.split(|c| !is_part(c)).next() == Some(member))
    }

    /// One that needs no check: a member's new name.
    pub(super) fn plain(pattern: String, fix: String) -> Self {
        Self {
            pattern,
            fix,
            modules: Vec::new(),
            given: None,
            inside: None,
            resolves: BTreeMap::new(),
            uses: BTreeMap::new(),
            conditions: BTreeMap::new(),
            exceptions: BTreeMap::new(),
        }
    }

    /// The places in a text that this pattern (with its names as the file writes them) matches, and what
    /// `fix` makes of each, those around others first.
    pub(super) fn find(
        &self,
        tongue: Tongue,
        text: &str,
        pattern: &str,
        fix: impl Fn(&Range<usize>) -> Option<String>,
    ) -> Vec<Found> {
        self.find_resolved(tongue, text, pattern, None, fix)
    }

    /// The same where names in the file are known.
    pub(super) fn find_resolved(
        &self,
        tongue: Tongue,
        text: &str,
        pattern: &str,
        names: Option<&FileNames<'_>>,
        fix: impl Fn(&Range<usize>) -> Option<String>,
    ) -> Vec<Found> {
        let tree = tongue.ast_grep(text);
        let readable = macros::as_calls(&tree, text);
        let calls = readable.as_ref().map(|text| tongue.ast_grep(text));
        let mut all: Vec<Found> = Vec::new();
        for pattern in with_and_without_rest(pattern) {
            all.extend(self.find_in(&tree, text, &pattern, names, &fix));
            let (Some(calls), Some(readable)) = (&calls, &readable) else {
                continue;
            };
            let mut inside = self.find_in(calls, readable, &pattern, names, &fix);
            inside.retain(|found| {
                let is_new = !all.iter().any(|known| known.range == found.range);
                is_new && text[found.range.clone()] == readable[found.range.clone()]
            });
            all.extend(inside);
        }
        all.sort_by_key(|found| (found.range.start, std::cmp::Reverse(found.range.end)));
        all
    }

    fn find_in(
        &self,
        tree: &AstGrep<StrDoc<Tongue>>,
        text: &str,
        pattern: &str,
        names: Option<&FileNames<'_>>,
        fix: impl Fn(&Range<usize>) -> Option<String>,
    ) -> Vec<Found> {
        let tongue = *tree.lang();
        let Ok(matcher) = tongue.pattern(pattern) else {
            return Vec::new();
        };
        let has_blocks = tongue.name == "python" && pattern.contains('\n');
        let blocks = has_blocks.then(|| block::read(tongue, pattern));
        let mut found: Vec<Found> = Vec::new();
        for node in tree.root().find_all(&matcher) {
            let range = node.range();
            if blocks
                .as_ref()
                .is_some_and(|pattern| block::has_more(pattern, &node))
            {
                continue;
            }
            if !self.holds(&node) || !self.is_resolved(&node, tongue, names) || names_a_part(&node, text) {
                continue;
            }
            let Some(template) = fix(&range) else { continue };
            let Some(template) = fill(&template, &self.groups(&node)) else {
                continue;
            };
            let template = without_empty(&template, &node);
            let template = operand::with_parentheses(template, &node, text);
            let (template, kept) = with_layout(template, &node, text);
            let lines = template.lines().count();
            let bytes = TemplateFix::with_transform(&template, &tongue, &[]).generate_replacement(&node);
            let Ok(replacement) = String::from_utf8(bytes) else {
                continue;
            };
            let fill = |text: String, (mark, written): &(String, &str)| text.replace(mark, written);
            let replacement = kept.iter().fold(replacement, fill);
            // ast-grep does not count tabs.
            let replacement = match replacement.lines().count() {
                written if written > 1 && written == lines => with_tabs(&replacement, text, range.start),
                _ => replacement,
            };
            let replacement = match text.get(range.clone()).is_some_and(has_blank_line) {
                true => replacement,
                false => without_blanks_in_blank_lines(replacement),
            };
            let replacement = match text.get(range.clone()) {
                Some(old) => layout::kept_from(old, replacement, &template),
                None => replacement,
            };
            // What a rewrite has added stays as it is.
            let is_done = replacement.len() > range.len() && text[range.start..].starts_with(&replacement);
            if !is_done && text.get(range.clone()) != Some(replacement.as_str()) {
                found.push(Found { range, replacement });
            }
        }
        found
    }

    /// The places that one of some patterns matches.
    pub(super) fn places(
        tongue: Tongue,
        text: &str,
        patterns: impl IntoIterator<Item = String>,
    ) -> Vec<Range<usize>> {
        let tree = tongue.ast_grep(text);
        let patterns = patterns
            .into_iter()
            .flat_map(|pattern| [with_return_type(&pattern), Some(pattern)])
            .flatten()
            .filter_map(|pattern| tongue.pattern(&pattern).ok());
        patterns
            .flat_map(|pattern| {
                let root = tree.root();
                let found = root.find_all(&pattern).map(|node| node.range());
                found.collect::<Vec<_>>()
            })
            .collect()
    }

    /// Returns the meanings of the metavariables of some patterns in the text, each meaning once.
    pub(super) fn meanings(
        tongue: Tongue,
        text: &str,
        patterns: impl IntoIterator<Item = String>,
    ) -> Vec<BTreeMap<String, String>> {
        let tree = tongue.ast_grep(text);
        let mut meanings = Vec::new();
        for pattern in patterns {
            let Ok(pattern) = tongue.pattern(&pattern) else {
                continue;
            };
            for node in tree.root().find_all(&pattern) {
                let texts: HashMap<String, String> = node.get_env().clone().into();
                let found: BTreeMap<String, String> = texts.into_iter().collect();
                if !meanings.contains(&found) {
                    meanings.push(found);
                }
            }
        }
        meanings
    }

    /// The named groups of the conditions, which `fix` writes as `%{name}`.
    pub(super) fn group_names(&self) -> impl Iterator<Item = &str> {
        self.conditions
            .values()
            .filter_map(Expression::get)
            .flat_map(|condition| condition.capture_names().flatten())
    }

    fn groups(&self, node: &NodeMatch<'_, StrDoc<Tongue>>) -> Captures {
        let texts: HashMap<String, String> = node.get_env().clone().into();
        let mut groups = Captures::new();
        for (name, condition) in &self.conditions {
            let Some(condition) = condition.get() else {
                continue;
            };
            let Some(found) = texts.get(name).and_then(|text| condition.captures(text)) else {
                continue;
            };
            for group in condition.capture_names().flatten() {
                let text = found.name(group).map_or("", |text| text.as_str());
                groups.insert(group.to_owned(), text.to_owned());
            }
        }
        groups
    }

    /// Returns whether names in the file are wanted.
    pub(super) fn is_qualified(&self) -> bool {
        !(self.resolves.is_empty() && self.uses.is_empty())
    }

    /// A template with the names that it uses as the file writes them, and the imports that these need; none
    /// where the file cannot have one.
    pub(super) fn with_uses(
        &self,
        template: &str,
        tongue: Tongue,
        names: &FileNames<'_>,
    ) -> Option<(String, BTreeSet<Vec<String>>)> {
        let mut written = template.to_owned();
        let mut imports = BTreeSet::new();
        for (variable, name) in &self.uses {
            let added = names.written(&Qualified::of(&tongue, name)?)?;
            written = written.replace(&format!("${variable}"), &added.written);
            imports.extend(added.import);
        }
        Some((written, imports))
    }

    /// Returns whether a file may have what the metavariables must refer to: a script loads a module by its name.
    pub(super) fn may_resolve(&self, tongue: Tongue, text: &str) -> bool {
        let is_loaded = |name: &String| {
            let path = Qualified::of(&tongue, name).map(|name| name.path());
            path.and_then(|path| path.into_iter().next())
                .is_none_or(|module| text.contains(&module))
        };
        !tongue.is_script() || self.resolves.values().all(|meant| meant.iter().any(is_loaded))
    }

    fn is_resolved(
        &self,
        node: &NodeMatch<'_, StrDoc<Tongue>>,
        tongue: Tongue,
        names: Option<&FileNames<'_>>,
    ) -> bool {
        let texts: HashMap<String, String> = node.get_env().clone().into();
        self.resolves.iter().all(|(variable, meant)| {
            let stands_for = |name: &String| {
                let written = texts.get(variable).zip(names);
                let name = Qualified::of(&tongue, name);
                written
                    .zip(name)
                    .is_some_and(|((written, names), name)| names.reads(written, &name))
            };
            meant.iter().any(stands_for)
        })
    }

    fn holds(&self, node: &NodeMatch<'_, StrDoc<Tongue>>) -> bool {
        let texts: HashMap<String, String> = node.get_env().clone().into();
        let has = |(name, expression): (&String, &Expression)| {
            texts.get(name).is_some_and(|text| expression.is_match(text))
        };
        self.conditions.iter().all(has) && !self.exceptions.iter().any(has)
    }
}

fn mapped<T>(texts: BTreeMap<String, String>, read: impl Fn(String) -> T) -> BTreeMap<String, T> {
    texts.into_iter().map(|(name, text)| (name, read(text))).collect()
}

fn check_all(expressions: &BTreeMap<String, Expression>, key: &str) -> Result<(), RuleFileError> {
    let check = |(name, expression): (&String, &Expression)| {
        let invalid =
            |error| RuleFileError::new(format!("no regular expression for ${name}: {error}")).at(key);
        expression.check().map_err(invalid)
    };
    expressions.iter().try_for_each(check)
}

/// The pattern of a function in Python with any return type: to ast-grep one without has none.
fn with_return_type(pattern: &str) -> Option<String> {
    let (head, body) = pattern.split_once("): ")?;
    let is_function = head.contains("def ") && !head.contains("->");
    is_function.then(|| format!("{head}) -> $RETURN_TYPE: {body}"))
}

/// A template without the metavariables that stand for nothing in this match, and without their commas.
fn without_empty(template: &str, node: &NodeMatch<'_, StrDoc<Tongue>>) -> String {
    let mut template = template.to_owned();
    for name in names_of_several(&template) {
        if node.get_env().get_multiple_matches(&name).is_empty() {
            let variable = format!("$$${name}");
            for (from, to) in [
                (format!(", {variable}"), ""),
                (format!("{variable}, "), ""),
                (variable, ""),
            ] {
                template = template.replace(&from, to);
            }
        }
    }
    template
}

/// A template with marks for the metavariables that stand for several nodes, and the text of each: arguments keep
/// the lines on which they are written. A template of several lines is indented as a whole, and has no marks.
fn with_layout<'t>(
    template: String,
    node: &NodeMatch<'_, StrDoc<Tongue>>,
    text: &'t str,
) -> (String, Vec<(String, &'t str)>) {
    let (mut template, mut kept) = (template, Vec::new());
    if template.contains('\n') {
        return (template, kept);
    }
    for name in names_of_several(&template) {
        let matches = node.get_env().get_multiple_matches(&name);
        let (Some(first), Some(last)) = (matches.first(), matches.last()) else {
            continue;
        };
        let range = with_space(text, first.range().start..last.range().end);
        let (Some(written), mark) = (text.get(range), format!("__{name}_as_written__")) else {
            continue;
        };
        template = template.replace(&format!("$$${name}"), &mark);
        kept.push((mark, written));
    }
    (template, kept)
}

/// Returns whether a line has blanks and nothing else.
fn has_blank_line(text: &str) -> bool {
    let mut lines = text.lines();
    lines.any(|line| !line.is_empty() && line.trim().is_empty())
}

/// A replacement without the indentation that ast-grep gives the empty lines of a template, too.
fn without_blanks_in_blank_lines(replacement: String) -> String {
    if !has_blank_line(&replacement) {
        return replacement;
    }
    let lines = replacement.split('\n').map(|line| match line.trim().is_empty() {
        true => "",
        false => line,
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A replacement of several lines, indented as the line that it begins on where that has tabs.
fn with_tabs(replacement: &str, text: &str, start: usize) -> String {
    let line = &text[text[..start].rfind('\n').map_or(0, |end| end + 1)..start];
    let indent = &line[..line.len() - line.trim_start().len()];
    match indent.contains('\t') {
        true => replacement.replace('\n', &format!("\n{indent}")),
        false => replacement.to_owned(),
    }
}

/// A range of arguments; with the line breaks between it and the brackets of the call, if it holds all of them.
fn with_space(text: &str, range: Range<usize>) -> Range<usize> {
    let before = text[..range.start].trim_end();
    let after = text[range.end..].trim_start();
    match before.ends_with('(') && after.starts_with(')') {
        true => before.len()..text.len() - after.len(),
        false => range,
    }
}

/// A pattern, and the same without its last arguments: to ast-grep the comma before `$$$X` must be there.
fn with_and_without_rest(pattern: &str) -> Vec<String> {
    let mut all = vec![pattern.to_owned()];
    for name in names_of_several(pattern) {
        let shorter: Vec<String> = all
            .iter()
            .flat_map(|pattern| {
                [format!(", $$${name}"), format!("$$${name}, ")].map(|rest| pattern.replace(&rest, ""))
            })
            .filter(|shorter| !all.contains(shorter))
            .collect();
        all.extend(shorter);
        all.dedup();
    }
    all
}

fn names_of_several(template: &str) -> Vec<String> {
    let parts = template.split("$$$").skip(1);
    let name = |part: &str| {
        part.chars()
            .take_while(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || *c == '_')
            .collect()
    };
    parts.map(name).collect()
}

/// Returns whether a node is the name of a member or of an argument that is passed, which says nothing alone.
fn names_a_part(node: &NodeMatch<'_, StrDoc<Tongue>>, text: &str) -> bool {
    let range = node.range();
    let is_member = || text[..range.start].ends_with('.') && !text[..range.start].ends_with("..");
    let is_of_an_argument = || {
        let call = node.parent().filter(|parent| parent.kind() == "keyword_argument");
        call.is_some_and(|call| call.range().start == range.start)
    };
    node.is_named_leaf() && (is_member() || is_of_an_argument())
}

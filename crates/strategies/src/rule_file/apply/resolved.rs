//! Renames, rewrites and imports in languages other than Python, whose names are resolved.

use std::collections::BTreeSet;

use unbreak_core::RelPath;

use super::Application;
use super::code::take_whole_line;
use super::difference::replaced;
use super::written::Written;
use crate::rule_file::answer::{Captures, fill};
use crate::rule_file::language::Tongue;
use crate::rule_file::qualified::{self, FileNames, Qualified};
use crate::rule_file::rewrite::{Rewrite, outermost};
use crate::rule_file::text::ScopeText;

impl Application<'_> {
    /// Renames what imports bring, in languages other than Python.
    pub(super) fn rename_qualified(&self, file: &RelPath, text: String, tongue: &Tongue) -> String {
        let mut text = text;
        for (old, new) in &self.rule.qualified {
            let Some((old, new)) = Qualified::of(tongue, old).zip(Qualified::of(tongue, new)) else {
                continue;
            };
            let changed = qualified::rename(tongue, file, &text, self.context.workspace, &old, &new);
            text = changed.unwrap_or(text);
        }
        text
    }

    /// Rewrites where names must be what the file's imports bring.
    pub(super) fn rewrite_qualified(
        &self,
        file: &RelPath,
        text: &str,
        line: Option<u32>,
        tongue: &Tongue,
        rewrite: &Rewrite,
        written: &Written,
    ) -> (String, usize) {
        let workspace = self.context.workspace;
        let unchanged = || (text.to_owned(), 0);
        if !rewrite.may_resolve(*tongue, text) {
            return unchanged();
        }
        let Some(names) = FileNames::of(tongue, file, text, workspace) else {
            return unchanged();
        };
        let Some((fix, wanted)) = rewrite.with_uses(&written.fix, *tongue, &names) else {
            return unchanged();
        };
        let is_inside = written.is_inside(*tongue, text);
        let found = rewrite.find_resolved(*tongue, text, &written.pattern, Some(&names), |range| {
            is_inside(range).then(|| fix.clone())
        });
        let scope = self.rule.scope.unwrap_or(ScopeText::File);
        let mut kept = outermost(self.in_reach(file, text, found, line, scope));
        let places = kept.len();
        if places == 0 {
            return unchanged();
        }
        kept.iter_mut().for_each(|found| take_whole_line(text, found));
        let changed = replaced(text, &kept);
        let settled = qualified::settle(tongue, file, text, changed, workspace, &wanted);
        settled.map_or_else(unchanged, |settled| (settled, places))
    }

    /// Imports that come and go where the rule changed something, in languages other than Python.
    pub(super) fn qualified_imports(
        &self,
        file: &RelPath,
        text: String,
        tongue: &Tongue,
        captures: &Captures,
    ) -> String {
        let mut text = text;
        let workspace = self.context.workspace;
        let name = |text: &Option<String>| Qualified::of(tongue, &fill(text.as_ref()?, captures)?);
        for import in &self.rule.imports {
            if let Some(name) = name(&import.remove) {
                text = qualified::without(tongue, file, &text, workspace, &name).unwrap_or(text);
            }
            if let Some(name) = name(&import.add) {
                let wanted = BTreeSet::from([name.path()]);
                let added = qualified::settle(tongue, file, &text, text.clone(), workspace, &wanted);
                text = added.unwrap_or(text);
            }
        }
        text
    }
}

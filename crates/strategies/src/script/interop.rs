//! A package that is loaded as a whole, where its default or the export of the same name is meant: packages that
//! became ES modules, or gave up their default.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use unbreak_core::pattern::pattern;
use unbreak_core::{DeterminedBy, Edit, Runner, StrategyError};

use super::import::Import;
use super::installed::Installed;
use super::loaded::{Loaded, Part};
use super::scan::Token;
use super::site::Site;
use crate::offer::Offer;
use crate::rule;
use crate::weights::confidence;

/// An arrow function that takes an error, or nothing.
static CALLBACK: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?:^|[(,])\s*(?:async\s+)?(?:\(\s*(?:(?:e|er|err|error)\b[^()]*)?\)|(?:e|er|err|error))\s*=>")
});

/// A name that stands for a whole package, and cannot be called, or does not have a member.
pub(super) struct Interop<'a> {
    pub(super) site: &'a Site<'a>,
    /// The name that is called.
    pub(super) name: &'a str,
    /// The member that is called.
    pub(super) member: Option<&'a str>,
}

impl<'a> Interop<'a> {
    /// The object whose member is missing at the place.
    pub(super) fn of_member(site: &'a Site<'a>, member: &'a str) -> Option<Self> {
        let at = site.member(member)?;
        let object = site.tokens.get(at.checked_sub(2)?)?;
        let is_object = object.is_word() && !site.is_member(at - 2);
        is_object.then(|| Self {
            site,
            name: site.word(object),
            member: Some(member),
        })
    }

    /// The object whose member is undefined, and of which a member is read at the place: `tint` in `tint.bold.red`.
    pub(super) fn of_value(site: &'a Site<'a>) -> Option<Self> {
        let place = site.at?;
        let read = site
            .tokens
            .iter()
            .position(|token| token.range.contains(&place))?;
        let member = read.checked_sub(2).filter(|_| site.is_member(read))?;
        let object = member.checked_sub(2).filter(|_| site.is_member(member))?;
        let is_object = site.tokens[object].is_word() && !site.is_member(object);
        is_object.then(|| Self {
            site,
            name: site.word(&site.tokens[object]),
            member: Some(site.word(&site.tokens[member])),
        })
    }

    pub(super) async fn offers(&self, runner: &dyn Runner) -> Result<Vec<Offer>, StrategyError> {
        let Some(import) = Import::of(self.site, self.name).filter(|import| import.whole) else {
            return Ok(Vec::new());
        };
        let Some((module, is_required)) = self.loading(&import.module) else {
            return Ok(Vec::new());
        };
        let (file, workspace) = (&self.site.file, self.site.workspace);
        let package = Installed::load(&import.module, file, workspace, is_required, runner).await;
        let Some(package) = package else {
            return Ok(Vec::new());
        };
        let meant = match &package.loaded {
            Some(loaded) => self.meant(loaded, &import.module, is_required),
            None => self.read(&package, is_required),
        };
        let called = || self.called(package.loaded.as_ref()?, &import.module);
        let offer = match meant.as_deref() {
            Some("default") => self.default(module)?,
            Some(name) => self.named(module, is_required, name)?,
            None => match called() {
                Some(name) => self.in_calls(module, is_required, name)?,
                None => None,
            },
        };
        Ok(offer.into_iter().collect())
    }

    /// The export that is meant, of a package that Node loaded: the only one with a likely name of which the file's
    /// uses of the package are true.
    fn meant(&self, loaded: &Loaded, module: &str, is_required: bool) -> Option<String> {
        if self.fits(&loaded.whole) {
            return None;
        }
        let likely = [plain(package_name(module)), plain(self.name)];
        let is_likely = |export: &&String| likely.contains(&plain(export));
        let fits = |export: &&String| self.replaces(&loaded.whole, &loaded.exports[*export]);
        let mut named: Vec<&String> = loaded.exports.keys().filter(is_likely).filter(fits).collect();
        if named.iter().any(|export| *export == self.name) {
            named.retain(|export| *export == self.name);
        }
        let has_default = loaded
            .exports
            .get("default")
            .is_some_and(|default| is_required && self.replaces(&loaded.whole, default));
        match named.as_slice() {
            [name] if !self.has_callback() => Some((*name).clone()),
            [] if has_default => Some("default".to_owned()),
            _ => None,
        }
    }

    /// The export that is meant where the whole is called, of a package of which the file needs the whole, too: the only
    /// one with a likely name that can be called.
    fn called<'l>(&self, loaded: &'l Loaded, module: &str) -> Option<&'l str> {
        if self.member.is_some() || loaded.whole.callable || self.has_callback() {
            return None;
        }
        let likely = [plain(package_name(module)), plain(self.name)];
        let is_meant = |(name, part): &(&String, &Part)| likely.contains(&plain(name)) && part.callable;
        let mut meant = loaded.exports.iter().filter(is_meant).map(|(name, _)| name);
        meant
            .next()
            .filter(|_| meant.next().is_none())
            .map(String::as_str)
    }

    /// Returns whether something can be called, or has the member, as the place demands.
    fn fits(&self, part: &Part) -> bool {
        self.member
            .map_or(part.callable, |member| part.members.contains(member))
    }

    /// Returns whether a part of the package fits, and has all that the file uses of the whole.
    fn replaces(&self, whole: &Part, part: &Part) -> bool {
        let has = |member: &str| part.members.contains(member) || !whole.members.contains(member);
        self.fits(part) && self.site.members_read(self.name).all(has)
    }

    /// The export that is meant, as far as the text of the package's entry file tells.
    fn read(&self, package: &Installed, is_required: bool) -> Option<String> {
        let exports = &package.exports;
        let has_member = self.member.is_some_and(|member| exports.names.contains(member));
        let is_default = package.is_module && is_required && exports.has_default;
        let is_named = exports.names.contains(self.name) && !self.has_callback();
        match (is_named, is_default) {
            _ if has_member => None,
            (true, _) => Some(self.name.to_owned()),
            (false, true) => Some("default".to_owned()),
            (false, false) => None,
        }
    }

    /// Returns whether a call of the name passes a callback: what took one before may give a promise now, and
    /// never call it.
    fn has_callback(&self) -> bool {
        let mut calls = self.site.uses(self.name).into_iter().filter_map(|range| {
            let behind = self.site.text[range.end..].trim_start();
            behind.strip_prefix('(').map(within_brackets)
        });
        calls.any(|arguments| {
            let words = arguments.split(|c| !super::scan::is_word(c));
            let mut callbacks =
                words.filter(|word| matches!(*word, "function" | "callback" | "cb" | "done" | "next"));
            callbacks.next().is_some() || CALLBACK.is_match(arguments)
        })
    }

    /// The token of the module's name where the file loads it as a whole, and whether by `require`.
    fn loading(&self, module: &str) -> Option<(usize, bool)> {
        let (index, _) = self
            .site
            .modules()
            .find(|(_, token)| self.site.word(token) == module)?;
        let loads = self.word_before(index, 2) == Some("require");
        Some((index, loads))
    }

    fn word_before(&self, index: usize, back: usize) -> Option<&str> {
        let token = self.site.tokens.get(index.checked_sub(back)?)?;
        token.is_word().then(|| self.site.word(token))
    }

    /// `const { x } = require("x")`, `import { x } from "x"`, also in place of `require("x").default`.
    fn named(&self, module: usize, is_required: bool, export: &str) -> Result<Option<Offer>, StrategyError> {
        let before = if is_required { 4 } else { 2 };
        let Some(at) = module
            .checked_sub(before)
            .filter(|_| self.word_before(module, before) == Some(self.name))
        else {
            return Ok(None);
        };
        let written = match (export == self.name, is_required) {
            (true, _) => format!("{{ {export} }}"),
            (false, true) => format!("{{ {export}: {} }}", self.name),
            (false, false) => format!("{{ {export} as {} }}", self.name),
        };
        let title = format!("load '{written}'");
        let mut edits = vec![self.site.replace(self.site.tokens[at].range.clone(), written)?];
        if is_required && self.site.is_followed_by(module + 1, '.') {
            let Some(range) = self.default_behind(module + 1) else {
                return Ok(None);
            };
            edits.push(self.site.replace(range, "")?);
        }
        Ok(Some(self.offer(title, module, edits)))
    }

    /// `x.x()` for `x()`, where the file uses nothing but calls and members of the name.
    fn in_calls(
        &self,
        module: usize,
        is_required: bool,
        export: &str,
    ) -> Result<Option<Offer>, StrategyError> {
        let binding = module.checked_sub(if is_required { 4 } else { 2 });
        let bound = binding.map(|at| self.site.tokens[at].range.clone());
        let uses = self.site.uses(self.name).into_iter();
        let uses: Vec<Range<usize>> = uses.filter(|range| Some(range) != bound.as_ref()).collect();
        let behind = |range: &Range<usize>| self.site.text[range.end..].chars().next();
        if !uses.iter().all(|range| matches!(behind(range), Some('(' | '.'))) {
            return Ok(None);
        }
        let calls = uses.iter().filter(|range| behind(range) == Some('('));
        let edits = calls.map(|range| self.site.replace(range.end..range.end, format!(".{export}")));
        let edits: Vec<Edit> = edits.collect::<Result<_, _>>()?;
        let title = format!("call '{}.{export}'", self.name);
        Ok((!edits.is_empty()).then(|| self.offer(title, module, edits)))
    }

    /// The place of `.default` behind a token.
    fn default_behind(&self, index: usize) -> Option<Range<usize>> {
        let [dot, word] = self.site.tokens.get(index + 1..index + 3)? else {
            return None;
        };
        let is_default = self.site.word(word) == "default" && !self.site.is_followed_by(index + 2, '.');
        is_default.then_some(dot.range.start..word.range.end)
    }

    /// `require("x").default`.
    fn default(&self, module: usize) -> Result<Option<Offer>, StrategyError> {
        let closes = |token: &&Token| token.is(')');
        let Some(close) = self.site.tokens.get(module + 1).filter(closes) else {
            return Ok(None);
        };
        let end = close.range.end;
        let title = format!(
            "load the default of '{}'",
            self.site.word(&self.site.tokens[module])
        );
        if self.site.is_followed_by(module + 1, '.') {
            return Ok(None);
        }
        let edit = self.site.replace(end..end, ".default")?;
        Ok(Some(self.offer(title, module, vec![edit])))
    }

    fn offer(&self, title: String, module: usize, edits: Vec<Edit>) -> Offer {
        let module = self.site.word(&self.site.tokens[module]);
        Offer {
            rule: rule::script::whole_package::PART,
            title,
            reason: match self.member {
                Some(member) => format!("'{module}' as a whole has no '{member}'"),
                None => format!("'{module}' as a whole is not a function"),
            },
            confidence: confidence::only(),
            evidence: DeterminedBy::Resolution.into(),
            edits,
        }
    }
}

/// A name without its marks, in small letters: `lrucache` for `LRUCache` and for `lru-cache`.
fn plain(name: &str) -> String {
    let letters = name.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// The name of a package without its scope, and with nothing of a path behind it.
fn package_name(module: &str) -> &str {
    let mut parts = module.split('/');
    let first = parts.next().unwrap_or_default();
    match first.starts_with('@') {
        true => parts.next().unwrap_or(first),
        false => first,
    }
}

/// The text between a bracket and its closing bracket.
fn within_brackets(behind: &str) -> &str {
    let mut depth = 1;
    for (at, c) in behind.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &behind[..at];
        }
    }
    behind
}

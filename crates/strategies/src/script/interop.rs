//! A package that is loaded as a whole, where its default or the export of the same name is meant: packages that
//! became ES modules, or gave up their default.

use unbreak_core::{DeterminedBy, StrategyError};

use super::import::Import;
use super::installed::Installed;
use super::scan::Token;
use super::site::Site;
use crate::offer::Offer;
use crate::rule;
use crate::weights::confidence;

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

    pub(super) fn offers(&self) -> Result<Vec<Offer>, StrategyError> {
        let Some(import) = Import::of(self.site, self.name).filter(|import| import.whole) else {
            return Ok(Vec::new());
        };
        let Some((module, is_required)) = self.loaded(&import.module) else {
            return Ok(Vec::new());
        };
        let found = Installed::find(&import.module, &self.site.file, self.site.workspace, is_required);
        let Some(Installed { exports, is_module }) = found else {
            return Ok(Vec::new());
        };
        let has_member = self.member.is_some_and(|member| exports.names.contains(member));
        let is_default = is_module && is_required && exports.has_default;
        let is_named = exports.names.contains(self.name) && !self.has_callback();
        let offer = match (is_named, is_default) {
            _ if has_member => None,
            (true, _) => self.named(module, is_required)?,
            (false, true) => self.default(module)?,
            (false, false) => None,
        };
        Ok(offer.into_iter().collect())
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
            arguments.contains("=>") || callbacks.next().is_some()
        })
    }

    /// The token of the module's name where the file loads it as a whole, and whether by `require`.
    fn loaded(&self, module: &str) -> Option<(usize, bool)> {
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

    /// `const { x } = require("x")`, `import { x } from "x"`.
    fn named(&self, module: usize, is_required: bool) -> Result<Option<Offer>, StrategyError> {
        let before = if is_required { 4 } else { 2 };
        let Some(at) = module
            .checked_sub(before)
            .filter(|_| self.word_before(module, before) == Some(self.name))
        else {
            return Ok(None);
        };
        let range = self.site.tokens[at].range.clone();
        let written = format!("{{ {} }}", self.name);
        let title = format!("load '{written}'");
        self.offer(title, module, range, written).map(Some)
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
        self.offer(title, module, end..end, ".default".to_owned())
            .map(Some)
    }

    fn offer(
        &self,
        title: String,
        module: usize,
        range: std::ops::Range<usize>,
        new: String,
    ) -> Result<Offer, StrategyError> {
        let module = self.site.word(&self.site.tokens[module]);
        Ok(Offer {
            rule: rule::script::whole_package::PART,
            title,
            reason: format!("'{module}' as a whole has no '{}'", self.member.unwrap_or("call")),
            confidence: confidence::only(),
            evidence: DeterminedBy::Resolution.into(),
            edits: vec![self.site.replace(range, new)?],
        })
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

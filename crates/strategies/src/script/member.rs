//! A member that its value does not have.

use std::collections::BTreeSet;

use unbreak_core::{DeterminedBy, Evidence, StrategyError};

use super::paths;
use super::site::Site;
use crate::closeness::{closest, is_slip};
use crate::offer::Offer;
use crate::script_members;
use crate::weights::{confidence, in_order, similarity};

/// Members of the values that every program has.
pub(super) const BUILTIN: &[&str] = &[
    "length",
    "size",
    "push",
    "pop",
    "shift",
    "unshift",
    "slice",
    "splice",
    "concat",
    "join",
    "reverse",
    "sort",
    "indexOf",
    "lastIndexOf",
    "includes",
    "find",
    "findIndex",
    "findLast",
    "filter",
    "map",
    "forEach",
    "reduce",
    "reduceRight",
    "some",
    "every",
    "flat",
    "flatMap",
    "fill",
    "keys",
    "values",
    "entries",
    "at",
    "charAt",
    "charCodeAt",
    "codePointAt",
    "startsWith",
    "endsWith",
    "padStart",
    "padEnd",
    "repeat",
    "replace",
    "replaceAll",
    "search",
    "split",
    "substring",
    "toLowerCase",
    "toUpperCase",
    "trim",
    "trimStart",
    "trimEnd",
    "match",
    "matchAll",
    "localeCompare",
    "normalize",
    "toString",
    "toFixed",
    "toPrecision",
    "valueOf",
    "hasOwnProperty",
    "get",
    "set",
    "has",
    "delete",
    "add",
    "clear",
    "then",
    "catch",
    "finally",
    "resolve",
    "reject",
    "all",
    "race",
    "log",
    "warn",
    "error",
    "info",
    "parse",
    "stringify",
    "assign",
    "freeze",
    "fromEntries",
    "from",
    "isArray",
    "of",
    "floor",
    "ceil",
    "round",
    "max",
    "min",
    "abs",
    "sqrt",
    "pow",
    "random",
    "trunc",
    "sign",
    "getTime",
    "getFullYear",
    "getMonth",
    "getDate",
    "getDay",
    "getHours",
    "getMinutes",
    "getSeconds",
    "toISOString",
    "toLocaleString",
    "getElementById",
    "querySelector",
    "querySelectorAll",
    "addEventListener",
    "removeEventListener",
    "appendChild",
    "createElement",
    "setAttribute",
    "getAttribute",
    "classList",
    "textContent",
    "innerHTML",
    "preventDefault",
    "stopPropagation",
    "json",
    "text",
    "bind",
    "call",
    "apply",
];

/// A member that is not there, in the file that asks for it.
pub(super) struct MissingMember<'a> {
    pub(super) site: &'a Site<'a>,
    pub(super) name: &'a str,
}

impl MissingMember<'_> {
    pub(super) fn offers(&self) -> Result<Vec<Offer>, StrategyError> {
        let Some(at) = self.site.member(self.name) else {
            return Ok(Vec::new());
        };
        let mut offers: Vec<Offer> = self.uncalled(at)?.into_iter().collect();
        // The name is spelt correctly: the value is wrong.
        if BUILTIN.contains(&self.name) {
            return Ok(offers);
        }
        let own = self.members();
        let foreign = script_members::of_any(self.name).into_iter();
        let foreign = foreign.zip(in_order());
        let near = closest(self.name, own.iter().map(String::as_str));
        let usual = closest(self.name, BUILTIN.iter().copied())
            .into_iter()
            .map(|(name, score)| (name, similarity::custom() * score));
        let mut better: Vec<(&str, f64)> = foreign.chain(near).chain(usual).collect();
        better.sort_by(|a, b| b.1.total_cmp(&a.1));
        for (name, score) in better.into_iter().take(3) {
            offers.push(Offer {
                rule: crate::rule::script::unknown_member::MISSPELT,
                title: format!("replace '.{}' by '.{name}'", self.name),
                reason: format!("the value has no '{}'", self.name),
                confidence: similarity::untyped() * score,
                evidence: Evidence::spelling(true, is_slip(self.name, name)),
                edits: vec![self.site.replace(self.site.tokens[at].range.clone(), name)?],
            });
        }
        Ok(offers)
    }

    /// `x.length()`: a value that is called.
    fn uncalled(&self, at: usize) -> Result<Option<Offer>, StrategyError> {
        let site = self.site;
        let is_called = site.is_followed_by(at, '(') && site.is_followed_by(at + 1, ')');
        if !is_called || !script_members::is_value(self.name) {
            return Ok(None);
        }
        let range = site.tokens[at + 1].range.start..site.tokens[at + 2].range.end;
        Ok(Some(Offer {
            rule: crate::rule::script::unknown_member::CALL,
            title: format!("'{}' without a call", self.name),
            reason: format!("'{}' is a value and no function", self.name),
            confidence: confidence::likely(),
            evidence: DeterminedBy::Resolution.into(),
            edits: vec![site.replace(range, "")?],
        }))
    }

    /// Members that the project's own files define or use, other than the name.
    fn members(&self) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        for file in paths::candidates(self.site.workspace).into_iter().take(200) {
            let Some(other) = Site::read(&file, self.site.workspace) else {
                continue;
            };
            let words = other
                .tokens
                .iter()
                .enumerate()
                .filter(|(_, token)| token.is_word());
            let defines = |index: usize| {
                other.is_followed_by(index, '(')
                    || other.is_followed_by(index, ':')
                    || other.is_followed_by(index, '=')
            };
            let members = words.filter(|(index, _)| other.is_member(*index) || defines(*index));
            found.extend(members.map(|(_, token)| other.word(token).to_owned()));
        }
        found.remove(self.name);
        found
    }
}

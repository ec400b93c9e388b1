//! A member that its value does not have.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;
use unbreak_core::pattern::pattern;
use unbreak_core::{DeterminedBy, Edit, Evidence, RelPath, StrategyError};

use super::exports::Exports;
use super::missing_export::declaration;
use super::paths;
use super::site::Site;
use crate::builtin_members;
use crate::closeness::{closest, is_slip};
use crate::offer::Offer;
use crate::script_members;
use crate::weights::{confidence, in_order, similarity};

/// `const app = require("./app")`.
static REQUIRED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r#"(?m)^\s*(?:const|let|var)\s+(?<local>[\w$]+)\s*=\s*require\(\s*["'](?<module>\.[^"'\n]*)["']\s*\)"#,
    )
});

/// `module.exports = { a, b }`.
static EXPORTED: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?m)^\s*module\.exports\s*=\s*\{(?<names>[^{}]*)\}"));

/// The place in the list of what a CommonJS module exports, and what to write there for one more name.
pub(super) fn listed_export(text: &str, name: &str) -> Option<(usize, String)> {
    added(EXPORTED.captures(text)?.name("names")?, name)
}

/// The place behind the last of the listed names, and what to write there for one more.
fn added(listed: regex::Match<'_>, name: &str) -> Option<(usize, String)> {
    let names = listed.as_str().trim_end();
    let last = names.lines().next_back()?;
    let indentation = &last[..last.len() - last.trim_start().len()];
    let separator = match (names.contains('\n'), names.ends_with(',')) {
        (true, true) => format!("\n{indentation}"),
        (true, false) => format!(",\n{indentation}"),
        (false, true) => " ".to_owned(),
        (false, false) => ", ".to_owned(),
    };
    let end = if names.ends_with(',') { "," } else { "" };
    Some((listed.start() + names.len(), format!("{separator}{name}{end}")))
}

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
        if let Some(offer) = self.unexported(at)? {
            return Ok(vec![offer]);
        }
        let mut offers: Vec<Offer> = self.uncalled(at)?.into_iter().collect();
        // The name is spelt correctly: the value is wrong.
        if builtin_members::SCRIPT.contains(&self.name) {
            return Ok(offers);
        }
        let own = self.members();
        let foreign = script_members::of_any(self.name).into_iter();
        let foreign = foreign.zip(in_order());
        let near = closest(self.name, own.iter().map(String::as_str));
        let usual = closest(self.name, builtin_members::SCRIPT.iter().copied())
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

    /// A member of a CommonJS module that declares the name and does not export it.
    fn unexported(&self, at: usize) -> Result<Option<Offer>, StrategyError> {
        let site = self.site;
        let Some(object) = at.checked_sub(2).map(|object| site.word(&site.tokens[object])) else {
            return Ok(None);
        };
        let mut required = REQUIRED.captures_iter(&site.text);
        let Some(module) = required.find(|found| &found["local"] == object) else {
            return Ok(None);
        };
        let written = &module["module"];
        let found = paths::resolve(written, &site.file, site.workspace).or_else(|| self.main(written));
        let Some(file) = found else {
            return Ok(None);
        };
        let text = site.workspace.read_text(&file)?;
        let exports = Exports::of(&text).names;
        // A name that is spelled much like an exported one may be a misspelling of it.
        let is_free = declaration(&text, self.name).is_some()
            && closest(self.name, exports.iter().map(String::as_str)).is_empty()
            && !exports.contains(self.name);
        let Some((place, entry)) = listed_export(&text, self.name).filter(|_| is_free) else {
            return Ok(None);
        };
        Ok(Some(Offer {
            rule: crate::rule::script::unknown_member::UNEXPORTED,
            title: format!("export '{}' from {file}", self.name),
            reason: format!("'{written}' declares '{}' but does not export it", self.name),
            confidence: confidence::only(),
            evidence: DeterminedBy::Resolution.into(),
            edits: vec![Edit::insert(&file, &text, place, entry)?],
        }))
    }

    /// The main file of the package in whose directory the file is, required as `.`.
    fn main(&self, written: &str) -> Option<RelPath> {
        let site = self.site;
        let manifest =
            paths::resolve("./package.json", &site.file, site.workspace).filter(|_| written == ".")?;
        let manifest = site.workspace.read_text(&manifest).ok()?;
        let manifest: serde_json::Value = serde_json::from_str(&manifest).ok()?;
        let main = manifest.get("main")?.as_str()?.trim_start_matches("./");
        paths::resolve(&format!("./{main}"), &site.file, site.workspace)
    }

    /// `x.length()`: a value that is called.
    fn uncalled(&self, at: usize) -> Result<Option<Offer>, StrategyError> {
        let site = self.site;
        let is_called = site.is_followed_by(at, '(') && site.is_followed_by(at + 1, ')');
        if !is_called || !script_members::is_value(self.name) || self.is_of_an_object() {
            return Ok(None);
        }
        let range = site.tokens[at + 1].range.start..site.tokens[at + 2].range.end;
        Ok(Some(Offer {
            rule: crate::rule::script::unknown_member::CALL,
            title: format!("'{}' without a call", self.name),
            reason: format!("'{}' is a value, not a function", self.name),
            confidence: confidence::likely(),
            evidence: DeterminedBy::Resolution.into(),
            edits: vec![site.replace(range, "")?],
        }))
    }

    /// Returns whether the file gives the name to a member of an object or class of its own: `length: length`,
    /// `length () {`.
    fn is_of_an_object(&self) -> bool {
        let site = self.site;
        let own = site.tokens.iter().enumerate().filter(|(index, token)| {
            token.is_word() && site.word(token) == self.name && !site.is_member(*index)
        });
        own.map(|(index, _)| index)
            .any(|index| site.is_followed_by(index, ':') || site.is_followed_by(index, '('))
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

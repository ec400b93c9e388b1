//! A member that occurs nowhere else in the project, next to one that occurs often.
//!
//! A misspelt member is `undefined`, which is not an error by itself: the program fails at a later
//! use of the value, or a test finds another result. So when a value is `undefined` or wrong, the
//! files that took part are searched for names that occur there and nowhere else.

use std::collections::BTreeMap;
use std::ops::Range;

use unbreak_core::policy::guard::is_test_file;
use unbreak_core::{Diagnostic, Edit, Evidence, Location, RelPath, StrategyError, Workspace};

use super::known::GLOBALS;
use super::paths;
use super::scan::{Kind, is_word};
use super::site::Site;
use crate::builtin_members;
use crate::closeness::{closest, is_slip};
use crate::lines::Lines;
use crate::offer::Offer;
use crate::weights::{confidence, stack};

/// Files that are looked through for names.
const MOST_FILES: usize = 300;
/// The greatest number of files that may have taken part, according to their imports.
const MOST_INVOLVED: usize = 40;
/// A name that is in more places was meant.
const MOST_USES: usize = 2;
/// Shorter names are near too many others.
const SHORTEST: usize = 3;
/// Words that begin a statement, with a parenthesis or colon behind them as behind the name of a member.
const STATEMENTS: &[&str] = &["catch", "default", "for", "if", "switch", "while", "with"];
/// Names that one may have been meant as.
const MOST_NEAR: usize = 2;

/// A failure that a name may be at the bottom of.
pub(super) struct Orphans<'a> {
    pub(super) diagnostic: &'a Diagnostic,
    pub(super) workspace: &'a dyn Workspace,
}

impl Orphans<'_> {
    pub(super) fn offers(&self) -> Result<Vec<Offer>, StrategyError> {
        let files = paths::candidates(self.workspace);
        let read = |file| Site::read(file, self.workspace);
        let sites: Vec<Site<'_>> = files.iter().take(MOST_FILES).filter_map(read).collect();
        let known = Known::of(&sites);
        let mut offers = Vec::new();
        for (site, sureness) in self.involved(&sites) {
            for (name, uses) in orphans(site, &known) {
                let sureness = if self.is_on_the_way(site, &uses) {
                    confidence::resolved()
                } else {
                    sureness
                };
                offers.extend(spellings(site, name, &uses, sureness, &known)?);
            }
        }
        Ok(offers)
    }

    /// The project's files that took part, with the likelihood of the fault in each: those of the
    /// stack, then the files they load. A test file only shows that something is wrong.
    fn involved<'s>(&self, sites: &'s [Site<'s>]) -> Vec<(&'s Site<'s>, f64)> {
        let of_the_stack = self.places().filter_map(|place| {
            let file = self.workspace.locate(place.file.as_deref()?)?;
            Some((file, confidence::preferred()))
        });
        let mut open: Vec<(RelPath, f64)> = of_the_stack.collect();
        let mut found: Vec<(&Site<'_>, f64)> = Vec::new();
        let mut at = 0;
        while at < open.len() && found.len() < MOST_INVOLVED {
            let (file, sureness) = open[at].clone();
            at += 1;
            let is_new = !found.iter().any(|(known, _)| known.file == file);
            if let Some(site) = sites.iter().find(|site| site.file == file && is_new) {
                found.push((site, sureness));
                let further = (sureness - stack::further()).max(confidence::remote());
                let loaded = site
                    .modules()
                    .filter_map(|(_, module)| paths::resolve(site.word(module), &site.file, self.workspace));
                open.extend(loaded.map(|file| (file, further)));
            }
        }
        found.retain(|(site, _)| !is_test_file(&site.file) && site.file.extension() != "json");
        found
    }

    /// The places of the stack in the workspace, the innermost first.
    fn places(&self) -> impl Iterator<Item = &Location> {
        let own = self.diagnostic.frames.iter().filter(|frame| frame.in_workspace);
        own.rev()
            .map(|frame| &frame.location)
            .chain([&self.diagnostic.location])
    }

    /// Returns whether one of some places in a file is on a line of the stack.
    fn is_on_the_way(&self, site: &Site<'_>, uses: &[Range<usize>]) -> bool {
        let lines = Lines::of(&site.text);
        let is_here = |place: &Location| {
            let mut uses = uses.iter().map(|range| lines.line_of(range.start));
            place.file.as_deref() == Some(site.file.as_str()) && uses.any(|line| place.line == Some(line))
        };
        self.places().any(is_here)
    }
}

/// The members that occur in a file and nowhere else.
fn orphans<'s>(site: &'s Site<'_>, known: &Known) -> BTreeMap<&'s str, Vec<Range<usize>>> {
    let mut found: BTreeMap<&str, Vec<Range<usize>>> = BTreeMap::new();
    for (index, token) in site.tokens.iter().enumerate() {
        if token.is_word() && is_member(site, index) && !is_found_out(site, index) {
            let uses = found.entry(site.word(token)).or_default();
            uses.push(token.range.clone());
        }
    }
    found.retain(|name, uses| {
        let is_rare = uses.len() <= MOST_USES && known.uses(name) == uses.len();
        is_rare && name.chars().count() >= SHORTEST && !builtin_members::SCRIPT.contains(name)
    });
    found
}

/// Returns whether a missing member here would be noticed without this rule: a call of it fails, and
/// members that the language defines are known.
fn is_found_out(site: &Site<'_>, index: usize) -> bool {
    let owner = index.checked_sub(2).map(|at| site.word(&site.tokens[at]));
    site.is_member(index)
        && (site.is_followed_by(index, '(') || owner.is_some_and(|owner| GLOBALS.contains(&owner)))
}

/// The possible correct spellings of a member: those that occur in more places.
fn spellings(
    site: &Site<'_>,
    name: &str,
    uses: &[Range<usize>],
    sureness: f64,
    known: &Known,
) -> Result<Vec<Offer>, StrategyError> {
    let others = known
        .members(uses.len())
        .chain(builtin_members::SCRIPT.iter().copied());
    let near = closest(name, others).into_iter().take(MOST_NEAR);
    let offer = |(other, score): (&str, f64)| {
        let edits: Result<Vec<Edit>, _> = uses
            .iter()
            .map(|range| site.replace(range.clone(), other))
            .collect();
        Ok(Offer {
            rule: crate::rule::script::missing_value::ORPHAN,
            title: format!("replace '{name}' by '{other}'"),
            reason: format!("nothing else in the project has a '{name}'"),
            confidence: sureness * score,
            evidence: Evidence::spelling(true, is_slip(name, other)),
            edits: edits?,
        })
    };
    near.map(offer).collect()
}

/// Returns whether a name stands for a member of something: `x.name`, `{ name: x }`, `{ name }`, `name() {}`. A number,
/// such as those of a table, is none.
fn is_member(site: &Site<'_>, index: usize) -> bool {
    let word = site.word(&site.tokens[index]);
    if word.starts_with(|c: char| c.is_ascii_digit()) || !site.is_member(index) && STATEMENTS.contains(&word)
    {
        return false;
    }
    let before = |marks: &[char]| {
        let previous = index.checked_sub(1).map(|at| &site.tokens[at]);
        previous.is_some_and(|token| marks.iter().any(|mark| token.is(*mark)))
    };
    let after = |marks: &[char]| marks.iter().any(|mark| site.is_followed_by(index, *mark));
    let is_key = after(&[':']) && !before(&['?']) || before(&['{', ',']) && after(&[',', '}']);
    let is_method = before(&['{', '}', ';']) && after(&['(']);
    site.is_member(index) || is_key || is_method
}

/// Every name of a project, and in how many places it is.
struct Known {
    uses: BTreeMap<String, usize>,
    members: BTreeMap<String, usize>,
}

impl Known {
    fn of(sites: &[Site<'_>]) -> Self {
        let mut known = Self {
            uses: BTreeMap::new(),
            members: BTreeMap::new(),
        };
        for site in sites {
            for (index, token) in site.tokens.iter().enumerate() {
                match token.kind {
                    Kind::Word => known.word(site, index),
                    Kind::Quoted => known.text(site.word(token)),
                    Kind::Mark(_) => {}
                }
            }
        }
        known
    }

    fn word(&mut self, site: &Site<'_>, index: usize) {
        let name = site.word(&site.tokens[index]);
        *self.uses.entry(name.to_owned()).or_default() += 1;
        if is_member(site, index) {
            *self.members.entry(name.to_owned()).or_default() += 1;
        }
    }

    /// A text may be the key of something that was read.
    fn text(&mut self, text: &str) {
        for name in text.split(|c: char| !is_word(c)).filter(|name| !name.is_empty()) {
            *self.uses.entry(name.to_owned()).or_default() += 1;
        }
        if text.chars().all(is_word) && text.starts_with(|c: char| !c.is_ascii_digit()) {
            *self.members.entry(text.to_owned()).or_default() += 1;
        }
    }

    fn uses(&self, name: &str) -> usize {
        self.uses.get(name).copied().unwrap_or(0)
    }

    /// Members that occur in more than this many places.
    fn members(&self, than: usize) -> impl Iterator<Item = &str> {
        let members = self.members.keys().map(String::as_str);
        members.filter(move |name| self.uses(name) > than)
    }
}

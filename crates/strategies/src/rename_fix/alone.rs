//! A definition that nothing in the project uses, while a name like its own is used and not defined: one of the two
//! was renamed alone.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use unbreak_core::pattern::pattern;
use unbreak_core::policy::guard::is_test_file;
use unbreak_core::{Edit, Evidence, Fact, FixError, RelPath, Workspace};

use crate::closeness::{is_extended_by_words, is_slip};
use crate::code_words::{Family, PYTHON, SCRIPT, has_word, is_word, last_part, words};
use crate::declared::{declared, defined};
use crate::lines::Lines;
use crate::proposal::{Offer, guess};
use crate::renaming::{Page, pages, parameters};
use crate::weights::confidence;

/// `X.prototype.name =`, `exports.name =`, `name: function`.
static MEMBER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?:\bexports|\.prototype)\.([\w$]+)\s*=[^=]|^\s*([\w$]+)\s*:\s*(?:async\s+)?function\b")
});

/// Files that are searched for a definition.
const MOST_FILES: usize = 200;

/// A name that a file misses.
pub(super) struct Missing<'f> {
    pub(super) name: &'f str,
    is_member: bool,
    /// The type or module that does not have it, if it is a member and the message names one.
    owner: Option<&'f str>,
}

impl<'f> Missing<'f> {
    pub(super) fn of(fact: &'f Fact) -> Option<Self> {
        let (name, is_member, owner) = match fact {
            Fact::UndefinedName { name, .. } => (name, false, None),
            Fact::UnknownMember { name, owner, .. } => (name, true, owner.as_deref()),
            _ => return None,
        };
        Some(Self {
            name,
            is_member,
            owner,
        })
    }

    /// Returns whether the owner may be one of the project's. Python's messages name the class of the value.
    fn is_of_the_project(&self, family: &'static Family, workspace: &dyn Workspace) -> bool {
        let Some(owner) = self.owner.filter(|_| std::ptr::eq(family, &raw const PYTHON)) else {
            return true;
        };
        let class = format!("class {owner}");
        let is_class = || {
            pages(workspace, family, owner)
                .iter()
                .any(|page| has_word(&page.text, &class))
        };
        let is_module = || {
            let files = workspace.files();
            files.iter().any(|file| family.module(file) == last_part(owner))
        };
        owner == "super" || is_module() || is_class()
    }
}

/// A definition without a use.
struct Alone<'a> {
    name: &'a str,
    file: &'a RelPath,
    text: &'a str,
    at: Range<usize>,
}

/// Returns whether a definition without a use may be the one that a file misses under this name.
#[cfg(feature = "languages")]
pub(crate) fn is_renamed_alone(workspace: &dyn Workspace, file: &RelPath, name: &str) -> bool {
    Family::of(file.as_str()).is_some_and(|family| {
        let texts = texts(workspace, family, |other| family.shares_scope(file, other));
        only(workspace, family, &texts, name, false).is_some()
    })
}

/// Gives the definition and its uses the same name: the side with fewer places gives way.
pub(super) fn offers(
    workspace: &dyn Workspace,
    file: &RelPath,
    missing: &Missing<'_>,
) -> Result<Vec<Offer>, FixError> {
    let (name, is_member) = (missing.name, missing.is_member);
    let family = Family::of(file.as_str());
    let Some(family) = family.filter(|family| missing.is_of_the_project(family, workspace)) else {
        return Ok(Vec::new());
    };
    let is_own = |other: &RelPath| match is_member {
        true => !is_test_file(other),
        false => family.shares_scope(file, other),
    };
    let texts = texts(workspace, family, is_own);
    let Some(alone) = only(workspace, family, &texts, name, is_member) else {
        return Ok(Vec::new());
    };
    let other = alone.name;
    let uses = pages(workspace, family, name);
    let of_kind = |page: &Page| {
        let is_it = |place: &&Range<usize>| page.text[..place.start].ends_with('.') == is_member;
        page.places.iter().filter(is_it).count()
    };
    let count: usize = uses.iter().map(of_kind).sum();
    let is_function = alone.text[alone.at.end..].starts_with(['(', '<']);
    let fits = is_member
        || !is_function
        || is_class(alone.text, other)
        || std::ptr::eq(family, &raw const SCRIPT)
        || parameters::fit(workspace, family, alone.text, (other, name));
    if count == 0 || !fits {
        return Ok(Vec::new());
    }
    let reason = format!("'{name}' is used and not defined, and nothing uses '{other}'");
    // Which of the two names was meant, only people know.
    let offer = |title: String, edits: Vec<Edit>| Offer {
        evidence: Evidence::spelling(true, true),
        ..guess(title, reason, confidence::preferred(), edits)
    };
    if count > 1 || is_member {
        let edit = Edit::replace(alone.file, alone.text, alone.at.clone(), name)?;
        let title = format!("call '{other}' in {} '{name}' again", alone.file);
        return Ok(vec![offer(title, vec![edit])]);
    }
    let follow = uses
        .iter()
        .filter(|page| !is_test_file(&page.file))
        .flat_map(|page| {
            let free = page
                .places
                .iter()
                .filter(|place| !page.text[..place.start].ends_with('.'));
            free.map(|place| Edit::replace(&page.file, &page.text, place.clone(), other))
        });
    let edits: Vec<Edit> = follow.collect::<Result<_, _>>()?;
    let title = format!("replace '{name}' by '{other}'");
    Ok(match edits.is_empty() {
        true => Vec::new(),
        false => vec![offer(title, edits)],
    })
}

/// The files of a family that may define the name.
fn texts(
    workspace: &dyn Workspace,
    family: &'static Family,
    is_own: impl Fn(&RelPath) -> bool,
) -> Vec<(RelPath, String)> {
    let files = workspace.files();
    let own = files.iter().filter(|file| {
        Family::of(file.as_str()).is_some_and(|other| std::ptr::eq(other, family)) && is_own(file)
    });
    own.take(MOST_FILES)
        .filter_map(|file| Some((file.clone(), workspace.read_text(file).ok()?)))
        .collect()
}

/// The definition without a use that is called nearly as `name`, if there is one alone and nothing has the name.
fn only<'t>(
    workspace: &dyn Workspace,
    family: &'static Family,
    texts: &'t [(RelPath, String)],
    name: &str,
    is_member: bool,
) -> Option<Alone<'t>> {
    let mut found: Vec<Alone<'t>> = Vec::new();
    for (file, text) in texts {
        let lines = Lines::of(text);
        for (number, line) in (1..).zip(text.lines()) {
            let mut parts = line.split(|c| !is_word(c));
            let is_near = parts.any(|word| word == name || may_be_like(word, name));
            let defined = is_near.then(|| definition(family, line, is_member)).flatten();
            let Some(own) = defined else {
                continue;
            };
            // It is defined, and fails for another reason. Another type may have a member of the name.
            let is_pattern = line.contains(&format!("let {own}("));
            if own == name && !is_member && !is_pattern {
                return None;
            }
            let place = lines.range(text, number).filter(|_| is_like(own, name));
            if let Some(range) = place
                && let Some(at) = words(&text[range.clone()], own).next()
            {
                found.push(Alone {
                    name: own,
                    file,
                    text,
                    at: range.start + at..range.start + at + own.len(),
                });
            }
        }
    }
    let mut alone = found
        .into_iter()
        .filter(|found| is_unused(workspace, family, found.name));
    let only = alone.next()?;
    alone.next().is_none().then_some(only)
}

/// Returns whether one of two names may have been made of the other. What is private and has another name is another
/// thing.
pub(super) fn is_like(own: &str, name: &str) -> bool {
    let public = |name: &str| name.trim_start_matches('_').len();
    let is_private_alike = own.len() - public(own) == name.len() - public(name);
    own != name
        && (is_private_alike || own.trim_start_matches('_') == name.trim_start_matches('_'))
        && (is_extended_by_words(own, name) || is_slip(name, own))
}

/// Whether [`is_like`] may hold, by the letters at the ends and the length: for most words of a project it does not.
fn may_be_like(word: &str, name: &str) -> bool {
    fn letters(name: &str) -> impl DoubleEndedIterator<Item = char> {
        name.chars().filter(|c| *c != '_').map(|c| c.to_ascii_lowercase())
    }
    let begins_alike = |count: usize| letters(word).take(count).eq(letters(name).take(count));
    let ends_alike = || letters(word).rev().take(3).eq(letters(name).rev().take(3));
    let is_as_long = word.len().abs_diff(name.len()) <= 2;
    word.len() > 2 && (begins_alike(if is_as_long { 1 } else { 3 }) || ends_alike())
}

/// Returns whether a text defines a class of the name: what stands in parentheses behind it are no parameters.
pub(super) fn is_class(text: &str, name: &str) -> bool {
    let mut heads = text.lines().filter(|line| defined(line) == Some(name));
    heads.any(|line| has_word(line, "class"))
}

/// The name that a line defines.
fn definition<'t>(family: &'static Family, line: &'t str, is_member: bool) -> Option<&'t str> {
    let member = || {
        let found = MEMBER.captures(line)?;
        let name = found.get(1).or(found.get(2))?;
        Some(name.as_str())
    };
    match is_member {
        // In scripts a function is no member by itself.
        true if std::ptr::eq(family, &raw const SCRIPT) => member().or_else(|| declared(line)),
        true => declared(line),
        false => defined(line),
    }
}

/// Returns whether a name is written once in the whole project, in code or in a text.
fn is_unused(workspace: &dyn Workspace, family: &'static Family, name: &str) -> bool {
    let pages = pages(workspace, family, name);
    let written = pages
        .iter()
        .map(|page| words(&page.text, name).count())
        .sum::<usize>();
    written == 1
}

//! A definition was renamed: its use follows, or the definition gets its name back.

use unbreak_core::policy::guard::is_test_file;
use unbreak_core::{Edit, ErrorType, Fact, RelPath, StrategyError};

use super::definition::{declared, defined, defines, lines_of};
use super::implementation::implementers;
use super::missing::Missing;
use super::patch::{Hunk, Patch, with_word};
use super::place::Place;
use super::{Case, Offer, fixture, meant};
use crate::closeness::is_slip;
use crate::code_words::{Family, PYTHON, has_word, is_word, words};
use crate::lines::Lines;
use crate::renaming::{Following, Renaming};
use crate::weights::{confidence, ranking};

/// Larger files are generated, or data.
const LARGEST_FILE: usize = 1 << 20;

/// The greatest number of files searched for a definition.
const MOST_FILES: usize = 500;

/// The greatest number of renames of one change whose old names are searched.
const MOST_NAMES: usize = 8;

/// The rename of one definition.
struct Renamed<'p> {
    new: &'p str,
    hunk: &'p Hunk,
    /// Whether nothing but the name changed in the lines.
    is_exact: bool,
}

/// Offers for a missing name from the newest of some commits that renamed its definition.
pub(super) fn in_commits(
    case: &Case<'_>,
    name: &str,
    commits: &[Patch],
) -> Result<Vec<Offer>, StrategyError> {
    for commit in commits {
        let offers = offers(case, name, commit, false)?;
        if !offers.is_empty() {
            return Ok(offers);
        }
    }
    Ok(Vec::new())
}

/// Offers for a missing name from what one commit, or the working tree, changed.
pub(super) fn offers(
    case: &Case<'_>,
    name: &str,
    patch: &Patch,
    is_uncommitted: bool,
) -> Result<Vec<Offer>, StrategyError> {
    let Some(found) = the_rename(patch, name) else {
        return Ok(Vec::new());
    };
    let is_demanded = !implementers(case.context.diagnostics, name).is_empty();
    if is_demanded || !is_still_defined(case, &found) {
        return Ok(Vec::new());
    }
    let is_same = found.is_exact && !changes_within(case, &found, patch);
    let is_followed = patch.hunks.iter().any(|hunk| follows(hunk, name, found.new));
    let is_published = !is_followed && is_published(case, name, &found);
    let is_misspelt = !is_followed && is_slip(found.new, name);
    let is_corrected = is_misspelt && meant::is_correction(case, name, found.new);
    let is_misspelt = is_misspelt && !is_corrected;
    let everywhere = uses(case, name, &found, false)?;
    // Tests that nobody changed ask for the old name, and no other use went along. Only tests use a fixture.
    let is_fixture = matches!(case.diagnostic.fact, Some(Fact::MissingFixture { .. }));
    let is_tested = !is_uncommitted
        && !is_followed
        && !is_corrected
        && !is_fixture
        && everywhere.edits.iter().any(|edit| is_test_file(&edit.file));
    let is_doubtful = is_published || is_misspelt || is_corrected || is_tested;
    let is_clear = is_same && (is_followed || !is_uncommitted) && !is_doubtful;
    let reported = match is_checked(case) {
        true => uses(case, name, &found, true)?,
        false => Following::default(),
    };
    let has_narrower = !reported.edits.is_empty() && reported.edits != everywhere.edits;
    let offer = |following: Following, title: String, doubt: f64| Offer {
        title,
        reason: format!("the definition of '{name}' in {} was renamed", found.hunk.file),
        confidence: match (is_clear, is_followed) {
            (true, true) => confidence::likely(),
            (true, false) => confidence::preferred(),
            (false, _) => confidence::possible(),
        } - doubt,
        is_safe: is_clear && (!following.leaves_uses || following.has_another),
        is_determined: is_same,
        edits: following.edits,
    };
    let title = format!("use '{}' instead of '{name}'", found.new);
    // Nothing follows the definition, and not all that uses it can be found: it may as well go back.
    let is_alone = !is_uncommitted && !is_followed && (everywhere.leaves_uses || everywhere.has_another);
    let is_unfindable = is_alone && !everywhere.has_another;
    let mut offers = Vec::new();
    if !everywhere.edits.is_empty() {
        offers.push(offer(everywhere, title.clone(), 0.0));
    }
    if has_narrower {
        let title = format!("{title} where it is reported");
        offers.push(offer(reported, title, ranking::next()));
    }
    if (is_uncommitted || is_published || is_misspelt || is_tested) && !is_clear || is_alone {
        let offer = with_old_name(case, name, &found)?;
        offers.extend(offer.map(|offer| match is_misspelt {
            true => Offer {
                confidence: confidence::likely(),
                is_safe: is_same && !is_slip(name, found.new),
                ..offer
            },
            false if is_unfindable || is_tested => Offer {
                confidence: confidence::likely(),
                ..offer
            },
            false => offer,
        }));
    }
    Ok(offers)
}

/// Offers for names that a patch renamed and that code still has, where the failure does not tell: a handler may have
/// taken the error, or a call that takes any keyword.
pub(super) fn left_behind(
    case: &Case<'_>,
    patch: &Patch,
    is_uncommitted: bool,
) -> Result<Vec<Offer>, StrategyError> {
    if is_checked(case) || case.diagnostic.error_type == ErrorType::Syntax {
        return Ok(Vec::new());
    }
    let pairs = patch.hunks.iter().filter_map(renames);
    let mut names: Vec<&str> = pairs.flat_map(|(pairs, _)| pairs).map(|(gone, _)| gone).collect();
    names.sort_unstable();
    names.dedup();
    let mut found = Vec::new();
    for name in names.into_iter().take(MOST_NAMES) {
        let defines = |edit: &Edit| edit.replacement.lines().any(|line| declared(line) == Some(name));
        let may_be_a_slip = case.missing.is_none() && !patch.is_work();
        let is_wanted = |offer: &Offer| offer.is_safe || may_be_a_slip && offer.edits.iter().any(defines);
        let offers = offers(case, name, patch, is_uncommitted)?;
        found.extend(offers.into_iter().filter(is_wanted));
    }
    Ok(found)
}

/// The new name of a definition that a patch renamed and changed in no other way, and the file.
pub(super) fn definition_renamed_in<'p>(patch: &'p Patch, name: &str) -> Option<(&'p str, &'p RelPath)> {
    let found = the_rename(patch, name).filter(|found| found.is_exact)?;
    Some((found.new, &found.hunk.file))
}

/// The one rename of a name that a patch makes. Prototypes, stubs and types with the same member go with a definition.
fn the_rename<'p>(patch: &'p Patch, name: &str) -> Option<Renamed<'p>> {
    let all: Vec<Renamed<'_>> = patch
        .hunks
        .iter()
        .filter_map(|hunk| renamed(hunk, name))
        .collect();
    let (first, others) = all.split_first()?;
    let is_definition =
        |found: &&Renamed<'_>| found.hunk.new.iter().any(|line| defined(line) == Some(found.new));
    let found = all.iter().find(is_definition).unwrap_or(first);
    let is_one = others.iter().all(|other| other.new == first.new);
    is_one.then(|| Renamed {
        new: found.new,
        hunk: found.hunk,
        is_exact: all.iter().all(|found| found.is_exact),
    })
}

fn renamed<'p>(hunk: &'p Hunk, name: &str) -> Option<Renamed<'p>> {
    let (pairs, is_exact) = renames(hunk)?;
    let &(_, new) = pairs.iter().find(|(gone, _)| *gone == name)?;
    Some(Renamed { new, hunk, is_exact })
}

/// The renames that a hunk makes, and whether nothing but the names changed: one definition goes and another comes, or
/// line by line, where each one that goes has another on the same line.
pub(super) fn renames<'l>(hunk: &'l Hunk) -> Option<(Vec<(&'l str, &'l str)>, bool)> {
    let gone = others(&hunk.old, &hunk.new);
    let came = others(&hunk.new, &hunk.old);
    let is_by_line = hunk.old.len() == hunk.new.len() && gone.len() == came.len();
    let pairs: Vec<(&str, &str)> = match (gone.as_slice(), came.as_slice()) {
        (&[(_, gone)], &[(_, new)]) => vec![(gone, new)],
        _ if is_by_line && gone.iter().zip(&came).all(|(old, new)| old.0 == new.0) => {
            gone.iter().zip(&came).map(|(old, new)| (old.1, new.1)).collect()
        }
        _ => return None,
    };
    let is_same = |(old, new): (&&String, &&String)| differs_by(old, new, &pairs);
    let code = |lines: &'l [String]| lines.iter().filter(|line| !is_remark(line)).collect::<Vec<_>>();
    let (old, new) = (code(&hunk.old), code(&hunk.new));
    let is_exact = old.len() == new.len() && old.iter().zip(&new).all(is_same);
    let is_exact = is_exact && are_distinct(hunk, &pairs);
    Some((pairs, is_exact))
}

/// Returns whether a line is blank, or nothing but a comment.
fn is_remark(line: &str) -> bool {
    const MARKS: [&str; 5] = ["//", "/*", "* ", "*/", "# "];
    let line = line.trim_start();
    line.is_empty() || MARKS.iter().any(|mark| line.starts_with(mark))
}

/// Returns whether two lines differ in nothing but blanks and the names of some renames. The comment behind the code may
/// have kept a name.
fn differs_by(old: &str, new: &str, pairs: &[(&str, &str)]) -> bool {
    fn tokens(line: &str) -> impl Iterator<Item = &str> {
        line.split_whitespace()
            .flat_map(|text| text.split_inclusive(|c| !is_word(c)))
            .flat_map(|part| {
                let word = part.trim_end_matches(|c| !is_word(c));
                [word, &part[word.len()..]]
            })
            .filter(|token| !token.is_empty())
    }
    let (old, new): (Vec<&str>, Vec<&str>) = (tokens(old).collect(), tokens(new).collect());
    let is_same = |(old, new): (&&str, &&str)| old == new || pairs.contains(&(*old, *new));
    old.len() == new.len() && old.iter().zip(&new).all(is_same)
}

/// Returns whether each of several renames can only be this one: the line of its definition is unlike the others
/// beside the name, or its names are more alike than those of two renames.
fn are_distinct(hunk: &Hunk, pairs: &[(&str, &str)]) -> bool {
    let rest = |name: &str| {
        let line = hunk.old.iter().find(|line| declared(line) == Some(name));
        line.map(|line| with_word(line, name, ""))
    };
    pairs.iter().enumerate().all(|(index, (gone, came))| {
        let mut others = pairs.iter().enumerate().filter(|(other, _)| *other != index);
        let own = shared(gone, came);
        others.all(|(_, (other_gone, other_came))| {
            rest(gone) != rest(other_gone) || own > shared(gone, other_came) && own > shared(other_gone, came)
        })
    })
}

/// The definitions of some lines that others do not have, with the indices of their lines.
fn others<'l>(lines: &'l [String], others: &[String]) -> Vec<(usize, &'l str)> {
    let known: Vec<&str> = others.iter().filter_map(|line| declared(line)).collect();
    let names = lines.iter().enumerate();
    let names = names.filter_map(|(index, line)| Some((index, declared(line)?)));
    names.filter(|(_, name)| !known.contains(name)).collect()
}

/// The number of characters with which two names begin or end alike.
fn shared(one: &str, other: &str) -> usize {
    let count = |alike: &mut dyn Iterator<Item = (char, char)>| alike.take_while(|(a, b)| a == b).count();
    let begin = count(&mut one.chars().zip(other.chars()));
    let end = count(&mut one.chars().rev().zip(other.chars().rev()));
    begin.max(end)
}

/// Returns whether the change that renamed a definition also changed what is in it.
fn changes_within(case: &Case<'_>, found: &Renamed<'_>, patch: &Patch) -> bool {
    let text = case.context.workspace.read_text(&found.hunk.file);
    let Some(own) = text.ok().and_then(|text| lines_of(&text, found.new)) else {
        return false;
    };
    let says = |hunk: &Hunk| !hunk.old.iter().chain(&hunk.new).all(|line| is_remark(line));
    let others = patch.hunks.iter().filter(|hunk| hunk.file == found.hunk.file);
    let mut others = others.filter(|hunk| hunk.at > own.start && own.contains(&hunk.at) && says(hunk));
    others.any(|hunk| !hunk.had(found.new) && !hunk.has(found.new))
}

/// Returns whether a hunk changes a use of the old name to the new one.
fn follows(hunk: &Hunk, name: &str, new: &str) -> bool {
    let is_use = |line: &&String| declared(line) != Some(name) && has_word(line, name);
    let uses = hunk.old.iter().filter(is_use);
    uses.into_iter()
        .any(|line| hunk.new.contains(&with_word(line, name, new)))
}

/// Returns whether the module's list of public names, or a file that declares its types, still has the old name.
fn is_published(case: &Case<'_>, name: &str, found: &Renamed<'_>) -> bool {
    let workspace = case.context.workspace;
    let home = &found.hunk.file;
    let text = workspace.read_text(home).unwrap_or_default();
    let is_listed = |list: &str| {
        let list = list.split([']', ')']).next().unwrap_or_default();
        ['"', '\'']
            .iter()
            .any(|quote| list.contains(&format!("{quote}{name}{quote}")))
    };
    let lists_it = text.split("__all__").skip(1).any(is_listed);
    let stub = RelPath::new(&format!("{}i", home.as_str())).ok();
    let stub = stub.filter(|_| home.extension() == "py");
    let stub = stub.and_then(|stub| workspace.read_text(&stub).ok());
    lists_it || stub.is_some_and(|stub| stub.lines().any(|line| declared(line) == Some(name)))
}

fn is_still_defined(case: &Case<'_>, found: &Renamed<'_>) -> bool {
    let text = case.context.workspace.read_text(&found.hunk.file);
    text.is_ok_and(|text| text.lines().any(|line| declared(line) == Some(found.new)))
}

/// Returns whether a file of the workspace defines a name. Searches the files of the places and the changes
/// first, then the others of the same languages.
pub(super) fn is_defined(case: &Case<'_>, name: &str) -> bool {
    let workspace = case.context.workspace;
    let defines = |file: &RelPath| {
        let text = workspace.read_text(file);
        text.is_ok_and(|text| text.len() <= LARGEST_FILE && defines(&text, name))
    };
    let changed = case.uncommitted.hunks.iter().map(|hunk| &hunk.file);
    let mut near = case.places.iter().map(|place| &place.file).chain(changed);
    let is_alike = |file: &&RelPath| {
        let mut places = case.places.iter();
        places.any(|place| ending(&place.file) == ending(file))
    };
    near.any(defines)
        || workspace
            .files()
            .iter()
            .filter(is_alike)
            .take(MOST_FILES)
            .any(defines)
}

fn ending(file: &RelPath) -> Option<&str> {
    file.as_str().rsplit_once('.').map(|(_, ending)| ending)
}

/// Returns whether a compiler reports every use of a name that is missing: no program ran.
fn is_checked(case: &Case<'_>) -> bool {
    let is_compiled = |place: &Place| {
        let family = Family::of(place.file.as_str());
        family.is_some_and(|family| !std::ptr::eq(family, &raw const PYTHON))
    };
    case.diagnostic.frames.is_empty() && case.places.first().is_some_and(is_compiled)
}

/// The edits with which all uses follow, in every file of the project where its language is known. Where types share
/// the name of a member, only the uses that are reported follow.
fn uses(
    case: &Case<'_>,
    name: &str,
    found: &Renamed<'_>,
    is_shared: bool,
) -> Result<Following, StrategyError> {
    let home = &found.hunk.file;
    if matches!(case.diagnostic.fact, Some(Fact::MissingFixture { .. })) {
        return Ok(Following {
            edits: fixture::uses(case, name, found.new)?,
            ..Following::default()
        });
    }
    let Some(family) = Family::of(home.as_str()) else {
        return Ok(Following {
            edits: renamed_uses(case, name, found.new)?,
            ..Following::default()
        });
    };
    let declares = |line: &&String| declared(line) == Some(found.new);
    let line = found.hunk.new.iter().find(declares).map_or("", String::as_str);
    let renaming = Renaming {
        is_member: is_member(line),
        implementers: implementers(case.context.diagnostics, found.new),
        is_keyword: matches!(case.missing, Some(Missing::Parameter { .. })),
        reported: case.reported(),
        is_shared,
        ..Renaming::of_free(case.context.workspace, family, home, name, found.new)
    };
    Ok(renaming.following()?)
}

/// Returns whether the line of a definition makes a part of a type: it is indented, or a method of Go. Functions and
/// variables of scripts within others are no parts.
pub(super) fn is_member(line: &str) -> bool {
    const FREE: [&str; 5] = ["function ", "function* ", "async function", "let ", "var "];
    let own = line.trim_start();
    own.len() < line.len() && !FREE.iter().any(|word| own.starts_with(word)) || line.starts_with("func (")
}

/// The old name replaced: on the reported lines, and through the whole file where it is imported by name.
fn renamed_uses(case: &Case<'_>, name: &str, new: &str) -> Result<Vec<Edit>, StrategyError> {
    let mut edits: Vec<Edit> = Vec::new();
    let mut done: Vec<&RelPath> = Vec::new();
    for place in &case.places {
        let Ok(text) = case.context.workspace.read_text(&place.file) else {
            continue;
        };
        if done.contains(&&place.file) {
            continue;
        }
        let lines = Lines::of(&text);
        let is_reported = |line: u32| {
            let mut here = case.places.iter().filter(|other| other.file == place.file);
            here.any(|other| other.line == line)
        };
        let reported = |at: &usize| is_reported(lines.line_of(*at));
        let all: Vec<usize> = words(&text, name).filter(|at| is_code(&text, *at)).collect();
        if !all.iter().any(&reported) {
            continue;
        }
        let is_everywhere = all.iter().any(|at| is_import(&text, *at)) && !defines(&text, name);
        let wanted = all
            .into_iter()
            .filter(|at| reported(at) || is_everywhere && !text[..*at].ends_with('.'));
        for at in wanted {
            edits.push(Edit::replace(&place.file, &text, at..at + name.len(), new)?);
        }
        done.push(&place.file);
    }
    Ok(edits)
}

/// Returns whether a byte is outside of texts and comments, by the line that it is on.
fn is_code(text: &str, at: usize) -> bool {
    let before = line_before(text, at);
    let is_quoted = ['"', '\'', '`']
        .iter()
        .any(|quote| before.matches(*quote).count() % 2 == 1);
    !is_quoted && !before.contains("//") && !before.trim_start().starts_with('#') && !before.contains(" #")
}

/// Returns whether the line of a byte imports.
fn is_import(text: &str, at: usize) -> bool {
    let line = line_before(text, at).trim_start();
    ["import ", "from ", "use ", "pub use ", "export {"]
        .iter()
        .any(|word| line.starts_with(word))
}

fn line_before(text: &str, at: usize) -> &str {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    &text[start..at]
}

/// The definition with its old name.
fn with_old_name(case: &Case<'_>, name: &str, found: &Renamed<'_>) -> Result<Option<Offer>, StrategyError> {
    let Some(edit) = found.hunk.restored(case.context.workspace)? else {
        return Ok(None);
    };
    Ok(Some(Offer {
        title: format!("restore the definition of '{name}' in {}", found.hunk.file),
        reason: format!(
            "'{name}' was renamed to '{}', and is used under its old name",
            found.new
        ),
        confidence: confidence::possible(),
        is_safe: false,
        is_determined: found.is_exact,
        edits: vec![edit],
    }))
}

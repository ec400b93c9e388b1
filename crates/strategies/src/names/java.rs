//! Java: classes that are used and not imported, packages that are misspelt; names.

use std::collections::BTreeSet;
use std::ops::Range;

use unbreak_core::{Command, Edit, NameUse, RelPath, StrategyError};

use super::{Case, Complaint, text};
use crate::code_words::is_word;
use crate::elsewhere::Subject;
use crate::keywords;
use crate::offer::Offer;
use crate::weights::{confidence, in_order};

/// The public classes of the modules `java.base`, `java.sql`, `java.net.http` and `java.logging` of
/// Java 17, by package, as listed by the run-time image.
const CLASSES: &str = include_str!("java_classes.txt");

/// Returns whether a class belongs to the library.
pub(super) fn is_of_library(class: &str) -> bool {
    !packages_of(class).is_empty()
}

/// Offers names that may have been meant.
pub(super) async fn offers(
    case: &Case<'_>,
    subject: Subject,
    complaint: Complaint<'_>,
) -> Result<Vec<Offer>, StrategyError> {
    match (complaint, subject) {
        (Complaint::Idle(_), _) => Ok(Vec::new()),
        (Complaint::Unused(_), _) => Ok(Vec::new()),
        (Complaint::Package(package), _) => match moved(case, package)? {
            Some(offer) => Ok(vec![offer]),
            None => packages_like(case, package),
        },
        (Complaint::Name { name, .. }, Subject::Import) => imported(case, name),
        (Complaint::Name { name, used_as }, _) => names_like(case, name, used_as),
        (Complaint::Member { name, owner, .. }, _) => members_like(case, owner, name).await,
    }
}

/// The library's packages that have a class, the usual one first.
fn packages_of(class: &str) -> Vec<&'static str> {
    let lines = CLASSES.lines().filter_map(|line| line.split_once(' '));
    let having = lines.filter(|(_, classes)| classes.split(' ').any(|known| known == class));
    let mut packages: Vec<&str> = having.map(|(package, _)| package).collect();
    packages.sort_by_key(|package| (*package != "java.util", package.len()));
    packages
}

/// The packages of the workspace that have a class.
fn own_packages<'t>(texts: &'t [(RelPath, String)], class: &str) -> BTreeSet<&'t str> {
    let file_name = format!("{class}.java");
    let declaring = texts
        .iter()
        .filter(|(file, _)| file.as_str().rsplit('/').next() == Some(&file_name));
    declaring.filter_map(|(_, text)| package(text)).collect()
}

/// The classes that a text imports from a package, with the place of the package.
fn imports_of<'t>(text: &'t str, package: &str) -> Vec<(Range<usize>, &'t str)> {
    let begin = format!("import {package}.");
    let places = text.match_indices(&begin);
    let places = places.filter(|(at, _)| *at == 0 || text[..*at].ends_with('\n'));
    places
        .filter_map(|(at, found)| {
            let end = at + found.len();
            let class = text[end..].split(';').next()?.trim();
            let is_one = !class.is_empty() && class.chars().all(is_word);
            is_one.then_some((at + "import ".len()..end - 1, class))
        })
        .collect()
}

/// The imports from a package that is gone, if the workspace has each class in one other package.
fn moved(case: &Case<'_>, gone: &str) -> Result<Option<Offer>, StrategyError> {
    let texts = case.texts("java");
    let mut edits = Vec::new();
    let mut homes = BTreeSet::new();
    for (place, class) in imports_of(case.text, gone) {
        let packages = own_packages(&texts, class);
        let mut packages = packages.into_iter();
        let (Some(home), None) = (packages.next(), packages.next()) else {
            return Ok(None);
        };
        edits.push(Edit::replace(case.file, case.text, place, home)?);
        homes.insert(home);
    }
    if edits.is_empty() {
        return Ok(None);
    }
    let homes: Vec<&str> = homes.into_iter().collect();
    let title = format!("import from {} instead of {gone}", homes.join(" and "));
    let reason = format!("the package '{gone}' is gone, and these classes are in no other package");
    let mut offer = case.offer(title, &reason, confidence::resolved(), edits.remove(0));
    offer.edits.extend(edits);
    Ok(Some(offer))
}

/// An import of every class with that name, the workspace's own first.
fn imported(case: &Case<'_>, name: &str) -> Result<Vec<Offer>, StrategyError> {
    let own_package = package(case.text);
    let texts = case.texts("java");
    let is_stale = |line: &str| {
        let path = line
            .strip_prefix("import ")
            .and_then(|line| line.trim_end().strip_suffix(';'));
        path.is_some_and(|path| path.rsplit('.').next() == Some(name))
    };
    // The import that is there has to change.
    if case.text.lines().any(is_stale) {
        return Ok(Vec::new());
    }
    let own: BTreeSet<&str> = own_packages(&texts, name)
        .into_iter()
        .filter(|package| Some(*package) != own_package)
        .collect();
    let library = packages_of(name)
        .into_iter()
        .filter(|package| *package != "java.lang");
    let packages = own
        .into_iter()
        .map(|package| (package, confidence::stated()))
        .chain(library.zip(in_order()));
    let offers = packages.map(|(package, confidence)| {
        let class = format!("{package}.{name}");
        let edit = import(case, &class)?;
        let reason = format!("'{name}' is not imported, and '{package}' has a class of that name");
        Ok(case.offer(format!("import {class}"), &reason, confidence, edit))
    });
    let offers: Result<Vec<Offer>, StrategyError> = offers.collect();
    offers
}

fn package(text: &str) -> Option<&str> {
    let line = text
        .lines()
        .find_map(|line| line.trim_start().strip_prefix("package "))?;
    line.trim().strip_suffix(';')
}

/// Adds an import of the class.
fn import(case: &Case<'_>, class: &str) -> Result<Edit, StrategyError> {
    let (at, inserted) = new_import(case.text, class);
    Ok(Edit::insert(case.file, case.text, at, inserted)?)
}

/// The place and the text of a new import, in the order of the existing ones.
pub(super) fn new_import(text: &str, class: &str) -> (usize, String) {
    let statement = format!("import {class};");
    let mut at = None;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let code = line.trim();
        let is_plain = code.starts_with("import ") && !code.starts_with("import static ");
        if is_plain && code > statement.as_str() && at.is_none() {
            at = Some(start);
            break;
        }
        start += line.len();
        if is_plain {
            at = None;
        }
    }
    let last = text
        .match_indices("import ")
        .filter(|(at, _)| *at == 0 || text[..*at].ends_with('\n'))
        .last();
    let end_of_line = |from: usize| from + text[from..].find('\n').map_or(text.len() - from, |end| end + 1);
    let (at, inserted) = match (at, last) {
        (Some(at), _) => (at, format!("{statement}\n")),
        (None, Some((last, _))) => (end_of_line(last), format!("{statement}\n")),
        (None, None) => match text::package_clause(text) {
            Some(package) => (end_of_line(package), format!("\n{statement}\n")),
            None => (0, format!("{statement}\n\n")),
        },
    };
    (at, inserted)
}

/// `java.utl.List` for `java.util.List`.
fn packages_like(case: &Case<'_>, wrong: &str) -> Result<Vec<Offer>, StrategyError> {
    let texts = case.texts("java");
    let own = texts.iter().filter_map(|(_, text)| package(text));
    let known: BTreeSet<&str> = CLASSES
        .lines()
        .filter_map(|line| line.split(' ').next())
        .chain(own)
        .collect();
    let mut near: Vec<(usize, &str)> = known
        .into_iter()
        .map(|known| (strsim::osa_distance(wrong, known), known))
        .filter(|(distance, known)| *distance > 0 && *distance <= 1 + known.len() / 8)
        .collect();
    near.sort_unstable();
    let Some(at) = case.text.find(&format!("{wrong}.")) else {
        return Ok(Vec::new());
    };
    let offers = near.into_iter().take(3).map(|(distance, known)| {
        let edit = Edit::replace(case.file, case.text, at..at + wrong.len(), known)?;
        let confidence = if distance <= 1 {
            confidence::resolved()
        } else {
            confidence::preferred()
        };
        let reason = "there is no such package, and the other one is only some letters away";
        Ok(case.offer(format!("write '{known}' for '{wrong}'"), reason, confidence, edit))
    });
    offers.collect()
}

/// Similar names of the workspace; for a name that begins like a class, also those of `java.lang`
/// and of the imports.
fn names_like(case: &Case<'_>, name: &str, used_as: Option<NameUse>) -> Result<Vec<Offer>, StrategyError> {
    let texts = case.texts("java");
    let is_type = used_as == Some(NameUse::Type) || name.starts_with(char::is_uppercase);
    let everywhere = if !matches!(used_as, Some(NameUse::Type | NameUse::Method)) && !is_type {
        &texts[..1]
    } else {
        &texts[..]
    };
    let mut known = text::names(everywhere.iter().map(|(_, text)| text.as_str()), keywords::JAVA);
    if used_as == Some(NameUse::Method) {
        let is_called = |known: &&str| texts.iter().any(|(_, text)| text.contains(&format!("{known}(")));
        known.retain(is_called);
    }
    if is_type {
        let lang = CLASSES.lines().find_map(|line| line.strip_prefix("java.lang "));
        known.extend(lang.unwrap_or_default().split(' '));
        known.retain(|known| known.starts_with(char::is_uppercase));
    }
    case.near(
        name,
        known,
        "nothing is declared so, and the other name is nearly the same",
    )
}

/// Members of a type that are near: of the library's as `javap` lists them, of others as the
/// workspace writes them.
async fn members_like(case: &Case<'_>, owner: &str, name: &str) -> Result<Vec<Offer>, StrategyError> {
    let reason = "the type has a member nearly of that name";
    if let Some(package) = packages_of(owner).first() {
        let command = Command::new("javap", [format!("{package}.{owner}")]);
        let done = case.context.runner.run(&command).await?;
        let listing = done.stdout_text();
        let members = text::words_in(&listing).filter(|word| listing[word.end..].starts_with(['(', ';']));
        let members: BTreeSet<&str> = members.map(|word| &listing[word]).collect();
        return case.near(name, members, reason);
    }
    let texts = case.texts("java");
    let known = text::names(texts.iter().map(|(_, text)| text.as_str()), keywords::JAVA);
    case.near(name, known, reason)
}

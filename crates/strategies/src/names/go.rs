//! Go: packages that are used and not imported, imported and not used, misspelt; names.

mod unexported;
mod variable;

use std::collections::BTreeSet;

use unbreak_core::{Command, DeterminedBy, Edit, Evidence, RelPath, StrategyError, Workspace};

use super::{Case, Complaint, text};
use crate::elsewhere::Subject;
use crate::keywords;
use crate::offer::Offer;
use crate::python::closeness::is_slip;
use crate::weights::{confidence, in_order};

/// The packages of the standard library that programs import (`go list std` of Go 1.19, without
/// internal ones).
const PACKAGES: &str = include_str!("go_packages.txt");

/// Names that every file has (`go doc builtin`).
const BUILTINS: &[&str] = &[
    "append", "any", "bool", "byte", "cap", "close", "complex", "copy", "delete", "error", "false",
    "float32", "float64", "imag", "int", "int16", "int32", "int64", "int8", "iota", "len", "make", "new",
    "nil", "panic", "print", "println", "real", "recover", "rune", "string", "true", "uint", "uint16",
    "uint32", "uint64", "uint8", "uintptr",
];

/// Names in other languages.
const FOREIGN: &[(&str, &str)] = &[
    ("None", "nil"),
    ("NULL", "nil"),
    ("String", "string"),
    ("True", "true"),
    ("False", "false"),
    ("boolean", "bool"),
    ("char", "byte"),
    ("double", "float64"),
    ("float", "float64"),
    ("integer", "int"),
    ("long", "int64"),
    ("null", "nil"),
    ("str", "string"),
];

/// Offers names that may have been meant.
pub(super) async fn offers(
    case: &Case<'_>,
    subject: Subject,
    complaint: Complaint<'_>,
) -> Result<Vec<Offer>, StrategyError> {
    match (complaint, subject) {
        (Complaint::Unused(path), _) => removed(case, path),
        (Complaint::Package(path), _) => packages_like(case, path),
        (Complaint::Name { name, .. }, Subject::Import) => imported(case, name),
        (Complaint::Name { name, .. }, _) => match variable::declared(case, name)? {
            Some(offer) => Ok(vec![offer]),
            None if variable::is_intended(case, name) => Ok(Vec::new()),
            None => names_like(case, name),
        },
        (Complaint::Idle(name), _) => Ok(variable::unused(case, name)?.into_iter().collect()),
        (Complaint::Member { name, owner, hint }, _) => members_like(case, owner, name, hint).await,
    }
}

/// Packages of the standard library that programs import for their initialisation.
const ACTIVE: &[&str] = &[
    "crypto/md5",
    "crypto/sha1",
    "crypto/sha256",
    "crypto/sha512",
    "embed",
    "expvar",
    "image/gif",
    "image/jpeg",
    "image/png",
    "net/http/pprof",
    "time/tzdata",
];

/// Returns whether a package is known to do something when the program starts.
fn is_active(case: &Case<'_>, path: &str) -> bool {
    let own = case.texts("go");
    let mut own = own.iter().filter(|(file, _)| is_of_package(file, path));
    ACTIVE.contains(&path) || own.any(|(_, text)| text.contains("\nfunc init() {"))
}

/// Returns whether a file of the project is one of the package with this path.
fn is_of_package(file: &RelPath, path: &str) -> bool {
    let folder = file.parent();
    !folder.is_empty() && path.ends_with(&format!("/{folder}"))
}

/// The import's line away; all of the statement when it was the only one. A package that acts when the program
/// starts stays, without a name.
fn removed(case: &Case<'_>, path: &str) -> Result<Vec<Offer>, StrategyError> {
    let text = case.text;
    let Some(at) = text.find(&format!("\"{path}\"")) else {
        return Ok(Vec::new());
    };
    if is_active(case, path) {
        let edit = Edit::insert(case.file, text, at, "_ ")?;
        let title = format!("import '{path}' for its effects only");
        let reason = "nothing in the file uses its name, and it does something when the program starts";
        return Ok(vec![case.offer(title, reason, confidence::resolved(), edit)]);
    }
    let start = text[..at].rfind('\n').map_or(0, |at| at + 1);
    let mut range = start..at + text[at..].find('\n').map_or(text.len() - at, |end| end + 1);
    let before = text[..range.start].trim_end();
    let behind = text[range.end..].trim_start();
    if before.ends_with("import (") && behind.starts_with(')') {
        range = before.len() - "import (".len()..text.len() - behind.len() + 1;
        range.end += text[range.end..].len() - text[range.end..].trim_start_matches('\n').len();
    }
    let edit = Edit::replace(case.file, text, range, "")?;
    let title = format!("remove the import of '{path}'");
    let reason = "nothing in the file uses it, and Go refuses such imports";
    let mut offer = case.offer(title, reason, confidence::likely(), edit);
    // The effects of another module's initialisation are not known.
    offer.evidence.may_change_meaning = path.split('/').next().is_some_and(|host| host.contains('.'));
    Ok(vec![offer])
}

/// An import of every package with that name.
fn imported(case: &Case<'_>, name: &str) -> Result<Vec<Offer>, StrategyError> {
    let is_called = |path: &&str| path.rsplit('/').next() == Some(name);
    let own = own_packages(case);
    let own = own
        .iter()
        .map(String::as_str)
        .filter(is_called)
        .map(|path| (path, confidence::stated()));
    let standard = PACKAGES.lines().filter(is_called).zip(in_order());
    let is_used_so = case.text.contains(&format!("{name}."));
    let paths = own.chain(standard).filter(|_| is_used_so);
    let offers = paths.map(|(path, confidence)| {
        let edit = import(case, path)?;
        let reason = format!("'{name}' is used as a package, and '{path}' is one of that name");
        Ok(case.offer(format!("import \"{path}\""), &reason, confidence, edit))
    });
    offers.collect()
}

/// The import paths of the workspace's own packages, but for programs, which nothing can import.
fn own_packages(case: &Case<'_>) -> BTreeSet<String> {
    let workspace = case.context.workspace;
    let files = workspace.files();
    let mut packages = BTreeSet::new();
    for file in files.iter().filter(|file| file.as_str().ends_with("go.mod")) {
        let Some(module) = module(workspace, file) else {
            continue;
        };
        let root = file.as_str().trim_end_matches("go.mod");
        let is_importable = |file: &&RelPath| {
            let text = workspace.read_text(file).unwrap_or_default();
            !text.lines().any(|line| line.trim_end() == "package main")
        };
        let sources = files
            .iter()
            .filter(|file| file.extension() == "go" && file.as_str().starts_with(root))
            .filter(is_importable);
        packages.extend(
            sources.map(|file| match file.as_str()[root.len()..].rsplit_once('/') {
                Some((folder, _)) => format!("{module}/{folder}"),
                None => module.clone(),
            }),
        );
    }
    packages
}

fn module(workspace: &dyn Workspace, file: &unbreak_core::RelPath) -> Option<String> {
    let text = workspace.read_text(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("module "))?;
    let path = line.trim().trim_matches('"');
    // https://go.dev/ref/mod#go-mod-file-ident
    let is_path = path
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || "-._~/".contains(c));
    is_path.then(|| path.to_owned())
}

/// Adds an import of the path.
fn import(case: &Case<'_>, path: &str) -> Result<Edit, StrategyError> {
    let (at, inserted) = new_import(case.text, path);
    Ok(Edit::insert(case.file, case.text, at, inserted)?)
}

/// The place and the text of a new import, in the order of the existing ones.
pub(super) fn new_import(text: &str, path: &str) -> (usize, String) {
    let spec = format!("\"{path}\"");
    if let Some(open) = text.find("\nimport (\n") {
        let mut at = open + "\nimport (\n".len();
        for line in text[at..].split_inclusive('\n') {
            if line.trim_start().starts_with(')') || line.trim().is_empty() || line.trim() > spec.as_str() {
                break;
            }
            at += line.len();
        }
        return (at, format!("\t{spec}\n"));
    }
    let last = text.match_indices("\nimport ").last().map(|(at, _)| at + 1);
    let package = text::package_clause(text).unwrap_or(0);
    let line = last.unwrap_or(package);
    let end = line + text[line..].find('\n').map_or(text.len() - line, |end| end + 1);
    let space = if last.is_some() { "" } else { "\n" };
    (end, format!("{space}import {spec}\n"))
}

/// `"sting"` for `"string"`. A package of a module in `go.mod` or on another host is not downloaded
/// yet rather than misspelt.
fn packages_like(case: &Case<'_>, path: &str) -> Result<Vec<Offer>, StrategyError> {
    let own = own_packages(case);
    let Some(at) = case.text.find(&format!("\"{path}\"")) else {
        return Ok(Vec::new());
    };
    let is_of_a_host = path.split('/').next().is_some_and(|host| host.contains('.'));
    let standard = PACKAGES.lines().filter(|_| !is_of_a_host);
    let slips = standard.chain(own.iter().map(String::as_str));
    let is_used = |known: &str| is_qualifier(case.text, last(known));
    let is_meant = |known: &&str| {
        is_slip_in_one_part(path, known) || (is_used(known) && strsim::osa_distance(path, known) == 1)
    };
    let slips = slips.filter(|known| is_meant(known) && !is_required(case, path));
    let mut found: Vec<(&str, Evidence)> = slips
        .map(|known| (known, Evidence::spelling(true, is_used(known))))
        .collect();
    let elsewhere = own.iter().filter(|known| last(known) == last(path));
    found.extend(elsewhere.map(|known| (known.as_str(), DeterminedBy::Resolution.into())));
    found.dedup_by_key(|(known, _)| *known);
    let offers = found.into_iter().take(3).map(|(known, evidence)| {
        let edit = Edit::replace(case.file, case.text, at + 1..at + 1 + path.len(), known)?;
        let is_near = strsim::osa_distance(path, known) <= 1;
        let confidence = if is_near {
            confidence::resolved()
        } else {
            confidence::preferred()
        };
        let reason = "there is no such package, and the other one is only some letters away";
        Ok(Offer {
            evidence,
            ..case.offer(format!("import \"{known}\""), reason, confidence, edit)
        })
    });
    offers.collect()
}

/// Returns whether a text uses a name as a package: before a dot, and behind none.
fn is_qualifier(text: &str, name: &str) -> bool {
    let mut words = text::words_in(text).filter(|word| &text[word.clone()] == name);
    words.any(|word| text[word.end..].starts_with('.') && !text[..word.start].ends_with(['.', '/', '"']))
}

/// Returns whether two paths differ only by a typing error in one of their parts.
fn is_slip_in_one_part(path: &str, known: &str) -> bool {
    let (parts, others): (Vec<&str>, Vec<&str>) = (path.split('/').collect(), known.split('/').collect());
    let mut differ = parts.iter().zip(&others).filter(|(a, b)| a != b);
    let is_one = differ.next().is_some_and(|(a, b)| is_slip(a, b)) && differ.next().is_none();
    parts.len() == others.len() && is_one
}

/// Returns whether `go.mod` requires the module that a path leads into.
fn is_required(case: &Case<'_>, path: &str) -> bool {
    let workspace = case.context.workspace;
    let files = workspace.files();
    let manifests = files.iter().filter(|file| file.file_name() == "go.mod");
    let texts = manifests.filter_map(|file| workspace.read_text(file).ok());
    let requires = |line: &str| {
        let module = line.trim().trim_start_matches("require ").split(' ').next();
        let is_statement = line.starts_with("module ");
        !is_statement && module.is_some_and(|module| module.contains('.') && path.starts_with(module))
    };
    texts.into_iter().any(|text| text.lines().any(requires))
}

/// The name that a package has.
fn last(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Similar names in the package, including the files beside this one.
fn names_like(case: &Case<'_>, name: &str) -> Result<Vec<Offer>, StrategyError> {
    let folder = case.file.parent();
    let texts = case.texts("go");
    let beside = texts.iter().filter(|(file, _)| file.parent() == folder);
    let mut known = text::names(beside.map(|(_, text)| text.as_str()), keywords::GO);
    known.extend(BUILTINS);
    if let Some((_, own)) = FOREIGN.iter().find(|(foreign, _)| *foreign == name) {
        let reason = "Go calls it so";
        return Ok(case
            .renamed(name, own, confidence::resolved(), reason)?
            .into_iter()
            .collect());
    }
    case.near(
        name,
        known,
        "no name is declared so, and the other one is nearly the same",
    )
}

/// Names of a package or a type that are near.
async fn members_like(
    case: &Case<'_>,
    owner: &str,
    name: &str,
    hint: Option<&str>,
) -> Result<Vec<Offer>, StrategyError> {
    let reason = "that is what the compiler says it has";
    if let Some(hint) = hint {
        return Ok(case
            .renamed(name, hint, confidence::stated(), reason)?
            .into_iter()
            .collect());
    }
    if let Some(path) = path_of(case.text, owner) {
        let exported = exported(case, &path).await?;
        let mut same = exported.iter().filter(|known| known.eq_ignore_ascii_case(name));
        if let (Some(known), None) = (same.next(), same.next()) {
            let reason = "the package has the name in other letters, and only capitals are exported";
            let offer = case.renamed(name, known, confidence::stated(), reason)?;
            let evidence: Evidence = DeterminedBy::Resolution.into();
            return Ok(offer
                .map(|offer| Offer { evidence, ..offer })
                .into_iter()
                .collect());
        }
        if let Some(offer) = unexported::exported(case, &path, name)? {
            return Ok(vec![offer]);
        }
        return case.near(
            name,
            exported.iter().map(String::as_str),
            "the package has a name nearly the same",
        );
    }
    let texts = case.texts("go");
    let known = text::names(texts.iter().map(|(_, text)| text.as_str()), keywords::GO);
    case.near(
        name,
        known,
        "there is no such field or method, and the other name is nearly the same",
    )
}

/// The path of the import that a file calls so.
fn path_of(text: &str, name: &str) -> Option<String> {
    let mut paths = text.lines().filter_map(|line| {
        let spec = line.trim().trim_start_matches("import ").trim();
        let (alias, rest) = spec.split_once('"')?;
        let path = rest.strip_suffix('"')?;
        let is_called = path.rsplit('/').next() == Some(name) || alias.trim() == name;
        is_called.then(|| path.to_owned())
    });
    paths.next_back().filter(|_| !name.is_empty())
}

/// The exports of a package, as its documentation lists them.
async fn exported(case: &Case<'_>, path: &str) -> Result<BTreeSet<String>, StrategyError> {
    let mut command = Command::new("go", ["doc", "-short", path]);
    command.directory.clone_from(&case.context.command.directory);
    let done = case.context.runner.run(&command).await?;
    let listing = done.stdout_text();
    let words = text::names([listing.as_ref()], keywords::GO);
    Ok(words
        .into_iter()
        .filter(|word| word.starts_with(char::is_uppercase))
        .map(ToOwned::to_owned)
        .collect())
}

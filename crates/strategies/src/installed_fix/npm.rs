//! Finds advice about a name in an installed npm package: declaration files, changelog and readme.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;

use regex::Regex;
use unbreak_core::pattern::pattern;
use unbreak_core::{Diagnostic, FixContext, Location, RelPath};

use super::{InstalledAdvice, MissingPart};
use crate::code_words::has_word;

/// Endings of files with code that imports packages.
const SCRIPTS: [&str; 8] = [".js", ".jsx", ".ts", ".tsx", ".mjs", ".cjs", ".mts", ".cts"];

/// Documents in which a package speaks of its changes, by how their names begin.
const DOCUMENTS: [&str; 6] = ["change", "history", "migrat", "readme", "release", "upgrad"];

/// Directories of a package that usually hold its declaration files.
const PLACES: [&str; 6] = ["", "dist", "lib", "types", "dist/types", "build"];

/// Words without which a sentence gives no advice.
const HINTS: [&str; 8] = [
    "use ", "Use ", "instead", "renamed", "replaced", "moved to", "favor of", "now ",
];

/// The longest sentence that is read.
const LONGEST: usize = 300;

fn place(diagnostic: &Diagnostic) -> &Location {
    let own = diagnostic.innermost_own_frame();
    own.map_or(&diagnostic.location, |frame| &frame.location)
}

/// Returns whether a diagnostic is about JavaScript or TypeScript.
pub(super) fn is_script(diagnostic: &Diagnostic) -> bool {
    let file = place(diagnostic).file.as_deref().unwrap_or_default();
    SCRIPTS.iter().any(|ending| file.ends_with(ending))
}

pub(super) fn advice(
    part: &MissingPart<'_>,
    diagnostic: &Diagnostic,
    context: &FixContext<'_>,
) -> Vec<InstalledAdvice> {
    let mut found = Vec::new();
    for package in packages(part, diagnostic, context) {
        for file in files(&package, context) {
            let text = RelPath::new(&file)
                .ok()
                .and_then(|file| context.workspace.read_text(&file).ok());
            let text = text.filter(|text| text.contains(part.name)).unwrap_or_default();
            match file.ends_with(".md") {
                true => found.extend(of_document(&text, part, &file)),
                false => found.extend(of_declarations(&text, part, &file)),
            }
        }
    }
    found
}

/// The package that the message names, else those that the file imports.
fn packages(part: &MissingPart<'_>, diagnostic: &Diagnostic, context: &FixContext<'_>) -> BTreeSet<String> {
    static IMPORT: LazyLock<Regex> = LazyLock::new(|| {
        pattern(r#"(?:\bfrom|\brequire\(|\bimport|\bimport\()\s*["'](?P<path>[@\w][\w./@-]*)["']"#)
    });
    if let Some(module) = part.module {
        let module = module.trim_matches(['"', '\'']);
        let is_package = !module.starts_with(['.', '/']);
        return is_package
            .then(|| package(module).to_owned())
            .into_iter()
            .collect();
    }
    let file = place(diagnostic).file.as_deref();
    let file = file.and_then(|file| context.workspace.locate(file));
    let text = file
        .and_then(|file| context.workspace.read_text(&file).ok())
        .unwrap_or_default();
    IMPORT
        .captures_iter(&text)
        .map(|found| package(&found["path"]).to_owned())
        .collect()
}

/// The package that a path leads into.
fn package(path: &str) -> &str {
    let parts = if path.starts_with('@') { 2 } else { 1 };
    let end = path.match_indices('/').nth(parts - 1).map(|(at, _)| at);
    &path[..end.unwrap_or(path.len())]
}

/// The documents and declaration files of an installed package.
fn files(package: &str, context: &FixContext<'_>) -> Vec<String> {
    let Some(machine) = context.machine else {
        return Vec::new();
    };
    let mut files = Vec::new();
    for place in PLACES {
        let directory = Path::new("node_modules").join(package).join(place);
        let mut names = machine.entries(&context.workspace.root().join(&directory));
        names.sort();
        let is_wanted = |name: &String| {
            let lower = name.to_lowercase();
            let is_document =
                lower.ends_with(".md") && DOCUMENTS.iter().any(|begin| lower.starts_with(begin));
            is_document
                || [".d.ts", ".d.mts", ".d.cts"]
                    .iter()
                    .any(|ending| name.ends_with(ending))
        };
        let wanted = names.iter().filter(|name| is_wanted(name));
        files.extend(wanted.map(|name| directory.join(name).to_string_lossy().into_owned()));
    }
    files
}

/// The lines of a document that name the name and advise something.
fn of_document(text: &str, part: &MissingPart<'_>, file: &str) -> Vec<InstalledAdvice> {
    let owner = part.owner.unwrap_or_default();
    let lines = text.lines().zip(1..);
    let wanted = lines.filter(|(line, _)| {
        let is_hint = HINTS.iter().any(|hint| line.contains(hint));
        is_hint && line.len() <= LONGEST && has_word(line, part.name) && line.contains(owner)
    });
    let said = |(line, number): (&str, u32)| InstalledAdvice {
        text: line
            .trim()
            .trim_start_matches(['-', '*', '+', '#', ' '])
            .replace("**", ""),
        file: file.to_owned(),
        line: number,
    };
    wanted.map(said).collect()
}

/// The texts of `@deprecated` before a declaration of the name.
fn of_declarations(text: &str, part: &MissingPart<'_>, file: &str) -> Vec<InstalledAdvice> {
    static DEPRECATED: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"@deprecated\s+(?P<text>[^@]*?)(?:@[^*]*)?\*/\s*(?:(?:export|default|declare|abstract|async|public|protected|static|readonly|function|const|let|class|interface|type|get|set)\s+)*(?P<name>[\w$]+)",
        )
    });
    static LINK: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"\{@link(?:code|plain)?\s+(?P<name>[^}|\s]+)[^}]*\}"));
    let named = DEPRECATED
        .captures_iter(text)
        .filter(|found| &found["name"] == part.name);
    let said = named.map(|found| {
        let words: Vec<&str> = found["text"]
            .split_whitespace()
            .filter(|word| *word != "*")
            .collect();
        let words = words.join(" ");
        let plain = LINK.replace_all(&words, "`$name`");
        let at = found.get(0).map_or(0, |all| all.start());
        let line = text[..at].matches('\n').count() + 1;
        InstalledAdvice {
            text: format!("`{}` is deprecated. {plain}", part.name),
            file: file.to_owned(),
            line: u32::try_from(line).unwrap_or(u32::MAX),
        }
    });
    said.collect()
}

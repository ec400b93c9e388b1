//! A function of a library that the build does not link, or links before what uses it.

use std::sync::LazyLock;

use regex::Regex;
use unbreak_core::pattern::pattern;
use unbreak_core::{DeterminedBy, Fact, RelPath, SafetyClass};

use super::{Case, Offer, Rewrite};
use crate::listing;
use crate::weights::confidence;

/// Functions and the libraries that define them, as their manual pages say.
const LIBRARIES: &str = include_str!("libraries.txt");

/// `make: *** [Makefile:3: app] Error 1`: the line of the recipe that failed.
static FAILED: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\[(?P<file>[^\s:\[\]]*):(?P<line>\d+): [^\]]*\] Error"));

/// A recipe's line that calls a compiler.
static COMPILES: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^\s*[@-]?\s*(?:\$[({](?:CC|CXX|LD|LINK\w*)[)}]|(?:[\w./-]*-)?(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+)(?:-\d+)?)\s",
    )
});

/// Adds the library to the line that links.
pub(super) fn offers(case: &Case<'_>) -> Vec<Offer> {
    offer(case).into_iter().collect()
}

fn offer(case: &Case<'_>) -> Option<Offer> {
    let Some(Fact::UndefinedName { name, .. }) = &case.diagnostic.fact else {
        return None;
    };
    let message = &case.diagnostic.message;
    if !(message.starts_with("undefined reference to") || message.starts_with("undefined symbol")) {
        return None;
    }
    let library = listing::find(LIBRARIES, name)?;
    let rewrite = in_makefile(case, library).or_else(|| in_cmake(case, library))?;
    Some(Offer {
        title: format!("link -l{library} in {}", rewrite.file),
        reason: format!("'{name}' is in lib{library}"),
        confidence: confidence::only(),
        evidence: DeterminedBy::Convention.into(),
        safety: SafetyClass::Safe,
        rewrites: vec![rewrite],
    })
}

/// The only Makefile of the reported name whose reported line links: make names it from where it was started.
fn in_makefile(case: &Case<'_>, library: &str) -> Option<Rewrite> {
    let files = case.context.workspace.files();
    let mut rewrites = FAILED.captures_iter(case.context.output).flat_map(|found| {
        let named = format!("/{}", found["file"].trim_start_matches("./"));
        let line = found["line"].parse::<usize>().unwrap_or_default();
        let of_name = files
            .iter()
            .filter(move |file| format!("/{file}").ends_with(&named));
        of_name.filter_map(move |file| {
            let before = case.read(file)?;
            let after = with_library(&before, line, library)?;
            let file = file.clone();
            Some(Rewrite { file, before, after })
        })
    });
    let only = rewrites.next()?;
    rewrites.all(|other| other.file == only.file).then_some(only)
}

/// The Makefile with the library at the end of the recipe whose line failed, where libraries have to stand.
fn with_library(text: &str, line: usize, library: &str) -> Option<String> {
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    let links = |line: &str| {
        COMPILES.is_match(line) && !line.split_whitespace().any(|word| word == "-c") && !line.contains("&&")
    };
    let mut at = line.checked_sub(1)?;
    // Some versions of make name the line of the target.
    if lines.get(at).is_some_and(|line| !line.starts_with('\t')) {
        at += 1;
    }
    if !links(lines.get(at)?) {
        return None;
    }
    while lines[at].trim_end().ends_with('\\') && at + 1 < lines.len() {
        at += 1;
    }
    let end = lines[at].trim_end().len();
    lines[at].insert_str(end, &format!(" -l{library}"));
    Some(lines.concat())
}

/// `CMakeFiles/app.dir/build.make:97: app] Error 1`: the target whose linking failed.
static TARGET: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"CMakeFiles/(?P<target>[\w.+-]+)\.dir/(?:build\.make|link\.txt)"));

fn in_cmake(case: &Case<'_>, library: &str) -> Option<Rewrite> {
    let target = TARGET.captures(case.context.output)?["target"].to_owned();
    let files = case.context.workspace.files();
    let mut defining = files.iter().filter_map(|file: &RelPath| {
        let before = (file.file_name() == "CMakeLists.txt")
            .then(|| case.read(file))
            .flatten()?;
        let after = with_target_library(&before, &target, library)?;
        Some(Rewrite {
            file: file.clone(),
            before,
            after,
        })
    });
    let only = defining.next()?;
    defining.next().is_none().then_some(only)
}

/// The list with the library among those of the target.
fn with_target_library(text: &str, target: &str, library: &str) -> Option<String> {
    let command = |name: &str| {
        let form = format!(r"(?s)\b{name}\s*\(\s*{}\b[^()]*\)", regex::escape(target));
        let found = Regex::new(&form).ok()?.find(text)?;
        Some(found.range())
    };
    let mut after = text.to_owned();
    if let Some(linked) = command("target_link_libraries") {
        after.insert_str(linked.end - 1, &format!(" {library}"));
        return Some(after);
    }
    let defined = command("add_executable").or_else(|| command("add_library"))?;
    let at = text[defined.end..]
        .find('\n')
        .map_or(text.len(), |end| defined.end + end + 1);
    let line_end = if text[..at].ends_with('\n') { "" } else { "\n" };
    after.insert_str(
        at,
        &format!("{line_end}target_link_libraries({target} {library})\n"),
    );
    Some(after)
}

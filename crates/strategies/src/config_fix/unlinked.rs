//! A function that one source of the project defines, which the build file does not name.

use unbreak_core::policy::guard::is_test_file;
use unbreak_core::{DeterminedBy, ErrorType, Fact, RelPath, SafetyClass};

use super::{Case, Offer, Rewrite};
use crate::c_text::{self, functions};
use crate::weights::confidence;

/// The only source that defines what the linker misses, beside the source or object that uses it.
pub(super) fn offers(case: &Case<'_>) -> Vec<Offer> {
    let Some(Fact::UndefinedName { name, .. }) = &case.diagnostic.fact else {
        return Vec::new();
    };
    let user = case.named().filter(c_text::is_source);
    let offer = user
        .filter(|_| case.diagnostic.error_type == ErrorType::Build && c_text::is_name(name))
        .and_then(|user| offer(case, name, &user));
    offer.into_iter().collect()
}

fn offer(case: &Case<'_>, name: &str, user: &RelPath) -> Option<Offer> {
    let workspace = case.context.workspace;
    let mut defining = c_text::defining(workspace, name).filter(|file| !is_test_file(file));
    let (Some(source), None) = (defining.next(), defining.next()) else {
        return None;
    };
    let text = case.read(&source)?;
    let is_program = functions(&text).iter().any(|function| function.name == "main");
    if is_program || !c_text::is_source(&source) || source.parent() != user.parent() || source == *user {
        return None;
    }
    let mut rewrites = Vec::new();
    for file in workspace.files().iter().filter(|file| is_build_file(file)) {
        let Some(before) = case.read(file) else { continue };
        let stem = stem(&source);
        // A build file that names it has a reason not to link it.
        if [source.extension(), "o", "obj"]
            .iter()
            .any(|ending| before.contains(&format!("{stem}.{ending}")))
        {
            return None;
        }
        if let Some(after) = with(&before, user, &source) {
            rewrites.push(Rewrite {
                file: file.clone(),
                before,
                after,
            });
        }
    }
    let [rewrite] = rewrites.as_slice() else {
        return None;
    };
    Some(Offer {
        title: format!("link {source} in {}", rewrite.file),
        reason: format!("{source} is the only source that defines '{name}'"),
        confidence: confidence::only(),
        evidence: DeterminedBy::Resolution.into(),
        safety: SafetyClass::Safe,
        rewrites,
    })
}

fn is_build_file(file: &RelPath) -> bool {
    matches!(
        file.file_name(),
        "Makefile" | "makefile" | "GNUmakefile" | "CMakeLists.txt" | "meson.build"
    ) || matches!(file.extension(), "mk" | "cmake" | "sh")
}

fn stem(file: &RelPath) -> &str {
    let name = file.file_name();
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// The build file with the source after each mention of the one that uses it: of its object, or else of itself.
fn with(text: &str, user: &RelPath, source: &RelPath) -> Option<String> {
    let own = user.file_name().rsplit_once('.')?.1;
    let other = source.file_name().rsplit_once('.')?.1;
    let after = |ending: &str, other: &str| {
        let written = format!("{}.{ending}", stem(user));
        let places = mentions(text, &written);
        let mut result = text.to_owned();
        for at in places.iter().rev() {
            let start = text[..*at]
                .rfind(|c: char| c.is_whitespace() || matches!(c, '(' | '=' | '\'' | '"'))
                .map_or(0, |start| start + 1);
            let quote = text[*at + written.len()..]
                .chars()
                .next()
                .filter(|c| matches!(c, '\'' | '"'));
            let (open, close) = match quote {
                Some('\'') => ("', '", ""),
                Some(_) => ("\" \"", ""),
                None => (" ", ""),
            };
            let path = &text[start..*at];
            let added = format!("{open}{path}{}.{other}{close}", stem(source));
            result.insert_str(at + written.len(), &added);
        }
        (!places.is_empty()).then_some(result)
    };
    after("o", "o").or_else(|| after(own, other))
}

/// Where a file is listed to be linked: not as the target of its own rule, nor where it is only compiled.
fn mentions(text: &str, file: &str) -> Vec<usize> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '%');
    let is_listed = |at: usize| {
        let start = text[..at].rfind('\n').map_or(0, |start| start + 1);
        let end = text[at..].find('\n').map_or(text.len(), |end| at + end);
        let (line, behind) = (&text[start..end], &text[at + file.len()..]);
        let is_comment = line.trim_start().starts_with('#');
        let is_compiled = line.split_whitespace().any(|word| word == "-c");
        let target = line.split(':').next().unwrap_or_default();
        let is_of_object = line.contains(':') && target.trim_end().ends_with(".o");
        !text[..at].ends_with(is_part)
            && !behind.starts_with(is_part)
            && !behind.trim_start_matches(' ').starts_with(':')
            && !is_comment
            && !is_compiled
            && !is_of_object
    };
    let all = text.match_indices(file).map(|(at, _)| at);
    all.filter(|at| is_listed(*at)).collect()
}

//! A script of a package or a target of a Makefile that the command asks for, and that is misspelt where it is
//! defined.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use unbreak_core::pattern::pattern;
use unbreak_core::{Evidence, RelPath, SafetyClass};

use super::{Case, Offer, Rewrite};
use crate::closeness::is_slip;
use crate::weights::confidence;

/// The words of npm and pnpm, of Yarn, and of GNU make.
static MISSING: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r#"Missing script: "?(?<script>[\w:.-]+)"?|Couldn't find a script named "(?<yarn>[^"]+)"|No rule to make target '(?<target>[\w.-]+)'\.?(?:  Stop\.)?$"#,
    )
});

/// A script of `package.json`, alone on its line or behind another.
static SCRIPT: LazyLock<Regex> = LazyLock::new(|| pattern(r#""(?<name>[\w:.-]+)"\s*:\s*""#));

/// A target of a Makefile.
static TARGET: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?m)^(?<name>[\w.-]+)\s*:(?:[^=]|$)"));

/// Renames the only name that is a slip of the asked one. The command cannot be what is misspelt: it is the judge.
pub(super) fn offers(case: &Case<'_>) -> Vec<Offer> {
    let Some(found) = MISSING.captures(&case.diagnostic.message) else {
        return Vec::new();
    };
    let script = found.name("script").or_else(|| found.name("yarn"));
    let (wanted, file, names) = match (script, found.name("target")) {
        (Some(script), _) => (script.as_str(), "package.json", &SCRIPT),
        (None, Some(target)) => (target.as_str(), "Makefile", &TARGET),
        (None, None) => return Vec::new(),
    };
    // What another target needs may be a file.
    let is_asked = case.context.command.words().any(|word| word == wanted);
    let Some((file, text)) = RelPath::new(file)
        .ok()
        .and_then(|file| Some((file.clone(), case.read(&file)?)))
    else {
        return Vec::new();
    };
    let part = match script {
        Some(_) => scripts(&text),
        None => 0..text.len(),
    };
    let all = names
        .captures_iter(&text[part.clone()])
        .filter_map(|found| found.name("name"));
    let mut near = all.filter(|name| is_slip(name.as_str(), wanted));
    let (Some(name), None, true) = (near.next(), near.next(), is_asked) else {
        return Vec::new();
    };
    let mut after = text.clone();
    after.replace_range(part.start + name.start()..part.start + name.end(), wanted);
    vec![Offer {
        title: format!("name '{}' '{wanted}' in {file}", name.as_str()),
        reason: format!("the command asks for '{wanted}', and nothing else in the file is like it"),
        confidence: confidence::resolved(),
        evidence: Evidence::spelling(true, true),
        safety: SafetyClass::Safe,
        rewrites: vec![Rewrite {
            file,
            before: text.clone(),
            after,
        }],
    }]
}

/// The bytes of the object of scripts in a `package.json`.
fn scripts(text: &str) -> Range<usize> {
    const KEY: &str = "\"scripts\"";
    let start = text.find(KEY).map_or(text.len(), |at| at + KEY.len());
    let end = text[start..].find('}').map_or(text.len(), |end| start + end);
    start..end
}

//! Makefiles: recipes that are indented with spaces, a rule without its colon, a condition without its end.

use unbreak_core::{DeterminedBy, Evidence, RelPath, SafetyClass};

use super::{Case, Offer, Rewrite};
use crate::weights::confidence;

/// The Makefile that make stopped at, repaired.
pub(super) fn offers(case: &Case<'_>) -> Vec<Offer> {
    let message = &case.diagnostic.message;
    let line = case
        .diagnostic
        .location
        .line
        .and_then(|line| usize::try_from(line).ok());
    let named = || {
        let file = case.named()?;
        Some((file.clone(), case.read(&file)?))
    };
    let repaired = match (
        message.contains("missing separator"),
        message.contains("missing 'endif'"),
    ) {
        (true, _) => named().and_then(|(file, before)| separated(file, before, line?)),
        (_, true) => named().and_then(|(file, before)| ended(file, before)),
        _ => None,
    };
    repaired.into_iter().collect()
}

/// The file with the sign that the line is missing: a tab, or the colon of a rule.
fn separated(file: RelPath, before: String, line: usize) -> Option<Offer> {
    if let Some(after) = with_tabs(&before, line) {
        return Some(Offer {
            title: format!("begin the recipes of {file} with a tab"),
            reason: "make treats a line as a recipe only if it begins with a tab".to_owned(),
            confidence: confidence::stated(),
            evidence: DeterminedBy::Convention.into(),
            safety: SafetyClass::Safe,
            rewrites: vec![Rewrite { file, before, after }],
        });
    }
    let (after, target) = with_colon(&before, line)?;
    Some(Offer {
        title: format!("make '{target}' in {file} a rule"),
        reason: format!("a recipe follows '{target}', and another rule needs it"),
        confidence: confidence::plausible(),
        evidence: Evidence::search(true),
        safety: SafetyClass::Safe,
        rewrites: vec![Rewrite { file, before, after }],
    })
}

/// The file with the end of its only open condition, before the next empty line.
fn ended(file: RelPath, before: String) -> Option<Offer> {
    let after = with_end(&before)?;
    Some(Offer {
        title: format!("end the condition in {file}"),
        reason: "a condition without its end reaches to the end of the file".to_owned(),
        confidence: confidence::possible(),
        evidence: Evidence::search(true),
        safety: SafetyClass::Unsafe,
        rewrites: vec![Rewrite { file, before, after }],
    })
}

/// The text with a colon behind the first word of a line (1-based) that a recipe follows, and that word.
fn with_colon(text: &str, stopped_at: usize) -> Option<(String, String)> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let line = lines.get(stopped_at.checked_sub(1)?)?;
    let is_followed = lines.get(stopped_at).is_some_and(|next| next.starts_with('\t'));
    let is_plain = |c: char| c.is_alphanumeric() || "_-./ \n\r".contains(c);
    let target = line.split_whitespace().next()?;
    let is_rule = is_followed && !line.starts_with([' ', '\t']) && line.chars().all(is_plain);
    let needs = |other: &&str| {
        let needed = other.split_once(':').map_or("", |(_, needed)| needed);
        needed.split_whitespace().any(|word| word == target)
    };
    let is_defined = lines.iter().any(|other| other.starts_with(&format!("{target}:")));
    if !is_rule || is_defined || !lines.iter().any(needs) {
        return None;
    }
    let mut after = lines[..stopped_at - 1].concat();
    after.push_str(target);
    after.push(':');
    after.push_str(&line[target.len()..]);
    after.push_str(&lines[stopped_at..].concat());
    Some((after, target.to_owned()))
}

/// The text with the end of the only condition that has none.
fn with_end(text: &str) -> Option<String> {
    const CONDITIONS: [&str; 4] = ["ifeq", "ifneq", "ifdef", "ifndef"];
    let begins = |line: &str, words: &[&str]| {
        let first = line
            .split([' ', '\t', '('])
            .find(|word| !word.is_empty())
            .unwrap_or_default();
        words.contains(&first.trim_end())
    };
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut open = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        if begins(line, &CONDITIONS) {
            open.push(at);
        } else if begins(line, &["endif"]) {
            open.pop();
        }
    }
    let [condition] = open.as_slice() else {
        return None;
    };
    let behind = (*condition..lines.len()).find(|at| lines[*at].trim().is_empty())?;
    let mut after = lines[..behind].concat();
    after.push_str("endif\n");
    after.push_str(&lines[behind..].concat());
    Some(after)
}

/// The text with a tab in the place of the spaces before each line of a recipe; `None` if the line (1-based)
/// that make stopped at is not one.
fn with_tabs(text: &str, stopped_at: usize) -> Option<String> {
    let mut after = String::with_capacity(text.len());
    let mut is_in_rule = false;
    let mut continues = false;
    let mut is_repaired = false;
    for (line, number) in text.split_inclusive('\n').zip(1..) {
        let body = line.trim_start_matches(' ');
        let is_indented = body.len() < line.len();
        let is_recipe =
            is_in_rule && !continues && is_indented && !body.trim().is_empty() && !body.starts_with('#');
        if is_recipe {
            is_repaired |= number == stopped_at;
            after.push('\t');
            after.push_str(body);
        } else {
            after.push_str(line);
        }
        if !continues && !is_indented && !line.trim().is_empty() && !line.starts_with(['\t', '#']) {
            is_in_rule = is_rule(line);
        }
        continues = line.trim_end_matches(['\n', '\r']).ends_with('\\');
    }
    is_repaired.then_some(after)
}

/// Returns whether a line names a target: a colon that does not begin an assignment.
fn is_rule(line: &str) -> bool {
    let conditions = ["ifeq", "ifneq", "ifdef", "ifndef", "else", "endif"];
    if conditions.iter().any(|word| line.starts_with(word)) {
        // A condition stands around lines of a recipe, too.
        return true;
    }
    let colon = line.find(':');
    let equals = line.find('=');
    colon.is_some_and(|colon| {
        equals.is_none_or(|equals| colon + 1 < equals && !line[colon..].starts_with("::="))
    })
}

//! Recipes of a Makefile that are indented with spaces.

use unbreak_core::{DeterminedBy, SafetyClass};

use super::{Case, Offer, Rewrite};

/// The Makefile that make stopped at, with tabs before its recipes.
pub(super) fn offers(case: &Case<'_>) -> Vec<Offer> {
    if !case.diagnostic.message.contains("missing separator") {
        return Vec::new();
    }
    let Some((file, before)) = case
        .named()
        .and_then(|file| Some((file.clone(), case.read(&file)?)))
    else {
        return Vec::new();
    };
    let line = case
        .diagnostic
        .location
        .line
        .and_then(|line| usize::try_from(line).ok());
    let Some(after) = line.and_then(|line| with_tabs(&before, line)) else {
        return Vec::new();
    };
    vec![Offer {
        title: format!("begin the recipes of {file} with a tab"),
        reason: "make takes a line for a recipe only if it begins with a tab".to_owned(),
        confidence: 0.95,
        evidence: DeterminedBy::Convention.into(),
        safety: SafetyClass::Safe,
        rewrites: vec![Rewrite { file, before, after }],
    }]
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

/// Whether a line names a target: a colon that does not begin an assignment.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_recipes_get_a_tab() {
        let text = "A = 1 \\\n    2\nall: a\n    echo a \\\n        b\n\n        echo c\n";
        let after = "A = 1 \\\n    2\nall: a\n\techo a \\\n        b\n\n\techo c\n";
        assert_eq!(with_tabs(text, 4).as_deref(), Some(after));
    }

    #[test]
    fn a_line_outside_of_rules_is_not_for_a_tab() {
        assert_eq!(with_tabs("A := 1\n    echo a\n", 2), None);
    }
}

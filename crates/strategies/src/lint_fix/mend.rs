//! Repairs by rule, for linters that offer no edits of their own.

use unbreak_core::{Confidence, DeterminedBy, Edit, Fact, Fix, FixError, SafetyClass, UnusedKind};

use super::spot::Spot;
use super::{blank_lines, expression, unused, whitespace};

/// The change that one finding calls for.
type Mend = fn(&Spot<'_>) -> Result<Vec<Edit>, FixError>;

/// A repair and the rules (of pycodestyle, pyflakes, pylint) that call for it.
struct Rule {
    codes: &'static [&'static str],
    title: &'static str,
    safety: SafetyClass,
    mend: Mend,
}

const fn safe(codes: &'static [&'static str], title: &'static str, mend: Mend) -> Rule {
    Rule {
        codes,
        title,
        safety: SafetyClass::Safe,
        mend,
    }
}

/// As in ruff: a class may define what `==` means.
const fn may_change_meaning(codes: &'static [&'static str], title: &'static str, mend: Mend) -> Rule {
    Rule {
        codes,
        title,
        safety: SafetyClass::Unsafe,
        mend,
    }
}

static RULES: &[Rule] = &[
    safe(
        &["W291", "W293", "C0303"],
        "remove trailing white space",
        whitespace::trailing,
    ),
    safe(
        &["W391", "W292", "C0304", "C0305"],
        "end the file with one line end",
        whitespace::end_of_file,
    ),
    safe(
        &["E201", "E202", "E203", "E211", "E204", "E251"],
        "remove white space",
        whitespace::no_gap,
    ),
    safe(
        &[
            "E221", "E222", "E223", "E224", "E241", "E242", "E271", "E272", "E273", "E274",
        ],
        "leave one blank",
        whitespace::one_blank,
    ),
    safe(
        &["E225", "E226", "E227", "E228", "E252"],
        "put blanks around the operator",
        whitespace::blanks_around,
    ),
    safe(
        &["E231"],
        "put a blank after the separator",
        whitespace::blank_after,
    ),
    safe(
        &["E261"],
        "put two blanks before the comment",
        whitespace::two_blanks,
    ),
    safe(
        &["E262", "E265", "E266"],
        "begin the comment with '# '",
        whitespace::comment_start,
    ),
    safe(
        &["E301", "E302", "E305", "E306"],
        "add blank lines",
        blank_lines::too_few,
    ),
    safe(&["E303", "E304"], "remove blank lines", blank_lines::too_many),
    safe(
        &["E703", "W0301"],
        "remove the semicolon",
        expression::no_semicolon,
    ),
    safe(
        &["E713", "E714"],
        "negate the operator",
        expression::negated_operator,
    ),
    safe(
        &["F541", "W1309"],
        "remove the f prefix",
        expression::plain_string,
    ),
    safe(
        &["W605", "W1401"],
        "double the backslash",
        expression::double_backslash,
    ),
    may_change_meaning(
        &["E711"],
        "compare with None by identity",
        expression::none_by_identity,
    ),
    may_change_meaning(
        &["F632"],
        "compare with the literal by value",
        expression::literal_by_value,
    ),
];

/// The fix for a finding, if there is a repair for its rule.
pub(super) fn fix(
    strategy: &str,
    code: &str,
    fact: Option<&Fact>,
    spot: &Spot<'_>,
) -> Result<Option<Fix>, FixError> {
    let (title, safety, edits) = match fact {
        Some(Fact::UnusedName {
            name,
            what: UnusedKind::Import,
        }) => (
            format!("remove the unused import '{name}'"),
            SafetyClass::Safe,
            unused::import(spot, name)?,
        ),
        Some(Fact::UnusedName {
            name,
            what: UnusedKind::Variable,
        }) => (
            format!("remove the unused variable '{name}'"),
            SafetyClass::Unsafe,
            unused::variable(spot, name)?,
        ),
        _ => {
            let Some(rule) = RULES.iter().find(|rule| rule.codes.contains(&code)) else {
                return Ok(None);
            };
            // White space in a string is a part of its value.
            let safety = if spot.is_in_string() {
                SafetyClass::Unsafe
            } else {
                rule.safety
            };
            (rule.title.to_owned(), safety, (rule.mend)(spot)?)
        }
    };
    if edits.is_empty() {
        return Ok(None);
    }
    let fix = Fix::new(strategy, title, Confidence::new(0.9))
        .evidence(DeterminedBy::Convention)
        .because(format!(
            "{} says: {}",
            if code.is_empty() { "the linter" } else { code },
            spot.message
        ))
        .safety(safety)
        .edits(edits);
    Ok(Some(fix))
}

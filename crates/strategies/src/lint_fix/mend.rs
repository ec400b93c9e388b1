//! Repairs by rule, for linters that offer no edits of their own.

use unbreak_core::{Confidence, DeterminedBy, Edit, Fact, Fix, FixError, RuleId, SafetyClass, UnusedKind};

use super::spot::Spot;
use super::{blank_lines, escape, expression, unused, whitespace};
use crate::rule::python::{self, lint};
use crate::weights::confidence;

/// The change that one finding calls for.
type Mend = fn(&Spot<'_>) -> Result<Vec<Edit>, FixError>;

/// A repair and the rules (of pycodestyle, pyflakes, pylint) that call for it.
struct Rule {
    id: RuleId,
    codes: &'static [&'static str],
    title: &'static str,
    safety: SafetyClass,
    mend: Mend,
}

const fn safe(id: RuleId, codes: &'static [&'static str], title: &'static str, mend: Mend) -> Rule {
    Rule {
        id,
        codes,
        title,
        safety: SafetyClass::Safe,
        mend,
    }
}

/// As in ruff: a class may define what `==` means.
const fn may_change_meaning(
    id: RuleId,
    codes: &'static [&'static str],
    title: &'static str,
    mend: Mend,
) -> Rule {
    Rule {
        id,
        codes,
        title,
        safety: SafetyClass::Unsafe,
        mend,
    }
}

static RULES: &[Rule] = &[
    safe(
        lint::TRAILING_BLANKS,
        &["W291", "W293", "C0303"],
        "remove trailing white space",
        whitespace::trailing,
    ),
    safe(
        lint::END_OF_FILE,
        &["W391", "W292", "C0304", "C0305"],
        "end the file with one line end",
        whitespace::end_of_file,
    ),
    safe(
        lint::NO_GAP,
        &["E201", "E202", "E203", "E211", "E204", "E251"],
        "remove white space",
        whitespace::no_gap,
    ),
    safe(
        lint::ONE_BLANK,
        &[
            "E221", "E222", "E223", "E224", "E241", "E242", "E271", "E272", "E273", "E274",
        ],
        "leave one blank",
        whitespace::one_blank,
    ),
    safe(
        lint::BLANKS_AROUND,
        &["E225", "E226", "E227", "E228", "E252"],
        "put blanks around the operator",
        whitespace::blanks_around,
    ),
    safe(
        lint::BLANK_AFTER,
        &["E231"],
        "put a blank after the separator",
        whitespace::blank_after,
    ),
    safe(
        lint::TWO_BLANKS,
        &["E261"],
        "put two blanks before the comment",
        whitespace::two_blanks,
    ),
    safe(
        lint::COMMENT_START,
        &["E262", "E265", "E266"],
        "begin the comment with '# '",
        whitespace::comment_start,
    ),
    safe(
        lint::ADD_BLANK_LINES,
        &["E301", "E302", "E305", "E306"],
        "add blank lines",
        blank_lines::too_few,
    ),
    safe(
        lint::REMOVE_BLANK_LINES,
        &["E303", "E304"],
        "remove blank lines",
        blank_lines::too_many,
    ),
    safe(
        lint::SEMICOLON,
        &["E703", "W0301"],
        "remove the semicolon",
        expression::no_semicolon,
    ),
    safe(
        lint::NEGATED_OPERATOR,
        &["E713", "E714"],
        "negate the operator",
        expression::negated_operator,
    ),
    safe(
        lint::F_PREFIX,
        &["F541", "W1309"],
        "remove the f prefix",
        expression::plain_string,
    ),
    may_change_meaning(
        lint::NONE_BY_IDENTITY,
        &["E711"],
        "compare with None by identity",
        expression::none_by_identity,
    ),
];

/// The fix for a finding, if there is a repair for its rule.
pub(super) fn fix(
    strategy: &str,
    code: &str,
    fact: Option<&Fact>,
    spot: &Spot<'_>,
) -> Result<Option<Fix>, FixError> {
    let (rule, title, safety, edits) = match fact {
        Some(Fact::UnusedName {
            name,
            what: UnusedKind::Import,
        }) => (
            &python::unused_import::REMOVE,
            format!("remove the unused import '{name}'"),
            SafetyClass::Safe,
            unused::import(spot, name)?,
        ),
        Some(Fact::UnusedName {
            name,
            what: UnusedKind::Variable,
        }) => (
            &python::unused_variable::REMOVE,
            format!("remove the unused variable '{name}'"),
            SafetyClass::Unsafe,
            unused::variable(spot, name)?,
        ),
        Some(Fact::InvalidEscape { .. }) => (
            &lint::BACKSLASH,
            "make texts with stray backslashes raw, or double the backslashes".to_owned(),
            SafetyClass::Safe,
            escape::written_out(spot)?,
        ),
        Some(Fact::LiteralIdentity) => (
            &lint::LITERAL_BY_VALUE,
            "compare with the literal by value".to_owned(),
            SafetyClass::Unsafe,
            expression::literal_by_value(spot)?,
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
            (&rule.id, rule.title.to_owned(), safety, (rule.mend)(spot)?)
        }
    };
    if edits.is_empty() {
        return Ok(None);
    }
    let fix = Fix::new(strategy, title, Confidence::new(confidence::resolved()))
        .by(rule.clone())
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

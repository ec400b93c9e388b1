//! pycodestyle's rules on white space: W2, W3 and E2.

use ruff_python_ast::token::TokenKind;
use ruff_text_size::Ranged;
use unbreak_core::{Edit, FixError};

use super::spot::Spot;

/// `W291`, `W293`: white space at the end of a line.
pub(super) fn trailing(spot: &Spot<'_>) -> Result<Vec<Edit>, FixError> {
    let Some((text, range)) = spot.line_text(spot.line) else {
        return Ok(Vec::new());
    };
    let kept = text.trim_end().len();
    Ok(spot.set(range.start + kept..range.end, "")?.into_iter().collect())
}

/// `W391`, `W292`: a file ends with one line end.
pub(super) fn end_of_file(spot: &Spot<'_>) -> Result<Vec<Edit>, FixError> {
    let text = spot.source.text();
    let kept = text.trim_end().len();
    let newline = if kept == 0 { "" } else { spot.source.newline() };
    Ok(spot.set(kept..text.len(), newline)?.into_iter().collect())
}

/// `E201`, `E202`, `E203`, `E211`, `E251`: white space that does not belong there.
pub(super) fn no_gap(spot: &Spot<'_>) -> Result<Vec<Edit>, FixError> {
    gap(spot, "")
}

/// `E22x`, `E24x`, `E27x`: one blank instead of several, or of a tab.
pub(super) fn one_blank(spot: &Spot<'_>) -> Result<Vec<Edit>, FixError> {
    gap(spot, " ")
}

/// `E261`: two blanks before a comment that follows code.
pub(super) fn two_blanks(spot: &Spot<'_>) -> Result<Vec<Edit>, FixError> {
    gap(spot, "  ")
}

/// Replaces the text between the tokens around a place, on one line.
fn gap(spot: &Spot<'_>, wanted: &str) -> Result<Vec<Edit>, FixError> {
    let (Some(left), Some(right)) = spot.neighbours() else {
        return Ok(Vec::new());
    };
    let range = left.end().to_usize()..right.start().to_usize();
    let between = &spot.source.text()[range.clone()];
    if between.contains(['\n', '\\']) {
        return Ok(Vec::new());
    }
    Ok(spot.set(range, wanted)?.into_iter().collect())
}

/// `E231`: a blank after a comma, semicolon or colon.
pub(super) fn blank_after(spot: &Spot<'_>) -> Result<Vec<Edit>, FixError> {
    let Some(token) = spot.token() else {
        return Ok(Vec::new());
    };
    let is_separator = matches!(
        token.kind(),
        TokenKind::Comma | TokenKind::Semi | TokenKind::Colon
    );
    if !is_separator {
        return Ok(Vec::new());
    }
    Ok(vec![spot.source.insert(token.end().to_usize(), " ")?])
}

/// `E225` to `E228`, `E252`: a blank on either side of an operator.
pub(super) fn blanks_around(spot: &Spot<'_>) -> Result<Vec<Edit>, FixError> {
    let (left, right) = spot.neighbours();
    let operator = [left, right]
        .into_iter()
        .flatten()
        .find(|token| is_binary(token.kind()));
    let Some(operator) = operator else {
        return Ok(Vec::new());
    };
    let (start, end) = (operator.start().to_usize(), operator.end().to_usize());
    let text = spot.source.text();
    let mut edits = Vec::new();
    if !text[..start].ends_with(char::is_whitespace) {
        edits.push(spot.source.insert(start, " ")?);
    }
    if !text[end..].starts_with(char::is_whitespace) {
        edits.push(spot.source.insert(end, " ")?);
    }
    Ok(edits)
}

/// Operators that stand between two operands or parts of an assignment.
pub(super) fn is_binary(kind: TokenKind) -> bool {
    let is_punctuation = matches!(
        kind,
        TokenKind::Lpar
            | TokenKind::Rpar
            | TokenKind::Lsqb
            | TokenKind::Rsqb
            | TokenKind::Lbrace
            | TokenKind::Rbrace
            | TokenKind::Comma
            | TokenKind::Semi
            | TokenKind::Colon
            | TokenKind::Dot
            | TokenKind::Ellipsis
    );
    kind.is_operator() && !is_punctuation
}

/// `E262`, `E265`, `E266`: a comment begins with one `#` and a blank.
pub(super) fn comment_start(spot: &Spot<'_>) -> Result<Vec<Edit>, FixError> {
    let Some(comment) = spot.token().filter(|token| token.kind() == TokenKind::Comment) else {
        return Ok(Vec::new());
    };
    let start = comment.start().to_usize();
    let text = spot.source.slice(comment);
    let marks = text.len()
        - text
            .trim_start_matches(['#', ':', '!', ' ', '\t', '\u{a0}'])
            .len();
    Ok(spot.set(start..start + marks, "# ")?.into_iter().collect())
}

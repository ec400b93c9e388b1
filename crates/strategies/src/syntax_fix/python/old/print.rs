//! `print x` → `print(x)`, `print >>f, x` → `print(x, file=f)`, `print x,` → `print(x, end=' ')` (PEP 3105).

use std::ops::Range;

use ruff_python_ast::token::TokenKind;

use super::{Rewrite, first_outside, partner};
use crate::syntax_fix::language::Change;
use crate::syntax_fix::python::site::begins_operand;
use crate::syntax_fix::python::view::View;

pub(super) fn rewrite(view: &View<'_>, statement: Range<usize>, out: &mut Vec<Rewrite>) {
    if view.word(statement.start) != "print" {
        return;
    }
    let values = statement.start + 1..statement.end;
    if values.is_empty() {
        let end = view.end(statement.start);
        out.push(Rewrite {
            changes: vec![Change::new(end..end, "()")],
            is_refused: false,
        });
    } else if view.kind(values.start) == TokenKind::RightShift {
        to_file(view, values, out);
    } else {
        out.extend(call(view, values));
    }
}

fn call(view: &View<'_>, values: Range<usize>) -> Option<Rewrite> {
    let first = view.kind(values.start);
    let is_ambiguous = matches!(
        first,
        TokenKind::Lpar | TokenKind::Lsqb | TokenKind::Minus | TokenKind::Plus
    );
    let is_whole = partner(view, values.start, values.end) == Some(values.end - 1);
    let is_value = is_ambiguous || begins_operand(first) || view.word(values.start) == "`";
    if !is_value || first == TokenKind::Lpar && is_whole {
        return None;
    }
    let start = view.end(values.start - 1)..view.start(values.start);
    Some(Rewrite {
        changes: vec![Change::new(start, "("), closing(view, &values, "")],
        is_refused: !is_ambiguous,
    })
}

/// The closing bracket, behind the other arguments of the call.
fn closing(view: &View<'_>, values: &Range<usize>, more: &str) -> Change {
    let last = values.end - 1;
    let text = format!("{more})");
    if view.kind(last) == TokenKind::Comma && !values.is_empty() {
        return Change::new(view.end(last - 1)..view.end(last), format!(", end=' '{text}"));
    }
    Change::new(view.end(last)..view.end(last), text)
}

fn to_file(view: &View<'_>, values: Range<usize>, out: &mut Vec<Rewrite>) {
    let comma = first_outside(view, values.start + 1..values.end, TokenKind::Comma);
    let file = values.start + 1..comma.unwrap_or(values.end);
    if file.is_empty() {
        return;
    }
    let name = view.slice(view.start(file.start)..view.end(file.end - 1));
    let before = view.end(values.start - 1);
    let changes = match comma
        .map(|comma| comma + 1..values.end)
        .filter(|rest| !rest.is_empty())
    {
        Some(rest) => vec![
            Change::new(before..view.start(rest.start), "("),
            closing(view, &rest, &format!(", file={name}")),
        ],
        None => vec![Change::new(
            before..view.end(values.end - 1),
            format!("(file={name})"),
        )],
    };
    out.push(Rewrite::refused(changes));
}

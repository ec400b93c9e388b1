//! Rules for single expressions that have one obvious repair.

use ruff_python_ast::token::TokenKind;
use ruff_python_ast::{AnyNodeRef, CmpOp, Expr, UnaryOp};
use ruff_text_size::{Ranged, TextRange};
use unbreak_core::{Edit, FixError};

use super::spot::Spot;
use super::whitespace::is_binary;

/// `E711`: `is None` instead of `== None`.
pub(super) fn none_by_identity(spot: &Spot<'_>) -> Result<Vec<Edit>, FixError> {
    let mut edits = Vec::new();
    for (operands, op) in comparisons(spot) {
        let text = match op {
            CmpOp::Eq => "is",
            CmpOp::NotEq => "is not",
            _ => continue,
        };
        if operands.iter().any(|operand| operand.is_none_literal_expr()) {
            edits.push(replace_operator(spot, operands, text)?);
        }
    }
    Ok(edits)
}

/// `F632`: `==` instead of `is` with a literal.
pub(super) fn literal_by_value(spot: &Spot<'_>) -> Result<Vec<Edit>, FixError> {
    let mut edits = Vec::new();
    for (operands, op) in comparisons(spot) {
        let text = match op {
            CmpOp::Is => "==",
            CmpOp::IsNot => "!=",
            _ => continue,
        };
        let is_value = operands.iter().any(|operand| operand.is_literal_expr());
        if is_value && !operands.iter().any(|operand| operand.is_none_literal_expr()) {
            edits.push(replace_operator(spot, operands, text)?);
        }
    }
    Ok(edits)
}

/// `E713`, `E714`: `not in` and `is not` instead of `not ... in` and `not ... is`.
pub(super) fn negated_operator(spot: &Spot<'_>) -> Result<Vec<Edit>, FixError> {
    let mut found = Vec::new();
    spot.source.each_node(|node| {
        if let AnyNodeRef::ExprUnaryOp(unary) = node
            && unary.op == UnaryOp::Not
            && let Expr::Compare(compare) = &*unary.operand
            && compare.ops.len() == 1
            && spot.covers(unary.range)
        {
            found.push((unary, compare));
        }
    });
    let Some((unary, compare)) = found.first() else {
        return Ok(Vec::new());
    };
    let text = match compare.ops[0] {
        CmpOp::In => "not in",
        CmpOp::Is => "is not",
        _ => return Ok(Vec::new()),
    };
    let operands = [&*compare.left, &compare.comparators[0]];
    let before = TextRange::new(unary.start(), compare.left.start());
    if spot.source.slice(before).trim() != "not" {
        return Ok(Vec::new());
    }
    Ok(vec![
        spot.source.replace(before, "")?,
        replace_operator(spot, operands, text)?,
    ])
}

/// `F541`: a string without placeholders needs no `f`. Doubled braces become single ones.
pub(super) fn plain_string(spot: &Spot<'_>) -> Result<Vec<Edit>, FixError> {
    let mut found = None;
    spot.source.each_node(|node| {
        if let AnyNodeRef::ExprFString(string) = node
            && spot.covers(string.range)
        {
            found = Some(string.range);
        }
    });
    let tokens = found.map(|range| spot.source.tokens().in_range(range));
    let mut edits = Vec::new();
    for token in tokens.into_iter().flatten() {
        let text = spot.source.slice(token);
        match token.kind() {
            TokenKind::FStringStart => {
                edits.push(spot.source.replace(token.range(), text.replace(['f', 'F'], ""))?);
            }
            TokenKind::FStringMiddle if text.contains(['{', '}']) => {
                let single = text.replace("{{", "{").replace("}}", "}");
                edits.push(spot.source.replace(token.range(), single)?);
            }
            _ => {}
        }
    }
    Ok(edits)
}

/// `E703`: a semicolon at the end of a statement.
pub(super) fn no_semicolon(spot: &Spot<'_>) -> Result<Vec<Edit>, FixError> {
    match spot.token() {
        Some(token) if token.kind() == TokenKind::Semi => {
            let before = spot.source.text()[..token.start().to_usize()].trim_end().len();
            Ok(vec![
                spot.source.replace_bytes(before..token.end().to_usize(), "")?,
            ])
        }
        _ => Ok(Vec::new()),
    }
}

/// The pairs of operands compared around a place, with their operators.
fn comparisons<'a>(spot: &Spot<'a>) -> Vec<([&'a Expr; 2], CmpOp)> {
    let mut found = Vec::new();
    spot.source.each_node(|node| {
        if let AnyNodeRef::ExprCompare(compare) = node
            && spot.covers(compare.range)
        {
            let operands: Vec<&Expr> = std::iter::once(&*compare.left)
                .chain(&compare.comparators)
                .collect();
            let pairs = operands.windows(2).map(|pair| [pair[0], pair[1]]);
            if spot.is_place() {
                found.clear();
            }
            found.extend(pairs.zip(compare.ops.iter().copied()));
        }
    });
    found
}

/// Changes only the operator's own text, whatever brackets stand around the operands.
fn replace_operator(spot: &Spot<'_>, operands: [&Expr; 2], text: &str) -> Result<Edit, FixError> {
    let between = TextRange::new(operands[0].end(), operands[1].start());
    let tokens = spot.source.tokens().in_range(between).iter();
    let operator = tokens.filter(|token| is_binary(token.kind())).map(Ranged::range);
    let whole = operator.reduce(TextRange::cover).unwrap_or(between);
    spot.source.replace(whole, text)
}

//! Grammar that is too new for the interpreter that reported the fault.

use ruff_python_ast::token::TokenKind;
use ruff_python_parser::semantic_errors::SemanticSyntaxErrorKind as Compiler;

use crate::syntax_fix::language::{Change, Mend};
use crate::syntax_fix::python::fault::FaultKind;
use crate::syntax_fix::python::site::Site;
use crate::syntax_fix::python::view::View;

pub(super) fn propose(site: &Site<'_>, out: &mut Vec<Mend>) {
    match &site.fault.kind {
        FaultKind::Version => nested_quotes(site.view, site.fault.at, out),
        FaultKind::Compiler(Compiler::AwaitOutsideAsyncFunction(_)) => make_async(site, out),
        FaultKind::Compiler(
            Compiler::NonlocalDeclarationAtModuleLevel | Compiler::NonlocalWithoutBinding(_),
        ) => {
            out.push(Mend::replace(site.view.place(site.statement.start), "global", 4));
        }
        _ => {}
    }
}

/// `f'{a['b']}'` → `f'{a["b"]}'`: before Python 3.12 a field may not hold the quotes around it.
fn nested_quotes(view: &View<'_>, at: usize, out: &mut Vec<Mend>) {
    let inside = view.tokens.partition_point(|token| token.range.end <= at);
    let Some(start) = (0..=inside)
        .rev()
        .find(|&token| view.kind(token) == TokenKind::FStringStart)
    else {
        return;
    };
    let quote = if view.word(start).ends_with('"') {
        '"'
    } else {
        '\''
    };
    let other = if quote == '"' { "'" } else { "\"" };
    let end = (start..view.tokens.len()).find(|&token| view.kind(token) == TokenKind::FStringEnd);
    let mut changes = Vec::new();
    for token in start..end.unwrap_or(start) {
        let place = view.place(token);
        if view.kind(token) == TokenKind::String && view.word(token).ends_with(quote) && place.len() >= 2 {
            changes.push(Change::new(place.start..place.start + 1, other));
            changes.push(Change::new(place.end - 1..place.end, other));
        }
    }
    out.extend(Mend::all(
        changes,
        2,
        format!("quote with {other} inside the field"),
    ));
}

/// `await` belongs into an `async def`.
fn make_async(site: &Site<'_>, out: &mut Vec<Mend>) {
    let view = site.view;
    let def = (0..site.token)
        .rev()
        .find(|&token| view.kind(token) == TokenKind::Def);
    if let Some(def) = def {
        out.push(Mend::insert(view.start(def), "async ", 3));
    }
    let await_ = view.start(site.token)..view.start(site.token + 1);
    if view.kind(site.token) == TokenKind::Await {
        out.push(Mend::delete(await_, "await", 6));
    }
}

//! `else` without its `if`, and `else` with a condition but no `if`.

use super::Site;
use crate::c::complaint::Complaint;
use crate::c::source::Source;
use crate::c::symbols::end_of_statement;
use crate::mend::Mend;

pub(super) fn mends(site: &Site<'_, '_>) -> Vec<Mend> {
    let mut mends = Vec::new();
    mends.extend(condition_without_if(site));
    mends.extend(if_without_condition(site));
    let orphaned =
        site.fault.complaint == Complaint::ElseWithoutIf || site.is_syntax() && site.word() == "else";
    if !orphaned || site.word() != "else" {
        return mends;
    }
    mends.extend(semicolon_behind_header(site));
    mends.extend(body_without_braces(site));
    mends.extend(without_else(site));
    mends
}

/// `else (x > 0) {`
fn condition_without_if(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let line = source.line_tokens(site.next.saturating_sub(1));
    let mut headers = line.filter(|&at| source.word(at) == "else" && source.word(at + 1) == "(");
    let Some(at) = headers.find(|&at| site.is_syntax() && site.next >= at) else {
        return Vec::new();
    };
    let insert = Mend::insert(source.range(at).end, " if", 2);
    let close = source.partner(at + 1).unwrap_or(at);
    let equals = (at..close).find(|&at| source.word(at) == "=");
    let compared = equals.map(|equals| {
        let title = "insert 'if' and write '=='";
        Mend::insert(source.range(at).end, " if", 2)
            .and(source.range(equals), "==")
            .titled(title)
    });
    compared.into_iter().chain([insert]).collect()
}

/// `else if {`
fn if_without_condition(site: &Site<'_, '_>) -> Option<Mend> {
    let source = site.source;
    let keyword = site.next.checked_sub(1)?;
    let bare = source.word(keyword) == "if" && source.word_before(keyword) == "else" && site.word() != "(";
    bare.then(|| Mend::delete(source.range(keyword), "if", 2))
}

/// `if (x); { ... } else`: the semicolon ends the `if`.
fn semicolon_behind_header(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let block = source.enclosing(site.next, "{").unwrap_or(0);
    let headers = (block..site.next).rev().filter(|&at| source.word(at) == "if");
    let behind = headers.filter_map(|at| Some(source.partner(at + 1)? + 1));
    behind
        .filter(|&at| source.word(at) == ";" && source.enclosing(at, "{").unwrap_or(0) == block)
        .take(1)
        .map(|at| Mend::delete(source.range(at), ";", 1))
        .collect()
}

/// `if (x) a; b; else`: the body wants braces.
fn body_without_braces(site: &Site<'_, '_>) -> Option<Mend> {
    let source = site.source;
    let block = source.enclosing(site.next, "{").unwrap_or(0);
    let mut headers = (block..site.next).rev().filter(|&at| source.word(at) == "if");
    let header = headers.find(|&at| source.enclosing(at, "{").unwrap_or(0) == block)?;
    let body = source.partner(header + 1)? + 1;
    let several = end_of_statement(source, body) < site.next && source.word(body) != "{";
    let end = source.end_before(site.next);
    several.then(|| {
        let at = source.end_before(body);
        Mend::insert(at, "{", 3)
            .and(end..end, "}")
            .titled("put the body of the 'if' in braces")
    })
}

/// The `else` may be surplus, alone or with its branch.
fn without_else(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let mut mends = Vec::new();
    let has_condition = source.word(site.next + 1) == "if";
    let cost = if has_condition { 4 } else { 6 };
    // The branch would then always be taken.
    mends.push(Mend::delete(source.range(site.next), "else", cost).bold());
    if !has_condition {
        mends.push(whole_clause(source, site.next));
    }
    mends
}

fn whole_clause(source: &Source<'_>, at: usize) -> Mend {
    let end = end_of_statement(source, at + 1);
    let range = source.span(at..end);
    Mend::delete(range, source.between(at..end), 7).bold()
}

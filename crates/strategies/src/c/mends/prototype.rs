//! A function that is called above its definition, and not declared before.

use super::Site;
use super::name::function_around;
use crate::c::complaint::Complaint;
use crate::c::declarator::declarator;
use crate::mend::Mend;

pub(super) fn mends(site: &Site<'_, '_>) -> Vec<Mend> {
    let (Complaint::UnknownFunction(name) | Complaint::Undeclared(name)) = &site.fault.complaint else {
        return Vec::new();
    };
    declared_before(site, name).into_iter().collect()
}

fn declared_before(site: &Site<'_, '_>, name: &str) -> Option<Mend> {
    let source = site.source;
    // Read as declarators: a definition in the old style has no list of parameters.
    let head_of = |at: usize| declarator(source, at).filter(|it| it.body.is_some() && !it.is_pointer);
    let mut defined = source.all(name).filter(|&at| at > site.next);
    let (function, it) = defined.find_map(|at| Some((at, head_of(at)?)))?;
    let list = it.parameters(source)?;
    let head = source.between(source.statement_start(function)..it.open + 1);
    let header = format!("{head}{list})");
    let body = function_around(source, site.next).find(|&at| source.word(at) == "{")?;
    // Declarations of parameters stand before the body of a definition in the old style.
    let is_head = |at: &usize| source.is_name(*at) && head_of(*at).is_some_and(|it| it.body == Some(body));
    let head = (0..body).rev().find(is_head);
    let caller = source.statement_start(head.unwrap_or(body));
    let line = source.text[..source.start(caller)]
        .rfind('\n')
        .map_or(0, |at| at + 1);
    let at = above_comments(source.text, line);
    let mend = Mend::insert(at, format!("{header};\n\n"), 1);
    Some(mend.titled(format!("declare '{name}' before it is called")))
}

/// Where the comments begin that stand right above the start of a line.
fn above_comments(text: &str, line: usize) -> usize {
    let mut at = line;
    while let Some(above) = text[..at].lines().next_back() {
        let start = at - above.len() - 1;
        at = match above.trim() {
            above if above.starts_with("//") => start,
            above if above.ends_with("*/") => match text[..at].rfind("/*") {
                Some(open) => text[..open].rfind('\n').map_or(0, |end| end + 1),
                None => return at,
            },
            _ => return at,
        };
    }
    at
}

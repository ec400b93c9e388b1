//! Members: `.` and `->`, misspelt members, `.` for `,`.

use super::Site;
use crate::c::complaint::Complaint;
use crate::c::near;
use crate::c::token::Kind;
use crate::mend::{Cost, Mend};

pub(super) fn mends(site: &Site<'_, '_>) -> Vec<Mend> {
    match &site.fault.complaint {
        Complaint::WrongAccess => all_alike(site).into_iter().collect(),
        Complaint::NotStruct(_) => not_a_struct(site),
        Complaint::NoMember(name) => nearest_member(site, name),
        Complaint::WrongType | Complaint::BadOperands { .. } => whole_struct(site),
        _ => Vec::new(),
    }
}

/// Changes every access that the compiler rejects, since one variable is accessed the same way everywhere.
fn all_alike(site: &Site<'_, '_>) -> Option<Mend> {
    let wrong = site
        .report
        .faults
        .iter()
        .filter(|fault| fault.complaint == Complaint::WrongAccess);
    let mut edits = wrong.flat_map(|fault| &fault.edits);
    let (range, text) = edits.next()?;
    let first = Mend::replace(range.clone(), text.clone(), 1);
    Some(edits.fold(first, |mend, (range, text)| mend.and(range.clone(), text.clone())))
}

fn not_a_struct(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let line = source.line_tokens(site.next);
    let near = line.filter(|&at| at + 3 > site.next && matches!(source.word(at), "." | "->"));
    near.flat_map(|at| {
        let after_text = source.kind(at.wrapping_sub(1)) == Some(Kind::Text);
        let other = if source.word(at) == "." { "->" } else { "." };
        [
            Mend::replace(source.range(at), ",", if after_text { 1 } else { 4 }),
            Mend::replace(source.range(at), other, 3),
        ]
    })
    .collect()
}

fn nearest_member(site: &Site<'_, '_>, name: &str) -> Vec<Mend> {
    let source = site.source;
    let line = source.line_tokens(site.next);
    let at = line
        .filter(|&at| source.word(at) == name && matches!(source.word_before(at), "." | "->"))
        .find(|&at| at + 2 >= site.next);
    let Some(at) = at else { return Vec::new() };
    let mut members: Vec<(&str, usize)> = site
        .symbols
        .members()
        .map(|member| (member.name, near::distance(name, member.name)))
        .collect();
    members.sort_by_key(|&(member, distance)| (distance, member));
    members.dedup();
    if let Some(mend) = misspelt_member(site, name) {
        return vec![mend];
    }
    members
        .into_iter()
        .take(4)
        .map(|(member, distance)| {
            let cost = Cost::try_from(distance).unwrap_or(Cost::MAX).min(6);
            Mend::replace(source.range(at), member.to_owned(), 1 + cost)
        })
        .collect()
}

/// A struct where a number is needed: one of its members is meant.
fn whole_struct(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    if !site.fault.message.contains("struct ") {
        return Vec::new();
    }
    let line = source.line_tokens(site.next);
    let values = line.filter(|&at| {
        let symbol = site.symbols.lookup(source.word(at), at);
        source.is_name(at)
            && symbol.is_some_and(|symbol| symbol.base.contains("struct") || symbol.base.len() > 6)
    });
    let ends = values.map(|at| match source.partner(at + 1) {
        Some(close) if source.word(at + 1) == "[" => close,
        _ => at,
    });
    let bare: Vec<usize> = ends
        .filter(|&at| !matches!(source.word(at + 1), "." | "->"))
        .collect();
    let members = site.symbols.members();
    members
        .flat_map(|member| {
            let name = format!(".{}", member.name);
            let echoed = source
                .between(source.line_tokens(site.next))
                .contains(member.name);
            let cost = if echoed { 3 } else { 5 };
            bare.iter()
                .map(move |&at| Mend::insert(source.range(at).end, name.clone(), cost))
                .collect::<Vec<Mend>>()
        })
        .take(6)
        .collect()
}

/// A member that is never used under its name, but several times under a similar one.
fn misspelt_member(site: &Site<'_, '_>, name: &str) -> Option<Mend> {
    let source = site.source;
    let unused = |name: &str| source.all(name).count() == 1;
    let mut members = site
        .symbols
        .members()
        .filter(|member| near::is_near(name, member.name));
    let member = members.find(|member| unused(member.name))?;
    (source.all(name).count() > 1).then(|| Mend::replace(source.range(member.token), name.to_owned(), 1))
}

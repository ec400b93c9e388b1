//! A definition that is there twice with the same text, as merges leave it: once is enough.

use std::ops::Range;

use unbreak_core::{DeterminedBy, Fact, SafetyClass};

use super::{Case, Offer, Rewrite};
use crate::declared::declared;
use crate::lines::indentation;
use crate::weights::confidence;

/// Lines before a definition that belong to it.
const LEADS: [&str; 6] = ["#[", "@", "//", "/*", "*", "template"];

/// Lines that define what they import.
const IMPORTS: [&str; 4] = ["import ", "from ", "use ", "pub use "];

/// The later one of two equal definitions in the same scope, removed.
pub(super) fn offers(case: &Case<'_>) -> Vec<Offer> {
    let Some(Fact::DuplicateDefinition { name }) = &case.diagnostic.fact else {
        return Vec::new();
    };
    let read = case.named().and_then(|file| Some((case.read(&file)?, file)));
    let (Some((before, file)), Some(line)) = (read, case.diagnostic.location.line) else {
        return Vec::new();
    };
    let lines: Vec<&str> = before.split_inclusive('\n').collect();
    let reported = usize::try_from(line).ok().and_then(|line| line.checked_sub(1));
    let Some(own) = reported.and_then(|at| definition(&lines, at)) else {
        return Vec::new();
    };
    let head = lines[own.clone()]
        .iter()
        .find_map(|line| declared(line.trim_end()));
    if let (Some(name), Some(head)) = (name, head)
        && name.rsplit(['.', ':']).next() != Some(head)
    {
        return Vec::new();
    }
    let Some(other) = copy(&lines, &own) else {
        return Vec::new();
    };
    let second = if other.start < own.start { own } else { other };
    let blank = lines[..second.start]
        .iter()
        .rev()
        .take_while(|line| line.trim().is_empty());
    let first = second.start - blank.count();
    let kept = lines[..first].iter().chain(&lines[second.end..]);
    let what = head.unwrap_or_else(|| lines[second.start].trim());
    vec![Offer {
        title: format!("remove the second definition of '{what}' in {file}"),
        reason: "the same text defines it before, in the same scope".to_owned(),
        confidence: confidence::stated(),
        evidence: DeterminedBy::Resolution.into(),
        safety: SafetyClass::Safe,
        rewrites: vec![Rewrite {
            file,
            after: kept.copied().collect(),
            before: before.clone(),
        }],
    }]
}

/// The lines of the definition that begins at a line, with those that lead to it. `None` where nothing is defined, or a
/// variable: to set it again may be meant.
fn definition(lines: &[&str], at: usize) -> Option<Range<usize>> {
    let head = lines.get(at)?.trim_end();
    let code = head.trim_start();
    let is_import = IMPORTS.iter().any(|word| code.starts_with(word));
    if code.starts_with("let ") || !is_import && declared(head).is_none() {
        return None;
    }
    let depth = indentation(head);
    let is_lead = |line: &&&str| {
        indentation(line) == depth && LEADS.iter().any(|mark| line.trim_start().starts_with(mark))
    };
    let start = at - lines[..at].iter().rev().take_while(is_lead).count();
    let mut open = 0_i32;
    let mut end = at;
    for (index, line) in lines.iter().enumerate().skip(at) {
        let is_deeper = indentation(line) > depth;
        if index > at && !line.trim().is_empty() && !is_deeper && open == 0 {
            // The body of a function of C may begin on a line of its own.
            let is_body = line.trim_start().starts_with('{') && index == at + 1;
            if !is_body {
                break;
            }
        }
        if !line.trim().is_empty() {
            end = index + 1;
        }
        open += line.chars().map(nesting).sum::<i32>();
        if index > at && open == 0 && !is_deeper && line.trim_start().starts_with(['}', ')', ']']) {
            break;
        }
    }
    (open == 0).then_some(start..end)
}

fn nesting(c: char) -> i32 {
    match c {
        '(' | '[' | '{' => 1,
        ')' | ']' | '}' => -1,
        _ => 0,
    }
}

/// The only other lines with the same text in the same scope: no line between the two is further out.
fn copy(lines: &[&str], own: &Range<usize>) -> Option<Range<usize>> {
    let text: Vec<&str> = lines[own.clone()].iter().map(|line| line.trim_end()).collect();
    let is_same = |at: &usize| {
        let there = lines[*at..].iter().map(|line| line.trim_end());
        there.take(text.len()).eq(text.iter().copied())
    };
    let is_apart = |at: &usize| at + own.len() <= own.start || *at >= own.end;
    let mut found = (0..lines.len()).filter(is_same).filter(is_apart);
    let (Some(at), None) = (found.next(), found.next()) else {
        return None;
    };
    let other = at..at + own.len();
    let between = other.end.min(own.end)..other.start.max(own.start);
    let depth = indentation(lines[own.start]);
    let is_inside = |line: &&str| line.trim().is_empty() || indentation(line) >= depth;
    lines[between].iter().all(is_inside).then_some(other)
}

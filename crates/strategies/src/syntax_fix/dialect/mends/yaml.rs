//! YAML's layout: tabs, depths that fit no block, marks without their space.

use std::collections::BTreeSet;
use std::ops::Range;

use super::Site;
use crate::syntax_fix::language::{Change, Mend};

/// The number of lines around a fault that may have a wrong indentation.
const NEAR: usize = 3;

pub(in super::super) fn mends(site: &Site<'_, '_>) -> Vec<Mend> {
    let text = site.source.text;
    let lines = lines(text);
    let mut mends: Vec<Mend> = tabs(text).into_iter().collect();
    for &suspect in &site.suspects {
        let at = site.source.start(suspect);
        let line = lines.iter().rposition(|line| line.start <= at).unwrap_or(0);
        for near in line.saturating_sub(NEAR)..=(line + 1).min(lines.len().saturating_sub(1)) {
            let far = u32::from(near != line) + u32::from(near + 1 < line);
            mends.extend(depth(text, &lines, near, far));
            mends.extend(marks(text, &lines[near], far));
        }
    }
    mends
}

/// The bytes of the lines, without their ends.
fn lines(text: &str) -> Vec<Range<usize>> {
    let mut start = 0;
    let lines = text.split_inclusive('\n').map(|line| {
        let range = start..start + line.trim_end_matches(['\n', '\r']).len();
        start += line.len();
        range
    });
    lines.collect()
}

/// Tabs that indent, all at once.
fn tabs(text: &str) -> Option<Mend> {
    let indents = lines(text).into_iter().filter_map(|line| {
        let indent = indent(&text[line.clone()]);
        let tabs = &text[line.start..line.start + indent];
        tabs.contains('\t')
            .then(|| Change::new(line.start..line.start + indent, tabs.replace('\t', "  ")))
    });
    Mend::all(indents.collect(), 1, "indent with spaces")
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches([' ', '\t']).len()
}

/// Moves a line, alone or with the deeper ones below it, to another depth that the file has.
fn depth(text: &str, lines: &[Range<usize>], at: usize, far: u32) -> Vec<Mend> {
    let own = indent(&text[lines[at].clone()]);
    if text[lines[at].clone()].trim().is_empty() {
        return Vec::new();
    }
    let depths = depths(text, lines, at, own);
    let block = block(text, lines, at, own);
    depths
        .into_iter()
        .flat_map(|(depth, cost)| {
            let moved = |lines: &[Range<usize>], dearer: u32| {
                let changes = lines.iter().map(|line| {
                    let inner = indent(&text[line.clone()]);
                    let new = (depth + inner).saturating_sub(own);
                    Change::new(line.start..line.start + inner, " ".repeat(new))
                });
                Mend::all(changes.collect(), cost + far + dearer, "indent otherwise")
            };
            let alone = moved(&lines[at..=at], 0);
            let whole = (block.len() > 1)
                .then(|| moved(&lines[block.clone()], 1))
                .flatten();
            alone.into_iter().chain(whole)
        })
        .collect()
}

/// The possible depths of a line, with their costs.
fn depths(text: &str, lines: &[Range<usize>], at: usize, own: usize) -> Vec<(usize, u32)> {
    let full = |line: &&Range<usize>| !text[(*line).clone()].trim().is_empty();
    let before = lines[..at]
        .iter()
        .rev()
        .filter(full)
        .take(6)
        .map(|line| indent(&text[line.clone()]));
    let behind = lines[at + 1..]
        .iter()
        .filter(full)
        .take(3)
        .map(|line| indent(&text[line.clone()]));
    let known: BTreeSet<usize> = before.chain(behind).collect();
    let deeper = known.iter().map(|depth| depth + 2).collect::<Vec<_>>();
    let near = known
        .iter()
        .map(|&depth| (depth, 2))
        .chain(deeper.into_iter().map(|depth| (depth, 3)));
    let mut seen = BTreeSet::from([own]);
    near.filter(|(depth, _)| seen.insert(*depth))
        .map(|(depth, cost)| (depth, cost + u32::from(depth.abs_diff(own) > 2)))
        .collect()
}

/// A line and the deeper ones below it.
fn block(text: &str, lines: &[Range<usize>], at: usize, own: usize) -> Range<usize> {
    let below = lines[at + 1..].iter();
    let deeper = below.take_while(|line| {
        let line = &text[(*line).clone()];
        line.trim().is_empty() || indent(line) > own
    });
    at..at + 1 + deeper.count()
}

/// `key:value`, `-item`, `key value`, `key = value` and `key;` on one line.
fn marks(text: &str, line: &Range<usize>, far: u32) -> Vec<Mend> {
    let code = &text[line.clone()];
    let start = line.start + indent(code);
    let code = code.trim_start();
    let mut mends = Vec::new();
    if code.starts_with('-') && !code.starts_with("- ") && !code.starts_with("---") {
        mends.push(Mend::insert(start + 1, " ", 2 + far).titled("insert a space behind '-'"));
    }
    let key = code.strip_prefix("- ").map_or(0, |_| 2);
    let word = code[key..]
        .find([' ', ':', '='])
        .map_or(code.len(), |end| key + end);
    if word == key {
        return mends;
    }
    let rest = &code[word..];
    if rest.starts_with(':') && !rest.starts_with(": ") && rest.len() > 1 {
        mends.push(Mend::insert(start + word + 1, " ", 2 + far).titled("insert a space behind ':'"));
    }
    if !rest.starts_with(':') {
        mends.push(Mend::insert(start + word, ":", 3 + far));
    }
    let trimmed = rest.trim_start();
    if let Some(value) = trimmed.strip_prefix(['=', ';']) {
        let end = start + code.len() - value.trim_start().len();
        mends.push(Mend::replace(start + word..end, ": ", 2 + far));
    }
    mends
}

//! The loop of C: `for (int i = 0; i < n; i++)` → `for i in range(n):`.

use std::ops::Range;

use crate::syntax_fix::language::Mend;
use crate::syntax_fix::python::site::Site;

pub(super) fn propose(site: &Site<'_>, out: &mut Vec<Mend>) {
    let Some(line) = site.this_line() else {
        return;
    };
    let place = line.text_start().min(line.range.end)..line.range.end;
    let text = site.view.slice(place.clone()).trim_end();
    if let Some(header) = text.strip_prefix("for").and_then(counting_loop) {
        let place: Range<usize> = place.start..place.start + text.len();
        out.push(Mend::replace(place, header.clone(), 2).titled(format!("write '{header}'")));
    }
}

/// The header that counts like this one; `None` when it is another kind of loop.
fn counting_loop(rest: &str) -> Option<String> {
    let rest = rest.trim().trim_end_matches(['{', ':', ' ']);
    let inner = rest
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'))
        .unwrap_or(rest);
    let [start, test, step] = inner
        .split(';')
        .map(str::trim)
        .collect::<Vec<_>>()
        .try_into()
        .ok()?;
    let (name, first) = start.split_once('=')?;
    let name = name.split_whitespace().last()?;
    let (limit, down) = limit(test.strip_prefix(name)?.trim())?;
    let step = step_of(step, name)?;
    let range = match (first.trim(), step.as_str(), down) {
        ("0", "1", false) => format!("range({limit})"),
        (first, "1", false) => format!("range({first}, {limit})"),
        (first, step, _) => format!("range({first}, {limit}, {step})"),
    };
    Some(format!("for {name} in {range}:"))
}

/// The limit of the count, exclusive, and whether it counts down.
fn limit(test: &str) -> Option<(String, bool)> {
    if let Some(last) = test.strip_prefix("<=") {
        return Some((format!("{} + 1", last.trim()), false));
    }
    if let Some(last) = test.strip_prefix(">=") {
        return Some((format!("{} - 1", last.trim()), true));
    }
    let (sign, limit) = test.split_at_checked(1)?;
    matches!(sign, "<" | ">").then(|| (limit.trim().to_owned(), sign == ">"))
}

/// The step by which the name changes each time.
fn step_of(step: &str, name: &str) -> Option<String> {
    let change = step.replace(name, "");
    match change.trim() {
        "++" => Some("1".to_owned()),
        "--" => Some("-1".to_owned()),
        other => match other.split_at_checked(2)? {
            ("+=", by) => Some(by.trim().to_owned()),
            ("-=", by) => Some(format!("-{}", by.trim())),
            _ => None,
        },
    }
}

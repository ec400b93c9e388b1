//! Reads Node's coverage (`NODE_V8_COVERAGE`): for each function, nested ranges of the source with how often
//! each ran. The innermost range around a place counts.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

#[derive(Deserialize)]
struct Coverage {
    result: Vec<Script>,
}

#[derive(Deserialize)]
struct Script {
    url: String,
    functions: Vec<Function>,
}

#[derive(Deserialize)]
struct Function {
    ranges: Vec<Range>,
}

/// UTF-16 units of the source.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Range {
    start_offset: usize,
    end_offset: usize,
    count: u64,
}

/// Reads one report: the ranges of each file that was run.
pub(super) fn read(report: &[u8], texts: &BTreeMap<String, String>, wanted: &super::Lines) -> super::Lines {
    let mut reached = super::Lines::new();
    let Ok(coverage) = serde_json::from_slice::<Coverage>(report) else {
        return reached;
    };
    for script in coverage.result {
        let path = script.url.strip_prefix("file://").unwrap_or(&script.url);
        let (Some(text), Some(lines)) = (texts.get(path), wanted.get(path)) else {
            continue;
        };
        let ran = lines.iter().filter(|line| script.ran(first_unit(text, **line)));
        reached.entry(path.to_owned()).or_default().extend(ran);
    }
    reached
}

impl Script {
    fn ran(&self, unit: usize) -> bool {
        let around = self.functions.iter().flat_map(|function| &function.ranges);
        let around = around.filter(|range| (range.start_offset..range.end_offset).contains(&unit));
        let innermost = around.min_by_key(|range| range.end_offset - range.start_offset);
        innermost.is_some_and(|range| range.count > 0)
    }
}

/// The unit at which the code of a line begins.
fn first_unit(text: &str, line: u32) -> usize {
    let index = usize::try_from(line.saturating_sub(1)).unwrap_or(usize::MAX);
    let before: usize = text.split_inclusive('\n').take(index).map(units).sum();
    let own = text.split_inclusive('\n').nth(index).unwrap_or_default();
    before + units(&own[..own.len() - own.trim_start().len()])
}

fn units(text: &str) -> usize {
    text.encode_utf16().count()
}

/// Returns whether Node runs files of this name as they are.
pub(super) fn is_script(file: &Path) -> bool {
    let ending = file.extension().and_then(|ending| ending.to_str());
    matches!(ending, Some("js" | "cjs" | "mjs"))
}

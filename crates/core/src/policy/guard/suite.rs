//! The tests of a file: their names, texts and assertions.

use std::ops::Range;

use crate::path::RelPath;
use crate::tool_facts::Kind;

use super::marks::marks;
use super::places::is_test_file;
use super::source::Source;

/// A test as it can be called.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Name<'a> {
    text: &'a str,
    /// Whether it is nested in something. A test that was moved into `if False:` still has its name.
    is_nested: bool,
}

/// The first test of `before` that is not in `after`. Nesting does not count if `before` could not be parsed.
pub(super) fn missing_test<'a>(before: &Source<'a>, after: &Source<'_>, was_broken: bool) -> Option<&'a str> {
    let mut left = names(after);
    names(before)
        .into_iter()
        .find(|name| {
            let same = |other: &Name<'_>| {
                other.text == name.text && (other.is_nested == name.is_nested || was_broken)
            };
            match left.iter().position(same) {
                Some(found) => {
                    left.remove(found);
                    false
                }
                None => true,
            }
        })
        .map(|name| name.text)
}

fn names<'a>(source: &Source<'a>) -> Vec<Name<'a>> {
    marks(Kind::TestCase)
        .captures_iter(&source.live)
        .filter_map(|found| {
            let name = found.iter().skip(1).flatten().next()?;
            let start = found.get_match().start();
            Some(Name {
                text: &source.text[name.range()],
                is_nested: source.live[start..].starts_with([' ', '\t']),
            })
        })
        .collect()
}

/// The places of the tests of a file: the whole file if it is a file of tests, otherwise the bodies of its
/// tests.
pub(super) fn places(file: &RelPath, source: &Source<'_>) -> Vec<Range<usize>> {
    if is_test_file(file) {
        return std::iter::once(0..source.text.len()).collect();
    }
    let headers = marks(Kind::TestCase).find_iter(&source.live);
    let headers = headers.chain(marks(Kind::TestRegion).find_iter(&source.live));
    let mut blocks: Vec<Range<usize>> = headers
        .map(|header| decorated_start(source, header.start())..source.block_end(&header.range()))
        .collect();
    blocks.sort_by_key(|block| (block.start, std::cmp::Reverse(block.end)));
    blocks.dedup_by(|next, block| next.end <= block.end);
    blocks
}

/// The start of the decorators and attributes of a header.
fn decorated_start(source: &Source<'_>, header: usize) -> usize {
    let statements = source.statements();
    let above = statements.iter().rev().filter(|statement| statement.end < header);
    above
        .map(|statement| (statement.start, source.live[statement.clone()].trim_start()))
        .take_while(|(_, text)| text.starts_with(['@', '#']))
        .last()
        .map_or(header, |(start, _)| start)
}

/// The texts of some places of a source.
pub(super) fn texts(source: &Source<'_>, places: &[Range<usize>]) -> String {
    places
        .iter()
        .map(|place| &source.text[place.clone()])
        .collect::<Vec<_>>()
        .join("\n")
}

/// The words of every asserting statement in these places, in order, and of every example in a documentation
/// text.
pub(super) fn assertions<'a>(source: &Source<'a>, places: &[Range<usize>]) -> Vec<Vec<&'a str>> {
    let is_inside = |statement: &Range<usize>| {
        places
            .iter()
            .any(|place| place.start <= statement.start && statement.end <= place.end)
    };
    let statements = source.statements().into_iter();
    let asserting = statements
        .filter(|statement| marks(Kind::Assertion).is_match(&source.live[statement.clone()]))
        .filter(|statement| is_inside(statement) && !source.is_import(statement));
    let mut found: Vec<Vec<&str>> = asserting
        .map(|statement| source.text[statement].split_whitespace().collect())
        .collect();
    found.extend(doctests(source.text));
    found
}

/// The lines from each `>>> ` to the end of its expected output.
fn doctests(text: &str) -> Vec<Vec<&str>> {
    let mut examples = Vec::new();
    let mut is_open = false;
    for line in text.lines() {
        let trimmed = line.trim();
        let is_over = trimmed.is_empty() || trimmed.starts_with("\"\"\"") || trimmed.starts_with("'''");
        is_open = trimmed.starts_with(">>> ") || is_open && !is_over;
        if is_open {
            examples.push(line.split_whitespace().collect());
        }
    }
    examples
}

/// Returns whether all items of `before` are still there, in their order; new ones may have been added.
pub(super) fn keeps<T: PartialEq>(before: &[T], after: &[T]) -> bool {
    let mut after = after.iter();
    before.iter().all(|one| after.any(|other| other == one))
}

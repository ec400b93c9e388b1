//! Makes foreign text safe for the terminal.

use std::borrow::Cow;

/// Replaces every control character except line ends and tabs by its picture (`␛` for ESC), and characters
/// that reorder the following ones by `�`.
///
/// Messages, file names and source lines come from the author of the failing program; unchanged they could
/// move the cursor, or show a different diff from the one that is applied (CVE-2021-42574).
///
/// A line that a CI service would take for a command gets a mark in front.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.chars().any(|c| picture(c).is_some()) && !text.lines().any(|line| command_at(line).is_some()) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for line in text.split_inclusive('\n') {
        let at = command_at(line);
        let (indent, rest) = line.split_at(at.unwrap_or(0));
        shown.extend(indent.chars().map(pictured));
        shown.extend(at.map(|_| MARK));
        shown.extend(rest.chars().map(pictured));
    }
    Cow::Owned(shown)
}

/// Beginnings of commands of GitHub Actions, Azure Pipelines or TeamCity. Space before them is ignored.
const COMMANDS: &[&str] = &["::", "##[", "##vso[", "##teamcity["];
const MARK: char = '\u{b7}';

/// The place of a command in a line.
fn command_at(line: &str) -> Option<usize> {
    let rest = line.trim_start();
    let begins = COMMANDS.iter().any(|begin| rest.starts_with(begin));
    begins.then_some(line.len() - rest.len())
}

/// The character, or its picture.
pub(crate) fn pictured(c: char) -> char {
    picture(c).unwrap_or(c)
}

/// The same as one line: a line end in a title or a file's name would begin a new line, which a CI service
/// may take for a command (`::error::`).
pub fn visible_line(text: &str) -> Cow<'_, str> {
    match visible(text) {
        shown if shown.contains('\n') => Cow::Owned(shown.replace('\n', " ")),
        shown => shown,
    }
}

fn picture(c: char) -> Option<char> {
    match c {
        '\n' | '\t' => None,
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)),
        '\u{7f}' => Some('\u{2421}'),
        '\u{80}'..='\u{9f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            Some(char::REPLACEMENT_CHARACTER)
        }
        _ => None,
    }
}

//! Foreign text that cannot take over the terminal.

use std::borrow::Cow;

/// The text with every control character but line ends and tabs replaced by its picture (`␛` for
/// ESC), and the characters that reorder what follows them replaced by `�`.
///
/// Messages, file names and source lines come from whoever wrote the failing program; left as they
/// are they could move the cursor, or show a diff other than the one that is applied
/// (CVE-2021-42574).
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.chars().any(|c| picture(c).is_some()) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(|c| picture(c).unwrap_or(c)).collect())
}

/// The same as one line: a line end in a title or a file's name would begin a line of its own, which a CI
/// service may take for a command (`::error::`).
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

//! Characters that only look right: typographic quotes, full-width brackets, invisible spaces.

use super::Site;
use crate::syntax_fix::language::{Change, Mend};

/// Characters that word processors and other keyboards write, with the intended ones.
const LOOKALIKES: &[(char, &str)] = &[
    ('\u{201c}', "\""),
    ('\u{201d}', "\""),
    ('\u{2018}', "'"),
    ('\u{2019}', "'"),
    ('\u{ff08}', "("),
    ('\u{ff09}', ")"),
    ('\u{ff0c}', ","),
    ('\u{ff1a}', ":"),
    ('\u{ff1b}', ";"),
    ('\u{37e}', ";"),
    ('\u{2013}', "-"),
    ('\u{2014}', "-"),
    ('\u{2212}', "-"),
    ('\u{d7}', "*"),
    ('\u{a0}', " "),
    ('\u{200b}', ""),
    ('\u{feff}', ""),
    ('\u{2026}', "..."),
];

/// Replaces all of them outside texts and comments at once: they come with pasted code.
pub(in super::super) fn mends(site: &Site<'_, '_>) -> Vec<Mend> {
    let source = site.source;
    let is_text = |at: usize| {
        let token = &source.tokens[source.token_at(at).min(source.tokens.len() - 1)];
        token.range.contains(&at) && token.range.len() > 4 && token.is_closed
    };
    let is_comment = |at: usize| source.comments.iter().any(|comment| comment.contains(&at));
    let changes: Vec<Change> = source
        .text
        .char_indices()
        .filter_map(|(at, c)| {
            let (_, meant) = LOOKALIKES.iter().find(|(lookalike, _)| *lookalike == c)?;
            Some(Change::new(at..at + c.len_utf8(), *meant))
        })
        .filter(|change| !source.tokens.is_empty() && !is_text(change.range.start))
        .filter(|change| !is_comment(change.range.start))
        .collect();
    Mend::all(changes, 1, "write plain characters")
        .into_iter()
        .collect()
}

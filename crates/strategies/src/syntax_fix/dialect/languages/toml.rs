//! TOML.

use crate::rule;
use crate::syntax_fix::dialect::lex::{Lexis, Quoting};
use crate::syntax_fix::dialect::mends::{bracket, character, comment, quote, token, value};
use crate::syntax_fix::dialect::{Dialect, Reader};

pub(in super::super) const TOML: Dialect = Dialect {
    endings: &[".toml", "Cargo.lock", "poetry.lock", "uv.lock", "Pipfile"],
    lexis: Lexis {
        line_comments: &["#"],
        block_comments: &[],
        texts: &[
            Quoting::long("\"\"\""),
            Quoting::raw("'''", "'''"),
            Quoting::plain("\""),
            Quoting::literal("'"),
        ],
        marks: &[],
        word_marks: "-+.@/$*^~%",
        has_patterns: false,
        has_lifetimes: false,
        comments_stand_apart: false,
    },
    reader: Reader::Own(faults),
    keywords: &["true", "false"],
    tokens: &[
        ("=", 2),
        ("]", 2),
        ("[", 3),
        (",", 2),
        ("}", 2),
        ("{", 3),
        (".", 7),
    ],
    own_tokens: &[],
    foreign: &[
        ("True", "true"),
        ("TRUE", "true"),
        ("yes", "true"),
        ("on", "true"),
        ("False", "false"),
        ("FALSE", "false"),
        ("no", "false"),
        ("off", "false"),
    ],
    usual: include_str!("usual/toml.txt"),
    rules: &[
        (rule::code::syntax::BRACKET, bracket::mends),
        (rule::code::syntax::TOKEN, token::mends),
        (rule::code::syntax::QUOTE, quote::mends),
        (rule::code::syntax::COMMENT, comment::mends),
        (rule::data::syntax::VALUE, value::mends),
        (rule::code::syntax::CHARACTER, character::mends),
    ],
    oddity: |_| 0,
    is_data: true,
    indentation_counts: false,
};

/// The places where a text stops being TOML.
fn faults(text: &str) -> Vec<usize> {
    let read: Result<toml::Table, toml::de::Error> = toml::from_str(text);
    let fault = read
        .err()
        .map(|error| error.span().map_or(text.len(), |span| span.start));
    fault.into_iter().collect()
}

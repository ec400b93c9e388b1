//! YAML.

use saphyr_parser::Parser;

use crate::syntax_fix::dialect::Dialect;
use crate::syntax_fix::dialect::lex::{Lexis, Quoting};
use crate::syntax_fix::dialect::mends::{bracket, character, comment, quote, token, value, yaml};

pub(in super::super) const YAML: Dialect = Dialect {
    endings: &[
        ".yaml",
        ".yml",
        ".clang-format",
        ".clang-tidy",
        ".yamllint",
        "CITATION.cff",
    ],
    lexis: Lexis {
        line_comments: &["#"],
        block_comments: &[],
        texts: &[
            Quoting {
                is_long: false,
                ..Quoting::plain("\"")
            },
            Quoting::literal("'"),
        ],
        marks: &["<<"],
        word_marks: "-+./@$*&!~%^#;()<>=\\",
        has_patterns: false,
        has_lifetimes: false,
        comments_stand_apart: true,
    },
    faults,
    keywords: &["true", "false", "null"],
    tokens: &[
        (":", 2),
        ("]", 2),
        ("}", 2),
        (",", 2),
        ("[", 6),
        ("{", 6),
        ("-", 4),
    ],
    own_tokens: &[],
    foreign: &[],
    usual: include_str!("usual/yaml.txt"),
    rules: &[
        bracket::mends,
        token::mends,
        quote::mends,
        comment::mends,
        value::mends,
        yaml::mends,
        character::mends,
    ],
    oddity: |_| 0,
    is_data: true,
    indentation_counts: true,
};

/// Where a text stops being YAML.
fn faults(text: &str) -> Vec<usize> {
    let error = Parser::new_from_str(text).find_map(Result::err);
    let byte = error.map(|error| {
        let before = text.char_indices().nth(error.marker().index());
        before.map_or(text.len(), |(at, _)| at)
    });
    byte.into_iter().collect()
}

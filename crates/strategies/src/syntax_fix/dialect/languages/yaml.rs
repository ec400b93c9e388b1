//! YAML.

use saphyr_parser::{Event, Parser, ScalarStyle};

use crate::rule;
use crate::syntax_fix::dialect::lex::{Lexis, Quoting};
use crate::syntax_fix::dialect::mends::{bracket, character, comment, quote, token, value, yaml};
use crate::syntax_fix::dialect::source::Source;
use crate::syntax_fix::dialect::{Dialect, Reader};
use crate::syntax_fix::language::Cost;

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
    reader: Reader::Own(faults),
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
        (rule::code::syntax::BRACKET, bracket::mends),
        (rule::code::syntax::TOKEN, token::mends),
        (rule::code::syntax::QUOTE, quote::mends),
        (rule::code::syntax::COMMENT, comment::mends),
        (rule::data::syntax::VALUE, value::mends),
        (rule::yaml::syntax::LAYOUT, yaml::mends),
        (rule::code::syntax::CHARACTER, character::mends),
    ],
    oddity,
    is_data: true,
    indentation_counts: true,
};

/// The places where a text stops being YAML.
fn faults(text: &str) -> Vec<usize> {
    let error = Parser::new_from_str(text).find_map(Result::err);
    let byte = error.map(|error| {
        let before = text.char_indices().nth(error.marker().index());
        before.map_or(text.len(), |(at, _)| at)
    });
    byte.into_iter().collect()
}

/// The cost of an unusual value without quotes.
const ODD: Cost = 4;

/// Counts values without quotes that continue over lines, hold a quotation mark or end in a
/// punctuation mark: nearly everything is a value in YAML, also the remains of something else.
fn oddity(source: &Source<'_>) -> Cost {
    let events = Parser::new_from_str(source.text).map_while(Result::ok);
    events
        .map(|(event, span)| match event {
            Event::Scalar(value, ScalarStyle::Plain, ..) => {
                let signs = [
                    value.contains('"'),
                    value.ends_with([',', ':', ']', '}']),
                    span.start.line() != span.end.line(),
                ];
                ODD * signs.iter().map(|&sign| Cost::from(sign)).sum::<Cost>()
            }
            _ => 0,
        })
        .sum()
}

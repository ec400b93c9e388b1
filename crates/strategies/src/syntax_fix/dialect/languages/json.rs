//! JSON, and JSON with comments.

use crate::lines::Lines;
use crate::rule;
use crate::syntax_fix::dialect::lex::{Lexis, Quoting, read};
use crate::syntax_fix::dialect::mends::{NamedRule, bracket, character, json, quote, token};
use crate::syntax_fix::dialect::{Dialect, Reader};
use crate::syntax_fix::language::Cost;

const RULES: &[NamedRule] = &[
    (rule::code::syntax::BRACKET, bracket::mends),
    (rule::code::syntax::TOKEN, token::mends),
    (rule::code::syntax::QUOTE, quote::mends),
    (rule::json::syntax::LITERAL, json::mends),
    (rule::code::syntax::CHARACTER, character::mends),
];

const TOKENS: &[(&str, Cost)] = &[
    (",", 2),
    (":", 2),
    ("}", 2),
    ("]", 2),
    ("{", 3),
    ("[", 3),
    ("-", 9),
];

/// Values of other languages, and remains of expressions, with their JSON equivalents.
const FOREIGN: &[(&str, &str)] = &[
    ("None", "null"),
    ("nil", "null"),
    ("undefined", "null"),
    ("NULL", "null"),
    ("Null", "null"),
    ("NaN", "null"),
    ("Infinity", "null"),
    ("True", "true"),
    ("TRUE", "true"),
    ("yes", "true"),
    ("on", "true"),
    ("False", "false"),
    ("FALSE", "false"),
    ("no", "false"),
    ("off", "false"),
];

/// The valid quotes, and those that other languages allow.
const TEXTS: &[Quoting] = &[Quoting::plain("\""), Quoting::plain("'"), Quoting::plain("`")];

const fn lexis(
    line_comments: &'static [&'static str],
    block: &'static [(&'static str, &'static str)],
) -> Lexis {
    Lexis {
        line_comments,
        block_comments: block,
        texts: TEXTS,
        marks: &[],
        word_marks: "$-.+@/",
        has_patterns: false,
        has_lifetimes: false,
        comments_stand_apart: false,
    }
}

/// The files whose readers allow comments and commas at the end.
pub(in super::super) const COMMENTED: Dialect = Dialect {
    endings: &[
        ".jsonc",
        "tsconfig.json",
        "jsconfig.json",
        "tsconfig.base.json",
        "tsconfig.build.json",
        "tsconfig.node.json",
        "tsconfig.app.json",
        "tsconfig.spec.json",
        "devcontainer.json",
        "settings.json",
        "launch.json",
        "tasks.json",
        "extensions.json",
        ".eslintrc.json",
        ".eslintrc",
        ".babelrc",
        ".swcrc",
        ".jshintrc",
        "api-extractor.json",
        "rush.json",
        "turbo.json",
    ],
    lexis: lexis(&["//"], &[("/*", "*/")]),
    reader: Reader::Own(|text| faults(&without_comments(text))),
    ..JSON
};

pub(in super::super) const JSON: Dialect = Dialect {
    endings: &[
        ".json",
        ".geojson",
        ".webmanifest",
        ".map",
        ".ipynb",
        ".jsonld",
        ".topojson",
        ".har",
        ".prettierrc",
        ".importmap",
        ".avsc",
        ".tfstate",
        ".lintstagedrc",
        ".nycrc",
        ".stylelintrc",
        ".bowerrc",
    ],
    lexis: lexis(&[], &[]),
    reader: Reader::Own(faults),
    keywords: &["true", "false", "null"],
    tokens: TOKENS,
    own_tokens: &[],
    foreign: FOREIGN,
    usual: include_str!("usual/json.txt"),
    rules: RULES,
    oddity: |_| 0,
    is_data: true,
    indentation_counts: false,
};

/// The places where a text stops being JSON.
fn faults(text: &str) -> Vec<usize> {
    let read: Result<serde::de::IgnoredAny, _> = serde_json::from_str(text);
    let Err(error) = read else {
        return Vec::new();
    };
    let line = u32::try_from(error.line()).unwrap_or(u32::MAX);
    let lines = Lines::of(text);
    let start = lines.range(text, line).map_or(text.len(), |range| range.start);
    // Its column counts the bytes up to and including the rejected one.
    let byte = (start + error.column().saturating_sub(1)).min(text.len());
    vec![text.floor_char_boundary(byte)]
}

/// The text with spaces in the place of comments and of commas that nothing follows.
fn without_comments(text: &str) -> String {
    let (tokens, comments) = read(text, &COMMENTED.lexis);
    let word = |at: usize| tokens.get(at).map_or("", |token| &text[token.range.clone()]);
    let last = (1..tokens.len()).filter(|&at| word(at - 1) == "," && matches!(word(at), "}" | "]"));
    let commas = last.map(|at| tokens[at - 1].range.clone());
    let mut bytes = text.as_bytes().to_vec();
    for range in comments.iter().cloned().chain(commas) {
        bytes[range]
            .iter_mut()
            .filter(|byte| **byte != b'\n')
            .for_each(|byte| *byte = b' ');
    }
    // Comments are replaced whole, so whole characters remain.
    String::from_utf8(bytes).unwrap_or_default()
}

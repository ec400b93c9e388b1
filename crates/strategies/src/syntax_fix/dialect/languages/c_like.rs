//! Common parts of the languages that descend from C.

use crate::rule;
use crate::syntax_fix::dialect::mends::{
    NamedRule, bracket, character, comment, glued, keyword, quote, token,
};

pub(super) const BLOCK_COMMENTS: &[(&str, &str)] = &[("/*", "*/")];

pub(super) const RULES: &[NamedRule] = &[
    (rule::code::syntax::BRACKET, bracket::mends),
    (rule::code::syntax::TOKEN, token::mends),
    (rule::code::syntax::KEYWORD, keyword::mends),
    (rule::code::syntax::GLUED, glued::mends),
    (rule::code::syntax::QUOTE, quote::mends),
    (rule::code::syntax::COMMENT, comment::mends),
    (rule::code::syntax::CHARACTER, character::mends),
];

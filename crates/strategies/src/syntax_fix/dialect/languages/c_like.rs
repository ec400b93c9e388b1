//! Common parts of the languages that descend from C.

use crate::syntax_fix::dialect::mends::{Rule, bracket, character, comment, glued, keyword, quote, token};

pub(super) const BLOCK_COMMENTS: &[(&str, &str)] = &[("/*", "*/")];

pub(super) const RULES: &[Rule] = &[
    bracket::mends,
    token::mends,
    keyword::mends,
    glued::mends,
    quote::mends,
    comment::mends,
    character::mends,
];

//! The changes that are tried, with one file for each kind of fault.
//!
//! Every kind examines every fault: "expected an expression" may mean a bracket, a quote or a word.
//! The cost tells how well a change fits.
//!
//! Costs: 1 to 3 when hardly anything else can be meant, 4 to 6 when it is one of a few plausible
//! readings, 7 to 10 for a guess, more for a last resort.

mod arguments;
mod block;
mod bracket;
mod c_loop;
mod character;
mod clause;
mod colon;
mod comma;
mod comment;
mod comprehension;
mod declaration;
mod equals;
mod except_order;
mod foreign;
mod foreign_word;
mod header;
mod identifier;
mod indentation;
mod keyword;
mod lambda_operand;
mod level;
mod operand;
mod outside;
mod python2;
mod quote;
mod receiver;
mod surplus;
mod tabs;
mod token;
mod triple;
mod uncomment;
mod version;

use unbreak_core::RuleId;

use super::site::Site;
use crate::mend;
use crate::rule::python::syntax;
use crate::syntax_fix::language::Mend;

/// A kind of change: adds the changes that it proposes for a fault.
type Kind = fn(&Site<'_>, &mut Vec<Mend>);

const KINDS: &[(RuleId, Kind)] = &[
    (syntax::ARGUMENTS, arguments::propose),
    (syntax::BLOCK, block::propose),
    (syntax::BRACKET, bracket::propose),
    (syntax::C_LOOP, c_loop::propose),
    (syntax::CHARACTER, character::propose),
    (syntax::CLAUSE, clause::propose),
    (syntax::COLON, colon::propose),
    (syntax::COMMA, comma::propose),
    (syntax::COMMENT, comment::propose),
    (syntax::COMPREHENSION, comprehension::propose),
    (syntax::DECLARATION, declaration::propose),
    (syntax::EQUALS, equals::propose),
    (syntax::EXCEPT_ORDER, except_order::propose),
    (syntax::FOREIGN, foreign::propose),
    (syntax::FOREIGN_WORD, foreign_word::propose),
    (syntax::HEADER, header::propose),
    (syntax::IDENTIFIER, identifier::propose),
    (syntax::KEYWORD, keyword::propose),
    (syntax::LAMBDA_OPERAND, lambda_operand::propose),
    (syntax::LEVEL, level::propose),
    (syntax::OPERAND, operand::propose),
    (syntax::OUTSIDE, outside::propose),
    (syntax::OLD_STATEMENT, python2::propose),
    (syntax::QUOTE, quote::propose),
    (syntax::RECEIVER, receiver::propose),
    (syntax::SURPLUS, surplus::propose),
    (syntax::TABS, tabs::propose),
    (syntax::TOKEN, token::propose),
    (syntax::TRIPLE, triple::propose),
    (syntax::UNCOMMENT, uncomment::propose),
    (syntax::VERSION, version::propose),
];

/// All changes that might fix a fault.
pub(super) fn all(site: &Site<'_>) -> Vec<Mend> {
    let mut mends = Vec::new();
    for (rule, propose) in KINDS {
        let before = mends.len();
        propose(site, &mut mends);
        mend::name(rule, &mut mends[before..]);
    }
    mends.retain(|mend| !mend.cuts_a_dotted_name(site.view.text));
    mends
}

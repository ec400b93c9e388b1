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

use super::site::Site;
use crate::syntax_fix::language::Mend;

/// A kind of change: adds the changes that it proposes for a fault.
type Kind = fn(&Site<'_>, &mut Vec<Mend>);

const KINDS: &[Kind] = &[
    arguments::propose,
    block::propose,
    bracket::propose,
    c_loop::propose,
    character::propose,
    clause::propose,
    colon::propose,
    comma::propose,
    comment::propose,
    comprehension::propose,
    declaration::propose,
    equals::propose,
    except_order::propose,
    foreign::propose,
    foreign_word::propose,
    header::propose,
    identifier::propose,
    keyword::propose,
    lambda_operand::propose,
    level::propose,
    operand::propose,
    outside::propose,
    python2::propose,
    quote::propose,
    receiver::propose,
    surplus::propose,
    tabs::propose,
    token::propose,
    triple::propose,
    uncomment::propose,
    version::propose,
];

/// All changes that might fix a fault.
pub(super) fn all(site: &Site<'_>) -> Vec<Mend> {
    let mut mends = Vec::new();
    for propose in KINDS {
        propose(site, &mut mends);
    }
    mends.retain(|mend| !mend.cuts_a_dotted_name(site.view.text));
    mends
}

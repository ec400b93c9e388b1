//! One rule per file: the small changes that might fix a fault.
//!
//! A rule looks at the compiler's complaint and the text around it, and proposes changes with
//! costs: 1 to 3 points for what is nearly always meant, 4 to 6 for what may be meant, more for
//! what only a search would try.

mod access;
mod arguments;
mod array;
mod brace;
mod character;
mod comment;
mod condition;
mod constant;
mod declare;
mod r#else;
mod expression;
mod format;
mod glued;
pub(super) mod header;
mod keyword;
mod label;
mod r#loop;
mod name;
mod offered;
mod operator;
mod parameter;
mod parenthesis;
mod pointer;
mod prototype;
mod quote;
mod redeclared;
mod reserved;
mod separator;
mod specifier;
mod token;
mod value;
mod warned;

use unbreak_core::RuleId;

use super::complaint::Complaint;
use super::fault::{Fault, Report};
use super::source::Source;
use super::symbols::Symbols;
use crate::c_text::OwnNames;
use crate::mend::{self, Mend};
use crate::rule::c::compile;

/// A fault and everything that is known of the text around it.
pub(super) struct Site<'s, 'a> {
    pub(super) source: &'s Source<'a>,
    pub(super) symbols: Symbols<'a>,
    pub(super) fault: &'s Fault,
    /// All of the faults.
    pub(super) report: &'s Report,
    /// The first token that ends after the reported place.
    pub(super) next: usize,
    pub(super) is_cpp: bool,
}

impl<'s, 'a> Site<'s, 'a> {
    fn new(source: &'s Source<'a>, report: &'s Report, fault: &'s Fault, is_cpp: bool) -> Self {
        Self {
            source,
            symbols: Symbols::of(source),
            fault,
            report,
            next: source.token_at(fault.offset),
            is_cpp,
        }
    }

    /// The token at the reported place.
    fn word(&self) -> &'a str {
        self.source.word(self.next)
    }

    /// The token before the reported place.
    fn before(&self) -> &'a str {
        self.source.word_before(self.next)
    }

    /// Returns whether the compiler wanted this, among others.
    fn wants(&self, what: &str) -> bool {
        matches!(&self.fault.complaint, Complaint::Expected { wanted, .. } if wanted.iter().any(|word| word == what))
    }

    fn is_syntax(&self) -> bool {
        self.fault.complaint.is_syntax() || matches!(self.fault.complaint, Complaint::Expected { .. })
    }

    /// `typedef enum { FALSE, TRUE } bool;`: the name of the type became a keyword, which no change of a token mends.
    fn is_named_by_a_keyword(&self) -> bool {
        let source = self.source;
        let mut near = [self.next, self.next + 1].into_iter();
        let mut line = source.line_tokens(self.next);
        near.any(|at| reserved::ADDED.contains(&source.word(at)) && source.word(at + 1) == ";")
            && line.any(|at| source.word(at) == "typedef")
    }

    /// The first token of the statement that the reported place is in or behind.
    fn statement(&self) -> usize {
        self.source.statement_start(self.next)
    }
}

type Rule = fn(&Site<'_, '_>) -> Vec<Mend>;

const RULES: &[(RuleId, Rule)] = &[
    (compile::SEPARATOR, separator::mends),
    (compile::PARENTHESIS, parenthesis::mends),
    (compile::QUOTE, quote::mends),
    (compile::BRACE, brace::mends),
    (compile::ELSE, r#else::mends),
    (compile::LOOP, r#loop::mends),
    (compile::KEYWORD, keyword::mends),
    (compile::OPERATOR, operator::mends),
    (compile::EXPRESSION, expression::mends),
    (compile::ARRAY, array::mends),
    (compile::NAME, name::mends),
    (compile::DECLARE, declare::mends),
    (compile::GLUED, glued::mends),
    (compile::REDECLARED, redeclared::mends),
    (compile::ARGUMENTS, arguments::mends),
    (compile::PARAMETER, parameter::mends),
    (compile::ACCESS, access::mends),
    (compile::VALUE, value::mends),
    (compile::FORMAT, format::mends),
    (compile::SPECIFIER, specifier::mends),
    (compile::HEADER, header::mends),
    (compile::COMMENT, comment::mends),
    (compile::OFFERED, offered::mends),
    (compile::TOKEN, token::mends),
    (compile::LABEL, label::mends),
    (compile::WARNED, warned::mends),
    (compile::PROTOTYPE, prototype::mends),
    (compile::CHARACTER, character::mends),
    (compile::POINTER, pointer::mends),
    (compile::CONSTANT, constant::mends),
    (compile::RESERVED, reserved::mends),
];

/// Rules whose answer the language leaves no choice in.
const SETTLED: &[(RuleId, Rule)] = &[
    (compile::PROTOTYPE, prototype::mends),
    (compile::CONSTANT, constant::mends),
    (compile::WARNED, warned::without_type),
];

/// The only change that can be meant for a fault of a text, if there is one: the header of the library unless a name
/// is the project's own, or else what the other rules say.
pub(super) fn settled(
    source: &Source<'_>,
    report: &Report,
    fault: &Fault,
    is_cpp: bool,
    own_names: &OwnNames<'_>,
) -> Option<Mend> {
    let site = Site::new(source, report, fault, is_cpp);
    let named = |id: &RuleId, mend: Option<Mend>| {
        let mut mends: Vec<Mend> = mend.into_iter().collect();
        mend::name(id, &mut mends);
        mends.pop()
    };
    let header = header::including(&site, own_names);
    let others = || {
        let mut rules = SETTLED.iter();
        rules.find_map(|(id, rule)| named(id, rule(&site).into_iter().next()))
    };
    named(&compile::HEADER, header).or_else(others)
}

/// Changes that might fix the first fault of a text, in no particular order.
pub(super) fn all(source: &Source<'_>, report: &Report, is_cpp: bool) -> Vec<Mend> {
    let Some(fault) = report.faults.first() else {
        return Vec::new();
    };
    let site = Site::new(source, report, fault, is_cpp);
    if site.is_named_by_a_keyword() {
        return Vec::new();
    }
    let named = RULES.iter().map(|(id, rule)| {
        let mut mends = rule(&site);
        mend::name(id, &mut mends);
        mends
    });
    named.flatten().collect()
}

//! Ruby.

use tree_sitter::{Language, Node};

use super::super::dialect::{Checker, Dialect, Source, Syntax};
use super::super::place::Place;
use super::super::probe::{Probe, quoted};

pub(super) struct Ruby;

static SYNTAX: Syntax = Syntax {
    lists: &[
        "program",
        "body_statement",
        "block_body",
        "then",
        "else",
        "do",
        "begin",
        "ensure",
        "begin_block",
        "end_block",
        "parenthesized_statements",
    ],
    marks: &[
        "rescue",
        "else",
        "ensure",
        "empty_statement",
        "uninterpreted",
        "heredoc_body",
    ],
    tails: &["heredoc_body"],
    clauses: &["rescue", "else", "ensure", "when", "in_clause", "elsif"],
    ..Syntax::NONE
};

impl Dialect for Ruby {
    fn endings(&self) -> &'static [&'static str] {
        &["rb", "rake", "gemspec", "ru"]
    }

    fn grammar(&self, _: &str) -> Language {
        tree_sitter_ruby::LANGUAGE.into()
    }

    fn syntax(&self) -> &'static Syntax {
        &SYNTAX
    }

    fn statement(&self, probe: &Probe, _: Source<'_>, _: &Place) -> String {
        let values: String = probe.expressions.iter().map(|text| value(text)).collect();
        format!(
            "begin; unbreak_t = {}.dup; {values}unbreak_t << 10; \
             if ::ENV['UNBREAK_PROBES'] then ::File.open(::ENV['UNBREAK_PROBES'], 'a') {{ |f| f.write(unbreak_t) }} \
             else ::STDERR.write(unbreak_t) end; end;",
            text(&probe.head)
        )
    }

    fn is_list(&self, node: Node<'_>) -> bool {
        // The word `do` of a loop has a node of its own kind too.
        node.is_named() && self.syntax().lists.contains(&node.kind())
    }

    fn checker(&self, _: &str) -> Option<Checker> {
        Some(Checker {
            program: "ruby",
            arguments: &["-c"],
        })
    }
}

fn value(expression: &str) -> String {
    format!(
        "unbreak_t << {} << (begin; ({expression}).inspect; \
         rescue ::StandardError => unbreak_e; \"<#{{unbreak_e.class}}: #{{unbreak_e.message}}>\"; end); ",
        text(&super::super::probe::label(expression))
    )
}

/// Without interpolation.
fn text(text: &str) -> String {
    quoted(text).replace('#', "\\#")
}

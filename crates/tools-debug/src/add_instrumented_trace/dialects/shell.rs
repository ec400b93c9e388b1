//! Shell: writes a line to standard error and keeps `$?`.

use tree_sitter::{Language, Node};

use super::super::dialect::{Checker, Dialect, Source, Syntax};
use super::super::place::Place;
use super::super::probe::{Probe, label};

pub(super) struct Shell;

static SYNTAX: Syntax = Syntax {
    lists: &[
        "program",
        "compound_statement",
        "subshell",
        "do_group",
        "if_statement",
        "elif_clause",
        "else_clause",
        "case_item",
    ],
    other_fields: &["condition", "value", "termination", "fallthrough"],
    marks: &["elif_clause", "else_clause", "heredoc_body", "heredoc_end"],
    tails: &["heredoc_body", "heredoc_end"],
    clauses: &["elif_clause", "else_clause", "case_item", "do_group"],
    ..Syntax::NONE
};

impl Dialect for Shell {
    fn endings(&self) -> &'static [&'static str] {
        &["sh", "bash", "ksh", "bats"]
    }

    fn grammar(&self, _: &str) -> Language {
        tree_sitter_bash::LANGUAGE.into()
    }

    fn syntax(&self) -> &'static Syntax {
        &SYNTAX
    }

    fn statement(&self, probe: &Probe, _: Source<'_>, _: &Place) -> String {
        let values: String = probe.expressions.iter().map(|text| value(text)).collect();
        // A failing subshell within a list ends no script that runs with `set -e`.
        format!(
            "unbreak_s=$?; printf '%s\\n' {}{values} >>\"${{UNBREAK_PROBES:-/dev/stderr}}\" || :; \
             [ \"$unbreak_s\" = 0 ] || (exit \"$unbreak_s\") && :;",
            text(&probe.head)
        )
    }

    fn is_list(&self, node: Node<'_>) -> bool {
        // Arithmetic in double parentheses has the kind of a group, too.
        self.syntax().lists.contains(&node.kind())
            && (node.kind() != "compound_statement" || node.child(0).is_some_and(|first| first.kind() == "{"))
    }

    fn closed(&self, node: Node<'_>, text: &str) -> Option<&'static str> {
        let is_simple = matches!(
            node.kind(),
            "command" | "variable_assignment" | "declaration_command" | "test_command"
        );
        (is_simple && text[node.byte_range()].contains("PIPESTATUS"))
            .then_some("the line reads PIPESTATUS, which a probe before it would change")
    }

    fn checker(&self, _: &str) -> Option<Checker> {
        Some(Checker {
            program: "bash",
            arguments: &["-n"],
        })
    }
}

fn value(expression: &str) -> String {
    let name = expression.strip_prefix('$').unwrap_or(expression);
    let is_name = !name.is_empty() && name.chars().all(|c| c == '_' || c.is_ascii_alphanumeric());
    let array = name.strip_suffix("[@]").or(name.strip_suffix("[*]"));
    let shown = match array {
        _ if is_name => format!("\"${{{name}-<unset>}}\""),
        Some(array) => format!("\"${{{array}[*]-<unset>}}\""),
        None => format!("\"{}\"", expression.replace('"', "\\\"")),
    };
    format!("{}{shown}", text(&label(expression)))
}

fn text(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

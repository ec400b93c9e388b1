//! Java: a block, or an initialiser among the members of a class.

use tree_sitter::{Language, Node};

use super::super::dialect::{Checker, Dialect, Insertion, Source, Syntax};
use super::super::place::Place;
use super::super::probe::{Probe, label, quoted};
use super::super::spots::Form;

pub(super) struct Java;

static SYNTAX: Syntax = Syntax {
    lists: &["block", "constructor_body", "switch_block_statement_group"],
    marks: &[
        "switch_label",
        "class_declaration",
        "record_declaration",
        "interface_declaration",
        "enum_declaration",
    ],
    alone: &[
        ("if_statement", "consequence"),
        ("if_statement", "alternative"),
        ("for_statement", "body"),
        ("enhanced_for_statement", "body"),
        ("while_statement", "body"),
        ("do_statement", "body"),
        ("switch_rule", ""),
    ],
    clauses: &[
        "catch_clause",
        "finally_clause",
        "switch_rule",
        "method_declaration",
        "constructor_declaration",
        "compact_constructor_declaration",
        "static_initializer",
    ],
    openers: &["{", ":"],
    ..Syntax::NONE
};

impl Dialect for Java {
    fn endings(&self) -> &'static [&'static str] {
        &["java"]
    }

    fn grammar(&self, _: &str) -> Language {
        tree_sitter_java::LANGUAGE.into()
    }

    fn syntax(&self) -> &'static Syntax {
        &SYNTAX
    }

    fn statement(&self, probe: &Probe, _: Source<'_>, _: &Place) -> String {
        let values: String = probe.expressions.iter().map(|text| value(text)).collect();
        format!(
            "{{ StringBuilder unbreakT = new StringBuilder({}); {values}unbreakT.append('\\n'); \
             String unbreakP = System.getenv(\"UNBREAK_PROBES\"); \
             if (unbreakP == null) System.err.print(unbreakT); \
             else try {{ java.nio.file.Files.write(java.nio.file.Paths.get(unbreakP), \
             unbreakT.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8), \
             java.nio.file.StandardOpenOption.CREATE, java.nio.file.StandardOpenOption.APPEND); }} \
             catch (java.io.IOException unbreakE) {{ System.err.print(unbreakT); }} }}",
            quoted(&probe.head)
        )
    }

    fn insertions(&self, probe: &Probe, source: Source<'_>, place: &Place) -> Vec<Insertion> {
        let statement = self.statement(probe, source, place);
        let text = match place.form {
            Form::Member if is_static(&source.text[place.at..place.end]) => format!("static {statement} "),
            Form::Before | Form::Member => format!("{statement} "),
            Form::After => format!(" {statement}"),
            Form::Alone | Form::Later => {
                return vec![
                    Insertion::new(place.at, format!("{{ {statement} ")),
                    Insertion::behind(place.end, " }"),
                ];
            }
        };
        vec![Insertion::new(place.at, text)]
    }

    /// A constructor calls another one first.
    fn is_pinned(&self, node: Node<'_>, _: &str, _: usize) -> bool {
        node.kind() == "explicit_constructor_invocation"
    }

    /// A switch with a value takes it from the expression behind the arrow.
    fn may_wrap(&self, node: Node<'_>) -> bool {
        let Some(rule) = node.parent().filter(|parent| parent.kind() == "switch_rule") else {
            return true;
        };
        let switch = rule.parent().and_then(|block| block.parent());
        let holder = switch
            .and_then(|switch| switch.parent())
            .map(|holder| holder.kind());
        let is_statement = matches!(
            holder,
            Some("block" | "constructor_body" | "switch_block_statement_group" | "expression_statement")
        );
        node.kind() == "throw_statement" || node.kind() == "expression_statement" && is_statement
    }

    fn member(&self, node: Node<'_>, _: &str) -> Option<usize> {
        let class = node.parent()?;
        let holder = class.parent()?.kind();
        let may_initialise = matches!(
            (class.kind(), holder),
            ("class_body", "class_declaration" | "object_creation_expression")
                | ("enum_body_declarations", _)
        );
        (node.kind() == "field_declaration" && may_initialise).then(|| node.start_byte())
    }

    fn checker(&self, _: &str) -> Option<Checker> {
        Some(Checker {
            program: "javac",
            arguments: &["-proc:none", "-nowarn", "-d", "{scratch}"],
        })
    }
}

/// Arrays are shown with their elements.
fn value(expression: &str) -> String {
    format!(
        "unbreakT.append({}); try {{ String unbreakV = \
         java.util.Arrays.deepToString(new Object[] {{ {expression} }}).replace(\"\\n\", \"\\\\n\"); \
         unbreakT.append(unbreakV, 1, unbreakV.length() - 1); }} \
         catch (RuntimeException unbreakE) {{ unbreakT.append('<').append(unbreakE).append('>'); }} ",
        quoted(&label(expression))
    )
}

fn is_static(member: &str) -> bool {
    let head = member.split(['=', ';', '(']).next().unwrap_or_default();
    head.split_whitespace().any(|word| word == "static")
}

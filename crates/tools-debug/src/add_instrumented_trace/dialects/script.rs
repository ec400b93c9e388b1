//! Common parts of JavaScript and TypeScript: an expression that works in a script and in a module,
//! in Node and in a browser.

use tree_sitter::Node;

use super::super::dialect::{Insertion, Syntax};
use super::super::place::Place;
use super::super::probe::{Probe, quoted};
use super::super::spots::Form;

pub(super) static SYNTAX: Syntax = Syntax {
    lists: &["program", "statement_block", "switch_case", "switch_default"],
    other_fields: &["value"],
    marks: &["hash_bang_line"],
    alone: &[
        ("if_statement", "consequence"),
        ("else_clause", ""),
        ("for_statement", "body"),
        ("for_in_statement", "body"),
        ("while_statement", "body"),
        ("do_statement", "body"),
        ("with_statement", "body"),
    ],
    later: &[
        ("arrow_function", "body"),
        ("field_definition", "value"),
        ("public_field_definition", "value"),
    ],
    clauses: &[
        "else_clause",
        "catch_clause",
        "finally_clause",
        "switch_case",
        "switch_default",
        "method_definition",
        "field_definition",
        "public_field_definition",
        "class_static_block",
    ],
    openers: &["{", ":"],
    ..Syntax::NONE
};

/// `any` is the type annotation that TypeScript requires for unknown values.
pub(super) fn expression(probe: &Probe, any: &str, global: &str) -> String {
    let values: Vec<String> = probe
        .expressions
        .iter()
        .map(|expression| format!("[{}, () => ({expression})]", quoted(expression)))
        .collect();
    format!(
        "((t{any}, a{any}) => {{ \
         const p{any} = {global}.process, \
         g{any} = p && (p.getBuiltinModule || (p.mainModule && p.mainModule.require.bind(p.mainModule))), \
         u{any} = g && g('util'), f{any} = g && g('fs'), o{any} = p && p.env && p.env.UNBREAK_PROBES; \
         for (const e of a) {{ let v{any}; \
         try {{ v = e[1](); v = u ? u.inspect(v, {{ breakLength: Infinity, compact: true, depth: 4 }}) : String(v); }} \
         catch (x) {{ v = '<' + x + '>'; }} \
         t += '\\t' + e[0] + ' = ' + (v.length > 2000 ? v.slice(0, 2000) + '...' : v); }} \
         if (f && o) f.appendFileSync(o, t + '\\n'); \
         else if (p && p.stderr) p.stderr.write(t + '\\n'); \
         else {global}.console.error(t); \
         }})({}, [{}])",
        quoted(&probe.head),
        values.join(", ")
    )
}

pub(super) fn insertions(place: &Place, expression: &str) -> Vec<Insertion> {
    let statement = format!("{{ {expression}; }}");
    match place.form {
        Form::After => vec![Insertion::new(place.at, format!(" {statement}"))],
        Form::Later => vec![
            Insertion::new(place.at, format!("({expression}, ")),
            Insertion::behind(place.end, ")"),
        ],
        Form::Alone => vec![
            Insertion::new(place.at, format!("{{ {statement} ")),
            Insertion::behind(place.end, " }"),
        ],
        Form::Before | Form::Member => vec![Insertion::new(place.at, format!("{statement} "))],
    }
}

/// `'use strict'` and its like hold only in front of everything else.
pub(super) fn is_directive(node: Node<'_>) -> bool {
    let is_text = node.named_child(0).is_some_and(|child| child.kind() == "string");
    let owner = node.parent().map(|list| list.kind());
    node.kind() == "expression_statement" && is_text && matches!(owner, Some("program" | "statement_block"))
}

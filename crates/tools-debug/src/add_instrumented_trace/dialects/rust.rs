//! Rust: a block that writes to standard error itself, because the test harness captures the output
//! of `eprintln!`.

use tree_sitter::{Language, Node};

use super::super::dialect::{Checker, Dialect, Source, Syntax};
use super::super::place::Place;
use super::super::probe::{Probe, label, quoted};

pub(super) struct Rust;

static SYNTAX: Syntax = Syntax {
    lists: &["block"],
    marks: &[
        "inner_attribute_item",
        "label",
        "function_item",
        "struct_item",
        "enum_item",
        "union_item",
        "impl_item",
        "trait_item",
        "mod_item",
        "const_item",
        "static_item",
        "type_item",
        "use_declaration",
        "macro_definition",
        "extern_crate_declaration",
        "foreign_mod_item",
    ],
    attached: &["attribute_item"],
    alone: &[("else_clause", "")],
    later: &[("match_arm", "value"), ("closure_expression", "body")],
    clauses: &[
        "else_clause",
        "match_arm",
        "function_item",
        "unsafe_block",
        "async_block",
    ],
    openers: &["{"],
    ..Syntax::NONE
};

impl Dialect for Rust {
    fn endings(&self) -> &'static [&'static str] {
        &["rs"]
    }

    fn grammar(&self, _: &str) -> Language {
        tree_sitter_rust::LANGUAGE.into()
    }

    fn syntax(&self) -> &'static Syntax {
        &SYNTAX
    }

    fn statement(&self, probe: &Probe, _: Source<'_>, _: &Place) -> String {
        let value = |expression: &String| {
            let label = quoted(&label(expression));
            format!("t.push_str(&s::format!(\"{{}}{{:?}}\", {label}, &({expression}))); ")
        };
        let values: String = probe.expressions.iter().map(value).collect();
        // Named by the block itself: there may be no standard library in scope, or another `std`.
        format!(
            "{{ extern crate std as s; #[allow(unused_mut)] let mut t = s::string::String::from({}); {values}\
             t.push('\\n'); \
             match s::env::var_os(\"UNBREAK_PROBES\").and_then(|p| \
             s::fs::OpenOptions::new().append(true).create(true).open(p).ok()) {{ \
             s::option::Option::Some(mut f) => {{ let _ = s::io::Write::write_all(&mut f, t.as_bytes()); }} \
             s::option::Option::None => {{ let _ = s::io::Write::write_all(&mut s::io::stderr(), t.as_bytes()); }} \
             }} }}",
            quoted(&probe.head)
        )
    }

    fn closed(&self, node: Node<'_>, text: &str) -> Option<&'static str> {
        match node.kind() {
            "const_item" | "static_item" | "const_block" => {
                Some("the line is evaluated when the program is compiled, and nothing can be printed then")
            }
            "function_item" if is_const(node, text) => {
                Some("the line is in a `const fn`, in which nothing can be printed")
            }
            "macro_definition" => Some("the line is in a macro, whose text means nothing before it is used"),
            _ => None,
        }
    }

    fn may_wrap(&self, node: Node<'_>) -> bool {
        node.kind() != "block"
    }

    fn checker(&self, _: &str) -> Option<Checker> {
        Some(Checker {
            program: "rustc",
            arguments: &[
                "--edition=2024",
                "--crate-type=lib",
                "--cap-lints=allow",
                "--emit=metadata",
                // Never `-o /dev/null`: rustc renames its output onto that, which root may do.
                "--out-dir={scratch}",
            ],
        })
    }
}

fn is_const(function: Node<'_>, text: &str) -> bool {
    let mut cursor = function.walk();
    let modifiers = function
        .named_children(&mut cursor)
        .find(|child| child.kind() == "function_modifiers");
    modifiers.is_some_and(|node| {
        text[node.byte_range()]
            .split_whitespace()
            .any(|word| word == "const")
    })
}

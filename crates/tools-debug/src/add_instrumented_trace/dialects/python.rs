//! Python: an expression statement, in front of a simple statement or on a line of its own.

use tree_sitter::{Language, Node};

use super::super::dialect::{Checker, Dialect, Insertion, Source, Syntax};
use super::super::place::{Place, Rows};
use super::super::probe::{Probe, quoted};
use super::super::spots::Form;

pub(in super::super) struct Python;

static SYNTAX: Syntax = Syntax {
    lists: &["module", "block"],
    other_fields: &["alternative"],
    clauses: &[
        "elif_clause",
        "else_clause",
        "except_clause",
        "except_group_clause",
        "finally_clause",
        "case_clause",
    ],
    ..Syntax::NONE
};

/// Defined once in a process, when the first probe is reached.
const SUPPORT: &str = concat!(include_str!("python_out.py"), include_str!("python_probe.py"));

impl Dialect for Python {
    fn endings(&self) -> &'static [&'static str] {
        &["py", "pyw", "pyi"]
    }

    fn grammar(&self, _: &str) -> Language {
        tree_sitter_python::LANGUAGE.into()
    }

    fn syntax(&self) -> &'static Syntax {
        &SYNTAX
    }

    fn statement(&self, probe: &Probe, source: Source<'_>, place: &Place) -> String {
        let in_class = scope(source, place.at).is_some_and(|scope| scope.kind() == "class_definition");
        let value = |expression: &String| match in_class {
            // Functions do not see the names of the class that they are in.
            true => format!("({0}, {0})", quoted(expression)),
            false => format!("({}, lambda: ({expression}))", quoted(expression)),
        };
        let values: Vec<String> = probe.expressions.iter().map(value).collect();
        let values = values
            .iter()
            .map(|value| format!("{value}, "))
            .collect::<String>();
        let names = if in_class { ", (globals(), locals())" } else { "" };
        format!("{}.hit({}, ({values}){names})", module(), quoted(&probe.head))
    }

    fn insertions(&self, probe: &Probe, source: Source<'_>, place: &Place) -> Vec<Insertion> {
        let statement = self.statement(probe, source, place);
        let text = match place.form {
            Form::After => format!("; {statement}"),
            _ if is_compound(&place.kind) => {
                let rows = Rows::of(source.text);
                let indent = &source.text[rows.start(rows.row(place.at))..place.at];
                format!("{statement}\n{}", indent.trim_start_matches('\u{feff}'))
            }
            _ => format!("{statement}; "),
        };
        vec![Insertion::new(place.at, text)]
    }

    fn is_pinned(&self, node: Node<'_>, text: &str, before: usize) -> bool {
        match node.kind() {
            "future_import_statement" => true,
            "expression_statement" => before == 0 && is_docstring(node, text),
            _ => false,
        }
    }

    fn checker(&self, _: &str) -> Option<Checker> {
        Some(Checker {
            program: "python3",
            arguments: &[
                "-c",
                "import sys; compile(open(sys.argv[1], 'rb').read(), sys.argv[1], 'exec')",
            ],
        })
    }
}

/// The module that the probes of a process share, made by whichever is reached first.
fn module() -> String {
    let import = "__import__(\"sys\")";
    format!(
        "({import}.modules.get(\"_unbreak_probe\") or (lambda m: (exec({}, m.__dict__), \
         {import}.modules.__setitem__(\"_unbreak_probe\", m), m)[2])(type({import})(\"_unbreak_probe\")))",
        quoted(SUPPORT)
    )
}

fn is_compound(kind: &str) -> bool {
    const COMPOUND: &[&str] = &[
        "if_statement",
        "for_statement",
        "while_statement",
        "try_statement",
        "with_statement",
        "function_definition",
        "class_definition",
        "decorated_definition",
        "match_statement",
    ];
    COMPOUND.contains(&kind)
}

/// The text that `help()` shows: the first statement of a module, class or function.
fn is_docstring(node: Node<'_>, text: &str) -> bool {
    let is_text = node
        .named_child(0)
        .is_some_and(|child| matches!(child.kind(), "string" | "concatenated_string"));
    let is_formatted = text[node.byte_range()]
        .trim_start_matches(['r', 'R'])
        .starts_with(['f', 'F', 'b', 'B', 't']);
    let owner = node.parent().and_then(|block| match block.kind() {
        "module" => Some(block),
        _ => block.parent(),
    });
    let documents = owner.is_some_and(|owner| {
        matches!(
            owner.kind(),
            "module" | "class_definition" | "function_definition"
        )
    });
    is_text && documents && !is_formatted
}

/// The function or class that a place is directly in.
fn scope<'a>(source: Source<'a>, at: usize) -> Option<Node<'a>> {
    let mut node = source.tree.root_node().descendant_for_byte_range(at, at)?;
    loop {
        let parent = node.parent()?;
        let is_body = parent.child_by_field_name("body") == Some(node);
        if is_body
            && matches!(
                parent.kind(),
                "function_definition" | "class_definition" | "lambda"
            )
        {
            return Some(parent);
        }
        node = parent;
    }
}

/// The class around a place, whose name is put before the names that begin with two underscores.
pub(in super::super) fn class<'a>(source: Source<'a>, at: usize) -> Option<&'a str> {
    let mut node = source.tree.root_node().descendant_for_byte_range(at, at)?;
    loop {
        node = node.parent()?;
        if node.kind() == "class_definition" {
            return Some(&source.text[node.child_by_field_name("name")?.byte_range()]);
        }
    }
}

//! TypeScript.

use tree_sitter::{Language, Node};

use super::super::dialect::{Checker, Dialect, Insertion, Source, Syntax};
use super::super::place::Place;
use super::super::probe::Probe;
use super::script;

pub(super) struct TypeScript;

impl Dialect for TypeScript {
    fn endings(&self) -> &'static [&'static str] {
        &["ts", "mts", "cts", "tsx"]
    }

    fn grammar(&self, ending: &str) -> Language {
        match ending {
            "tsx" => tree_sitter_typescript::LANGUAGE_TSX.into(),
            _ => tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
        }
    }

    fn syntax(&self) -> &'static Syntax {
        &script::SYNTAX
    }

    fn statement(&self, probe: &Probe, _: Source<'_>, _: &Place) -> String {
        script::expression(probe, ": any", "(globalThis as any)")
    }

    fn insertions(&self, probe: &Probe, source: Source<'_>, place: &Place) -> Vec<Insertion> {
        script::insertions(place, &self.statement(probe, source, place))
    }

    fn closed(&self, node: Node<'_>, _: &str) -> Option<&'static str> {
        let is_type = matches!(node.kind(), "ambient_declaration" | "interface_declaration");
        is_type.then_some("the line declares types, and nothing is executed there")
    }

    fn is_pinned(&self, node: Node<'_>, _: &str, _: usize) -> bool {
        script::is_directive(node)
    }

    // Its compiler checks types too, for which it needs the whole project.
    fn checker(&self, _: &str) -> Option<Checker> {
        None
    }
}

//! JavaScript.

use tree_sitter::{Language, Node};

use super::super::dialect::{Checker, Dialect, Insertion, Source, Syntax};
use super::super::place::Place;
use super::super::probe::Probe;
use super::script;

pub(super) struct JavaScript;

impl Dialect for JavaScript {
    fn endings(&self) -> &'static [&'static str] {
        &["js", "mjs", "cjs", "jsx"]
    }

    fn grammar(&self, _: &str) -> Language {
        tree_sitter_javascript::LANGUAGE.into()
    }

    fn syntax(&self) -> &'static Syntax {
        &script::SYNTAX
    }

    fn statement(&self, probe: &Probe, _: Source<'_>, _: &Place) -> String {
        script::expression(probe, "", "globalThis")
    }

    fn insertions(&self, probe: &Probe, source: Source<'_>, place: &Place) -> Vec<Insertion> {
        script::insertions(place, &self.statement(probe, source, place))
    }

    fn is_pinned(&self, node: Node<'_>, _: &str, _: usize) -> bool {
        script::is_directive(node)
    }

    fn checker(&self, ending: &str) -> Option<Checker> {
        let checker = Checker {
            program: "node",
            arguments: &["--check"],
        };
        (ending != "jsx").then_some(checker)
    }
}

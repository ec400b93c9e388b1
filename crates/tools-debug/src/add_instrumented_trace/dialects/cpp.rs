//! C++: shows values that can be written to a stream, and the size of others.

use tree_sitter::{Language, Node};

use super::super::dialect::{Checker, Dialect, Insertion, Source, Syntax};
use super::super::place::Place;
use super::super::probe::{Probe, label, quoted};
use super::c_family;

pub(super) struct Cpp;

const SUPPORT: &str = "\
#ifndef UNBREAK_PROBE
#define UNBREAK_PROBE
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
namespace unbreak_probe {
template <class T> auto show(std::ostream &out, const T &value, int) -> decltype(out << value, void()) {
  out << std::boolalpha << value;
}
template <class T> void show(std::ostream &out, const T &, long) {
  out << '<' << sizeof(T) << \" bytes>\";
}
inline void write(std::ostringstream &text) {
  text << '\\n';
  if (const char *path = std::getenv(\"UNBREAK_PROBES\"))
    std::ofstream(path, std::ios::app) << text.str();
  else
    std::cerr << text.str() << std::flush;
}
}
#endif
";

impl Dialect for Cpp {
    fn endings(&self) -> &'static [&'static str] {
        &["cc", "cpp", "cxx", "c++", "hh", "hpp", "hxx", "ipp"]
    }

    fn grammar(&self, _: &str) -> Language {
        tree_sitter_cpp::LANGUAGE.into()
    }

    fn syntax(&self) -> &'static Syntax {
        &c_family::SYNTAX
    }

    fn statement(&self, probe: &Probe, _: Source<'_>, _: &Place) -> String {
        let value = |text: &String| {
            let label = quoted(&label(text));
            format!("unbreak_t << {label}; ::unbreak_probe::show(unbreak_t, ({text}), 0); ")
        };
        let values: String = probe.expressions.iter().map(value).collect();
        format!(
            "{{ ::std::ostringstream unbreak_t; unbreak_t << {}; {values}::unbreak_probe::write(unbreak_t); }}",
            quoted(&probe.head)
        )
    }

    fn support(&self, _: &Probe, source: Source<'_>, place: &Place) -> Vec<Insertion> {
        c_family::support(SUPPORT, source, place)
    }

    fn is_list(&self, node: Node<'_>) -> bool {
        c_family::is_list(node)
    }

    fn closed(&self, node: Node<'_>, text: &str) -> Option<&'static str> {
        if node.kind() != "function_definition" {
            return None;
        }
        let mut cursor = node.walk();
        let qualifiers = node.named_children(&mut cursor);
        let mut words = qualifiers.map(|child| &text[child.byte_range()]);
        words
            .any(|word| matches!(word, "constexpr" | "consteval"))
            .then_some("the line is in a constexpr function, in which nothing can be printed")
    }

    fn checker(&self, _: &str) -> Option<Checker> {
        Some(Checker {
            program: "c++",
            arguments: &["-fsyntax-only", "-w", "-x", "c++"],
        })
    }
}

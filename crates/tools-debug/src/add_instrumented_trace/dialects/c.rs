//! C: the format of a value follows from its type.

use tree_sitter::{Language, Node};

use super::super::dialect::{Checker, Dialect, Insertion, Source, Syntax};
use super::super::place::Place;
use super::super::probe::{Probe, label, quoted};
use super::c_family;

pub(super) struct C;

const SUPPORT: &str = "\
#ifndef UNBREAK_PROBE
#define UNBREAK_PROBE
#include <stdio.h>
#include <stdlib.h>
__attribute__((unused)) static FILE *unbreak_open(void) {
  const char *path = getenv(\"UNBREAK_PROBES\");
  FILE *file = path ? fopen(path, \"a\") : 0;
  return file ? file : stderr;
}
__attribute__((unused)) static void unbreak_close(FILE *file) {
  fputs(\"\\n\", file);
  if (file != stderr) fclose(file);
}
#define UNBREAK_FORMAT(value) (__builtin_classify_type(value) == 12 || __builtin_classify_type(value) == 13 \\
  ? \"<a structure>\" : _Generic((value), _Bool: \"%d\", char: \"%d\", signed char: \"%d\", unsigned char: \"%u\", \\
  short: \"%d\", unsigned short: \"%u\", int: \"%d\", unsigned: \"%u\", long: \"%ld\", unsigned long: \"%lu\", \\
  long long: \"%lld\", unsigned long long: \"%llu\", float: \"%g\", double: \"%g\", long double: \"%Lg\", \\
  char *: \"\\\"%.2000s\\\"\", const char *: \"\\\"%.2000s\\\"\", default: \"%p\"))
#endif
";

impl Dialect for C {
    fn endings(&self) -> &'static [&'static str] {
        &["c", "h"]
    }

    fn grammar(&self, _: &str) -> Language {
        tree_sitter_c::LANGUAGE.into()
    }

    fn syntax(&self) -> &'static Syntax {
        &c_family::SYNTAX
    }

    fn statement(&self, probe: &Probe, _: Source<'_>, _: &Place) -> String {
        let value = |text: &String| {
            let label = quoted(&label(text));
            format!("fputs({label}, unbreak_f); fprintf(unbreak_f, UNBREAK_FORMAT({text}), {text}); ")
        };
        let values: String = probe.expressions.iter().map(value).collect();
        format!(
            "{{ FILE *unbreak_f = unbreak_open(); fputs({}, unbreak_f); {values}unbreak_close(unbreak_f); }}",
            quoted(&probe.head)
        )
    }

    fn support(&self, _: &Probe, source: Source<'_>, place: &Place) -> Vec<Insertion> {
        c_family::support(SUPPORT, source, place)
    }

    fn is_list(&self, node: Node<'_>) -> bool {
        c_family::is_list(node)
    }

    fn checker(&self, _: &str) -> Option<Checker> {
        Some(Checker {
            program: "cc",
            arguments: &["-fsyntax-only", "-w", "-x", "c"],
        })
    }
}

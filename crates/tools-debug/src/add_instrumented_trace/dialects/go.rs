//! Go: calls a function at the end of the file, whose imports are beside the package clause.

use tree_sitter::Language;

use super::super::dialect::{Checker, Dialect, Insertion, Source, Syntax};
use super::super::place::Place;
use super::super::probe::{Probe, quoted};

pub(super) struct Go;

static SYNTAX: Syntax = Syntax {
    lists: &[
        "block",
        "statement_list",
        "expression_case",
        "default_case",
        "type_case",
        "communication_case",
    ],
    other_fields: &["value", "type", "communication"],
    marks: &["statement_list", "empty_statement"],
    alone: &[("if_statement", "alternative")],
    clauses: &[
        "function_declaration",
        "method_declaration",
        "expression_case",
        "default_case",
        "type_case",
        "communication_case",
    ],
    openers: &["{", ":"],
    ..Syntax::NONE
};

impl Dialect for Go {
    fn endings(&self) -> &'static [&'static str] {
        &["go"]
    }

    fn grammar(&self, _: &str) -> Language {
        tree_sitter_go::LANGUAGE.into()
    }

    fn syntax(&self) -> &'static Syntax {
        &SYNTAX
    }

    fn statement(&self, probe: &Probe, _: Source<'_>, _: &Place) -> String {
        let names: Vec<String> = probe.expressions.iter().map(|name| quoted(name)).collect();
        let values = probe.expressions.iter();
        let values = values.map(|value| format!(", func() interface{{}} {{ return {value} }}"));
        format!(
            "unbreak_{}({}, []string{{{}}}{});",
            probe.group,
            quoted(&probe.head),
            names.join(", "),
            values.collect::<String>()
        )
    }

    fn support(&self, probe: &Probe, source: Source<'_>, _: &Place) -> Vec<Insertion> {
        let root = source.tree.root_node();
        let mut cursor = root.walk();
        let package = root
            .named_children(&mut cursor)
            .find(|child| child.kind() == "package_clause");
        let Some(package) = package else { return Vec::new() };
        let imports =
            "; import unbreak_fmt \"fmt\"; import unbreak_os \"os\"; import unbreak_strings \"strings\"";
        vec![
            Insertion::new(package.end_byte(), imports),
            Insertion::new(source.text.len(), function(&probe.group)),
        ]
    }

    fn checker(&self, _: &str) -> Option<Checker> {
        Some(Checker {
            program: "gofmt",
            arguments: &["-l"],
        })
    }
}

fn function(name: &str) -> String {
    const TEXT: &str = "\n
func unbreak_NAME(text string, names []string, values ...func() interface{}) {
\tfor i, value := range values {
\t\ttext += \"\\t\" + names[i] + \" = \" + unbreak_value_NAME(value)
\t}
\tout := unbreak_os.Stderr
\tif path := unbreak_os.Getenv(\"UNBREAK_PROBES\"); path != \"\" {
\t\tfile, err := unbreak_os.OpenFile(path, unbreak_os.O_APPEND|unbreak_os.O_CREATE|unbreak_os.O_WRONLY, 0o600)
\t\tif err == nil {
\t\t\tdefer file.Close()
\t\t\tout = file
\t\t}
\t}
\tout.WriteString(text + \"\\n\")
}

func unbreak_value_NAME(value func() interface{}) (text string) {
\tdefer func() {
\t\tif failed := recover(); failed != nil {
\t\t\ttext = unbreak_fmt.Sprint(\"<\", failed, \">\")
\t\t}
\t}()
\tswitch shown := value().(type) {
\tcase string:
\t\treturn unbreak_fmt.Sprintf(\"%q\", shown)
\tdefault:
\t\treturn unbreak_strings.ReplaceAll(unbreak_fmt.Sprintf(\"%+v\", shown), \"\\n\", \"\\\\n\")
\t}
}
";
    TEXT.replace("NAME", name)
}

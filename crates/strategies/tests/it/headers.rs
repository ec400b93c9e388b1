//! The names that headers and sources of C declare and define.

use unbreak_core::{Command, Diagnostic, ErrorType, Fact, Fix, Location, Severity};

use super::case::{propose, strategy};
use super::project::{Files, tree};

/// The proposals of a strategy where a source does not know a name.
fn proposed(id: &str, error_type: ErrorType, files: Files<'_>, name: &str) -> Vec<Fix> {
    let tree = tree(files);
    let fact = Fact::UndefinedName {
        name: name.to_owned(),
        used_as: None,
        instead: Vec::new(),
    };
    let mut diagnostic = Diagnostic::new(error_type, Severity::Error, format!("'{name}' undeclared"))
        .at(Location::line("main.c", 1))
        .with_fact(fact);
    diagnostic.parser = "gcc".into();
    let command = Command::new("gcc", ["-c", "main.c"]);
    propose(&*strategy(id), &tree, &command, &[diagnostic], "", "")
}

const HEADER: &str = "\
/*
int gone(void);
*/
int total(const int *items,
          int count);
#define LIMIT 3
struct cart {
    int count;
};
typedef struct cart cart_t;
enum color { RED, BLUE = 2 };
static inline int twice(int n) { return 2 * n; }
extern int counter;
";

/// How a header declares a name.
#[derive(Debug, PartialEq)]
enum Declared {
    Not,
    /// The definition is in a source.
    Prototype,
    Whole,
}

fn declared(name: &str) -> Declared {
    let source = "int total(const int *items, int count)\n{\n    return count;\n}\nint counter = 1;\nint gone(void)\n{\n    return 1;\n}\n";
    let is_included = |source: &str| {
        let main = format!("int use(void) {{ return {name}; }}\n");
        let files = [("main.c", main.as_str()), ("shop.h", HEADER), ("shop.c", source)];
        let fixes = proposed("name_fix", ErrorType::Import, &files, name);
        fixes.iter().any(|fix| fix.title == "include 'shop.h'")
    };
    match (is_included(source), is_included("")) {
        (_, true) => Declared::Whole,
        (true, false) => Declared::Prototype,
        (false, false) => Declared::Not,
    }
}

#[test]
fn a_header_declares_names_outside_of_comments() {
    for (name, how) in [
        ("total", Declared::Prototype),
        ("counter", Declared::Prototype),
        ("LIMIT", Declared::Whole),
        ("cart", Declared::Whole),
        ("cart_t", Declared::Whole),
        ("BLUE", Declared::Whole),
        ("twice", Declared::Whole),
        ("gone", Declared::Not),
        ("count", Declared::Not),
        ("items", Declared::Not),
    ] {
        assert_eq!(declared(name), how, "{name}");
    }
}

#[test]
fn only_functions_that_others_can_call_are_linked() {
    let source = "struct node * list_append(struct node *head,\n                          int value)\n{\n}\n\
                  static int own(void) {\n    if (own()) {\n    }\n}\nint later(void);\n";
    for (name, is_linked) in [("list_append", true), ("own", false), ("later", false)] {
        let files = [
            ("main.c", "x\n"),
            ("list.c", source),
            ("Makefile", "OBJS = main.o\n"),
        ];
        let fixes = proposed("config_fix", ErrorType::Build, &files, name);
        assert_eq!(!fixes.is_empty(), is_linked, "{name}: {fixes:#?}");
    }
}

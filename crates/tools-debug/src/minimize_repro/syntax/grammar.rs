//! The properties of a language needed in addition to its grammar.

use std::path::Path;

use tree_sitter::{Language, Parser, Tree};

/// A language whose syntax is known.
#[derive(Debug)]
pub(in super::super) struct Grammar {
    /// The endings of its files.
    pub(super) endings: &'static [&'static str],
    pub(super) language: fn() -> Language,
    /// Whether it is data: nothing in it uses anything else in it.
    pub(super) is_data: bool,
    /// Whether indentation has a meaning.
    pub(super) indented: bool,
    /// Kinds of nodes that are names.
    pub(super) names: &'static [&'static str],
    /// Names that are shorter than most.
    pub(super) fresh: &'static [&'static str],
    /// The simplest constructs, the simplest first; each with parts of the names of the node kinds
    /// that it may replace, if not all.
    pub(super) stubs: &'static [(&'static str, &'static [&'static str])],
    /// Kinds of nodes that must not be empty, with their least content.
    pub(super) fillers: &'static [(&'static str, &'static str)],
}

impl Grammar {
    /// The grammar for a file, by its ending.
    pub(in super::super) fn of(file: &Path) -> Option<&'static Self> {
        let ending = file.extension()?.to_str()?;
        ALL.iter().find(|grammar| grammar.endings.contains(&ending))
    }

    /// Returns whether a text is valid in the language.
    pub(in super::super) fn parses(&self, text: &[u8]) -> bool {
        self.parse(text).is_some_and(|tree| !tree.root_node().has_error())
    }

    pub(super) fn parse(&self, text: &[u8]) -> Option<Tree> {
        let mut parser = Parser::new();
        parser.set_language(&(self.language)()).ok()?;
        parser.parse(text, None)
    }

    /// The content of a node of this kind after all of it was removed.
    pub(super) fn filler(&self, kind: &str) -> &'static str {
        let found = self.fillers.iter().find(|(filled, _)| *filled == kind);
        found.map_or("", |(_, filler)| filler)
    }

    pub(super) fn is_name(&self, kind: &str) -> bool {
        self.names.contains(&kind)
    }
}

const LETTERS: &[&str] = &[
    "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r", "s", "t", "u",
    "v", "w", "x", "y", "z", "A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M", "N",
];

/// Names in the languages that descend from C.
const C_NAMES: &[&str] = &[
    "identifier",
    "field_identifier",
    "property_identifier",
    "shorthand_property_identifier",
    "type_identifier",
    "statement_identifier",
    "package_identifier",
    "namespace_identifier",
    "private_property_identifier",
];

/// Constructs that another may be in the place of, where `0` may not.
const EXPRESSIONS: &[&str] = &[
    "call",
    "list",
    "dict",
    "tuple",
    "set",
    "attribute",
    "subscript",
    "comprehension",
];

const C_STUBS: &[(&str, &[&str])] = &[
    ("0", &[]),
    (";", &["statement", "declaration"]),
    ("\"\"", &["string"]),
    ("int", &["type", "specifier"]),
    ("{}", &["statement", "list"]),
];

const SCRIPT_STUBS: &[(&str, &[&str])] = &[
    ("0", &[]),
    (";", &["statement", "declaration"]),
    ("''", &["string"]),
    ("[]", &["array", "expression"]),
    ("{}", &["object", "expression", "block"]),
    ("any", &["type"]),
];

const ALL: &[Grammar] = &[
    Grammar {
        endings: &["c", "h"],
        language: || tree_sitter_c::LANGUAGE.into(),
        is_data: false,
        indented: false,
        names: C_NAMES,
        fresh: LETTERS,
        stubs: C_STUBS,
        fillers: &[],
    },
    Grammar {
        endings: &["cc", "cpp", "cxx", "hh", "hpp", "hxx", "ipp"],
        language: || tree_sitter_cpp::LANGUAGE.into(),
        is_data: false,
        indented: false,
        names: C_NAMES,
        fresh: LETTERS,
        stubs: C_STUBS,
        fillers: &[],
    },
    Grammar {
        endings: &["go"],
        language: || tree_sitter_go::LANGUAGE.into(),
        is_data: false,
        indented: false,
        names: C_NAMES,
        fresh: LETTERS,
        stubs: &[
            ("0", &[]),
            ("\"\"", &["string"]),
            ("nil", &["expression", "literal"]),
            ("int", &["type"]),
            ("{}", &["block"]),
        ],
        fillers: &[],
    },
    Grammar {
        endings: &["java"],
        language: || tree_sitter_java::LANGUAGE.into(),
        is_data: false,
        indented: false,
        names: C_NAMES,
        fresh: LETTERS,
        stubs: &[
            ("0", &[]),
            (";", &["statement", "declaration"]),
            ("\"\"", &["string"]),
            ("null", &["expression"]),
            ("int", &["type"]),
            ("{}", &["block", "body"]),
        ],
        fillers: &[],
    },
    Grammar {
        endings: &["js", "jsx", "mjs", "cjs"],
        language: || tree_sitter_javascript::LANGUAGE.into(),
        is_data: false,
        indented: false,
        names: C_NAMES,
        fresh: LETTERS,
        stubs: SCRIPT_STUBS,
        fillers: &[],
    },
    Grammar {
        endings: &["ts", "mts", "cts"],
        language: || tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
        is_data: false,
        indented: false,
        names: C_NAMES,
        fresh: LETTERS,
        stubs: SCRIPT_STUBS,
        fillers: &[],
    },
    Grammar {
        endings: &["tsx"],
        language: || tree_sitter_typescript::LANGUAGE_TSX.into(),
        is_data: false,
        indented: false,
        names: C_NAMES,
        fresh: LETTERS,
        stubs: SCRIPT_STUBS,
        fillers: &[],
    },
    Grammar {
        endings: &["json", "geojson", "webmanifest"],
        language: || tree_sitter_json::LANGUAGE.into(),
        is_data: true,
        indented: false,
        names: &["string"],
        fresh: &["0", "\"\"", "\"a\"", "\"b\"", "\"c\"", "\"d\""],
        stubs: &[("0", &[]), ("\"\"", &["string"])],
        fillers: &[],
    },
    Grammar {
        endings: &["py", "pyi"],
        language: || tree_sitter_python::LANGUAGE.into(),
        is_data: false,
        indented: true,
        names: &["identifier"],
        fresh: LETTERS,
        stubs: &[
            ("0", &[]),
            ("''", &["string"]),
            ("[]", EXPRESSIONS),
            ("{}", EXPRESSIONS),
        ],
        fillers: &[("block", "0")],
    },
    Grammar {
        endings: &["rs"],
        language: || tree_sitter_rust::LANGUAGE.into(),
        is_data: false,
        indented: false,
        names: C_NAMES,
        fresh: LETTERS,
        stubs: &[
            ("0", &[]),
            (";", &["statement", "declaration"]),
            ("()", &["expression", "type"]),
            ("\"\"", &["string"]),
            ("{}", &["block"]),
            ("loop{}", &["block", "expression"]),
        ],
        fillers: &[],
    },
];

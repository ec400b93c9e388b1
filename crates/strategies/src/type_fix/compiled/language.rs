//! A language as the rules see it: its grammar, and the node kinds of its calls and definitions.

use unbreak_core::RelPath;

/// A language.
pub(in crate::type_fix) struct Language {
    endings: &'static [&'static str],
    pub(in crate::type_fix) grammar: fn() -> tree_sitter::Language,
    /// Node kinds of calls, with the field of the callee.
    pub(super) calls: &'static [(&'static str, &'static str)],
    /// Kinds of nodes that define a function.
    pub(super) definitions: &'static [&'static str],
    /// Node kinds of parameters, with the fields of their name and type.
    pub(super) parameters: &'static [(&'static str, &'static str)],
    /// Kinds of nodes that give a local value its name, and the field of the name.
    pub(super) locals: &'static [(&'static str, &'static str)],
    /// Kinds of literals with their types.
    pub(super) literals: &'static [(&'static str, &'static str)],
}

const LANGUAGES: &[Language] = &[
    Language {
        endings: &["java"],
        grammar: || tree_sitter_java::LANGUAGE.into(),
        calls: &[
            ("method_invocation", "name"),
            ("object_creation_expression", "type"),
        ],
        definitions: &["method_declaration", "constructor_declaration"],
        parameters: &[("formal_parameter", "name")],
        locals: &[
            ("variable_declarator", "name"),
            ("enhanced_for_statement", "name"),
            ("resource", "name"),
        ],
        literals: &[
            ("string_literal", "String"),
            ("decimal_integer_literal", "int"),
            ("decimal_floating_point_literal", "double"),
            ("character_literal", "char"),
            ("true", "boolean"),
            ("false", "boolean"),
        ],
    },
    Language {
        endings: &["go"],
        grammar: || tree_sitter_go::LANGUAGE.into(),
        calls: &[("call_expression", "function")],
        definitions: &["function_declaration", "method_declaration"],
        parameters: &[("parameter_declaration", "name")],
        locals: &[
            ("short_var_declaration", "left"),
            ("var_spec", "name"),
            ("range_clause", "left"),
        ],
        literals: &[
            ("interpreted_string_literal", "string"),
            ("raw_string_literal", "string"),
            ("int_literal", "int"),
            ("float_literal", "float64"),
            ("rune_literal", "rune"),
            ("true", "bool"),
            ("false", "bool"),
        ],
    },
    Language {
        endings: &["rs"],
        grammar: || tree_sitter_rust::LANGUAGE.into(),
        calls: &[("call_expression", "function")],
        definitions: &["function_item", "function_signature_item"],
        parameters: &[("parameter", "pattern")],
        locals: &[("let_declaration", "pattern"), ("for_expression", "pattern")],
        literals: &[
            ("string_literal", "&str"),
            ("integer_literal", "i32"),
            ("float_literal", "f64"),
            ("char_literal", "char"),
            ("boolean_literal", "bool"),
        ],
    },
    Language {
        endings: &["js", "jsx", "mjs", "cjs"],
        grammar: || tree_sitter_javascript::LANGUAGE.into(),
        calls: &[("call_expression", "function"), ("new_expression", "constructor")],
        definitions: &["function_declaration", "method_definition"],
        parameters: &[],
        locals: &[("variable_declarator", "name"), ("for_in_statement", "left")],
        literals: &[
            ("string", "string"),
            ("template_string", "string"),
            ("number", "number"),
            ("true", "boolean"),
            ("false", "boolean"),
        ],
    },
    TYPESCRIPT,
    Language {
        endings: &["tsx"],
        grammar: || tree_sitter_typescript::LANGUAGE_TSX.into(),
        ..TYPESCRIPT
    },
];

const TYPESCRIPT: Language = Language {
    endings: &["ts", "mts", "cts"],
    grammar: || tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
    calls: &[("call_expression", "function"), ("new_expression", "constructor")],
    definitions: &["function_declaration", "method_definition"],
    parameters: &[
        ("required_parameter", "pattern"),
        ("optional_parameter", "pattern"),
    ],
    locals: &[("variable_declarator", "name"), ("for_in_statement", "left")],
    literals: &[
        ("string", "string"),
        ("template_string", "string"),
        ("number", "number"),
        ("true", "boolean"),
        ("false", "boolean"),
    ],
};

impl Language {
    /// The language of a file.
    pub(in crate::type_fix) fn of(file: &RelPath) -> Option<&'static Self> {
        LANGUAGES
            .iter()
            .find(|language| language.endings.contains(&file.extension()))
    }
}

//! The languages that rules can rewrite: their grammars, as ast-grep wants them.

use std::borrow::Cow;

use ast_grep_core::matcher::PatternBuilder;
use ast_grep_core::tree_sitter::{LanguageExt, StrDoc, TSLanguage};
use ast_grep_core::{Language, Pattern, PatternError};

/// A language and the files it is written in.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tongue {
    pub(super) name: &'static str,
    endings: &'static [&'static str],
    /// The replacement for `$` in patterns, if the grammar does not accept `$` in names.
    expando: char,
    grammar: fn() -> TSLanguage,
    /// The text around a pattern, if the grammar parses the pattern differently on its own: a call at the top of
    /// a Go file is a conversion.
    pub(super) around: Option<(&'static str, &'static str)>,
}

/// Every language that can be rewritten.
pub(super) static TONGUES: [Tongue; 9] = [
    Tongue {
        name: "python",
        endings: &["py", "pyi", "pyw"],
        expando: EXPANDO,
        grammar: || tree_sitter_python::LANGUAGE.into(),
        around: None,
    },
    Tongue {
        name: "javascript",
        endings: &["js", "jsx", "mjs", "cjs"],
        expando: '$',
        grammar: || tree_sitter_javascript::LANGUAGE.into(),
        around: None,
    },
    Tongue {
        name: "typescript",
        endings: &["ts", "mts", "cts"],
        expando: '$',
        grammar: || tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
        around: None,
    },
    Tongue {
        name: "tsx",
        endings: &["tsx"],
        expando: '$',
        grammar: || tree_sitter_typescript::LANGUAGE_TSX.into(),
        around: None,
    },
    Tongue {
        name: "rust",
        endings: &["rs"],
        expando: EXPANDO,
        grammar: || tree_sitter_rust::LANGUAGE.into(),
        around: None,
    },
    Tongue {
        name: "go",
        endings: &["go"],
        expando: EXPANDO,
        grammar: || tree_sitter_go::LANGUAGE.into(),
        around: Some(("func _() {\n", "\n}")),
    },
    Tongue {
        name: "java",
        endings: &["java"],
        expando: '$',
        grammar: || tree_sitter_java::LANGUAGE.into(),
        around: Some(("class A {\nObject a = ", ";\n}")),
    },
    Tongue {
        name: "c",
        endings: &["c", "h"],
        expando: '$',
        grammar: || tree_sitter_c::LANGUAGE.into(),
        around: Some(("void f(void) {\nx = ", ";\n}")),
    },
    Tongue {
        name: "cpp",
        endings: &["cpp", "cc", "cxx", "c++", "hpp", "hh", "hxx"],
        expando: '$',
        grammar: || tree_sitter_cpp::LANGUAGE.into(),
        around: Some(("void f() {\nx = ", ";\n}")),
    },
];

/// A letter that no program uses in a name, and that parsers leave as it is (the µ of ast-grep's own language
/// definitions is another letter once Python has normalised it).
pub(super) const EXPANDO: char = 'ƛ';

impl Tongue {
    /// The language of a file, by its ending.
    pub(super) fn of_file(file: &str) -> Option<&'static Self> {
        let ending = file.rsplit_once('.')?.1;
        TONGUES.iter().find(|tongue| tongue.endings.contains(&ending))
    }

    /// A language by its name.
    pub(super) fn named(name: &str) -> Option<&'static Self> {
        TONGUES.iter().find(|tongue| tongue.name == name)
    }

    /// Returns whether this is C or C++.
    pub(super) fn is_c(&self) -> bool {
        matches!(self.name, "c" | "cpp")
    }

    /// Returns whether this is JavaScript or TypeScript.
    pub(super) fn is_script(&self) -> bool {
        matches!(self.name, "javascript" | "tsx" | "typescript")
    }

    /// Returns whether rules for a language are for files of this one too: TypeScript with JSX is TypeScript.
    pub(super) fn is_one_of(&self, names: &[impl AsRef<str>]) -> bool {
        names
            .iter()
            .map(AsRef::as_ref)
            .any(|name| name == self.name || name == "typescript" && self.name == "tsx")
    }

    /// A pattern in this language.
    pub(super) fn pattern(&self, text: &str) -> Result<Pattern, PatternError> {
        match self.pattern_within(text) {
            Some(pattern) => Ok(pattern),
            None => Pattern::try_new(text, *self),
        }
    }

    /// The pattern with what stands around it, if that leaves it in one piece.
    fn pattern_within(&self, text: &str) -> Option<Pattern> {
        let (before, after) = self.around?;
        let context = format!("{before}{text}{after}");
        let read = self.pre_process_pattern(&context).into_owned();
        let range = before.len()..read.len() - after.len();
        let tree = self.ast_grep(&read);
        let root = tree.root();
        if root.dfs().any(|node| node.is_error()) {
            return None;
        }
        let kind = root
            .dfs()
            .filter(|node| node.range() == range)
            .last()?
            .kind()
            .into_owned();
        // The pattern is the first node of its kind.
        let first = root.dfs().find(|node| node.kind() == kind)?;
        (first.range() == range).then(|| Pattern::contextual(&context, &kind, *self).ok())?
    }

    /// The ending of a file in this language.
    pub(super) fn ending(&self) -> &'static str {
        self.endings.first().copied().unwrap_or_default()
    }
}

impl Language for Tongue {
    fn pre_process_pattern<'q>(&self, query: &'q str) -> Cow<'q, str> {
        if self.expando == '$' {
            return Cow::Borrowed(query);
        }
        Cow::Owned(with_expando(query))
    }

    fn expando_char(&self) -> char {
        self.expando
    }

    fn kind_to_id(&self, kind: &str) -> u16 {
        (self.grammar)().id_for_node_kind(kind, true)
    }

    fn field_to_id(&self, field: &str) -> Option<u16> {
        (self.grammar)()
            .field_id_for_name(field)
            .map(std::num::NonZero::get)
    }

    fn build_pattern(&self, builder: &PatternBuilder) -> Result<Pattern, PatternError> {
        builder.build(|text| StrDoc::try_new(text, *self))
    }
}

impl LanguageExt for Tongue {
    fn get_ts_language(&self) -> TSLanguage {
        (self.grammar)()
    }
}

/// The text with every `$` that begins a metavariable as a letter, so that it is a name.
pub(super) fn with_expando(text: &str) -> String {
    let mut written = String::new();
    let mut dollars = 0;
    for c in text.chars() {
        if c == '$' {
            dollars += 1;
            continue;
        }
        let is_variable = c.is_ascii_uppercase() || c == '_' || dollars == 3;
        let mark = if is_variable { EXPANDO } else { '$' };
        written.extend(std::iter::repeat_n(mark, dollars));
        dollars = 0;
        written.push(c);
    }
    let mark = if dollars == 3 { EXPANDO } else { '$' };
    written.extend(std::iter::repeat_n(mark, dollars));
    written
}

//! The words of the language.

/// Keywords that begin a type.
pub(super) const TYPES: &[&str] = &[
    "void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "struct", "union",
    "enum", "const", "volatile", "static", "extern", "register", "auto", "inline", "_Bool", "bool",
];

/// Keywords that name a type by themselves.
pub(super) const PLAIN_TYPES: &[&str] = &[
    "void", "char", "short", "int", "long", "float", "double", "unsigned",
];

/// Keywords that begin a statement.
pub(super) const STATEMENTS: &[&str] = &[
    "if", "else", "for", "while", "do", "switch", "case", "default", "return", "break", "continue", "goto",
];

/// Types that the usual headers define.
pub(super) const LIBRARY_TYPES: &[&str] = &[
    "FILE",
    "size_t",
    "ssize_t",
    "ptrdiff_t",
    "wchar_t",
    "time_t",
    "clock_t",
    "va_list",
    "int8_t",
    "int16_t",
    "int32_t",
    "int64_t",
    "uint8_t",
    "uint16_t",
    "uint32_t",
    "uint64_t",
    "intptr_t",
    "uintptr_t",
    "off_t",
    "pid_t",
];

const OTHERS: &[&str] = &["sizeof", "typedef", "restrict"];

/// Returns whether a word is a keyword of C.
pub(super) fn is_keyword(word: &str) -> bool {
    is_type_keyword(word) || STATEMENTS.contains(&word) || OTHERS.contains(&word)
}

/// Returns whether a word is a keyword that begins a type.
pub(super) fn is_type_keyword(word: &str) -> bool {
    TYPES.contains(&word)
}

/// All keywords, for detecting misspelt ones.
pub(super) fn keywords() -> impl Iterator<Item = &'static str> {
    TYPES.iter().chain(STATEMENTS).chain(OTHERS).copied()
}

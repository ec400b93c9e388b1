//! Finds words in the code of a file, outside of texts and comments, by the few rules that matter for it.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use unbreak_core::RelPath;
use unbreak_core::pattern::pattern;

use crate::builtin_members;

/// The files in which a free name can be used without an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scope {
    File,
    Directory,
    Project,
}

/// How a language says that other files may use a definition.
#[derive(Debug, Clone, Copy)]
enum Publishing {
    /// By a word before it.
    Word(&'static str),
    /// By the capital that its name begins with.
    Capital,
    Everything,
}

/// A family of languages that is read alike.
#[derive(Debug)]
pub(crate) struct Family {
    /// The endings of its files.
    endings: &'static [&'static str],
    line_comment: &'static str,
    block_comment: Option<(&'static str, &'static str)>,
    /// The marks around a text, the longest first.
    quotes: &'static [&'static str],
    /// The marks of texts that may hold code, and what begins it.
    holds_code: &'static [(&'static str, &'static str)],
    scope: Scope,
    publishes: Publishing,
    /// An import: its `module` and the `names` that it takes, or the `whole` module, `taken` under a name.
    imports: &'static LazyLock<Regex>,
}

/// Names of members may follow one of these.
pub(crate) const ACCESSES: [&str; 3] = [".", "->", "::"];

pub(crate) static PYTHON: Family = Family {
    endings: &["py", "pyi"],
    line_comment: "#",
    block_comment: None,
    quotes: &["\"\"\"", "'''", "\"", "'"],
    holds_code: &[("\"\"\"", "{"), ("'''", "{"), ("\"", "{"), ("'", "{")],
    scope: Scope::File,
    publishes: Publishing::Everything,
    imports: &PYTHON_IMPORTS,
};

pub(crate) static SCRIPT: Family = Family {
    endings: &["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs"],
    line_comment: "//",
    block_comment: Some(("/*", "*/")),
    quotes: &["`", "\"", "'"],
    holds_code: &[("`", "${")],
    scope: Scope::File,
    publishes: Publishing::Word("export"),
    imports: &SCRIPT_IMPORTS,
};

pub(crate) static RUST: Family = Family {
    endings: &["rs"],
    line_comment: "//",
    block_comment: Some(("/*", "*/")),
    quotes: &["\""],
    holds_code: &[],
    scope: Scope::File,
    publishes: Publishing::Word("pub"),
    imports: &RUST_IMPORTS,
};

pub(crate) static GO: Family = Family {
    endings: &["go"],
    line_comment: "//",
    block_comment: Some(("/*", "*/")),
    quotes: &["`", "\"", "'"],
    holds_code: &[],
    scope: Scope::Directory,
    publishes: Publishing::Capital,
    imports: &GO_IMPORTS,
};

pub(crate) static C: Family = Family {
    endings: &["c", "h", "cc", "cpp", "cxx", "hh", "hpp"],
    line_comment: "//",
    block_comment: Some(("/*", "*/")),
    quotes: &["\"", "'"],
    holds_code: &[],
    scope: Scope::Project,
    publishes: Publishing::Everything,
    imports: &C_IMPORTS,
};

pub(crate) static JAVA: Family = Family {
    endings: &["java"],
    line_comment: "//",
    block_comment: Some(("/*", "*/")),
    quotes: &["\"\"\"", "\"", "'"],
    holds_code: &[],
    scope: Scope::Directory,
    publishes: Publishing::Word("public"),
    imports: &JAVA_IMPORTS,
};

static PYTHON_IMPORTS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?m)^\s*from\s+(?<module>[.\w]+)\s+import\s+(?<names>\([^)]*\)|[^\n]*)|^\s*import\s+(?<whole>[.\w]+)",
    )
});

static SCRIPT_IMPORTS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r#"(?m)^\s*(?:import|export)\b(?<names>[^;'"]*?)\bfrom\s*['"](?<module>[^'"\n]+?)(?:\.[mc]?js)?['"]|(?:const|let|var)\s+(?<taken>[^=;]*?)\s*=\s*(?:await\s+import|require)\(\s*['"](?<whole>[^'"\n]+?)(?:\.[mc]?js)?['"]"#,
    )
});

static RUST_IMPORTS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?m)^\s*(?:pub(?:\([^)]*\))?\s+)?use\s+(?<module>[\w:]+?)::(?<names>\{[^;]*\}|\w+(?:\s+as\s+\w+)?|\*)\s*;",
    )
});

static GO_IMPORTS: LazyLock<Regex> =
    LazyLock::new(|| pattern(r#"(?m)^\s*(?:import\s+)?(?:\w+\s+)?"(?<whole>[\w./-]+)"\s*$"#));

static C_IMPORTS: LazyLock<Regex> =
    LazyLock::new(|| pattern(r#"(?m)^\s*#\s*include\s*"(?<whole>[^"\n]+?)(?:\.\w+)?""#));

static JAVA_IMPORTS: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?m)^\s*import\s+(?:static\s+)?(?<module>[\w.]+)\.(?<names>\w+|\*)\s*;"));

static ALL: [&Family; 6] = [&PYTHON, &SCRIPT, &RUST, &GO, &C, &JAVA];

impl Family {
    /// The family of a file, by its ending.
    pub(crate) fn of(file: &str) -> Option<&'static Self> {
        let (_, ending) = file.rsplit_once('.')?;
        ALL.into_iter().find(|family| family.endings.contains(&ending))
    }

    /// The places of a name in the code of a text.
    pub(crate) fn places_of(&'static self, text: &str, name: &str) -> Vec<Range<usize>> {
        let mut reader = Reader {
            family: self,
            text,
            name,
            at: 0,
            is_in_example: false,
            found: Vec::new(),
        };
        reader.code("");
        reader.found
    }

    /// Returns whether a file can use the free names of another without an import.
    pub(crate) fn shares_scope(&self, file: &RelPath, other: &RelPath) -> bool {
        let directory = |file: &RelPath| file.as_str().rsplit_once('/').map(|(path, _)| path.to_owned());
        match self.scope {
            Scope::File => file == other,
            Scope::Directory => directory(file) == directory(other),
            Scope::Project => true,
        }
    }

    /// The name of the module that a file is, as imports write it.
    pub(crate) fn module<'f>(&self, file: &'f RelPath) -> &'f str {
        let mut parts = file.as_str().rsplit('/');
        let name = parts.next().unwrap_or_default();
        let stem = name.split('.').next().unwrap_or_default();
        let is_of_directory = self.scope == Scope::Directory || matches!(stem, "__init__" | "index" | "mod");
        parts.next().filter(|_| is_of_directory).unwrap_or(stem)
    }

    /// Returns whether the line that defines a name lets other files use it.
    pub(crate) fn is_public(&self, line: &str, name: &str) -> bool {
        match self.publishes {
            Publishing::Word(word) => line.trim_start().starts_with(word),
            Publishing::Capital => name.starts_with(char::is_uppercase),
            Publishing::Everything => !name.starts_with('_'),
        }
    }

    /// The imports of a text: each module, and what is imported of it.
    pub(crate) fn imports<'t>(&self, text: &'t str) -> impl Iterator<Item = (&'t str, &'t str)> {
        self.imports.captures_iter(text).map(|found| {
            let one_of = |names: [&str; 2]| {
                let part = names.iter().find_map(|name| found.name(name));
                part.map_or("", |part| part.as_str())
            };
            (one_of(["module", "whole"]), one_of(["names", "taken"]))
        })
    }

    /// Returns whether a byte of a text is inside of an import.
    pub(crate) fn is_import_at(&self, text: &str, at: usize) -> bool {
        self.imports
            .find_iter(text)
            .any(|found| found.range().contains(&at))
    }

    /// Returns whether values of the language itself have a member of a name.
    pub(crate) fn has_builtin_member(&self, name: &str) -> bool {
        let members = match () {
            () if std::ptr::eq(self, &raw const PYTHON) => builtin_members::PYTHON,
            () if std::ptr::eq(self, &raw const SCRIPT) => builtin_members::SCRIPT,
            () => &[],
        };
        members.contains(&name)
    }

    /// Returns whether a parameter's type stands before its name.
    pub(crate) fn writes_types_first(&self) -> bool {
        std::ptr::eq(self, &raw const C) || std::ptr::eq(self, &raw const JAVA)
    }

    /// The opening mark of a text that begins here.
    fn quote(&self, rest: &str) -> Option<&'static str> {
        self.quotes.iter().copied().find(|quote| rest.starts_with(quote))
    }
}

/// Returns whether a file of C or C++ is included by others.
pub(crate) fn is_header(file: &RelPath) -> bool {
    matches!(file.extension(), "h" | "hh" | "hpp" | "hxx")
}

/// Returns whether a character is part of a name.
pub(crate) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// The last part of a path of names: `Shape` of `*shapes.Shape`.
pub(crate) fn last_part(path: &str) -> &str {
    path.rsplit(['.', ':', '*', '&']).next().unwrap_or(path)
}

/// Returns whether a text contains a whole word.
pub(crate) fn has_word(text: &str, word: &str) -> bool {
    words(text, word).next().is_some()
}

/// The positions of a whole word.
pub(crate) fn words<'t>(text: &'t str, word: &'t str) -> impl Iterator<Item = usize> + 't {
    let all = text.match_indices(word).map(|(at, _)| at);
    all.filter(move |&at| !text[..at].ends_with(is_word) && !text[at + word.len()..].starts_with(is_word))
}

/// What begins a line of Rust's documentation.
const DOCUMENTATION: [&str; 2] = ["///", "//!"];

/// Words behind the mark of a block of code that is compiled as Rust.
const RUST_WORDS: [&str; 5] = [
    "rust",
    "should_panic",
    "no_run",
    "compile_fail",
    "standalone_crate",
];

/// What Python's interpreter prints before a line of code.
const PROMPTS: [&str; 2] = [">>> ", "... "];

struct Reader<'a> {
    family: &'static Family,
    text: &'a str,
    name: &'a str,
    at: usize,
    /// Whether a block of code is open in the comments of Rust's documentation, which its tests run.
    is_in_example: bool,
    found: Vec<Range<usize>>,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Reads code up to the brace that closes it, or to the end of the text.
    fn code(&mut self, close: &str) {
        let mut depth = 0_usize;
        while let Some(c) = self.rest().chars().next() {
            if !close.is_empty() && c == '{' {
                depth += 1;
            }
            if !close.is_empty() && self.rest().starts_with(close) {
                if depth == 0 {
                    return;
                }
                depth -= 1;
            }
            self.step(c);
        }
    }

    fn step(&mut self, c: char) {
        let rest = self.rest();
        if rest.starts_with(self.family.line_comment) {
            match self.is_example() {
                true => self.at += DOCUMENTATION[0].len(),
                false => self.skip_to("\n", 0),
            }
        } else if let Some((_, end)) = self
            .family
            .block_comment
            .filter(|(open, _)| rest.starts_with(open))
        {
            self.skip_to(end, 2);
        } else if rest.starts_with("'\"'") {
            // The only text of Rust in single quotes that matters here.
            self.at += 3;
        } else if let Some(quote) = self.family.quote(rest) {
            self.text_in(quote);
        } else if is_word(c) {
            self.word();
        } else {
            self.at += c.len_utf8();
        }
    }

    /// Returns whether the comment that begins here is a line of code in Rust's documentation.
    fn is_example(&mut self) -> bool {
        let rest = self.rest();
        let text = DOCUMENTATION.iter().find_map(|mark| rest.strip_prefix(mark));
        let Some(text) = text.filter(|_| std::ptr::eq(self.family, &raw const RUST)) else {
            return false;
        };
        let above = self.text[..self.at].trim_end();
        let above = &above[above.rfind('\n').map_or(0, |end| end + 1)..];
        self.is_in_example &= DOCUMENTATION
            .iter()
            .any(|mark| above.trim_start().starts_with(mark));
        let line = text.lines().next().unwrap_or_default().trim();
        let Some(words) = line.strip_prefix("```") else {
            return self.is_in_example;
        };
        let is_rust = || {
            let mut words = words.split([',', ' ']).filter(|word| !word.is_empty());
            words.all(|word| RUST_WORDS.contains(&word) || word.starts_with("edition"))
        };
        self.is_in_example = !self.is_in_example && is_rust();
        false
    }

    fn skip_to(&mut self, end: &str, from: usize) {
        let rest = &self.rest()[from..];
        self.at += from + rest.find(end).map_or(rest.len(), |at| at + end.len());
    }

    fn word(&mut self) {
        let rest = self.rest();
        let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        if &rest[..length] == self.name {
            self.found.push(self.at..self.at + length);
        }
        self.at += length;
    }

    /// Reads a text up to its closing mark; a short one ends with its line at the latest.
    fn text_in(&mut self, quote: &'static str) {
        if let Some(end) = self.raw_end(quote) {
            self.skip_to(&end, quote.len());
            return;
        }
        let begins_code = self.begins_code(quote);
        let is_long = quote.len() > 1 || quote == "`";
        self.at += quote.len();
        while let Some(c) = self.rest().chars().next() {
            if self.rest().starts_with(quote) {
                self.at += quote.len();
                return;
            }
            if c == '\n' && !is_long {
                return;
            }
            if quote.len() > 1 && self.is_doctest() {
                self.at += PROMPTS[0].len();
                self.line(quote);
                continue;
            }
            match begins_code {
                Some(open) if self.rest().starts_with(open) && !self.rest().starts_with("{{") => {
                    self.at += open.len();
                    self.code("}");
                }
                _ if c == '\\' => {
                    let escaped = self.rest()[1..].chars().next().map_or(0, char::len_utf8);
                    self.at += 1 + escaped;
                }
                _ if self.rest().starts_with("{{") => self.at += 2,
                _ => self.at += c.len_utf8(),
            }
        }
    }

    /// What ends the text that begins here, if a backslash means nothing in it: Go's in backquotes, Rust's behind an `r`.
    fn raw_end(&self, quote: &str) -> Option<String> {
        let before = &self.text[..self.at];
        let outer = before.trim_end_matches('#');
        let is_raw = match () {
            () if std::ptr::eq(self.family, &raw const GO) => quote == "`",
            () if std::ptr::eq(self.family, &raw const RUST) => {
                let word = &outer[outer.trim_end_matches(is_word).len()..];
                matches!(word, "r" | "br" | "cr")
            }
            () => false,
        };
        is_raw.then(|| format!("{quote}{}", &before[outer.len()..]))
    }

    /// Returns whether a line of code begins here in a text of Python, as its interpreter would print it.
    fn is_doctest(&self) -> bool {
        let line = &self.text[..self.at];
        let line = &line[line.rfind('\n').map_or(0, |end| end + 1)..];
        std::ptr::eq(self.family, &raw const PYTHON)
            && line.trim().is_empty()
            && PROMPTS.iter().any(|prompt| self.rest().starts_with(prompt))
    }

    /// Reads a line of code in a text that `quote` closes.
    fn line(&mut self, quote: &str) {
        while let Some(c) = self.rest().chars().next().filter(|c| *c != '\n') {
            if self.rest().starts_with(quote) {
                return;
            }
            self.step(c);
        }
    }

    /// The mark that begins code within the string that begins here. In Python, only f-strings contain code.
    fn begins_code(&self, quote: &str) -> Option<&'static str> {
        let (_, open) = self.family.holds_code.iter().find(|(text, _)| *text == quote)?;
        let before = self.text[..self.at]
            .rsplit(|c| !is_word(c))
            .next()
            .unwrap_or_default();
        let is_formatted = before.len() <= 2 && before.contains(['f', 'F']);
        (*open != "{" || is_formatted).then_some(*open)
    }
}

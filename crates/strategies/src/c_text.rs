//! Declarations and definitions in texts of C and C++, by their form.

use std::sync::OnceLock;

use regex::{Regex, escape};
use unbreak_core::{RelPath, Workspace};

use crate::code_words::is_header;
use crate::declared::prototype_form;

/// Larger files are generated, or data.
const LARGEST_FILE: usize = 1 << 20;

/// The greatest number of files that are searched.
pub(crate) const MOST_FILES: usize = 1000;

/// How much of a thing a header has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Declared {
    /// The definition is elsewhere.
    Prototype,
    /// A type, a macro, a constant or a function with its body.
    Whole,
}

/// A function that a text defines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) is_static: bool,
    /// The text before the body.
    pub(crate) head: String,
}

/// Returns whether a file is C or C++.
pub(crate) fn is_c(file: &RelPath) -> bool {
    is_source(file) || is_header(file)
}

/// Returns whether a file is compiled by itself.
pub(crate) fn is_source(file: &RelPath) -> bool {
    matches!(file.extension(), "c" | "cc" | "cpp" | "cxx" | "c++" | "C")
}

/// Returns whether a text is one name, or one in the scope of others.
pub(crate) fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | ':'))
}

/// How a header declares a name.
pub(crate) fn declares(text: &str, name: &str) -> Option<Declared> {
    if text.len() > LARGEST_FILE || !text.contains(name) {
        return None;
    }
    let text = without_comments(text);
    let name = escape(name);
    let has = |form: &str| Regex::new(form).is_ok_and(|form| form.is_match(&text));
    let whole = [
        format!(r"(?m)^[ \t]*#[ \t]*define[ \t]+{name}\b"),
        format!(
            r"(?m)^(?:typedef[ \t]+)?(?:struct|union|class|enum(?:[ \t]+class)?)[ \t]+{name}\b[^;(){{]*\{{"
        ),
        // Within `#if`, declarations are often indented.
        format!(r"(?m)^[ \t]*typedef\b[^;{{}}]*\b{name}[ \t]*;"),
        format!(r"\}}[ \t]*{name}[ \t]*;"),
        format!(r"\benum\b[^;(){{]*\{{[^}}]*\b{name}\b[ \t]*(?:=[^,}}]*)?[,}}\s]"),
        format!(r"(?m)^[A-Za-z_][\w \t*&:<>,]*[ \t*&]{name}[ \t]*\([^;{{}}]*\)\s*\{{"),
    ];
    if whole.iter().any(|form| has(form)) {
        return Some(Declared::Whole);
    }
    let prototype = [
        prototype_form(&name),
        format!(r"(?m)^extern\b[^;{{}}()]*\b{name}[ \t]*(?:\[[^\]]*\])*[ \t]*;"),
    ];
    prototype
        .iter()
        .any(|form| has(form))
        .then_some(Declared::Prototype)
}

/// The functions that a text defines at the margin.
pub(crate) fn functions(text: &str) -> Vec<Function> {
    let Ok(form) = Regex::new(
        r"(?m)^(?<kind>[A-Za-z_][\w \t*&<>,]*[ \t*&])(?<name>[A-Za-z_][\w:~]*)[ \t]*\([^;{}]*\)[^;{}()]*\{",
    ) else {
        return Vec::new();
    };
    let text = without_comments(text);
    let found = form.captures_iter(&text);
    found
        .filter(|found| !["else", "return", "do"].contains(&found["kind"].trim()))
        .map(|found| Function {
            name: found["name"].to_owned(),
            is_static: found["kind"].split_whitespace().any(|word| word == "static"),
            head: found[0].trim_end_matches('{').trim_end().to_owned(),
        })
        .collect()
}

/// The names that the texts of C and C++ in a project declare. The texts are read when the first name is asked for.
pub(crate) struct OwnNames<'w> {
    workspace: &'w dyn Workspace,
    texts: OnceLock<Vec<String>>,
}

impl<'w> OwnNames<'w> {
    pub(crate) fn new(workspace: &'w dyn Workspace) -> Self {
        Self {
            workspace,
            texts: OnceLock::new(),
        }
    }

    pub(crate) fn have(&self, name: &str) -> bool {
        let mut texts = self.texts.get_or_init(|| self.read()).iter();
        texts.any(|text| declares(text, name).is_some())
    }

    fn read(&self) -> Vec<String> {
        let files = self.workspace.files();
        let sources = files.iter().filter(|file| is_c(file)).take(MOST_FILES);
        sources
            .filter_map(|file| self.workspace.read_text(file).ok())
            .collect()
    }
}

/// The files that define a function or a variable for the linker.
pub(crate) fn defining<'w>(
    workspace: &'w dyn Workspace,
    name: &'w str,
) -> impl Iterator<Item = RelPath> + 'w {
    let variable = Regex::new(&format!(
        r"(?m)^(?:[A-Za-z_][\w*&<>:]*[ \t*&]+)+{}[ \t]*(?:\[[^\]]*\])*[ \t]*[=;]",
        escape(name)
    ));
    let is_kept =
        |line: &str| line.starts_with("extern") || line.starts_with("static") || line.starts_with("typedef");
    let files = workspace.files();
    let sources: Vec<RelPath> = files
        .iter()
        .filter(|file| is_source(file))
        .take(MOST_FILES)
        .cloned()
        .collect();
    sources.into_iter().filter(move |file| {
        let Ok(text) = workspace.read_text(file) else {
            return false;
        };
        if text.len() > LARGEST_FILE || !text.contains(name) {
            return false;
        }
        let is_it = |function: &Function| function.name == name && !function.is_static;
        let is_variable = || {
            let mut found = variable.iter().flat_map(|form| form.find_iter(&text));
            found.any(|found| !is_kept(found.as_str()))
        };
        functions(&text).iter().any(is_it) || is_variable()
    })
}

/// The text with blanks in place of comments.
fn without_comments(text: &str) -> String {
    let Ok(comment) = Regex::new(r"(?s)/\*.*?\*/|//[^\n]*") else {
        return text.to_owned();
    };
    comment.replace_all(text, " ").into_owned()
}

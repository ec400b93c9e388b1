//! Declarations of functions and of pointers to them, read from their text.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use unbreak_core::RelPath;
use unbreak_core::pattern::pattern;

use super::source::Source;
use super::symbols::arguments;
use super::token::Kind;
use super::words::{is_keyword, is_type_keyword};

/// A declaration of a function, or of a pointer to one.
pub(super) struct Declared {
    pub(super) file: RelPath,
    pub(super) line: u32,
    /// The bytes between the brackets.
    pub(super) inside: Range<usize>,
    /// The parameters on one line; empty for `()`.
    pub(super) list: String,
    pub(super) is_definition: bool,
    /// Whether the body of a definition names no parameter.
    pub(super) ignores_parameters: bool,
    /// For a pointer, the function that it is a parameter of.
    pub(super) pointer: Option<Option<String>>,
}

impl Declared {
    pub(super) fn is_hollow(&self) -> bool {
        self.list.is_empty()
    }
}

/// What the declaration at a name says.
pub(super) fn declared(source: &Source<'_>, name: usize, file: &RelPath) -> Option<Declared> {
    let it = declarator(source, name)?;
    let close = source.partner(it.open)?;
    let body = it.body.and_then(|open| Some(open..source.partner(open)?));
    let parameters = arguments(source, it.open, close);
    let mut names = parameters
        .iter()
        .filter_map(|parameter| parameter.clone().next_back());
    let list = it.parameters(source)?;
    let is_read = |name: usize| {
        body.clone()
            .is_some_and(|mut body| body.any(|at| source.word(at) == source.word(name)))
    };
    Some(Declared {
        file: file.clone(),
        line: source.lines.line_of(source.start(name)),
        inside: source.range(it.open).end..source.start(close),
        list,
        is_definition: it.body.is_some(),
        ignores_parameters: !it.is_old_style && body.is_some() && !names.any(is_read),
        pointer: it.is_pointer.then(|| {
            let around = source.enclosing(name - 2, "(");
            around.map(|open| source.word_before(open).to_owned())
        }),
    })
}

/// A declarator with a name.
pub(super) struct Declarator {
    /// The bracket before the parameters.
    pub(super) open: usize,
    /// The brace of a definition.
    pub(super) body: Option<usize>,
    /// `int total(a, b) int a, b; {`
    is_old_style: bool,
    /// `(*name)()`.
    pub(super) is_pointer: bool,
}

impl Declarator {
    /// The parameters on one line, as a prototype has them; empty for `()`.
    pub(super) fn parameters(&self, source: &Source<'_>) -> Option<String> {
        let close = source.partner(self.open)?;
        match self.is_old_style {
            true => old_style_list(source, self.open, self.body?),
            false => Some(without_attributes(&normal(source.between(self.open + 1..close)))),
        }
    }
}

pub(super) fn declarator(source: &Source<'_>, name: usize) -> Option<Declarator> {
    let is_pointer = source.word(name + 1) == ")" && source.word_before(name) == "*";
    let open = if is_pointer { name + 2 } else { name + 1 };
    let close = source.partner(open).filter(|_| source.word(open) == "(")?;
    let first = match is_pointer {
        true => source.partner(name + 1)?,
        false => name,
    };
    let next = source.word(close + 1);
    let old_body = || old_style_body(source, open, close);
    let body = match next {
        _ if is_pointer => None,
        "{" => Some(close + 1),
        _ => old_body(),
    };
    let is_end = is_pointer || body.is_some() || matches!(next, ";" | ",") || is_attribute(next);
    let is_declared = match is_pointer {
        // Else it is a call through a pointer, among other arguments.
        true => !matches!(source.word_before(first), "," | "("),
        false => source.enclosing(first, "(").is_none(),
    };
    (is_end && is_declared && is_behind_a_type(source, first)).then_some(Declarator {
        open,
        body,
        is_old_style: body.is_some_and(|body| body > close + 1),
        is_pointer,
    })
}

/// The brace after the declarations of parameters that are only named in the brackets.
fn old_style_body(source: &Source<'_>, open: usize, close: usize) -> Option<usize> {
    let names = arguments(source, open, close);
    let are_names = !names.is_empty() && names.iter().all(|it| it.len() == 1 && source.is_name(it.start));
    let mut at = close + 1;
    while are_names && source.kind(at).is_some() {
        match source.word(at) {
            "{" => return (source.word_before(at) == ";").then_some(at),
            ";" | "," | "*" | "[" | "]" => {}
            _ if matches!(source.kind(at), Some(Kind::Word | Kind::Number)) => {}
            _ => return None,
        }
        at += 1;
    }
    None
}

/// The parameters of a definition in the old style, as a prototype has them. `None` if one of them is passed as a
/// wider type than it is declared with.
fn old_style_list(source: &Source<'_>, open: usize, body: usize) -> Option<String> {
    let close = source.partner(open)?;
    let mut kinds: BTreeMap<&str, String> = BTreeMap::new();
    let mut at = close + 1;
    while at < body {
        let end = (at..body).find(|&at| source.word(at) == ";")?;
        // The words of the type are those before the first name that is declared.
        let first =
            (at..end).find(|&it| source.word(it) == "*" || matches!(source.word(it + 1), "," | ";" | "["))?;
        let kind = normal(source.between(at..first));
        let mut start = first;
        while start < end {
            let stop = (start..end).find(|&it| source.word(it) == ",").unwrap_or(end);
            let name = (start..stop).find(|&it| source.is_name(it))?;
            let declared = normal(source.between(start..stop));
            let is_widened = name == start
                && ["char", "short", "float", "bool"]
                    .iter()
                    .any(|it| kind.contains(it))
                && stop == start + 1;
            if is_widened {
                return None;
            }
            kinds.insert(source.word(name), format!("{kind} {declared}"));
            start = stop + 1;
        }
        at = end + 1;
    }
    let list: Vec<String> = arguments(source, open, close)
        .iter()
        .map(|name| {
            let name = source.word(name.start);
            kinds.get(name).cloned().unwrap_or_else(|| format!("int {name}"))
        })
        .collect();
    Some(list.join(", "))
}

/// Whether only the words of a declaration precede a declarator: `static const char *`, `int a(), `.
fn is_behind_a_type(source: &Source<'_>, first: usize) -> bool {
    let mut at = first;
    let mut words = 0;
    while let Some(before) = at.checked_sub(1) {
        match source.word(before) {
            "*" | "," => at = before,
            ";" | "{" | "}" | "(" => break,
            ")" => at = source.partner(before).unwrap_or(before),
            word if source.kind(before) == Some(Kind::Word) && is_of_a_type(word) => {
                words += 1;
                at = before;
            }
            _ if source.kind(before) == Some(Kind::Directive) => break,
            _ => return false,
        }
    }
    words > 0
}

/// Whether a word may be in a declaration before the name.
fn is_of_a_type(word: &str) -> bool {
    is_type_keyword(word) || !is_keyword(word)
}

fn is_attribute(word: &str) -> bool {
    word.starts_with("__") || word.chars().all(|c| c.is_ascii_uppercase() || c == '_') && !word.is_empty()
}

/// `(*)()` and `(*name)()`: whether a token is the bracket before the missing parameters.
pub(super) fn is_hollow_pointer(source: &Source<'_>, at: usize) -> bool {
    let Some(before) = at.checked_sub(1) else {
        return false;
    };
    let star = source.partner(before).filter(|_| source.word(before) == ")");
    source.word(at) == "("
        && source.partner(at) == Some(at + 1)
        && star.is_some_and(|open| source.word(open + 1) == "*" && before - open <= 3)
}

/// The bytes between the last brackets of `(int (*)()) value`, where a value begins.
pub(super) fn hollow_cast(source: &Source<'_>, place: usize) -> Option<Range<usize>> {
    let close = source.partner(place).filter(|_| source.word(place) == "(")?;
    let open = (place + 1..close).find(|&at| is_hollow_pointer(source, at))?;
    (open + 2 == close).then(|| source.range(open).end..source.start(open + 1))
}

/// The parameters of a pointer to a function, as the compiler writes its type: `void (*)(int)`.
pub(super) fn parameters(kind: &str) -> Option<&str> {
    let (_, rest) = kind.split_once("(*)(")?;
    rest.strip_suffix(')').filter(|list| !list.contains('('))
}

/// A list without `__attribute__((unused))`, which belongs to the definition.
fn without_attributes(list: &str) -> String {
    static ATTRIBUTE: LazyLock<Regex> = LazyLock::new(|| pattern(r"\s*\b__attribute__\s*\(\([^()]*\)\)"));
    ATTRIBUTE.replace_all(list, "").into_owned()
}

/// A text on one line, with single blanks.
pub(super) fn normal(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

//! Finds the name that a line declares, in the usual languages.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use unbreak_core::pattern::pattern;

use crate::code_words::{has_word, words};
use crate::lines::{indentation, line_at};

/// A function that C declares.
static PROTOTYPE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^(?:[A-Za-z_]\w*[\s*&]+)+([A-Za-z_]\w*)\s*\([^()]*\)\s*;\s*(?://.*|/\*.*)?$"));

/// The prototype of a function in a text of C.
pub(crate) fn prototype(text: &str, name: &str) -> Option<Range<usize>> {
    let form = prototype_form(&regex::escape(name));
    Some(Regex::new(&form).ok()?.find(text)?.range())
}

/// The form of a prototype with a name, which is an expression itself.
pub(crate) fn prototype_form(name: &str) -> String {
    format!(r"(?m)^[A-Za-z_][\w \t*&:<>,]*[ \t*&]{name}[ \t]*\([^;{{}}]*\)[^;{{}}()]*;")
}

/// The name that a line defines: `def total(`, `pub fn total`, `const total =`, `int total(int n) {`.
pub(crate) fn defined(line: &str) -> Option<&str> {
    static KEYWORD: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"^\s*(?:(?:export|default|pub(?:\([^)]*\))?|async|static|abstract|public|private|protected|final|unsafe|declare|extern)\s+)*(?:def|class|fn|func(?:\s*\([^)]*\))?|function\*?|struct|record|enum|trait|type|interface|const|let(?:\s+mut)?|var|static|mod|#define)\s+([A-Za-z_$][\w$]*)",
        )
    });
    static ASSIGNED: LazyLock<Regex> = LazyLock::new(|| {
        pattern(r"^\s*(?:self\.|(?:module\.)?exports\.)?([A-Za-z_]\w*)(?:\s*:[^=]+)?\s*=[^=]")
    });
    static C_FUNCTION: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"^(?:[A-Za-z_][\w<>:,]*[\s*&]+)+([A-Za-z_]\w*)\s*\([^;]*$"));
    let begins = |words: &[&str]| words.iter().any(|word| line.trim_start().starts_with(word));
    let function = || C_FUNCTION.captures(line);
    // In C these words stand before the type, elsewhere before the name.
    let may_be_type = begins(&["static ", "const ", "extern "]);
    let named = || KEYWORD.captures(line).or_else(|| ASSIGNED.captures(line));
    let found = match begins(&["return ", "else ", "if ", "for ", "while "]) {
        true => None,
        false if may_be_type && PROTOTYPE.is_match(line) => None,
        false if may_be_type => function().or_else(named),
        false => named().or_else(function),
    };
    // What has no name: `export default function (x) {`.
    let is_name = |name: &&str| !matches!(*name, "function" | "func" | "fn" | "def" | "class");
    found?.get(1).map(|name| name.as_str()).filter(is_name)
}

/// The name that a line defines or declares as a part of a type: a method, a field, a variant, a prototype.
pub(crate) fn declared(line: &str) -> Option<&str> {
    static METHOD: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"^\s+(?:(?:public|private|protected|static|async|override|readonly|get|set)\s+)*([A-Za-z_$#][\w$]*)\s*(?:<[^>]*>)?\([^()]*(?:\([^()]*\)[^()]*)*\)\s*(?::[^={]+)?\{\s*$",
        )
    });
    // Java and C++ write the type before the name of a method.
    static TYPED_METHOD: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"^\s+(?:[A-Za-z_][\w<>\[\],.?:]*[\s*&]+)+([A-Za-z_]\w*)\s*\([^()]*\)\s*(?:const\s*)?(?:noexcept\s*)?(?:override\s*)?(?:throws\s[\w.,\s]+)?\{\s*$",
        )
    });
    static FIELD: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"^\s+(?:self\.|(?:(?:pub(?:\([^)]*\))?|public|private|protected|static|readonly)\s+)*)([A-Za-z_$#][\w$]*)[?!]?\s*:\s*[^:].*[,;]?\s*$",
        )
    });
    static OWN: LazyLock<Regex> = LazyLock::new(|| pattern(r"^\s+this\.([A-Za-z_$#][\w$]*)\s*=[^=]"));
    static VARIANT: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"^\s+([A-Z]\w*)(?:\s*=\s*[^,]+|\([^()]*\))?,\s*$"));
    // C, C++ and Java write the type before the name of a field, too.
    static TYPED_FIELD: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"^\s+(?:[A-Za-z_][\w<>\[\],.:]*[\s*&]+)+([A-Za-z_]\w*)(?:\[[^\]]*\])*\s*(?:=[^=;]+)?;\s*(?://.*|/\*.*)?$",
        )
    });
    // Go separates the two by blanks only.
    static GO_FIELD: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"^\t+([A-Za-z_]\w*)\s+(?:\*|\[|map\[|chan\s|func\(|[A-Za-z_])[\w.*\[\]]*(?:\s+`[^`]*`)?(?:\s*//.*)?$",
        )
    });
    // What an interface asks for: TypeScript, Java and C++, Go. Without a type it may be a call.
    static REQUIRED: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"^\s+(?:(?:abstract|public|protected|readonly)\s+)*([A-Za-z_$][\w$]*)\??\s*(?:<[^>]*>)?\([^()]*(?:\([^()]*\)[^()]*)*\)\s*:\s*[^={]+;?\s*$",
        )
    });
    static TYPED_REQUIRED: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"^\s+(?:[A-Za-z_][\w<>\[\],?.:]*[\s*&]+)+([A-Za-z_]\w*)\s*\([^()]*\)\s*(?:const\s*)?(?:noexcept\s*)?(?:override\s*)?(?:=\s*0\s*)?(?:throws\s[\w.,\s]+)?;\s*$",
        )
    });
    static GO_REQUIRED: LazyLock<Regex> = LazyLock::new(|| {
        pattern(r"^\t+([A-Za-z_]\w*)\([^()]*\)\s+(?:\([^()]*\)|[*\[\]A-Za-z_][\w.*\[\]]*)\s*$")
    });
    let begins = |words: &[&str]| words.iter().any(|word| line.trim_start().starts_with(word));
    if begins(&[
        "return ",
        "return;",
        "case ",
        "default:",
        "if ",
        "if(",
        "for ",
        "for(",
        "while ",
        "while(",
        "switch",
        "catch",
        "else",
        "elif",
        "with(",
        "except",
        "} ",
        "new ",
        "throw ",
        "await ",
        "yield ",
        "co_",
        "goto ",
        "delete ",
        "use ",
        "defer ",
        "go ",
        "break ",
        "continue ",
        "import ",
        "raise ",
        "del ",
        "assert ",
        "global ",
        "nonlocal ",
        "package ",
        "echo ",
    ]) {
        return None;
    }
    let part = || {
        let expressions = [
            &PROTOTYPE,
            &METHOD,
            &TYPED_METHOD,
            &FIELD,
            &OWN,
            &VARIANT,
            &TYPED_FIELD,
            &GO_FIELD,
            &REQUIRED,
            &TYPED_REQUIRED,
            &GO_REQUIRED,
        ];
        expressions
            .iter()
            .find_map(|expression| expression.captures(line))
    };
    // These words stand before the type, too.
    let typed = || {
        TYPED_FIELD
            .captures(line)
            .filter(|_| begins(&["const ", "static ", "extern "]))
    };
    match typed() {
        Some(field) => field.get(1).map(|name| name.as_str()),
        None => defined(line).or_else(|| Some(part()?.get(1)?.as_str())),
    }
}

/// The line that begins the block around another one.
pub(crate) fn block_head<'t>(lines: &[&'t str], at: usize) -> Option<&'t str> {
    lines.get(block_start(lines, at)?).copied()
}

/// The line that begins the function around a line, and its index.
pub(crate) fn function_around<'t>(lines: &[&'t str], at: usize) -> Option<(&'t str, usize)> {
    const FUNCTIONS: [&str; 4] = ["def", "fn", "func", "function"];
    let mut at = at;
    loop {
        let head = block_head(lines, at)?;
        at = lines[..at].iter().rposition(|line| *line == head)?;
        let is_method = || declared(head).is_some() && head.trim_end().ends_with('{') && head.contains('(');
        if FUNCTIONS.iter().any(|word| has_word(head, word)) || head.contains("=>") || is_method() {
            return Some((head, at));
        }
        if ["class ", "interface ", "impl "]
            .iter()
            .any(|word| head.trim_start().starts_with(word))
        {
            return None;
        }
    }
}

fn block_start(lines: &[&str], at: usize) -> Option<usize> {
    let own = indentation(lines.get(at)?);
    let is_outer = |line: &&str| {
        let text = line.trim_start();
        // Python ends an indented list of parameters, or of base classes, at the margin; C begins a block there.
        let is_code = !text.is_empty()
            && text.trim_end() != "{"
            && !text.starts_with(['#', ')', '}', ']'])
            && !text.starts_with("//");
        is_code && indentation(line) < own
    };
    lines[..at].iter().rposition(is_outer)
}

/// The text that names the type which the definition at a byte belongs to: the line that begins the type around it, or
/// in Go the receiver. `None` in a function.
pub(crate) fn type_around(text: &str, at: usize) -> Option<&str> {
    let line = line_at(text, at);
    if line.starts_with("func (") {
        return receiver(line);
    }
    let before: Vec<&str> = text[..at].lines().collect();
    let head = block_head(&before, before.len().checked_sub(1)?)?;
    is_type(head).then_some(head)
}

/// The same for what a byte is in: the nearest type around it, also through its functions.
pub(crate) fn type_enclosing(text: &str, at: usize) -> Option<&str> {
    let lines: Vec<&str> = text[..at].lines().collect();
    let mut index = lines.len().checked_sub(1)?;
    loop {
        let head = lines[index];
        if head.starts_with("func (") {
            return receiver(head);
        }
        if index + 1 < lines.len() && is_type(head) {
            return Some(head);
        }
        index = block_start(&lines, index)?;
    }
}

/// What stands before the name of one of Go's methods.
fn receiver(line: &str) -> Option<&str> {
    line.split_once(')').map(|(receiver, _)| receiver)
}

/// Returns whether a line begins a type.
fn is_type(head: &str) -> bool {
    const KINDS: [&str; 6] = ["class", "interface", "trait", "impl", "record", "protocol"];
    // C names the kind of a value, too: `int total(struct shelf *shelf) {`.
    const PLAIN_KINDS: [&str; 3] = ["struct", "enum", "union"];
    let is_plain = |kind: &&str| {
        let mut places = words(head, kind);
        places.any(|at| !head[..at].replace("pub(", "").contains('(') && !head[at..].contains('('))
    };
    KINDS.iter().any(|kind| has_word(head, kind)) || PLAIN_KINDS.iter().any(is_plain)
}

/// The name of the type that a line begins, or that a receiver has.
pub(crate) fn type_name(head: &str) -> Option<&str> {
    static IMPL: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"^\s*(?:unsafe\s+)?impl\b(?:<[^{]*?>)?\s+(?:[^{]*\sfor\s+)?(?:&(?:mut\s+)?|dyn\s+)*(?:\w+::)*(\w+)",
        )
    });
    static RECEIVER: LazyLock<Regex> = LazyLock::new(|| pattern(r"^func \((?:\w+\s+)?\*?(\w+)"));
    static STRUCT: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"^\s*(?:\w+\s+)*(?:class|struct|enum|union|interface|record|protocol|trait)\s+([A-Za-z_$][\w$]*)",
        )
    });
    static GO_TYPE: LazyLock<Regex> = LazyLock::new(|| pattern(r"^\s*type\s+(\w+)\s"));
    let expressions = [&IMPL, &RECEIVER, &STRUCT, &GO_TYPE];
    let found = expressions
        .iter()
        .find_map(|expression| expression.captures(head));
    found?.get(1).map(|name| name.as_str())
}

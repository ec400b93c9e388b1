//! Changes that are all valid syntax, where only the meaning decides which was intended.
//!
//! `(a + b / 2` may be closed at the end or before the division, and `f(a + b` before the sum. Between `width`
//! and `height` any operator may be missing, and behind `=` any value.

use std::ops::Range;

use unbreak_core::Edit;

use crate::search_evidence::{RESERVED, words};

/// Operators with two operands, the longest first, and how tightly they bind. What languages disagree about
/// (bits and comparisons) has Python's order.
const OPERATORS: &[(&str, u8)] = &[
    ("===", 3),
    ("!==", 3),
    (">>>", 7),
    ("**", 10),
    ("//", 9),
    ("<<", 7),
    (">>", 7),
    ("==", 3),
    ("!=", 3),
    ("<=", 3),
    (">=", 3),
    ("&&", 2),
    ("||", 1),
    ("and", 2),
    ("or", 1),
    ("in", 3),
    ("is", 3),
    ("|", 4),
    ("^", 5),
    ("&", 6),
    ("<", 3),
    (">", 3),
    ("+", 8),
    ("-", 8),
    ("*", 9),
    ("/", 9),
    ("%", 9),
];

/// Binds tighter than every operator with two operands.
const PREFIX: u8 = 11;

/// Words that a value follows.
const BEFORE_VALUES: &[&str] = &[
    "and", "assert", "await", "case", "else", "if", "in", "is", "not", "or", "raise", "return", "throw",
    "while", "yield",
];

/// Words whose bracket holds a whole condition, except in Python.
const BEFORE_CONDITIONS: &[&str] = &["catch", "for", "if", "switch", "while"];

/// Endings of files whose compiler wants every name declared, and of a type that fits.
const READ_BY_TYPES: [&str; 8] = ["c", "h", "cc", "cpp", "hpp", "cxx", "java", "go"];

/// Returns whether one of the edits decides something that only the meaning determines: the content of a
/// bracket, a missing operator, a value. The text is that of the first edit's file; edits of other
/// files are ignored.
pub(crate) fn is_one_of_several(edits: &[Edit], text: &str) -> bool {
    let Some(first) = edits.first() else {
        return false;
    };
    let decides = |edit: &Edit| {
        may_close_elsewhere(edit, text)
            || joins_operands(edit, text)
            || calls(edit, text)
            || makes_up(edit, text)
            || passes_constant(edit, text)
            || drops_argument(edit, text)
            || removes_statement(edit, text)
    };
    edits.iter().filter(|edit| edit.file == first.file).any(decides)
}

/// Names of no value.
const NOTHING: [&str; 6] = ["NULL", "None", "nil", "null", "nullptr", "undefined"];

/// Returns whether an edit does nothing but close a bracket, and another place would group the operands differently.
fn may_close_elsewhere(edit: &Edit, text: &str) -> bool {
    let is_closing = edit.original.is_empty() && matches!(edit.replacement.trim(), ")" | "]");
    let at = edit.range.start;
    let open = is_closing.then(|| opener(text, at)).flatten();
    open.is_some_and(|open| {
        let expression = Expression::of(text, open, at);
        match introduced(text, open, edit.file.extension() == "py") {
            Introduced::Condition | Introduced::Statement => false,
            Introduced::Arguments => !expression.binds.is_empty(),
            Introduced::Group(before) => expression.groups_differently(before),
        }
    })
}

/// Returns whether an edit takes a value out of the brackets behind a name: the definition may be what lost its
/// parameter.
fn drops_argument(edit: &Edit, text: &str) -> bool {
    let is_dropped = edit.replacement.trim().is_empty() && edit.original.contains(is_part);
    let open = is_dropped.then(|| opener(text, edit.range.start)).flatten();
    open.filter(|&open| text[open..].starts_with('('))
        .is_some_and(|open| {
            let introduced = introduced(text, open, edit.file.extension() == "py");
            matches!(introduced, Introduced::Arguments | Introduced::Statement)
        })
}

/// Returns whether an edit only writes an operator between two operands: nothing determines which one is missing.
fn joins_operands(edit: &Edit, text: &str) -> bool {
    let written = edit.replacement.trim();
    let head = before(text, edit.range.start);
    let behind = behind(text, edit.range.end);
    let is_sign = match written {
        "*" => !is_product(edit, head, behind),
        "," | ";" => is_value(head) && is_lone(behind) && opener(text, edit.range.start).is_none(),
        "in" if heads_a_loop(edit, head) => false,
        // A compiler knows whether what stands before it has such a member.
        "." if edit.file.extension() == "rs" || READ_BY_TYPES.contains(&edit.file.extension()) => false,
        written => written == "." || OPERATORS.iter().any(|(operator, _)| *operator == written),
    };
    edit.original.trim().is_empty()
        && is_sign
        && ends_operand(head)
        && behind.starts_with(|c| is_operand(c) || c == '(')
}

/// Returns whether a place lies between the name and the values of a loop, where no operator stands. Scripts have `of` for
/// that, too.
fn heads_a_loop(edit: &Edit, head: &str) -> bool {
    const SCRIPTS: [&str; 6] = ["cjs", "js", "jsx", "mjs", "ts", "tsx"];
    let mut words = head.split_whitespace();
    words.any(|word| word == "for")
        && words.next().is_some()
        && !head.contains('{')
        && !words.any(|word| word == "in")
        && !SCRIPTS.contains(&edit.file.extension())
}

/// Returns whether two adjacent operands are a product in mathematical notation: with a number or a
/// bracket, and in C, where otherwise only declarations look like this.
fn is_product(edit: &Edit, head: &str, behind: &str) -> bool {
    let has_number = last_word(head).starts_with(|c: char| c.is_ascii_digit());
    has_number || behind.starts_with('(') || READ_BY_TYPES.contains(&edit.file.extension())
}

/// Returns whether an edit makes a call of two adjacent names, the first of which the file never calls.
fn calls(edit: &Edit, text: &str) -> bool {
    let argument = edit.original.trim();
    let callee = last_word(before(text, edit.range.start));
    let is_call = edit
        .replacement
        .trim()
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'));
    let is_known = || text.contains(&format!("{callee}(")) || callee == "print";
    !argument.is_empty()
        && argument.chars().all(is_part)
        && is_call == Some(argument)
        && !callee.is_empty()
        && !is_known()
}

/// Returns whether an edit only passes a constant as one more argument: a parameter does not determine the value.
fn passes_constant(edit: &Edit, text: &str) -> bool {
    let value = edit.replacement.trim().strip_prefix(',').map(str::trim_start);
    let is_constant = |value: &str| {
        let is_empty_text = matches!(value, "\"\"" | "''");
        is_empty_text || NOTHING.contains(&value) || value.starts_with(|c: char| c.is_ascii_digit())
    };
    edit.original.is_empty()
        && value.is_some_and(is_constant)
        && behind(text, edit.range.end).starts_with(')')
}

/// Returns whether an edit writes a value where an operator waits for one, or lets it have the next statement, in a
/// language whose reader takes any name. What counts counts by one.
fn makes_up(edit: &Edit, text: &str) -> bool {
    let written = edit.replacement.trim();
    let head = before(text, edit.range.start);
    let is_waiting =
        head.ends_with(|c: char| "=+-*/%<>!&|^?,".contains(c)) || BEFORE_VALUES.contains(&last_word(head));
    let is_ended = |rest: &str| rest.is_empty() || rest.starts_with([';', ')', ']', '}', ',']);
    let fills = match (edit.original.trim(), written) {
        (";", "") => true,
        ("", written) => {
            !written.is_empty() && written.chars().all(is_part) && is_ended(behind(text, edit.range.end))
        }
        _ => false,
    };
    let counts = written == "1" && (head.ends_with("+=") || head.ends_with("-="));
    fills && is_waiting && !counts && !READ_BY_TYPES.contains(&edit.file.extension())
}

/// Returns whether an edit removes a whole statement with a name that is nowhere else.
fn removes_statement(edit: &Edit, text: &str) -> bool {
    let removed = edit.original.trim();
    let is_statement = removed.ends_with(';') && !removed.starts_with("//");
    let is_lost = |word: &str| {
        let is_name = word.starts_with(char::is_alphabetic) && !RESERVED.contains(&word);
        is_name && words(text).filter(|other| *other == word).count() == 1
    };
    edit.replacement.trim().is_empty() && is_statement && words(removed).any(is_lost)
}

/// The text behind a byte on its line, without leading blanks.
fn behind(text: &str, at: usize) -> &str {
    let line = &text[at..];
    line[..line.find('\n').unwrap_or(line.len())].trim()
}

fn is_operand(c: char) -> bool {
    is_part(c) || matches!(c, '"' | '\'')
}

fn ends_operand(text: &str) -> bool {
    let is_end = |c| is_operand(c) || matches!(c, ')' | ']');
    text.ends_with(is_end) && !BEFORE_VALUES.contains(&last_word(text))
}

/// Returns whether a line up to here is about a value that is given to something.
fn is_value(head: &str) -> bool {
    head.trim_start().starts_with("return ") || head.contains('=')
}

/// Returns whether nothing but one operand is there, up to the end of its statement.
fn is_lone(behind: &str) -> bool {
    behind.trim_end_matches([';', '}', ' ']).chars().all(is_operand)
}

/// The text before an open bracket.
enum Introduced {
    /// `if`, `while`: the bracket holds everything up to the block.
    Condition,
    /// A callee whose value nothing uses, or a declaration.
    Statement,
    /// A callee or a sequence whose value is used.
    Arguments,
    /// An operator that binds so tightly, or nothing: the bracket only groups.
    Group(Option<u8>),
}

fn introduced(text: &str, open: usize, is_python: bool) -> Introduced {
    let before = before(text, open);
    let word = last_word(before);
    if !is_python && BEFORE_CONDITIONS.contains(&word) {
        return Introduced::Condition;
    }
    let is_callee = before.ends_with([')', ']']) || !word.is_empty() && !BEFORE_VALUES.contains(&word);
    if !is_callee {
        return Introduced::Group(bind_at_end(before));
    }
    let head = without_callee(before).trim_end();
    let is_value = head.ends_with(|c: char| "=+-*/%<>!&|^?([,".contains(c));
    match is_value || BEFORE_VALUES.contains(&last_word(head)) {
        true => Introduced::Arguments,
        false => Introduced::Statement,
    }
}

/// The text before a byte on its line, without trailing blanks.
fn before(text: &str, at: usize) -> &str {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    text[start..at].trim_end()
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$')
}

fn last_word(text: &str) -> &str {
    &text[text.trim_end_matches(is_part).len()..]
}

/// The precedence of the operator that a text ends with.
fn bind_at_end(text: &str) -> Option<u8> {
    let word = last_word(text);
    let found = match word {
        "" => OPERATORS.iter().find(|(operator, _)| text.ends_with(operator)),
        word => OPERATORS.iter().find(|(operator, _)| *operator == word),
    };
    let (operator, bind) = found?;
    let has_operand = ends_operand(text[..text.len() - operator.len()].trim_end());
    Some(if has_operand { *bind } else { PREFIX })
}

/// A text without the names, dots and brackets that it ends with.
fn without_callee(text: &str) -> &str {
    let mut rest = text;
    loop {
        let shorter = match rest.chars().next_back() {
            Some(c) if is_part(c) || matches!(c, '.' | ':') => {
                rest.trim_end_matches(|c| is_part(c) || ".:".contains(c))
            }
            Some(')' | ']') => match opener(rest, rest.len() - 1) {
                Some(open) => &rest[..open],
                None => return rest,
            },
            Some('>') if rest.ends_with("->") => &rest[..rest.len() - 2],
            _ => return rest,
        };
        rest = shorter;
    }
}

/// The bracket on the same line that is open at a byte.
fn opener(text: &str, at: usize) -> Option<usize> {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let mut open = Vec::new();
    let mut rest = start;
    while rest < at {
        let skipped = quoted(&text[rest..at]);
        let c = text[rest..].chars().next()?;
        match c {
            _ if skipped > 0 => {}
            '(' | '[' => open.push(rest),
            ')' | ']' => drop(open.pop()),
            _ => {}
        }
        rest += skipped.max(c.len_utf8());
    }
    open.pop()
}

/// The length of the quoted text that begins here, if it ends on the line.
fn quoted(text: &str) -> usize {
    let Some(quote) = text.chars().next().filter(|c| matches!(c, '"' | '\'' | '`')) else {
        return 0;
    };
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '\n' => return 0,
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    0
}

/// The operators between the operands from an open bracket to the end of its line.
struct Expression {
    /// The precedence of each operator.
    binds: Vec<u8>,
    /// The number of operators before the place where the bracket is closed.
    inside: usize,
    is_list: bool,
}

impl Expression {
    /// Reads the text behind a bracket that is closed at a byte; for a list its last element.
    fn of(text: &str, open: usize, close: usize) -> Self {
        let mut read = Self {
            binds: Vec::new(),
            inside: 0,
            is_list: false,
        };
        let mut at = open + 1;
        let mut has_operand = false;
        while let Some(Range { start, end }) = token(text, at) {
            let word = &text[start..end];
            let bind = OPERATORS.iter().find(|(operator, _)| *operator == word);
            match bind {
                Some((_, bind)) if has_operand => {
                    read.binds.push(*bind);
                    read.inside += usize::from(start < close);
                    has_operand = false;
                }
                Some(_) => {}
                None if start < close && matches!(word, "," | "=") => {
                    (read.binds, read.inside) = (Vec::new(), 0);
                    read.is_list |= word == ",";
                    has_operand = false;
                }
                None if ENDS.contains(&word) => break,
                None => has_operand |= !matches!(word, "!" | "~" | "not" | "new"),
            }
            at = end;
        }
        read
    }

    /// Returns whether a grouping bracket behind an operator could be closed elsewhere with another meaning. A
    /// bracket around one operand is nothing that anyone writes.
    fn groups_differently(&self, before: Option<u8>) -> bool {
        let has_point = |inside: usize| {
            let loosest = self.binds[..inside].iter().min();
            let next = self.binds.get(inside);
            loosest.is_some_and(|loosest| next > Some(loosest) || before >= Some(*loosest))
        };
        let all = self.binds.len();
        let own = has_point(self.inside).then_some(self.inside);
        let mut meanings = (1..=all)
            .filter(|&inside| has_point(inside) || inside == all)
            .map(|inside| has_point(inside).then_some(inside));
        !self.is_list && meanings.any(|meaning| meaning != own)
    }
}

/// Tokens behind which something else begins.
const ENDS: &[&str] = &[
    ")", "]", "}", "{", ";", ":", "?", ",", "=", "=>", "if", "else", "for", "as", "then", "do",
];

/// The next token of the line: a word, an operator, a quoted text, or brackets with their content.
fn token(text: &str, from: usize) -> Option<Range<usize>> {
    let line = &text[from..];
    let line = &line[..line.find('\n').unwrap_or(line.len())];
    let start = from + (line.len() - line.trim_start().len());
    let rest = line.trim_start();
    let is_comment = rest.starts_with('#') || rest.starts_with("/*");
    let first = rest.chars().next().filter(|_| !is_comment)?;
    let length = match first {
        '(' | '[' => rest.len().min(group(rest)),
        c if is_part(c) => {
            let is_in_name = |c: char| is_part(c) || c == '.';
            rest.len() - rest.trim_start_matches(is_in_name).len()
        }
        _ if quoted(rest) > 0 => quoted(rest),
        _ => ["=>", "->", "::", "++", "--"]
            .into_iter()
            .chain(OPERATORS.iter().map(|(operator, _)| *operator))
            .find(|operator| rest.starts_with(operator))
            .map_or(first.len_utf8(), str::len),
    };
    Some(start..start + length)
}

/// The length of a bracket with its content; without a closing bracket, of the bracket alone.
fn group(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let skipped = quoted(&text[at..]);
        match c {
            _ if skipped > 0 => {}
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ => {}
        }
        at += skipped.max(c.len_utf8());
        if depth == 0 {
            return at;
        }
    }
    1
}

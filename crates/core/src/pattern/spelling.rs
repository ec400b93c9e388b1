//! How an expression is written. The build script checks expressions with it.

/// The meaning of each class here. Square brackets nest, so it may stand within a class, too.
const CLASSES: [(&str, &str); 6] = [
    (r"\w", r"[0-9A-Za-z_\x{80}-\x{10FFFF}]"),
    (r"\W", r"[^0-9A-Za-z_\x{80}-\x{10FFFF}]"),
    (r"\d", "[0-9]"),
    (r"\s", r"[ \t\n\r\x0B\x0C]"),
    (r"\S", r"[^ \t\n\r\x0B\x0C]"),
    (r"\b", r"(?-u:\b)"),
];

/// The expression with its classes written out.
#[must_use]
pub fn in_ascii(text: &str) -> String {
    let ignores_case = text.contains("(?i");
    let mut written = String::with_capacity(text.len() * 2);
    let mut rest = text;
    while let Some(at) = rest.find(['\\', '[']) {
        let (before, found) = rest.split_at(at);
        written.push_str(before);
        let is_class = found.starts_with('[');
        let length = match is_class {
            true if ignores_case => class_length(found),
            true => 1,
            false => escape_length(found),
        };
        let (found, after) = found.split_at(length);
        let meaning = match is_class {
            true => with_meanings(found),
            false => meaning(found).to_owned(),
        };
        let is_plain = ignores_case
            && match is_class {
                true => has_no_case(found),
                false => meaning.starts_with('['),
            };
        match is_plain {
            true => written.extend(["(?-i:", &meaning, ")"]),
            false => written.push_str(&meaning),
        }
        rest = after;
    }
    written.push_str(rest);
    written
}

/// The meaning of an escape here.
fn meaning(escape: &str) -> &str {
    let class = CLASSES.iter().find(|(class, _)| *class == escape);
    class.map_or(escape, |(_, meaning)| meaning)
}

/// A class with the meanings of the escapes in it.
fn with_meanings(class: &str) -> String {
    let mut written = String::new();
    let mut rest = class;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        let (escape, after) = escape.split_at(escape_length(escape));
        written.extend([before, meaning(escape)]);
        rest = after;
    }
    written + rest
}

/// The length of the escape at the start of a text.
fn escape_length(text: &str) -> usize {
    1 + text[1..].chars().next().map_or(0, char::len_utf8)
}

/// The length of the class in square brackets at the start of a text; 1 where it holds another one or does not
/// end.
fn class_length(text: &str) -> usize {
    let mut at = 1;
    at += usize::from(text[at..].starts_with('^'));
    at += usize::from(text[at..].starts_with(']'));
    while let Some(next) = text[at..].find(['\\', '[', ']']) {
        at += next;
        match text.as_bytes()[at] {
            b'\\' => at += escape_length(&text[at..]),
            b']' => return at + 1,
            _ => return 1,
        }
    }
    1
}

/// Returns whether a class consists of characters that have no other case, and of classes that hold both.
fn has_no_case(class: &str) -> bool {
    let mut chars = class.chars();
    class.len() > 1
        && class.is_ascii()
        && std::iter::from_fn(|| {
            chars.next().map(|c| match c {
                '\\' => chars
                    .next()
                    .is_some_and(|c| !matches!(c, 'p' | 'P' | 'x' | 'u' | 'U')),
                c => !c.is_ascii_alphabetic(),
            })
        })
        .all(|is_plain| is_plain)
}

/// The longest run of words in an expression that is in every match: outside its groups and
/// classes, and not followed by an operator that makes it optional. Empty if there is none. `%` and the character
/// after it stand for something else, as a backslash does.
pub fn literal(spelled: &str) -> &str {
    const BEYOND: [&str; 6] = ["(?i)", "(?x", r"\p", r"\P", r"\x", r"\u"];
    if BEYOND.iter().any(|words| spelled.contains(words)) {
        return "";
    }
    let mut longest = "";
    let (mut start, mut groups, mut in_class) = (0, 0_usize, false);
    let mut chars = spelled.char_indices().chain([(spelled.len(), '$')]);
    while let Some((at, c)) = chars.next() {
        if c.is_ascii_alphabetic() || c == ' ' {
            continue;
        }
        if groups == 0 && !in_class {
            if c == '|' {
                return "";
            }
            let may_be_left_out = matches!(c, '?' | '*' | '{');
            let end = at - usize::from(may_be_left_out && at > start);
            if end - start > longest.len() {
                longest = &spelled[start..end];
            }
        }
        let is_escape = matches!(c, '%' | '\\');
        start = at
            + if is_escape && chars.next().is_some() {
                2
            } else {
                c.len_utf8()
            };
        match c {
            '[' => in_class = true,
            ']' => in_class = false,
            '(' if !in_class => groups += 1,
            ')' if !in_class => groups = groups.saturating_sub(1),
            _ => {}
        }
    }
    longest
}

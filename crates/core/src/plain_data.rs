//! Texts that are nearly JSON or TOML: with values or comments that these do not have.

/// The text with the words `True` and `False` outside of strings in small letters.
pub fn with_small_literals(text: &str) -> String {
    let mut found = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = match c {
            '"' | '\'' => quoted(rest, c),
            c if is_word(c) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        match token {
            "True" | "False" => found.push_str(&token.to_lowercase()),
            token => found.push_str(token),
        }
        rest = after;
    }
    found
}

/// The length of the string that begins here; it ends with its line at the latest.
fn quoted(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '\n' => return at,
            c if c == quote && !is_escaped => return at + 1,
            _ => is_escaped = c == '\\' && !is_escaped,
        }
    }
    text.len()
}

/// The text without comments of JavaScript outside of strings.
pub fn without_comments(text: &str) -> String {
    without(text, |rest| {
        let end = match rest.get(..2) {
            Some("//") => rest.find('\n'),
            Some("/*") => rest.find("*/").map(|end| end + 2),
            _ => return None,
        };
        Some(end.unwrap_or(rest.len()))
    })
}

/// The text without white space outside of strings.
pub fn without_space(text: &str) -> String {
    without(text, |rest| {
        let end = rest.len() - rest.trim_start().len();
        (end > 0).then_some(end)
    })
}

/// The text without the parts, outside of strings in double quotes, whose lengths `skipped` gives.
fn without(text: &str, skipped: impl Fn(&str) -> Option<usize>) -> String {
    let mut found = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let left_out = if c == '"' { None } else { skipped(rest) };
        let length = match c {
            '"' => quoted(rest, c),
            c => left_out.unwrap_or(c.len_utf8()),
        };
        let (token, after) = rest.split_at(length);
        found.push_str(if left_out.is_none() { token } else { "" });
        rest = after;
    }
    found
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

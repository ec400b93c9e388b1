//! YAML in block style: the line that has the key is found by its indentation.

use super::Change;

/// Mappings alone are followed; a key within a list, or in braces, is not found.
pub(super) fn apply(text: &str, key: &[String], change: &Change) -> Option<String> {
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let (last, path) = key.split_last()?;
    let (mut start, mut end, mut indent) = (0, lines.len(), 0);
    for name in path {
        let at = line_of(&lines, start, end, indent, name)?;
        if !value_of(lines[at]).is_empty() {
            return None;
        }
        end = block_end(&lines, at, end);
        start = at + 1;
        indent = indentation(lines[start..end].iter().find(|line| !is_blank(line))?);
    }
    let mut written: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
    match (change, line_of(&lines, start, end, indent, last)) {
        (Change::Set(value), Some(at)) => {
            let block = block_end(&lines, at, end);
            let line = lines[at];
            let head = &line[..line.find(':')? + 1];
            let comment = comment_of(line).map(|comment| format!(" {comment}"));
            let text = format!("{head} {}{}{newline}", plain(value)?, comment.unwrap_or_default());
            written.splice(at..block, [text]);
        }
        (Change::Set(value), None) => {
            let blank = lines[start..end]
                .iter()
                .rev()
                .take_while(|line| is_blank(line))
                .count();
            let line = format!("{}{last}: {}{newline}", " ".repeat(indent), plain(value)?);
            if let Some(before) = written.get_mut((end - blank).wrapping_sub(1))
                && !before.ends_with('\n')
            {
                before.push_str(newline);
            }
            written.insert(end - blank, line);
        }
        (Change::Rename(new), Some(at)) => written[at] = lines[at].replacen(last.as_str(), new, 1),
        (Change::Remove, Some(at)) => {
            let block = block_end(&lines, at, end);
            written.drain(at..block);
        }
        (Change::Add(_), _) | (_, None) => return None,
    }
    Some(written.concat())
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

fn is_blank(line: &str) -> bool {
    let line = line.trim();
    line.is_empty() || line.starts_with('#')
}

fn line_of(lines: &[&str], start: usize, end: usize, indent: usize, name: &str) -> Option<usize> {
    (start..end).find(|&at| {
        let line = lines[at];
        let key = line.trim_start().split(':').next().unwrap_or_default();
        indentation(line) == indent
            && !is_blank(line)
            && line.contains(':')
            && key.trim_matches(['"', '\'']) == name
    })
}

fn value_of(line: &str) -> &str {
    let value = line.split_once(':').map_or("", |(_, value)| value);
    let value = value.split(" #").next().unwrap_or_default().trim();
    if value.starts_with('#') { "" } else { value }
}

fn comment_of(line: &str) -> Option<&str> {
    line.find(" #").map(|at| line[at..].trim())
}

/// The first line after what belongs to a key. A list may stand as far left as its key.
fn block_end(lines: &[&str], at: usize, end: usize) -> usize {
    let own = indentation(lines[at]);
    let is_inside = |line: &str| {
        is_blank(line)
            || indentation(line) > own
            || indentation(line) == own && line.trim_start().starts_with("- ")
    };
    let after = (at + 1..end).find(|&next| !is_inside(lines[next])).unwrap_or(end);
    let blank = lines[at + 1..after]
        .iter()
        .rev()
        .take_while(|line| is_blank(line))
        .count();
    after - blank
}

fn plain(value: &toml::Value) -> Option<String> {
    match value {
        toml::Value::String(text) => Some(scalar(text)),
        toml::Value::Integer(_) | toml::Value::Float(_) | toml::Value::Boolean(_) => Some(value.to_string()),
        _ => None,
    }
}

/// Quoted where YAML would read something else than a text.
fn scalar(text: &str) -> String {
    let is_plain = !text.is_empty()
        && text
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '/' | ' '))
        && text.starts_with(|c: char| c.is_alphabetic())
        && !text.ends_with(' ')
        && !matches!(
            text.to_lowercase().as_str(),
            "true" | "false" | "null" | "yes" | "no" | "on" | "off"
        );
    match is_plain {
        true => text.to_owned(),
        false => format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")),
    }
}

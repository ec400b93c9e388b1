//! INI: sections, and lines of `name = value`.

use super::{Change, may_enter};

/// What further lines of a value begin with.
const INDENT: &str = "    ";

/// The key is a section and a name, or a name before the first section.
pub(super) fn apply(text: &str, key: &[String], change: &Change) -> Option<String> {
    let (section, name) = match key {
        [name] => (None, name),
        [section, name] => (Some(section.as_str()), name),
        _ => return None,
    };
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let (start, end) = bounds(&lines, section)?;
    let behind = |at: usize| {
        let mut further = at + 1..end;
        further.find(|&next| !is_continued(lines[next])).unwrap_or(end)
    };
    let place = (start..end).find(|&at| name_of(lines[at]) == Some(name.as_str()));
    let blank = lines[start..end]
        .iter()
        .rev()
        .take_while(|line| line.trim().is_empty());
    let last_line = end - blank.count();
    let mut written: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
    match (change, place) {
        (Change::Set(value), Some(at)) => {
            let after = behind(at);
            let line = lines[at];
            let separator = line.find(['=', ':'])? + 1;
            let gap = line[separator..].len() - line[separator..].trim_start_matches(' ').len();
            let head = &line[..separator + gap];
            written.splice(at..after, [format!("{head}{}{newline}", plain(value)?)]);
        }
        (Change::Set(value), None) => {
            let line = format!("{name} = {}", plain(value)?);
            insert_line(&mut written, last_line, &line, newline);
        }
        (Change::Rename(new), Some(at)) => {
            written[at] = lines[at].replacen(name.as_str(), new, 1);
        }
        (Change::Remove, Some(at)) => {
            let after = behind(at);
            written.drain(at..after);
        }
        (Change::Add(text), Some(at)) => {
            let after = behind(at);
            let first = lines[at].split_once(['=', ':']).map_or("", |(_, value)| value);
            let listed = lines[at + 1..after].iter().copied().chain([first]);
            if !may_enter(text, listed.map(str::trim)) {
                return None;
            }
            let indent = match lines[at + 1..after].last() {
                Some(last) => &last[..last.len() - last.trim_start().len()],
                None => INDENT,
            };
            insert_line(&mut written, after, &format!("{indent}{text}"), newline);
        }
        (Change::Add(text), None) => {
            let list = format!("{name} ={newline}{INDENT}{text}");
            insert_line(&mut written, last_line, &list, newline);
        }
        (_, None) => return None,
    }
    Some(written.concat())
}

/// Inserts a line; the last line of a file has no line break if there was none.
fn insert_line(lines: &mut Vec<String>, at: usize, line: &str, newline: &str) {
    let is_open = at.checked_sub(1).and_then(|before| lines.get_mut(before));
    match is_open.filter(|before| !before.ends_with('\n')) {
        Some(before) => {
            before.push_str(newline);
            lines.insert(at, line.to_owned());
        }
        None => lines.insert(at, format!("{line}{newline}")),
    }
}

/// The lines of a section, without its heading.
fn bounds(lines: &[&str], section: Option<&str>) -> Option<(usize, usize)> {
    let heading = |line: &str| {
        let line = line.trim();
        line.strip_prefix('[')?.strip_suffix(']').map(str::to_owned)
    };
    let start = match section {
        None => 0,
        Some(name) => {
            lines
                .iter()
                .position(|line| heading(line).as_deref() == Some(name))?
                + 1
        }
    };
    let length = lines[start..].iter().position(|line| heading(line).is_some());
    Some((start, length.map_or(lines.len(), |length| start + length)))
}

fn name_of(line: &str) -> Option<&str> {
    let is_plain = !line.starts_with([' ', '\t', '#', ';']);
    is_plain.then(|| line.split(['=', ':']).next().unwrap_or_default().trim())
}

fn is_continued(line: &str) -> bool {
    line.starts_with([' ', '\t']) && !line.trim().is_empty()
}

fn plain(value: &toml::Value) -> Option<String> {
    match value {
        toml::Value::String(text) => Some(text.clone()),
        toml::Value::Integer(_) | toml::Value::Float(_) | toml::Value::Boolean(_) => Some(value.to_string()),
        _ => None,
    }
}

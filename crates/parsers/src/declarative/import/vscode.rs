//! Problem matchers of VS Code (its documentation: "Defining a problem matcher").

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde_json::Value;
use unbreak_core::Severity;

use super::{Imported, as_id, blank, finish, javascript};
use crate::GrammarError;
use crate::format::grammar::captured::Field;
use crate::format::grammar::file::{BlockTable, File, LineTable, OneOrMore, PartTable, PartText};

/// Converts the definitions in a `tasks.json` or a `package.json`, or one or several matchers alone.
///
/// # Errors
/// When there is no matcher, or one uses something without an equivalent: look-around and
/// back-references in its patterns, or a pattern that the file does not define.
pub fn from_vscode(text: &str, name: &str) -> Result<Vec<Imported>, GrammarError> {
    let value: Value = serde_json::from_str(&without_comments(text))
        .map_err(|error| GrammarError::new(format!("it is not JSON: {error}")))?;
    let mut found = Found::default();
    found.collect(&value);
    if found.matchers.is_empty() {
        return Err(GrammarError::new("it defines no problem matcher"));
    }
    let single = found.matchers.len() == 1;
    let convert = |(number, matcher): (usize, &Matcher)| {
        let own = matcher.name.as_deref().or(matcher.owner.as_deref());
        let id = match own {
            _ if single && matcher.name.is_none() => as_id(name),
            Some(own) => as_id(own),
            None => as_id(&format!("{name}-{}", number + 1)),
        };
        matcher
            .convert(&id, &found.patterns)
            .map_err(|error| error.within(&id))
    };
    found.matchers.iter().enumerate().map(convert).collect()
}

/// The matchers of a file, and the patterns that they may name.
#[derive(Default)]
struct Found {
    matchers: Vec<Matcher>,
    patterns: BTreeMap<String, Value>,
}

impl Found {
    /// Collects `problemMatchers`, `problemMatcher` and `problemPatterns` at any depth.
    fn collect(&mut self, value: &Value) {
        match value {
            Value::Array(items) => items.iter().for_each(|item| self.collect(item)),
            Value::Object(object) if object.contains_key("pattern") || object.contains_key("base") => {
                self.matchers.extend(serde_json::from_value(value.clone()));
            }
            Value::Object(object) => {
                for (key, inner) in object {
                    if key == "problemPatterns" {
                        self.name_patterns(inner);
                    } else {
                        self.collect(inner);
                    }
                }
            }
            _ => {}
        }
    }

    fn name_patterns(&mut self, patterns: &Value) {
        for pattern in patterns.as_array().into_iter().flatten() {
            let Some(name) = pattern.get("name").and_then(Value::as_str) else {
                continue;
            };
            let lines = pattern.get("patterns").unwrap_or(pattern);
            self.patterns.insert(name.to_owned(), lines.clone());
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Matcher {
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    label: Option<String>,
    #[serde(default)]
    owner: Option<String>,
    #[serde(default)]
    severity: Option<String>,
    #[serde(default)]
    base: Option<String>,
    #[serde(default)]
    pattern: Value,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

/// One line of a pattern; omitted values have the documented defaults.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Pattern {
    regexp: String,
    #[serde(default)]
    kind: Option<String>,
    #[serde(default)]
    file: Option<usize>,
    #[serde(default)]
    location: Option<usize>,
    #[serde(default)]
    line: Option<usize>,
    #[serde(default, alias = "character")]
    column: Option<usize>,
    #[serde(default)]
    end_line: Option<usize>,
    #[serde(default, alias = "endCharacter")]
    end_column: Option<usize>,
    #[serde(default)]
    severity: Option<usize>,
    #[serde(default)]
    code: Option<usize>,
    #[serde(default)]
    message: Option<usize>,
    #[serde(default, rename = "loop")]
    repeats: bool,
}

impl Matcher {
    fn convert(&self, id: &str, named: &BTreeMap<String, Value>) -> Result<Imported, GrammarError> {
        if let Some(base) = &self.base {
            return Err(GrammarError::new(format!(
                "it is based on '{base}', which the file does not define"
            )));
        }
        let summary = self.label.clone().or_else(|| self.name.clone());
        let mut file = blank(id, summary.unwrap_or_else(|| format!("the problem matcher {id}")));
        file.severity = Some(match self.severity.as_deref() {
            Some("warning") => Severity::Warning,
            Some("info") => Severity::Info,
            _ => Severity::Error,
        });
        let patterns = patterns(&self.pattern, named)?;
        add(&mut file, &patterns)?;
        file.needs_file = Some(patterns.iter().any(|pattern| pattern.file.is_some()));
        let meaningless = ["background", "watching", "applyTo", "fileLocation", "source"];
        let notes = meaningless.iter().filter(|key| self.rest.contains_key(**key));
        let notes = notes.map(|key| format!("'{key}' has no meaning here and was left out"));
        finish(file, notes.collect())
    }
}

fn patterns(value: &Value, named: &BTreeMap<String, Value>) -> Result<Vec<Pattern>, GrammarError> {
    let value = match value {
        Value::String(name) => named.get(name.trim_start_matches('$')).ok_or_else(|| {
            GrammarError::new(format!(
                "it names the pattern '{name}', which the file does not define"
            ))
        })?,
        value => value,
    };
    let lines = match value {
        Value::Array(lines) => lines.clone(),
        line => vec![line.clone()],
    };
    let read = |line| {
        serde_json::from_value::<Pattern>(line)
            .map_err(|error| GrammarError::new(format!("its pattern: {error}")))
    };
    let mut patterns = lines.into_iter().map(read).collect::<Result<Vec<_>, _>>()?;
    if let [only] = &mut patterns[..] {
        only.complete();
    }
    Ok(patterns)
}

impl Pattern {
    /// The groups that a pattern of one line has when it names none, as far as there are such groups
    /// and nothing else is in them.
    fn complete(&mut self) {
        let translated = javascript::translate(&self.regexp).unwrap_or_default();
        let most = regex_syntax::parse(&translated).map_or(0, |hir| hir.properties().explicit_captures_len());
        let taken: BTreeSet<usize> = self.groups().into_values().collect();
        let free = |group: usize| (group <= most && !taken.contains(&group)).then_some(group);
        let whole_file = self.location.is_some() || self.kind.as_deref() == Some("file");
        self.file = self.file.or_else(|| free(1));
        self.message = self.message.or(Some(0));
        if !whole_file {
            self.line = self.line.or_else(|| free(2));
            self.column = self.column.or_else(|| free(3));
        }
    }

    fn groups(&self) -> BTreeMap<Field, usize> {
        let groups = [
            (Field::File, self.file),
            (Field::Place, self.location),
            (Field::Line, self.line),
            (Field::Column, self.column),
            (Field::EndLine, self.end_line),
            (Field::EndColumn, self.end_column),
            (Field::Severity, self.severity),
            (Field::Code, self.code),
            (Field::Message, self.message),
        ];
        groups
            .into_iter()
            .filter_map(|(field, group)| Some((field, group?)))
            .collect()
    }

    fn regex(&self) -> Result<OneOrMore, GrammarError> {
        let translated = javascript::translate(&self.regexp).map_err(|what| {
            GrammarError::new(format!(
                "'{}' has {what}, which cannot be carried over",
                self.regexp
            ))
        })?;
        Ok(OneOrMore::One(translated))
    }
}

/// Adds a line, or a block of several.
fn add(file: &mut File, patterns: &[Pattern]) -> Result<(), GrammarError> {
    if let [only] = patterns {
        file.lines.push(LineTable {
            pattern: only.regex()?,
            groups: only.groups(),
            ..LineTable::default()
        });
        return Ok(());
    }
    file.blocks.push(BlockTable {
        lines: patterns.iter().map(part).collect::<Result<_, _>>()?,
        ..BlockTable::default()
    });
    Ok(())
}

/// A looping pattern reads several findings below the lines before it.
fn part(pattern: &Pattern) -> Result<PartText, GrammarError> {
    let regex = Some(pattern.regex()?);
    let table = PartTable {
        groups: pattern.groups(),
        each: pattern.repeats,
        lazy: pattern.repeats,
        ..PartTable::default()
    };
    Ok(PartText::Table(Box::new(match pattern.repeats {
        true => PartTable { many: regex, ..table },
        false => PartTable { once: regex, ..table },
    })))
}

/// The JSON of VS Code's files may hold comments, and commas before a closing bracket.
fn without_comments(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    let mut in_string = false;
    while let Some(c) = rest.next() {
        match c {
            '"' => {
                in_string = !in_string;
                clean.push(c);
            }
            '\\' if in_string => {
                clean.push(c);
                clean.extend(rest.next());
            }
            '/' if !in_string && rest.peek() == Some(&'/') => while rest.next_if(|c| *c != '\n').is_some() {},
            '/' if !in_string && rest.peek() == Some(&'*') => {
                let mut last = ' ';
                rest.next();
                for c in rest.by_ref() {
                    if last == '*' && c == '/' {
                        break;
                    }
                    last = c;
                }
            }
            '}' | ']' if !in_string => {
                let length = clean.trim_end().len();
                if clean[..length].ends_with(',') {
                    clean.truncate(length - 1);
                }
                clean.push(c);
            }
            c => clean.push(c),
        }
    }
    clean
}

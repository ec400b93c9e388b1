//! Checks whether the command still looks at the place where it failed.
//!
//! There are more ways to leave a file out of a check, switch a test off, end a run early or swallow an
//! exception than any list of words knows. They have one thing in common: after them the command passes no
//! matter what is at that place. So the place is broken on purpose, and the command has to fail.

use std::collections::BTreeMap;

use unbreak_core::policy::guard::Rule;
use unbreak_core::registry::{Kind, Origin};
use unbreak_core::{DeterminedBy, ErrorType, FileOp, LineMap, Location, RelPath, Workspace as _};

use super::Rounds;
use super::coverage::present_lines;
use super::restore::{difference, restoring};
use super::result::Kept;
use crate::error::AgentError;

/// Statements that end the program where they are reached, by extensions of files. `{}` stands for the name
/// of the exception that was seen.
const STATEMENTS: &[(&[&str], &str)] = &[
    (&["py"], "raise {}('the place is reached')"),
    (
        &["cjs", "cts", "js", "jsx", "mjs", "mts", "ts", "tsx"],
        "throw new Error('the place is reached');",
    ),
    (&["rs"], "panic!(\"the place is reached\");"),
    (&["go"], "panic(\"the place is reached\")"),
    (&["c", "cc", "cpp", "cxx"], "__builtin_trap();"),
    (&["java"], "if (true) throw new IllegalStateException();"),
    (&["rb"], "raise 'the place is reached'"),
    (&["php"], "throw new \\Exception('the place is reached');"),
    (&["lua"], "error('the place is reached')"),
    (&["pl", "pm", "t"], "die 'the place is reached';"),
];

/// Lines that no compiler or checker that reads them accepts.
const FAULTS: &[(&[&str], &str)] = &[
    (&["c", "cc", "cpp", "cxx", "h", "hpp"], "#error the place is read"),
    (&["rs"], "compile_error!(\"the place is read\");"),
    (
        &[
            "cjs", "cs", "cts", "dart", "go", "java", "js", "jsx", "kt", "mjs", "mts", "php", "py", "pyi",
            "rb", "scala", "swift", "ts", "tsx",
        ],
        ") } the place is read { (",
    ),
];

/// Beginnings of statements that run only in a case that a repair may make impossible.
const CONDITIONAL: &[&str] = &[
    "die", "panic", "raise", "throw", "elif", "else", "except", "finally", "case", "catch",
];

impl Rounds<'_, '_, '_> {
    /// The reason why a fix does not stay: the command passes although the place where it failed is broken on
    /// purpose. `None` if it fails, or if that cannot be determined.
    pub(super) async fn looks_away(&mut self, index: usize) -> Result<Option<String>, AgentError> {
        let kept = &self.kept[index];
        let rule = Rule::LooksAway.name();
        if !self.is_in_doubt(kept) || self.setting.options.allow.contains(rule) || !self.may_verify() {
            return Ok(None);
        }
        let Some((file, text)) = self.broken(kept) else {
            return Ok(None);
        };
        let tree = self.setting.tree;
        let wanted = BTreeMap::from([(file.clone(), Some(text))]);
        let fault = restoring("a fault on purpose", &wanted, |file| tree.read_text(file).ok());
        let step = self.run.apply(&[&fault])?;
        let seen = self.oracle.ask(&mut self.narrator).await;
        self.run.rollback(step)?;
        Ok(seen?
            .passes()
            .then(|| format!("the command no longer looks at {file}: it passes with a fault there")))
    }

    /// Returns whether the source of a fix cannot be trusted without a check.
    fn is_in_doubt(&self, kept: &Kept) -> bool {
        let origin = self.setting.registry.origin(Kind::Strategy, &kept.fix.strategy);
        let is_built_in = matches!(origin, Some(Origin::Linked { .. }));
        let by = kept.fix.evidence.determined_by;
        !is_built_in
            || matches!(
                by,
                DeterminedBy::Unstated | DeterminedBy::Learned | DeterminedBy::Model
            )
    }

    /// A file of the tree with a fault at the place where the command failed.
    fn broken(&self, kept: &Kept) -> Option<(RelPath, String)> {
        let target = kept.target();
        // A place that no stack and no test shows to run may be the finding of an unknown checker, which only
        // reads it.
        let runs =
            !target.frames.is_empty() || target.test.is_some() || target.error_type == ErrorType::Assertion;
        let is_read = matches!(
            target.error_type,
            ErrorType::Syntax | ErrorType::Type | ErrorType::Lint | ErrorType::Build | ErrorType::Import
        );
        match runs {
            true => self
                .places(kept)
                .into_iter()
                .find_map(|place| self.stopped(&place, kept)),
            false if is_read => self.faulty(kept),
            false => None,
        }
    }

    /// The present places of the failure's path, the likeliest to be reached first: if the fix edits a line
    /// of the stack, that line, because it may call something else now; else the innermost.
    fn places(&self, kept: &Kept) -> Vec<(RelPath, u32)> {
        let target = kept.target();
        let own = |location: &Location| {
            let file = self.setting.tree.locate(location.file.as_deref()?)?;
            Some((file, location.line?))
        };
        let frames = target.frames.iter().filter_map(|frame| own(&frame.location));
        let mut places: Vec<(RelPath, u32)> = match target.frames.is_empty() {
            true => own(&target.location).into_iter().collect(),
            false => frames.collect(),
        };
        let edited = places
            .iter()
            .position(|(file, line)| self.is_edited(kept, file, *line));
        match edited {
            Some(at) => places.swap(0, at),
            None => places.reverse(),
        }
        let now = places.into_iter();
        now.filter_map(|(file, line)| self.now(kept, file, line))
            .collect()
    }

    fn is_edited(&self, kept: &Kept, file: &RelPath, line: u32) -> bool {
        let changes = kept.changes.iter().filter(|change| &change.file == file);
        changes.into_iter().any(|change| {
            let mut map = LineMap::default();
            let before = change.before.as_deref().unwrap_or_default();
            map.add(file, before, &kept.fix.edits);
            map.is_touched(file.as_str(), line)
        })
    }

    /// The present place of a line of a file after the fix and all later ones; if the fix edits it, the line
    /// that it wrote.
    fn now(&self, kept: &Kept, file: RelPath, line: u32) -> Option<(RelPath, u32)> {
        let renamed = kept.fix.files.iter().find_map(|op| match op {
            FileOp::Rename { from, to } if *from == file => Some(to.clone()),
            _ => None,
        });
        let Some(change) = kept.changes.iter().find(|change| change.file == file) else {
            return Some((file, line));
        };
        let before = change.before.as_deref()?;
        let mut map = LineMap::default();
        map.add(&file, before, &kept.fix.edits);
        let own = map.moved(file.as_str(), line);
        let own = own.or_else(|| line_within(&map, &file, before, change.after.as_deref()?, line));
        let file = renamed.unwrap_or(file);
        let now = self.setting.tree.read_text(&file).ok()?;
        let mut later = LineMap::default();
        if let Some(after) = &change.after {
            later.add(&file, after, [&difference(&file, after, &now)]);
        }
        let own = own?;
        Some((file.clone(), later.moved(file.as_str(), own).unwrap_or(own)))
    }

    /// The file with a statement before a place that ends the program.
    fn stopped(&self, (file, line): &(RelPath, u32), kept: &Kept) -> Option<(RelPath, String)> {
        let target = kept.target();
        let statement = for_file(STATEMENTS, file)?;
        let exception = target.code.as_deref().filter(|name| is_built_in_exception(name));
        let statement = statement.replace("{}", exception.unwrap_or("RuntimeError"));
        let text = self.setting.tree.read_text(file).ok()?;
        let lines: Vec<&str> = text.lines().collect();
        let mut at = reached_before(&lines, usize::try_from(*line).ok()?.checked_sub(1)?)?;
        // A test without assertions reports its failure in a branch. One that the fix wrote may be there to leave it out.
        if target.test.is_some() || target.error_type == ErrorType::Assertion {
            let change = kept.changes.iter().find(|change| &change.file == file);
            let own = change.map(|change| present_lines(change, &kept.fix.edits, &text));
            let is_own = |at: usize| {
                let line = u32::try_from(at + 1).unwrap_or(u32::MAX);
                own.as_ref().is_some_and(|lines| lines.contains(&line))
            };
            while let Some(header) = branch_around(&lines, at).filter(|header| !is_own(*header)) {
                at = reached_before(&lines, header)?;
            }
        }
        Some((
            file.clone(),
            with_line(&text, at, &format!("{}{statement}", indentation(lines[at]))),
        ))
    }

    /// The file with a fault that no reader accepts: in languages such as C and Rust, inside the region that
    /// may be left out.
    fn faulty(&self, kept: &Kept) -> Option<(RelPath, String)> {
        let location = &kept.target().location;
        let file = self.setting.tree.locate(location.file.as_deref()?)?;
        let (file, line) = self.now(kept, file, location.line.unwrap_or(1))?;
        let fault = for_file(FAULTS, &file)?;
        let text = self.setting.tree.read_text(&file).ok()?;
        let is_of_a_region = fault.starts_with('#') || fault.starts_with("compile_error");
        let at = match is_of_a_region {
            true => usize::try_from(line).ok()?.saturating_sub(1),
            false => text.lines().count(),
        };
        Some((file, with_line(&text, at, fault)))
    }
}

/// The place of an edited line within the edit's text: the line that is unchanged; else the last one, because
/// the lines before it run first.
fn line_within(map: &LineMap, file: &RelPath, before: &str, after: &str, line: u32) -> Option<u32> {
    let at = |text: &'_ str, line: u32| -> Option<String> {
        let index = usize::try_from(line).ok()?.checked_sub(1)?;
        text.lines().nth(index).map(|line| line.trim().to_owned())
    };
    let written = map.written(file.as_str());
    let written = written.min_by_key(|lines| lines.start().abs_diff(line))?;
    let old = at(before, line);
    let same = written
        .clone()
        .find(|new| old.is_some() && at(after, *new) == old);
    Some(same.unwrap_or(*written.end()))
}

fn for_file(table: &[(&[&str], &'static str)], file: &RelPath) -> Option<&'static str> {
    let found = table
        .iter()
        .find(|(endings, _)| endings.contains(&file.extension()));
    found.map(|(_, text)| *text)
}

/// The line before which a statement is reached whenever the line `at` may be: `at` itself, or the header of
/// its branch.
fn reached_before(lines: &[&str], at: usize) -> Option<usize> {
    let mut at = at;
    while is_conditional(lines.get(at)?) {
        let own = indentation(lines[at]).len();
        let is_around = |above: &usize| {
            let line = lines[*above];
            let width = indentation(line).len();
            !line.trim().is_empty() && (width < own || width == own && is_branch(lines[at]))
        };
        at = (0..at).rev().find(is_around)?;
    }
    Some(at)
}

/// The header of the branch that a line is in, if the block around it is one.
fn branch_around(lines: &[&str], at: usize) -> Option<usize> {
    let own = indentation(lines.get(at)?).len();
    let is_around =
        |above: &usize| !lines[*above].trim().is_empty() && indentation(lines[*above]).len() < own;
    let header = (0..at).rev().find(is_around)?;
    let line = lines[header].trim_start().trim_start_matches(['}', ' ']);
    let is_branch = [
        "if", "else", "elif", "unless", "elsif", "elseif", "catch", "except",
    ]
    .contains(&first_word(line));
    is_branch.then_some(header)
}

fn is_conditional(line: &str) -> bool {
    let word = first_word(line);
    CONDITIONAL.contains(&word) || line.trim_start().starts_with('}')
}

/// Returns whether a line continues a statement that began above it with the same indentation.
fn is_branch(line: &str) -> bool {
    matches!(
        first_word(line),
        "elif" | "else" | "except" | "finally" | "case" | "catch" | ""
    )
}

fn first_word(line: &str) -> &str {
    let line = line.trim_start();
    let end = line
        .find(|c: char| !c.is_alphanumeric() && c != '_')
        .unwrap_or(line.len());
    &line[..end]
}

fn indentation(line: &str) -> &str {
    &line[..line.len() - line.trim_start().len()]
}

/// A text with one more line before the line `at`.
fn with_line(text: &str, at: usize, line: &str) -> String {
    let mut all: Vec<&str> = text.split('\n').collect();
    let is_beyond = at >= all.len();
    all.insert(if is_beyond { all.len() } else { at }, line);
    let mut text = all.join("\n");
    if is_beyond {
        text.push('\n');
    }
    text
}

/// Names of Python's built-in exceptions, which a handler may distinguish.
fn is_built_in_exception(name: &str) -> bool {
    let is_name = name.chars().all(|c| c.is_ascii_alphanumeric());
    // These need more than a message.
    let needs_more = name.starts_with("Unicode") || name == "SyntaxError" || name == "SystemExit";
    is_name && !needs_more && (name.ends_with("Error") || name == "Exception" || name == "StopIteration")
}

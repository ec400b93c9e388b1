//! Commands that install packages.
//!
//! `--allow install` permits the install commands of package managers, in the forms of a table, and no other
//! command. Packages come from the manager's usual source under their names, or from the source that the
//! project's own manifest names. A command of another form counts as running a command, and is refused as
//! such.

mod managers;
mod package;

use crate::capability::Command;
use crate::fix::Fix;
use crate::path::RelPath;
use managers::{FORMS, Form, LAUNCHERS, MANIFESTS, PROJECTS, Value};

/// Reads a file of the tree as it is before the fix.
type Read<'a> = &'a dyn Fn(&RelPath) -> Option<String>;

/// Checks that each command of a fix is an install command, and that the fix does nothing else: package managers
/// read settings, hooks and build scripts from many files.
///
/// # Errors
/// The reason why a command is refused, and what is accepted instead.
pub(super) fn check(fix: &Fix, read: Read<'_>) -> Result<(), String> {
    if let (Some(file), Some(command)) = (fix.touched().next(), fix.commands.first()) {
        return Err(format!(
            "would change {file} and then run '{command}', which may read it: a fix that installs changes no file"
        ));
    }
    let mut commands = fix.commands.iter();
    commands.try_for_each(|command| {
        check_command(command, read).map_err(|reason| format!("would run '{command}': {reason}"))
    })
}

fn check_command(command: &Command, read: Read<'_>) -> Result<(), String> {
    if let Some(name) = command.env.keys().next() {
        return Err(format!("it sets {name}, and an install command sets no variable"));
    }
    if command.stdin.is_some() {
        return Err("it has an input, and an install command has none".to_owned());
    }
    let words: Vec<&str> = command.words().collect();
    let (form, arguments) = form(&words).ok_or_else(|| accepted_instead(&words))?;
    let project = Project {
        read,
        directory: command.directory.as_ref().map_or("", RelPath::as_str),
    };
    project
        .check_arguments(form, arguments)
        .map_err(|word| format!("'{word}' is not accepted; {}", form.accepts()))
}

/// The form of a command, and the words after it.
fn form<'a, 'w>(words: &'a [&'w str]) -> Option<(&'static Form, &'a [&'w str])> {
    let launched = LAUNCHERS
        .iter()
        .find_map(|launcher| words.strip_prefix(*launcher))
        .filter(|rest| rest.first().is_some_and(|program| is_python(program)));
    let words = launched.unwrap_or(words);
    FORMS
        .iter()
        .find_map(|form| Some((form, after(form.words, words)?)))
}

/// The words after those of a form; `None` if the command begins otherwise.
fn after<'a, 'w>(form: &[&str], words: &'a [&'w str]) -> Option<&'a [&'w str]> {
    let (begin, rest) = words.split_at_checked(form.len())?;
    let is = |(expected, word): (&&str, &&str)| expected == word || *expected == "python" && is_python(word);
    form.iter().zip(begin).all(is).then_some(rest)
}

/// Whether a program is a Python interpreter, by name or in an environment's directory of programs.
fn is_python(program: &str) -> bool {
    let (directory, name) = program.rsplit_once(['/', '\\']).unwrap_or(("bin", program));
    let version = name.strip_prefix("python").or_else(|| name.strip_prefix("pypy"));
    let is_version = |rest: &str| rest.chars().all(|c| c.is_ascii_digit() || c == '.');
    let is_of_environment = ["bin", "Scripts", "shims"]
        .iter()
        .any(|end| directory.ends_with(end));
    is_of_environment && version.is_some_and(|rest| is_version(rest.trim_end_matches(".exe")))
}

/// The form that is accepted instead of a command that is not in the table.
fn accepted_instead(words: &[&str]) -> String {
    let of_program = FORMS.iter().filter(|form| form.words[0] == words[0]);
    let known: Vec<String> = of_program.map(|form| form.words.join(" ")).collect();
    if known.is_empty() {
        return format!(
            "'{}' is not a package manager; accepted are commands like `pip install NAME`, `npm ci` or `cargo \
             fetch`",
            words[0]
        );
    }
    format!(
        "this is not an install command of '{}'; accepted: {}",
        words[0],
        known.join(", ")
    )
}

impl Form {
    /// "`pip install` takes names of packages, --quiet and -r FILE"
    fn accepts(&self) -> String {
        let names = self.packages.map(|_| "names of packages".to_owned());
        let flags = self.flags.iter().map(|flag| (*flag).to_owned());
        let valued = self.valued.iter().map(|(flag, value)| format!("{flag} {value}"));
        let all: Vec<String> = names.into_iter().chain(flags).chain(valued).collect();
        let words = self.words.join(" ");
        match all.as_slice() {
            [] => format!("`{words}` takes no arguments"),
            all => format!("`{words}` takes {}", all.join(", ")),
        }
    }
}

/// The project that a command installs for.
struct Project<'a> {
    read: Read<'a>,
    /// The working directory of the command, relative to the root.
    directory: &'a str,
}

impl Project<'_> {
    /// The first argument that the form does not allow.
    fn check_arguments<'w>(&self, form: &Form, arguments: &[&'w str]) -> Result<(), &'w str> {
        let mut words = arguments.iter().copied();
        while let Some(word) = words.next() {
            let (flag, joined) = match word.split_once('=').filter(|_| word.starts_with("--")) {
                Some((flag, value)) => (flag, Some(value)),
                None => (word, None),
            };
            let valued = form.valued.iter().find(|(name, _)| *name == flag);
            let is_accepted = match valued {
                Some((_, value)) => joined
                    .or_else(|| words.next())
                    .is_some_and(|it| self.fits(*value, it)),
                None if word.starts_with('-') => form.flags.contains(&word),
                None => form
                    .packages
                    .is_some_and(|is_name| is_name(word) || self.names(word)),
            };
            if !is_accepted {
                return Err(word);
            }
        }
        Ok(())
    }

    fn fits(&self, value: Value, text: &str) -> bool {
        match value {
            Value::Word => package::is_word(text),
            Value::File => self.read(text).is_some(),
            Value::Project => PROJECTS
                .iter()
                .any(|file| self.read(&format!("{text}/{file}")).is_some()),
        }
    }

    /// Whether a manifest of the project names exactly this source.
    fn names(&self, source: &str) -> bool {
        let is_end = |c: Option<char>| c.is_none_or(|c| c.is_whitespace() || "\"'`,;)]}".contains(c));
        let is_start = |c: Option<char>| c.is_none_or(|c| c.is_whitespace() || "\"'`(=[{".contains(c));
        let stands_in = |text: String| {
            text.match_indices(source).any(|(at, _)| {
                is_start(text[..at].chars().next_back()) && is_end(text[at + source.len()..].chars().next())
            })
        };
        MANIFESTS.iter().filter_map(|file| self.read(file)).any(stands_in)
    }

    /// A file of the tree that the command would find under this name.
    fn read(&self, file: &str) -> Option<String> {
        let file = file.trim_start_matches("./");
        let path = match self.directory {
            "" => file.to_owned(),
            directory => format!("{directory}/{file}"),
        };
        (self.read)(&RelPath::new(&path.replace("/./", "/")).ok()?)
    }
}

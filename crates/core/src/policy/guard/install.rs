//! Commands that install packages.
//!
//! `--allow install` permits the install commands of package managers, in the forms that `tool-facts` lists, and no other
//! command. Packages come from the manager's usual source under their names, or from the source that the
//! project's own manifest names. A command of another form counts as running a command, and is refused as
//! such.

mod package;

use std::collections::BTreeSet;

use crate::capability::Command;
use crate::fix::Fix;
use crate::path::RelPath;
use crate::tool_facts::{self, Family, Install};

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
        .check_arguments(&form, arguments)
        .map_err(|word| format!("'{word}' is not accepted; {}", form.accepts()))
}

/// One install command: its first words, and the arguments that it accepts.
struct Form {
    words: &'static [String],
    arguments: &'static Install,
    /// An expression for a whole package name, if it takes any.
    packages: Option<&'static str>,
}

/// Every accepted form.
fn forms() -> impl Iterator<Item = Form> {
    let of_family = |family: &'static Family| {
        let commands = family.tools.iter().flat_map(|tool| &tool.install);
        commands.flat_map(|arguments| {
            let syntax = arguments.packages.as_ref();
            let packages = syntax.and_then(|name| family.package_names.get(name));
            let form = move |words: &'static Vec<String>| Form {
                words,
                arguments,
                packages: packages.map(String::as_str),
            };
            arguments.commands.iter().map(form)
        })
    };
    tool_facts::families().iter().flat_map(of_family)
}

/// The form of a command, and the words after it.
fn form<'a, 'w>(words: &'a [&'w str]) -> Option<(Form, &'a [&'w str])> {
    let mut launchers = tool_facts::tools().flat_map(|tool| &tool.launchers);
    let launched = launchers
        .find_map(|launcher| after(launcher, words))
        .filter(|rest| rest.first().is_some_and(|program| is_python(program)));
    let words = launched.unwrap_or(words);
    forms().find_map(|form| {
        let rest = after(form.words, words)?;
        Some((form, rest))
    })
}

/// The words after those of a form; `None` if the command begins otherwise.
fn after<'a, 'w>(form: &[String], words: &'a [&'w str]) -> Option<&'a [&'w str]> {
    let (begin, rest) = words.split_at_checked(form.len())?;
    let is = |(expected, word): (&String, &&str)| expected == word || expected == "python" && is_python(word);
    form.iter().zip(begin).all(is).then_some(rest)
}

/// Returns whether a program is a Python interpreter, by name or in an environment's directory of programs.
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
    let of_program = forms().filter(|form| form.words.first().is_some_and(|program| program == words[0]));
    let known: Vec<String> = of_program.map(|form| form.words.join(" ")).collect();
    if known.is_empty() {
        let all: BTreeSet<&str> = forms()
            .filter_map(|form| Some(form.words.first()?.as_str()))
            .collect();
        let all = all.into_iter().collect::<Vec<_>>().join(", ");
        return format!(
            "'{}' is not a package manager; accepted are commands of {all}",
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
        let packages = self.packages.map(|_| "names of packages".to_owned());
        let with = |flags: &'static [String], value: &'static str| {
            flags.iter().map(move |flag| format!("{flag}{value}"))
        };
        let arguments = self.arguments;
        let all: Vec<String> = packages
            .into_iter()
            .chain(with(&arguments.flags, ""))
            .chain(with(&arguments.files, " FILE"))
            .chain(with(&arguments.projects, " DIRECTORY"))
            .chain(with(&arguments.names, " NAME"))
            .collect();
        let words = self.words.join(" ");
        match all.as_slice() {
            [] => format!("`{words}` takes no arguments"),
            all => format!("`{words}` takes {}", all.join(", ")),
        }
    }
}

/// Whether a value is one that a flag accepts.
type Fits = fn(&Project<'_>, &str) -> bool;

/// The requirement for the value of a flag; `None` for a flag without a value.
fn value_of(form: &Form, flag: &str) -> Option<Fits> {
    let is_in = |flags: &[String]| flags.iter().any(|one| one == flag);
    let arguments = form.arguments;
    let is_word: Fits = |_, value| package::is_word(value);
    let is_file: Fits = |project, value| project.read(value).is_some();
    let is_project: Fits = |project, value| {
        let mut files = tool_facts::tools().flat_map(|tool| &tool.project_files);
        files.any(|file| project.read(&format!("{value}/{file}")).is_some())
    };
    [
        (&arguments.names, is_word),
        (&arguments.files, is_file),
        (&arguments.projects, is_project),
    ]
    .into_iter()
    .find_map(|(flags, fits)| is_in(flags).then_some(fits))
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
            let is_accepted = match value_of(form, flag) {
                Some(fits) => joined
                    .or_else(|| words.next())
                    .is_some_and(|value| fits(self, value)),
                None if word.starts_with('-') => form.arguments.flags.iter().any(|flag| flag == word),
                None => form
                    .packages
                    .is_some_and(|syntax| package::is_name(syntax, word) || self.names(word)),
            };
            if !is_accepted {
                return Err(word);
            }
        }
        Ok(())
    }

    /// Returns whether a manifest of the project names exactly this source.
    fn names(&self, source: &str) -> bool {
        let is_end = |c: Option<char>| c.is_none_or(|c| c.is_whitespace() || "\"'`,;)]}".contains(c));
        let is_start = |c: Option<char>| c.is_none_or(|c| c.is_whitespace() || "\"'`(=[{".contains(c));
        let stands_in = |text: String| {
            text.match_indices(source).any(|(at, _)| {
                is_start(text[..at].chars().next_back()) && is_end(text[at + source.len()..].chars().next())
            })
        };
        tool_facts::tools()
            .flat_map(|tool| &tool.manifests)
            .filter_map(|file| self.read(file))
            .any(stands_in)
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

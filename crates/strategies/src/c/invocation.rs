//! How the user's command calls the compiler, and how to call it for a check only.

use std::collections::BTreeSet;

use unbreak_core::{Command, Diagnostic, FixContext, RelPath};

use super::echo;
use crate::invocation::Invocation as Programs;

/// A compiler and the options that decide what it accepts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Invocation {
    pub(super) program: String,
    /// Options without inputs, outputs and the kind of output.
    options: Vec<String>,
    pub(super) directory: Option<RelPath>,
}

/// Options that take the next word as their value and are about input and output only.
const DROPPED_WITH_VALUE: &[&str] = &["-o", "-MF", "-MT", "-MQ", "-x"];

/// Options that are about output only.
const DROPPED: &[&str] = &[
    "-c",
    "-S",
    "-E",
    "-w",
    "-MD",
    "-MMD",
    "-MP",
    "-M",
    "-MM",
    "-pipe",
    "-save-temps",
    "-fsyntax-only",
    "-v",
    "-",
    "-###",
];

/// Options that take the next word as their value.
const WITH_VALUE: &[&str] = &[
    "-I",
    "-D",
    "-U",
    "-include",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-std",
    "-target",
];

/// Warnings that tell an odd program from a usual one.
const WARNINGS: &[&str] = &[
    "-Wall",
    "-Wextra",
    "-Wno-missing-field-initializers",
    "-Wno-sign-compare",
];

impl Invocation {
    /// The invocation for a file: from the user's command, the build's output, the compilation
    /// database or CMake's makefiles, or else a plain one.
    pub(super) async fn of(context: &FixContext<'_>, file: &RelPath) -> Self {
        let command = context.command;
        let words: Vec<&str> = command.words().collect();
        let spoken = Self::in_words(&words).map(|found| Self {
            directory: command.directory.clone(),
            ..found
        });
        let echoed = || echo::invocation(context.output, command.directory.as_ref(), file);
        let found = match spoken.or_else(echoed) {
            Some(found) => Some(found),
            None => Self::of_make(context, file).await,
        };
        found
            .or_else(|| super::database::invocation(context.workspace, file))
            .or_else(|| super::cmake::invocation(context, file))
            .unwrap_or_else(|| Self::plainest(file).objecting_to(context.diagnostics, file))
    }

    /// What make would run for a file, if the build does not print its commands.
    async fn of_make(context: &FixContext<'_>, file: &RelPath) -> Option<Self> {
        let programs = Programs::all(context.command, context.workspace);
        let make = programs
            .into_iter()
            .find(|program| matches!(program.program_name(), "make" | "gmake"))?;
        let mut asking = Command::new(make.program.clone(), make.args.clone());
        asking.args.push("--dry-run".to_owned());
        asking.directory.clone_from(&context.command.directory);
        let done = context.runner.run(&asking).await.ok()?;
        let said = String::from_utf8_lossy(&done.stdout);
        echo::invocation(&said, asking.directory.as_ref(), file)
    }

    /// Finds a compiler's command in words, also in those of a shell.
    pub(super) fn in_words(words: &[&str]) -> Option<Self> {
        if let Some(script) = shell_script(words) {
            let split = shell_words(script);
            let split: Vec<&str> = split.iter().map(String::as_str).collect();
            let at = split.iter().position(|word| is_compiler(word))?;
            let end = split[at..].iter().position(|word| is_separator(word));
            let found = Self::from_words(&split[at..at + end.unwrap_or(split.len() - at)]);
            return found.map(|found| found.behind(split[..at].last().copied()));
        }
        let at = words.iter().position(|word| is_compiler(word))?;
        Self::from_words(&words[at..]).map(|found| found.behind(words[..at].last().copied()))
    }

    /// The compiler as a part of another program: `zig cc`.
    fn behind(mut self, before: Option<&str>) -> Self {
        if let Some(program) = before.filter(|word| word.rsplit('/').next() == Some("zig")) {
            let part = std::mem::replace(&mut self.program, program.to_owned());
            self.options.insert(0, part);
        }
        self
    }

    fn from_words(words: &[&str]) -> Option<Self> {
        let (program, arguments) = words.split_first()?;
        let mut options = Vec::new();
        let mut arguments = arguments.iter().map(|word| word.trim_end_matches(';'));
        while let Some(word) = arguments.next() {
            if DROPPED_WITH_VALUE.contains(&word) {
                arguments.next();
            } else if WITH_VALUE.contains(&word) {
                options.push(word.to_owned());
                options.extend(arguments.next().map(ToOwned::to_owned));
            } else if word.starts_with('-') && !is_about_output(word) {
                options.push(word.to_owned());
            }
        }
        Some(Self {
            program: (*program).to_owned(),
            options,
            directory: None,
        })
    }

    /// The compiler that every system with one has, and the usual places of headers.
    fn plainest(file: &RelPath) -> Self {
        let program = match super::is_cpp(file.as_str()) {
            true => "c++",
            false => "cc",
        };
        Self {
            program: program.to_owned(),
            options: vec!["-I.".to_owned(), "-Iinclude".to_owned()],
            directory: None,
        }
    }

    /// The same, objecting to the warnings that are errors to the user's command.
    fn objecting_to(mut self, diagnostics: &[Diagnostic], file: &RelPath) -> Self {
        let of_file = diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.is_error() && diagnostic.file() == Some(file.as_str()));
        let warnings = of_file.filter_map(|diagnostic| diagnostic.code.as_deref()?.strip_prefix("-W"));
        let options: BTreeSet<String> = warnings.map(|warning| format!("-Werror={warning}")).collect();
        self.options.extend(options);
        self
    }

    /// The arguments that judge a text of `file` from standard input and make nothing of it.
    pub(super) fn judging(&self, file: &RelPath) -> Vec<String> {
        let is_cpp_compiler =
            self.program.contains("++") || self.options.first().is_some_and(|part| part == "c++");
        let language = match super::is_cpp(file.as_str()) || is_cpp_compiler {
            true => "c++",
            false => "c",
        };
        let mut arguments = self.options.clone();
        if !self.options.iter().any(|option| option == "-Werror") {
            arguments.extend(WARNINGS.iter().map(|&option| option.to_owned()));
        }
        let fixed = [
            "-fsyntax-only",
            "-fdiagnostics-color=never",
            "-fdiagnostics-parseable-fixits",
            "-ftabstop=1",
        ];
        arguments.extend(fixed.map(ToOwned::to_owned));
        let folder = self.folder(file);
        arguments.extend([
            "-iquote".to_owned(),
            folder,
            "-x".to_owned(),
            language.to_owned(),
            "-".to_owned(),
        ]);
        arguments
    }

    /// The folder of the file, from where the compiler is started.
    fn folder(&self, file: &RelPath) -> String {
        let parent = file.parent();
        let up = self
            .directory
            .as_ref()
            .map_or(0, |directory| directory.as_str().split('/').count());
        let folder = format!("{}{parent}", "../".repeat(up));
        match folder.is_empty() {
            true => ".".to_owned(),
            false => folder,
        }
    }
}

fn is_about_output(word: &str) -> bool {
    DROPPED.contains(&word)
        || word.starts_with("-l")
        || word.starts_with("-L")
        || word.starts_with("-Wl,")
        || word.starts_with("-fdiagnostics")
        || word.starts_with("-fmax-errors")
}

/// The words of a shell's command, without their quotes; where a quote is open, the pieces between the blanks.
pub(super) fn shell_words(line: &str) -> Vec<String> {
    shlex::split(line).unwrap_or_else(|| line.split_whitespace().map(str::to_owned).collect())
}

fn is_separator(word: &str) -> bool {
    matches!(word, "&&" | "||" | ";" | "|") || word.ends_with(';')
}

fn shell_script<'a>(words: &[&'a str]) -> Option<&'a str> {
    let program = words.first()?.rsplit('/').next()?;
    let script = words.iter().position(|word| *word == "-c")?;
    matches!(program, "sh" | "bash" | "dash" | "zsh")
        .then(|| words.get(script + 1).copied())
        .flatten()
}

/// Returns whether a word names a compiler of C or C++, perhaps with a target and a version.
fn is_compiler(word: &str) -> bool {
    let name = word.rsplit('/').next().unwrap_or(word);
    let bare = name.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '-'));
    let last = bare.rsplit('-').next().unwrap_or(bare);
    matches!(
        last,
        "gcc" | "cc" | "g++" | "c++" | "clang" | "clang++" | "c99" | "c11"
    )
}

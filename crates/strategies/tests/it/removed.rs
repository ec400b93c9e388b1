//! No likeness is kept for a meaning: when the definition of a name is gone from a project, nothing that
//! is only spelt like it may be safe to write in its place before a test has run it.

use unbreak_core::evidence::TestedBy;
use unbreak_core::policy::safety::{Standing, of};
use unbreak_core::{Command, Fix, RelPath, Runner, Workspace};

use super::case::{NEUTRAL_ROOT, diagnose, propose, registry};
use super::world::{Processes, Tree};

/// Names that a project lost, and names that it has.
const NAMES: &[(&str, &str)] = &[
    ("port", "post"),
    ("total", "totals"),
    ("encode", "decode"),
    ("loader", "leader"),
    ("float_value", "float_values"),
    ("width", "width2"),
    ("uid", "gid"),
    ("first_page", "fifth_page"),
    ("signal_handler", "single_handler"),
    ("previous", "previews"),
];

/// Programs of a language that are valid with either name, and use `TRUE` where `HAS` is what there is.
struct Language {
    command: &'static [&'static str],
    programs: &'static [(&'static str, &'static [(&'static str, &'static str)])],
}

const PYTHON: Language = Language {
    command: &["python3", "main.py"],
    programs: &[
        (
            "a module",
            &[
                ("main.py", "import TRUE\n\nprint(TRUE.run())\n"),
                ("HAS.py", "def run():\n    return 1\n"),
            ],
        ),
        (
            "a member that is called",
            &[
                ("main.py", "from library import TRUE\n\nprint(TRUE(1))\n"),
                ("library.py", "def HAS(value):\n    return value\n"),
            ],
        ),
        (
            "an attribute of a module",
            &[
                ("main.py", "import library\n\nprint(library.TRUE(1))\n"),
                ("library.py", "def HAS(value):\n    return value\n"),
            ],
        ),
        (
            "an attribute of an instance",
            &[(
                "main.py",
                "class Thing:\n    def __init__(self):\n        self.HAS = 1\n\n\nprint(Thing().TRUE)\n",
            )],
        ),
        (
            "an attribute of self without self",
            &[(
                "main.py",
                "class Thing:\n    def __init__(self):\n        self.HAS = 1\n\n    def show(self):\n        return TRUE\n\n\nprint(Thing().show())\n",
            )],
        ),
        (
            "a variable",
            &[(
                "main.py",
                "def show(HAS):\n    return [TRUE]\n\n\nprint(show(1))\n",
            )],
        ),
        (
            "a function",
            &[(
                "main.py",
                "def HAS(value):\n    return value\n\n\nprint(TRUE(1))\n",
            )],
        ),
        (
            "a keyword",
            &[(
                "main.py",
                "def show(HAS=1):\n    return HAS\n\n\nprint(show(TRUE=2))\n",
            )],
        ),
    ],
};

const C: Language = Language {
    command: &[
        "gcc",
        "-std=gnu11",
        "-fsyntax-only",
        "-Werror=implicit-function-declaration",
        "main.c",
    ],
    programs: &[
        (
            "a function",
            &[(
                "main.c",
                "int HAS(int value)\n{\n    return value;\n}\n\nint main(void)\n{\n    return TRUE(1);\n}\n",
            )],
        ),
        (
            "a variable",
            &[("main.c", "int show(int HAS)\n{\n    return TRUE;\n}\n")],
        ),
        (
            "a member",
            &[(
                "main.c",
                "struct thing {\n    int HAS;\n};\n\nint show(struct thing *thing)\n{\n    return thing->TRUE;\n}\n",
            )],
        ),
        (
            "a constant",
            &[(
                "main.c",
                "enum { HAS };\n\nint show(void)\n{\n    return TRUE;\n}\n",
            )],
        ),
        (
            "a header",
            &[
                (
                    "main.c",
                    "#include \"TRUE.h\"\n\nint show(void)\n{\n    return run();\n}\n",
                ),
                ("HAS.h", "int run(void);\n"),
            ],
        ),
    ],
};

const RUST: Language = Language {
    command: &[
        "rustc",
        "--edition=2021",
        "--crate-type=lib",
        "--emit=metadata",
        "--out-dir",
        "out",
        "main.rs",
    ],
    programs: &[
        (
            "a function",
            &[(
                "main.rs",
                "pub fn HAS(value: u32) -> u32 {\n    value\n}\n\npub fn show() -> u32 {\n    TRUE(1)\n}\n",
            )],
        ),
        (
            "a variable",
            &[("main.rs", "pub fn show(HAS: u32) -> u32 {\n    TRUE\n}\n")],
        ),
        (
            "a field",
            &[(
                "main.rs",
                "pub struct Thing {\n    pub HAS: u32,\n}\n\npub fn show(thing: &Thing) -> u32 {\n    thing.TRUE\n}\n",
            )],
        ),
        (
            "a method",
            &[(
                "main.rs",
                "pub struct Thing;\n\nimpl Thing {\n    pub fn HAS(&self) -> u32 {\n        1\n    }\n}\n\npub fn show(thing: &Thing) -> u32 {\n    thing.TRUE()\n}\n",
            )],
        ),
        (
            "a member of a module",
            &[(
                "main.rs",
                "pub mod library {\n    pub fn HAS(value: u32) -> u32 {\n        value\n    }\n}\n\npub fn show() -> u32 {\n    library::TRUE(1)\n}\n",
            )],
        ),
    ],
};

const JAVASCRIPT: Language = Language {
    command: &["node", "main.js"],
    programs: &[
        (
            "a function",
            &[(
                "main.js",
                "function HAS(value) {\n  return value;\n}\n\nconsole.log(TRUE(1));\n",
            )],
        ),
        (
            "a variable",
            &[(
                "main.js",
                "const show = (HAS) => [TRUE];\n\nconsole.log(show(1));\n",
            )],
        ),
        (
            "a method",
            &[(
                "main.js",
                "class Thing {\n  HAS() {\n    return 1;\n  }\n}\n\nconsole.log(new Thing().TRUE());\n",
            )],
        ),
        (
            "a member of a module",
            &[
                (
                    "main.js",
                    "const { TRUE } = require(\"./library\");\n\nconsole.log(TRUE(1));\n",
                ),
                ("library.js", "exports.HAS = (value) => value;\n"),
            ],
        ),
        (
            "a module",
            &[
                (
                    "main.js",
                    "const run = require(\"./TRUE\");\n\nconsole.log(run());\n",
                ),
                ("HAS.js", "module.exports = () => 1;\n"),
            ],
        ),
    ],
};

/// One program with all of the names, so that the compiler runs once.
const TYPESCRIPT: Language = Language {
    command: &[
        "tsc",
        "--noEmit",
        "--strict",
        "--skipLibCheck",
        "--types",
        "",
        "main.ts",
    ],
    programs: &[
        (
            "a function",
            &[(
                "main.ts",
                "{\n  const HAS = (value: number): number => value;\n  TRUE(HAS(1));\n}\n",
            )],
        ),
        (
            "a property",
            &[(
                "main.ts",
                "{\n  const thing: { HAS: number } = { HAS: 1 };\n  thing.TRUE;\n}\n",
            )],
        ),
        (
            "a method",
            &[(
                "main.ts",
                "{\n  class Thing {\n    HAS(): number {\n      return 1;\n    }\n  }\n  new Thing().TRUE();\n}\n",
            )],
        ),
        (
            "a key",
            &[(
                "main.ts",
                "{\n  const thing: { HAS?: number } = { TRUE: 1 };\n  thing.HAS;\n}\n",
            )],
        ),
    ],
};

#[test]
fn nothing_spelt_like_a_name_that_is_gone_is_safe_in_python() {
    check(&PYTHON);
}

#[test]
fn nothing_spelt_like_a_name_that_is_gone_is_safe_in_c() {
    check(&C);
}

#[test]
fn nothing_spelt_like_a_name_that_is_gone_is_safe_in_rust() {
    check(&RUST);
}

#[test]
fn nothing_spelt_like_a_name_that_is_gone_is_safe_in_javascript() {
    check(&JAVASCRIPT);
}

#[test]
fn nothing_spelt_like_a_name_that_is_gone_is_safe_in_typescript() {
    let mut kept = Vec::new();
    for (what, files) in TYPESCRIPT.programs {
        let tree = Tree::new();
        for (file, text) in *files {
            let all: String = NAMES.iter().map(|names| with(text, names)).collect();
            tree.write(&RelPath::new(file).unwrap(), &all);
        }
        kept.extend(safe(&tree, &TYPESCRIPT, what));
    }
    assert!(kept.is_empty(), "kept without a question:\n{}", kept.join("\n"));
}

/// Tries each program with each pair of names.
#[track_caller]
fn check(language: &Language) {
    let mut kept = Vec::new();
    for (what, files) in language.programs {
        for names in NAMES {
            let tree = Tree::new();
            for (file, text) in *files {
                tree.write(&RelPath::new(&with(file, names)).unwrap(), &with(text, names));
            }
            kept.extend(safe(&tree, language, what));
        }
    }
    assert!(kept.is_empty(), "kept without a question:\n{}", kept.join("\n"));
}

/// A text with the names in it.
fn with(text: &str, (gone, has): &(&str, &str)) -> String {
    text.replace("TRUE", gone).replace("HAS", has)
}

/// The changes that would be kept without a question.
fn safe(tree: &Tree, language: &Language, what: &str) -> Vec<String> {
    let command = Command::new(language.command[0], language.command[1..].iter().copied());
    let safe = fixes(tree, &command).into_iter().filter(is_safe_without_a_test);
    safe.map(|fix| format!("{what}: {} {}", fix.strategy, fix.title))
        .collect()
}

/// A name whose package removed it is not replaced with a similar one.
#[test]
fn nothing_spelt_like_a_package_is_offered() {
    const PACKAGES: &[(&str, &str)] = &[
        ("redis", "dis"),
        ("numpy", "runpy"),
        ("six", "posix"),
        ("psutil", "pkgutil"),
        ("gi", "cgi"),
        ("attrs", "attr"),
        ("pandas", "panda"),
        ("httpx", "httpy"),
    ];
    for (package, lookalike) in PACKAGES {
        let tree = Tree::new();
        let write = |file: &str, text: &str| tree.write(&RelPath::new(file).unwrap(), text);
        write("main.py", &format!("import {package}\n\nprint({package})\n"));
        write(&format!("{lookalike}.py"), "");
        let edits = fixes(&tree, &Command::new("python3", ["main.py"]))
            .into_iter()
            .filter(|fix| fix.needs.as_deref() != Some("install"));
        let titles: Vec<String> = edits.map(|fix| fix.title).collect();
        assert!(titles.is_empty(), "{package}: {titles:?}");
    }
}

/// Only repairs of syntax errors can be covered, and no name is missing there.
fn is_safe_without_a_test(fix: &Fix) -> bool {
    let before_a_test = TestedBy::ALL
        .into_iter()
        .filter(|tested_by| *tested_by < TestedBy::Covered);
    before_a_test
        .into_iter()
        .any(|tested_by| of(fix, tested_by) == Standing::Safe)
}

/// Strategies that have to be asked for: they need a model, or a server that takes long to start.
const LEFT_OUT: [&str; 2] = ["model_fix", "server_fix"];

/// The proposals of the strategies for the whole output of a command.
fn fixes(tree: &Tree, command: &Command) -> Vec<Fix> {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let completed = runtime.block_on(Processes::in_tree(tree).run(command)).unwrap();
    let output = [completed.stdout, completed.stderr].concat();
    let output = String::from_utf8_lossy(&output).replace(tree.root().to_str().unwrap(), NEUTRAL_ROOT);
    let diagnostics = diagnose(tree, command, &output);
    assert!(!diagnostics.is_empty(), "the program is not broken:\n{output}");
    let registry = registry();
    let strategies = registry.strategies();
    let mut found = Vec::new();
    for strategy in strategies.filter(|strategy| !LEFT_OUT.contains(&&*strategy.descriptor().id)) {
        let known = diagnostics
            .iter()
            .filter(|diagnostic| strategy.assess(diagnostic).is_some());
        for diagnostic in known {
            let about = &diagnostic.message;
            found.extend(propose(&**strategy, tree, command, &diagnostics, about, &output));
        }
    }
    found
}

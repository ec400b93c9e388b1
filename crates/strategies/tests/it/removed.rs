//! No likeness is kept for a meaning: when the definition of a name is gone from a project, nothing that
//! is only spelt like it may be safe to write in its place before a test has run it.

use unbreak_core::evidence::TestedBy;
use unbreak_core::policy::safety::{Standing, of};
use unbreak_core::{Command, Fix, RelPath, Runner, Workspace};

use super::case::{NEUTRAL_ROOT, diagnose, propose, strategy};
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

/// Small programs that are valid with either name, and use `TRUE` where `HAS` is what there is.
const PROGRAMS: &[(&str, &[(&str, &str)])] = &[
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
];

#[test]
fn nothing_spelt_like_a_name_that_is_gone_is_safe() {
    let mut kept = Vec::new();
    for (what, files) in PROGRAMS {
        for (gone, has) in NAMES {
            let tree = Tree::new();
            for (file, text) in *files {
                let write = |text: &str| text.replace("TRUE", gone).replace("HAS", has);
                tree.write(&RelPath::new(&write(file)).unwrap(), &write(text));
            }
            let safe = fixes(&tree).into_iter().filter(is_safe_without_a_test);
            kept.extend(safe.map(|fix| format!("{what}: {}", fix.title)));
        }
    }
    assert!(kept.is_empty(), "kept without a question:\n{}", kept.join("\n"));
}

/// What lost its provider among the packages is not replaced by what resembles it, whatever is there.
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
        let edits = fixes(&tree)
            .into_iter()
            .filter(|fix| fix.needs.as_deref() != Some("install"));
        let titles: Vec<String> = edits.map(|fix| fix.title).collect();
        assert!(titles.is_empty(), "{package}: {titles:?}");
    }
}

fn is_safe_without_a_test(fix: &Fix) -> bool {
    let before_a_test = TestedBy::ALL
        .into_iter()
        .filter(|tested_by| *tested_by < TestedBy::Test);
    before_a_test
        .into_iter()
        .any(|tested_by| of(fix, tested_by) == Standing::Safe)
}

/// What both strategies propose for what the interpreter says of `main.py`.
fn fixes(tree: &Tree) -> Vec<Fix> {
    let command = Command::new("python3", ["main.py"]);
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let completed = runtime.block_on(Processes::in_tree(tree).run(&command)).unwrap();
    let output =
        String::from_utf8_lossy(&completed.stderr).replace(tree.root().to_str().unwrap(), NEUTRAL_ROOT);
    let diagnostics = diagnose(tree, &command, &output);
    assert!(!diagnostics.is_empty(), "the program is not broken:\n{output}");
    let strategies = [strategy("import_fix"), strategy("name_fix")];
    let concerned = strategies.iter().filter(|strategy| {
        let mut all = diagnostics.iter();
        all.any(|diagnostic| strategy.assess(diagnostic).is_some())
    });
    concerned
        .flat_map(|strategy| propose(&**strategy, tree, &command, &diagnostics, "", &output))
        .collect()
}

//! Diagnoses name what is missing outside the project; faults in the code are repaired instead.

use std::net::TcpListener;

use unbreak_core::{DiagnosisKind, Report};

use crate::harness::{Running, Site};

/// The kinds and subjects of the diagnoses.
fn missing(report: &Report) -> Vec<(DiagnosisKind, &str)> {
    let all = report.diagnoses.iter();
    all.map(|diagnosis| (diagnosis.kind, diagnosis.subject.as_str()))
        .collect()
}

#[test]
fn a_declared_package_is_not_installed_and_not_misspelt() {
    let site = Site::with(&[
        ("requirements.txt", "fletsch-client>=2\n"),
        ("app.py", "import fletsch_client\n\nprint(fletsch_client)\n"),
    ]);
    let report = site.repair(["python3", "app.py"]).with_code(1).report();
    let expected = (DiagnosisKind::PackageNotInstalled, "fletsch-client>=2");
    assert_eq!(missing(&report), [expected]);
    let remedy = &report.diagnoses[0].remedies[0];
    assert!(
        remedy.command.ends_with("-m pip install 'fletsch-client>=2'"),
        "{remedy:?}"
    );
    assert_eq!(remedy.needs.as_deref(), Some("install"));
    assert_eq!(report.diff, "");
}

#[test]
fn a_misspelt_module_of_the_project_is_repaired_without_a_diagnosis() {
    let site = Site::with(&[
        ("prices.py", "def total():\n    return 3\n"),
        ("app.py", "import prcies\n\nprint(prcies.total())\n"),
    ]);
    let report = site.repair(["python3", "app.py"]).with_code(0).report();
    assert_eq!(missing(&report), []);
    assert_eq!(report.fixed.len(), 1);
}

#[test]
fn a_port_that_another_process_holds_is_named_with_the_process() {
    let held = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = held.local_addr().unwrap().port();
    let server = format!("import socket\n\nserver = socket.socket()\nserver.bind((\"127.0.0.1\", {port}))\n");
    let site = Site::with(&[("server.py", &server)]);
    let report = site.repair(["python3", "server.py"]).with_code(1).report();
    let subject = format!("port {port}");
    assert_eq!(missing(&report), [(DiagnosisKind::PortInUse, subject.as_str())]);
    let kill = format!("kill {}", std::process::id());
    assert_eq!(report.diagnoses[0].remedies[0].command, kill);
}

#[test]
fn a_port_that_the_program_itself_takes_twice_is_no_diagnosis() {
    let server = "import socket\n\nservers = [socket.socket(), socket.socket()]\nservers[0].bind((\"127.0.0.1\", \
                  0))\nservers[0].listen()\nservers[1].bind(servers[0].getsockname())\n";
    let site = Site::with(&[("server.py", server)]);
    let report = site.repair(["python3", "server.py"]).with_code(1).report();
    assert_eq!(missing(&report), []);
}

#[test]
fn a_variable_that_is_not_set_is_named_with_its_reader() {
    let site = Site::with(&[
        (
            "app.py",
            "import os\n\nprint(os.environ[\"FLETSCH_DATABASE_URL\"])\n",
        ),
        (
            ".env.example",
            "FLETSCH_DATABASE_URL=postgres://localhost/fletsch\n",
        ),
    ]);
    let report = site.repair(["python3", "app.py"]).with_code(1).report();
    assert_eq!(
        missing(&report),
        [(DiagnosisKind::VariableUnset, "FLETSCH_DATABASE_URL")]
    );
    assert!(
        report.diagnoses[0].summary.contains("app.py:3"),
        "{:?}",
        report.diagnoses
    );
}

#[test]
fn a_program_that_make_does_not_find_is_named_and_a_misspelt_one_is_not() {
    for (program, expected) in [("verilator-of-nobody", true), ("pyhton3", false)] {
        let site = Site::with(&[("Makefile", &format!("all:\n\t{program} --version\n"))]);
        let report = site.repair(["make"]).with_code(1).report();
        let expected = expected.then_some((DiagnosisKind::MissingProgram, program));
        assert_eq!(missing(&report), expected.into_iter().collect::<Vec<_>>());
    }
}

#[test]
fn an_interpreter_that_is_too_old_for_the_project_is_named() {
    let site = Site::with(&[
        (
            "pyproject.toml",
            "[project]\nname = \"shop\"\nversion = \"1\"\nrequires-python = \">=3.99\"\n",
        ),
        ("app.py", "from typing import NobodyHasThisName\n"),
    ]);
    let report = site.repair(["python3", "app.py"]).with_code(1).report();
    assert_eq!(missing(&report), [(DiagnosisKind::WrongVersion, "Python")]);
}

#[test]
fn a_killed_command_is_said_to_lack_memory_only_when_nothing_else_explains_it() {
    let site = Site::with(&[("dies.sh", "kill -9 $$\n")]);
    let report = site.repair(["sh", "dies.sh"]).with_code(1).report();
    assert_eq!(missing(&report), [(DiagnosisKind::OutOfMemory, "the memory")]);
    assert!(report.diagnoses[0].confidence.get() < 0.7);
}

const DEPRECATED: &str = "import logging\nimport warnings\n\nwarnings.simplefilter(\"always\")\nlogging.getLogger().\
                          warn(\"low on tea\")\n";

const WITH_WARNINGS: [&str; 7] = [
    "run",
    "--format",
    "jsonl",
    "--warnings",
    "--",
    "python3",
    "app.py",
];

#[test]
fn a_deprecation_is_repaired_when_warnings_are_asked_for() {
    let site = Site::with(&[("app.py", DEPRECATED)]);
    let quiet = site.repair(["python3", "app.py"]).with_code(0).report();
    assert_eq!(quiet.diff, "");
    let report = site.run(WITH_WARNINGS).with_code(0).report();
    assert_eq!(report.fixed.len(), 1, "{report:#?}");
    assert!(
        report
            .diff
            .contains("+logging.getLogger().warning(\"low on tea\")")
    );
}

#[test]
fn a_deprecation_without_a_replacement_leaves_the_command_passing() {
    let warning =
        "import warnings\n\nwarnings.warn(\"tea() is deprecated\", DeprecationWarning, stacklevel=1)\n";
    let site = Site::with(&[("app.py", warning)]);
    let report = site.run(WITH_WARNINGS).with_code(0).report();
    assert_eq!(report.diff, "");
    assert_eq!(report.remaining.len(), 1);
}

/// An environment with a distribution that says what became of its old names.
fn site_with_teapot(app: &str) -> Site {
    let site = Site::with(&[("app.py", app)]);
    let mut create = site.program("python3");
    create.args(["-m", "venv", "--without-pip", ".venv"]);
    Running::start(&mut create).end().with_code(0);
    let libraries = std::fs::read_dir(site.root().join(".venv/lib")).unwrap();
    let library = libraries
        .into_iter()
        .next()
        .unwrap()
        .unwrap()
        .path()
        .join("site-packages");
    for (file, text) in [
        ("teapot/__init__.py", TEAPOT),
        ("teapot-2.0.dist-info/METADATA", TEAPOT_METADATA),
    ] {
        let path = library.join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    site
}

const TEAPOT: &str = r#"
_RENAMED = {"boil": "brew_all"}


class Pot:
    """A pot.

    .. versionchanged:: 2.0
       :meth:`pour_out` was replaced by :meth:`pour`.
    """

    def pour(self):
        return 1


def brew(leaves, *, water=1):
    """Brews.

    .. versionchanged:: 2.0
       The parameter ``litres`` was renamed to ``water``.
       The parameter ``pot`` was renamed to ``leaves`` and has new semantics.
    """
    return leaves * water


def brew_all():
    return 2
"#;

const TEAPOT_METADATA: &str = "Metadata-Version: 2.1\nName: teapot\nVersion: 2.0\n\n# Changes\n\n- `make_tea` was \
                               renamed to `brew`\n- `sugar` was removed\n";

#[test]
fn an_installed_package_is_asked_for_the_new_names() {
    for (before, after) in [
        ("teapot.boil()", Some("teapot.brew_all()")),
        ("teapot.Pot().pour_out()", Some("teapot.Pot().pour()")),
        ("teapot.brew(2, litres=3)", Some("teapot.brew(2, water=3)")),
        ("teapot.make_tea(2)", Some("teapot.brew(2)")),
        // It says that the new one is not the same.
        ("teapot.brew(pot=2)", None),
        ("teapot.sugar()", None),
    ] {
        let site = site_with_teapot(&format!("import teapot\n\nprint({before})\n"));
        let code = i32::from(after.is_none());
        let report = site
            .repair([".venv/bin/python", "app.py"])
            .with_code(code)
            .report();
        let authors: Vec<&str> = report.fixed.iter().map(unbreak_core::KeptFix::author).collect();
        assert_eq!(
            authors,
            after
                .map(|_| "any/installed/replacement")
                .into_iter()
                .collect::<Vec<_>>(),
            "{before}"
        );
        let expected = format!("import teapot\n\nprint({})\n", after.unwrap_or(before));
        assert_eq!(site.read("app.py"), expected);
    }
}

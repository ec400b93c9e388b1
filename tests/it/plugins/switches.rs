//! `unbreak.toml` and the flags switch plug-ins off, order them and set their options.

use serde_json::Value;

use super::{declarative, install, says, shipped};
use crate::harness::{Running, Site};

#[test]
fn a_project_switches_plugins_off_wherever_they_come_from() {
    let site = Site::with(&[
        ("unbreak.toml", "[plugins]\noff = [\"acme\", \"flake8\"]\n"),
        ("src/log", "acme: a.c:3: bad\n"),
    ]);
    install(&site, &declarative(&site, "acme"));
    let listed = site.run(["list", "parsers"]).with_code(0);
    for id in ["acme", "flake8"] {
        let line = listed.stdout.lines().find(|line| line.starts_with(id)).unwrap();
        assert!(line.split_whitespace().nth(1) == Some("off"), "{line}");
    }
    let mut parse = site.unbreak(["parse", "log"]);
    let below = Running::start(parse.current_dir(site.root().join("src"))).end();
    assert!(!below.stdout.contains(r#""parser":"acme""#), "{}", below.stdout);
    for flags in [&["--on", "acme"][..], &["--no-config"]] {
        let with_flags = site.run([&["parse", "src/log"], flags].concat());
        says(&with_flags, &[r#""parser":"acme""#]);
    }
    site.write("unbreak.toml", "");
    says(&site.run(["parse", "src/log"]), &[r#""parser":"acme""#]);
}

#[test]
fn of_two_parsers_the_one_that_is_put_first_reads_a_line() {
    let site = Site::with(&[("log", "acme: a.c:3: bad\n")]);
    let first = declarative(&site, "acme");
    let second = site.beside("bolt.toml");
    let text = std::fs::read_to_string(&first).unwrap();
    std::fs::write(
        &second,
        text.replace("id = \"acme\"", "id = \"bolt\"\npriority = -5"),
    )
    .unwrap();
    install(&site, &first);
    install(&site, &second);
    says(&site.run(["parse", "log"]), &[r#""parser":"acme""#]);
    site.write("unbreak.toml", "[plugins]\norder = [\"bolt\"]\n");
    says(&site.run(["parse", "log"]), &[r#""parser":"bolt""#]);
    says(&site.run(["list", "parsers"]), &["bolt", "on, no. 1"]);
    says(&site.run(["explain", "bolt"]), &["order: no. 1 of its kind"]);
    says(
        &site.run(["parse", "--order", "acme", "log"]),
        &[r#""parser":"acme""#],
    );
}

/// A plug-in of each origin, an option it has, and a value.
const OPTIONS: [[&str; 3]; 3] = [
    ["suggested_fix", "except", "[\"E0412\"]"],
    ["acme", "severity", "\"info\""],
    ["blame", "ignore_revs_file", "\"nowhere\""],
];

#[test]
fn options_reach_plugins_of_every_origin_alike() {
    let site = Site::with(&[("log", "acme: a.c:3: bad\n"), ("a.c", "int a;\n")]);
    install(&site, &declarative(&site, "acme"));
    let blame = shipped(&site, "blame");
    install(&site, &blame);
    let mut git = site.program("git");
    Running::start(git.args(["init", "--quiet"])).end().with_code(0);
    for place in ["--grant=exec:git", "--in-process"] {
        site.run(["plugin", "trust", "blame", place]).with_code(0);
        for [id, name, value] in OPTIONS {
            let before = site.run(["explain", id]).with_code(0);
            says(&before, &[&format!("{name}: not set")]);
            site.write("unbreak.toml", &format!("[options.{id}]\n{name} = {value}\n"));
            says(&site.run(["explain", id]), &[&format!("{name}: {value}")]);
            let unknown = site.run(["list", "--option", &format!("{id}.{name}s=1")]);
            says(
                &unknown.with_code(2),
                &[id, "has no option", &format!("did you mean '{name}'")],
            );
            let wrong = site.run(["list", "--option", &format!("{id}.{name}=1")]);
            says(&wrong.with_code(2), &[id, &format!("the option '{name}'")]);
            site.write("unbreak.toml", "");
        }
        let input = r#"{"file": "a.c", "line": 1}"#;
        let blamed = site.run([
            "tool",
            "--option",
            "blame.ignore_revs_file=nowhere",
            "blame",
            "--json",
            input,
        ]);
        says(&blamed.with_code(0), &["nowhere"]);
    }
    let parsed = site.run(["parse", "log", "--option", "acme.severity=info"]);
    says(&parsed.with_code(0), &[r#""severity":"info""#]);
    let none = site.run(["list", "--option", "flake8.width=3"]);
    says(&none.with_code(2), &["the parser 'flake8': it has no options"]);
    says(&site.run(["explain", "flake8"]), &["options: none"]);
}

#[test]
fn what_is_said_of_a_plugin_that_could_not_be_loaded_is_no_mistake() {
    let site = Site::with(&[
        ("log", "nothing\n"),
        (
            "unbreak.toml",
            "[plugins]\norder = [\"blame\"]\n[options.blame]\nignore_revs_file = \"x\"\n",
        ),
    ]);
    let directory = shipped(&site, "blame");
    let arguments = ["plugin", "install", "--no-build"].map(std::path::Path::new);
    site.run(arguments.into_iter().chain([&*directory])).with_code(0);
    says(
        &site.run(["parse", "log"]).with_code(0),
        &["plug-in blame: it is not trusted"],
    );
}

#[test]
fn what_it_cannot_mean_is_refused() {
    let cases = [
        ("[plugins]\nof = []\n", "did you mean 'off'?"),
        ("[plugin]\n", "did you mean 'plugins'?"),
        ("[option.mypy]\n", "did you mean 'options'?"),
        ("[plugins]\noff = [\"flake9\"]\n", "did you mean 'flake8'"),
        (
            "[plugins]\norder = [\"strategy:mypy\"]\n",
            "'strategy:mypy' to put first",
        ),
        ("[options.mypi]\nx = 1\n", "did you mean 'mypy'"),
        ("[plugins]\noff = 3\n", "expected a sequence"),
    ];
    for (text, named) in cases {
        let site = Site::with(&[("unbreak.toml", text)]);
        for command in [
            &["list", "parsers"][..],
            &["run", "--", "true"],
            &["config", "schema"],
        ] {
            says(&site.run(command).with_code(2), &[named, "unbreak.toml"]);
        }
        // What takes changes back does not depend on it.
        site.run(["history"]).with_code(0);
    }
}

#[test]
fn the_schema_knows_every_key_and_every_plugins_options() {
    let site = Site::empty();
    install(&site, &declarative(&site, "acme"));
    let printed = site.run(["config", "schema"]).with_code(0);
    let schema: Value = serde_json::from_str(&printed.stdout).unwrap();
    let properties = &schema["properties"];
    let ids = &properties["plugins"]["properties"]["off"]["items"]["anyOf"][0]["enum"];
    for id in ["acme", "mypy", "name_fix", "git_bisect"] {
        assert!(ids.as_array().unwrap().contains(&id.into()), "{id}");
    }
    let options = &properties["options"]["properties"];
    assert_eq!(options["suggested_fix"]["properties"]["except"]["type"], "array");
    assert!(options["acme"]["properties"]["severity"]["enum"].is_array());
}

//! `add_instrumented_trace`

use serde_json::{Value, json};
use unbreak_tools_debug::add_instrumented_trace::at_every_line;

use crate::world::World;

/// A program, where to put a probe, what to show, and what must be shown at each hit. In the text
/// `#>` marks the line.
struct Case {
    name: &'static str,
    text: &'static str,
    expressions: &'static [&'static str],
    command: &'static [&'static str],
    hits: &'static [&'static [&'static str]],
}

const PYTHON: &str = "\
class Box:
    '''Something.'''
    def __init__(self, size):
        self.__size = size

    def fits(self, things):
        for thing in things:
            if thing > self.__size:
                yield thing
            else:  #>
                seen = (thing,
                        thing)


print(list(Box(2).fits([1, 2, 3])))
";

const CASES: &[Case] = &[
    Case {
        name: "a.py",
        text: PYTHON,
        expressions: &[
            "thing",
            "self.__size",
            "[thing + each for each in [1]]",
            "missing",
        ],
        command: &["python3", "a.py"],
        hits: &[
            &["1", "2", "[2]", "<NameError: name 'missing' is not defined>"],
            &["2", "2", "[3]", "<NameError: name 'missing' is not defined>"],
        ],
    },
    Case {
        name: "a.js",
        text: "'use strict';\nconst f = [1, 2]\n  .map(n =>\n    n + 1) //>\nfor (const n of f)\n  if (n > 2) console.log(n)\n  else console.log('a')\n",
        expressions: &["n", "{ a: [n, 'x'] }", "missing.x"],
        command: &["node", "a.js"],
        hits: &[
            &[
                "1",
                "{ a: [ 1, 'x' ] }",
                "<ReferenceError: missing is not defined>",
            ],
            &[
                "2",
                "{ a: [ 2, 'x' ] }",
                "<ReferenceError: missing is not defined>",
            ],
        ],
    },
    Case {
        name: "a.mjs",
        text: "import fs from 'fs';\nfor (let i = 0; i < 2; i++)\n  fs.statSync('.'); //>\n",
        expressions: &["i"],
        command: &["node", "a.mjs"],
        hits: &[&["0"], &["1"]],
    },
    Case {
        name: "a.rb",
        text: "def sizes(words)\n  words.map do |word|\n    word\n      .size #>\n  end\nend\nputs sizes(%w[a bb]).inspect\n",
        expressions: &["word", "nothing_of_this_name"],
        command: &["ruby", "a.rb"],
        hits: &[&["\"a\"", "<NameError"], &["\"bb\"", "<NameError"]],
    },
    Case {
        name: "a.sh",
        text: "set -eu\nwords=(a 'b c')\nif false; then\n  :\nelse\n  code=$? #>\n  [ $code = 1 ]\nfi\n",
        expressions: &["words[@]", "code", "$((1 + 2))"],
        command: &["bash", "a.sh"],
        hits: &[&["a b c", "<unset>", "3"]],
    },
    Case {
        name: "a.c",
        text: "struct p { int x; };\nint twice(int n) { return n < 0\n  ? 0 : 2 * n; }\nint main(void) {\n  struct p p = {3};\n  const char *s = \"hi\";\n  for (int i = 0; i < 2; i++)\n    twice(i); //>\n  goto end;\nend:\n  return s[0] == 0 || p.x == 0;\n}\n",
        expressions: &["i", "s", "p.x", "p", "sizeof i", "1.5"],
        command: &["sh", "-c", "cc a.c -o a && ./a"],
        hits: &[
            &["0", "\"hi\"", "3", "<a structure>", "4", "1.5"],
            &["1", "\"hi\"", "3", "<a structure>", "4", "1.5"],
        ],
    },
    Case {
        name: "a.cc",
        text: "#include <string>\nstruct P { int x; };\nnamespace n {\nint f(const std::string &s, P p) {\n  auto g = [&] { return s.size() + p.x; }; //>\n  return g();\n}\n}\nint main() { return n::f(\"ab\", P{1}) != 3; }\n",
        expressions: &["s", "s.size()", "p"],
        command: &["sh", "-c", "c++ a.cc -o a && ./a"],
        hits: &[&["ab", "2", "<4 bytes>"]],
    },
    Case {
        name: "a.rs",
        text: "#![deny(warnings)]\nfn name(n: Option<u8>) -> &'static str {\n    match n {\n        Some(0) => \"zero\", //>\n        Some(_) => \"some\",\n        None => \"none\",\n    }\n}\nfn main() {\n    for n in [None, Some(0)] {\n        name(n);\n    }\n}\n",
        expressions: &["n", "vec![\"a\"]"],
        command: &["sh", "-c", "rustc a.rs && ./a"],
        hits: &[&["Some(0)", "[\"a\"]"]],
    },
    Case {
        name: "a.go",
        text: "package main\n\ntype point struct{ X int }\n\nfunc sign(n int, p *point) string {\n\tif n < 0 {\n\t\treturn \"-\"\n\t} else if n > 0 { //>\n\t\treturn \"+\"\n\t}\n\treturn \"\"\n}\n\nfunc main() {\n\tsign(-1, nil)\n\tsign(1, nil)\n}\n",
        expressions: &["n", "point{n}", "\"a b\"", "p.X"],
        command: &["go", "run", "a.go"],
        hits: &[&["1", "{X:1}", "\"a b\"", "<runtime error"]],
    },
    Case {
        name: "A.java",
        text: "class A {\n  static int[] made = { 1, 2 }; //>\n  A() {\n    this(1);\n  }\n  A(int n) { }\n  public static void main(String[] a) {\n    new A();\n  }\n}\n",
        expressions: &["1 + 1", "new int[] { 3 }"],
        command: &["java", "A.java"],
        hits: &[&["2", "[3]"]],
    },
];

fn line(text: &str) -> usize {
    let marked = text
        .lines()
        .position(|line| line.ends_with("#>") || line.ends_with("//>"));
    marked.unwrap() + 1
}

fn probe(case: &Case) -> Value {
    json!({ "file": case.name, "line": line(case.text), "expressions": case.expressions, "message": "here it \"is\"" })
}

fn check(case: &Case, how: Value) {
    let world = World::new(&[(case.name, case.text)]);
    let mut input = json!({ "probes": [probe(case)], "command": case.command });
    input["how"] = how;
    let output = world.call("add_instrumented_trace", input).unwrap();
    assert_eq!(
        output["run"]["exit"],
        json!({ "code": 0 }),
        "{}: {output:#}",
        case.name
    );
    assert_eq!(
        output["run"]["total"],
        case.hits.len(),
        "{}: {output:#}",
        case.name
    );
    for (hit, wanted) in output["run"]["hits"].as_array().unwrap().iter().zip(case.hits) {
        let values = hit["values"].as_array().unwrap();
        assert_eq!(values.len(), wanted.len(), "{}: {output:#}", case.name);
        for (value, wanted) in values.iter().zip(*wanted) {
            assert!(
                value["value"].as_str().unwrap().starts_with(wanted),
                "{}: {output:#}",
                case.name
            );
        }
    }
    let left = std::fs::read_to_string(world.root().join(case.name)).unwrap();
    assert_eq!(left, case.text, "{}", case.name);
}

#[test]
fn values_are_shown_at_each_hit_in_every_language() {
    for case in CASES {
        check(case, json!("edit"));
    }
}

#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "what the interpreter has is for it to say"
)]
fn python_is_watched_without_an_edit() {
    let case = &CASES[0];
    check(case, json!("watch"));
    let world = World::new(&[(case.name, case.text)]);
    let input = |how: Value| json!({ "probes": [probe(case)], "command": case.command, "how": how });
    let call = |how: Value| world.call("add_instrumented_trace", input(how)).unwrap();
    let output = call(json!("watch"));
    assert_eq!((&output["how"], &output["tree"]), (&json!("watch"), &Value::Null));
    // By itself only where that costs nothing.
    let ask = "import sys; sys.exit(not hasattr(sys, 'monitoring'))";
    let asked = std::process::Command::new("python3").args(["-c", ask]).status();
    let expected = if asked.unwrap().success() { "watch" } else { "edit" };
    assert_eq!(call(Value::Null)["how"], expected);
}

#[test]
fn every_hit_is_seen_whatever_becomes_of_the_process() {
    let forked = "import os\ndef f(n):\n    return n #>\nf(1)\nif os.fork() == 0:\n    f(2)\n    os._exit(0)\nos.wait()\nf(3)\n";
    let closed = "import os\ndef f(n):\n    return n #>\nf(1)\nos.closerange(3, 99)\nf(2)\n";
    let killed =
        "import os\ndef f(n):\n    return n #>\nfor n in range(3000):\n    f(n)\nos.kill(os.getpid(), 9)\n";
    let replaced = "import os, sys\ndef f(n):\n    return n #>\nf(1)\nif len(sys.argv) == 1:\n    os.execvp('python3', ['python3', 'a.py', 'again'])\n";
    for (text, hits) in [(forked, 3), (closed, 2), (killed, 3000), (replaced, 2)] {
        for how in ["edit", "watch"] {
            let world = World::new(&[("a.py", text)]);
            let probes = json!([{ "file": "a.py", "line": line(text), "expressions": ["n"] }]);
            let input = json!({ "probes": probes, "command": ["python3", "a.py"], "how": how });
            let output = world.call("add_instrumented_trace", input).unwrap();
            assert_eq!(output["run"]["total"], hits, "{how}: {text}");
        }
    }
}

#[test]
fn where_no_runtime_can_watch_a_copy_is_edited() {
    let case = &CASES[0];
    let world = World::new(&[(case.name, case.text)]);
    // Isolated, Python does not look at its environment.
    let input = json!({ "probes": [probe(case)], "command": ["python3", "-I", "a.py"] });
    let output = world.call("add_instrumented_trace", input).unwrap();
    assert_eq!(
        (&output["how"], &output["run"]["total"]),
        (&json!("edit"), &json!(2))
    );
    assert!(
        output["notes"][0].as_str().unwrap().contains("a copy was edited"),
        "{output:#}"
    );
}

#[test]
fn a_handle_runs_again_is_listed_and_removes_the_probes() {
    let case = &CASES[1];
    let world = World::new(&[(case.name, case.text)]);
    let tool = "add_instrumented_trace";
    let placed = world.call(tool, json!({ "probes": [probe(case)] })).unwrap();
    let handle = placed["handle"].as_str().unwrap();
    let copy = std::path::Path::new(placed["tree"].as_str().unwrap()).join(case.name);
    // Without the tool around it a probe writes to standard error.
    let alone = json!(["sh", "-c", "unset UNBREAK_PROBES; node a.js; exit 3"]);
    let ran = world
        .call(tool, json!({ "handle": handle, "command": alone }))
        .unwrap();
    let said = ran["run"]["tail"].as_str().unwrap();
    assert!(said.contains("a.js:4: here it \"is\"\tn = 1\t"), "{said}");
    let again = json!({ "handle": handle, "command": case.command });
    assert_eq!(world.call(tool, again).unwrap()["run"]["total"], 2);
    let list = world.call(tool, json!({ "list": true })).unwrap();
    assert_eq!(list["kept"][0]["handle"], handle);
    world.call(tool, json!({ "remove": handle })).unwrap();
    assert!(!copy.exists());
    assert_eq!(
        world.call(tool, json!({ "list": true })).unwrap()["kept"],
        json!([])
    );
    assert!(world.refused(tool, json!({ "remove": handle })).contains(handle));
}

#[test]
fn what_has_no_place_is_refused_with_the_nearest() {
    let refused = [
        (
            "a.rs",
            "use std::fmt;\nfn main() {\n    let _ = N;\n}\n",
            1,
            "nearest statement is on line 3",
        ),
        ("a.rs", "const fn f() -> u8 {\n    3\n}\n", 2, "const fn"),
        ("a.c", "int n = 3;\n", 1, "nothing is executed there"),
        ("a.py", "x = 1\n", 9, "lines 1 to 1"),
        ("a.txt", "x = 1\n", 1, "none that probes can be written in"),
        ("a.sh", "a | b\nx=${PIPESTATUS[0]}\n", 2, "PIPESTATUS"),
    ];
    for (file, text, line, why) in refused {
        let world = World::new(&[(file, text)]);
        let input = json!({ "probes": [{ "file": file, "line": line }] });
        let said = world.refused("add_instrumented_trace", input);
        assert!(said.contains(why), "{file}: {said}");
    }
}

#[test]
fn an_expression_that_is_none_is_refused_before_anything_is_kept() {
    let world = World::new(&[("a.py", "x = 1\n")]);
    let input = json!({ "probes": [{ "file": "a.py", "line": 1, "expressions": ["x +"] }] });
    let said = world.refused("add_instrumented_trace", input);
    assert!(said.contains("could not be parsed"), "{said}");
    assert_eq!(
        world
            .call("add_instrumented_trace", json!({ "list": true }))
            .unwrap()["kept"],
        json!([])
    );
}

/// Where the probe of a line comes to stand: the text around it.
#[test]
fn a_probe_moves_to_the_nearest_place_that_means_the_same() {
    let cases = [
        ("a.py", "\"\"\"One.\nTwo.\"\"\"\nx = 1\n", 2, "; x = 1"),
        ("a.py", "@a\n@b\ndef f(): pass\n", 2, "\n@a\n@b"),
        ("a.py", "try:\n    f()\nfinally:\n    g()\n", 3, "; g()"),
        ("a.py", "match x:\n    case 1:\n        f()\n", 2, "; f()"),
        ("a.py", "if a: b = 1\n", 1, "\nif a:"),
        ("a.py", "def f():\n    'only'\n", 2, "'only'; ("),
        ("a.js", "f();\nouter:\nfor (;;) break outer;\n", 3, "} outer:"),
        (
            "a.js",
            "switch (x) {\n  case 1:\n  case 2: f();\n}\n",
            2,
            "case 1: {",
        ),
        ("a.js", "class A {\n  x = f();\n}\n", 2, ", f())"),
        (
            "a.c",
            "int f(int x) {\n  if (x) {\n    x = 1;\n  } else if (x > 1) {\n    x = 2;\n  }\n  return x;\n}\n",
            4,
            "else { {",
        ),
        (
            "a.c",
            "int f(void) {\nagain:\n  goto again;\n}\n",
            2,
            "again:\n  {",
        ),
        (
            "a.rs",
            "fn f() {\n    #[rustfmt::skip]\n    let x = 1;\n}\n",
            3,
            "} #[rustfmt::skip]",
        ),
        ("a.java", "class A { A() {\n super();\n f();\n } }\n", 2, "} f();"),
    ];
    for (file, text, line, wanted) in cases {
        let mut lines = at_every_line(std::path::Path::new(file), text).unwrap();
        let probed = lines.nth(line - 1).unwrap().unwrap();
        assert!(probed.contains(wanted), "{file} {line}: {probed}");
    }
}

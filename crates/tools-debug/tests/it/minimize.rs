//! `minimize_repro`

use serde_json::json;

use crate::world::World;

/// A file, a command in the shell's language that passes when it is interesting (`$1` is the
/// file), and what must be left of it.
struct Case {
    file: &'static str,
    text: &'static str,
    oracle: &'static str,
    left: &'static [&'static str],
}

const CASES: &[Case] = &[
    Case {
        file: "two-halves.txt",
        text: "one two three\nfour LEFT five\nsix\nseven eight\nnine RIGHT ten\neleven\n",
        oracle: "grep -q LEFT $1 && grep -q RIGHT $1",
        left: &["LEFTRIGHT"],
    },
    Case {
        file: "equal-neighbours.txt",
        text: "aaaaaaaa xxneedlexx aaaaaaaa\n",
        oracle: "grep -q needle $1",
        left: &["needle"],
    },
    Case {
        file: "not-utf8.bin",
        text: "\u{1}\u{2}before\u{0}KEEP\u{0}after\u{3}",
        oracle: "grep -qa KEEP $1",
        left: &["KEEP"],
    },
    #[cfg(feature = "grammars")]
    Case {
        file: "records.json",
        text: r#"{"version": 3, "records": [{"id": 1, "tags": ["a", "b"]}, {"id": 2, "bad": "long text"}, {"id": 3}]}"#,
        oracle: "python3 -c 'import json,sys; sys.exit(not any(\"bad\" in r for r in json.load(open(sys.argv[1]))[\"records\"]))' $1",
        left: &[r#"{"records":[{"bad":0}]}"#, r#"{"records":["bad"]}"#],
    },
    #[cfg(feature = "grammars")]
    Case {
        file: "program.py",
        text: "import json\n\n\ndef used(value):\n    \"\"\"Says it.\"\"\"\n    if value > 2:\n        for item in range(value):\n            print('needle')\n\n\ndef unused():\n    return json.dumps({})\n\n\nused(3)\nunused()\n",
        oracle: "python3 -I -S $1 | grep -q needle",
        left: &["print('needle')"],
    },
    // A parent that only encloses, and deeper indentation than there need be.
    Case {
        file: "services.yaml",
        text: "services:\n    - name: one\n      env:\n          mode: fast\n          needle: here\n      tags:\n          - a\n    - name: two\n      env:\n          mode: slow\n      tags:\n          - b\n    - name: three\n",
        oracle: "awk '/^services:/ {s=1} /^ .*needle:/ {n=s} END {exit !n}' $1",
        left: &["services:\n needle:"],
    },
    // What the last statement once used, and what that used.
    Case {
        file: "script.sql",
        text: "CREATE TABLE other (id);\nINSERT INTO other VALUES (1);\nCREATE TABLE t (x CHECK (x > 0));\nINSERT INTO t SELECT id - 1 FROM other;\n",
        oracle: "python3 -I -c 'import sqlite3,sys; sqlite3.connect(\":memory:\").executescript(open(sys.argv[1]).read())' $1 2>&1 | grep -q 'CHECK constraint failed'",
        left: &["CREATE TABLE t(x CHECK(0));INSERT INTO t SELECT 1"],
    },
    // A command that only searches the text does not care whether it still is a program.
    #[cfg(feature = "grammars")]
    Case {
        file: "unit.c",
        text: "#include <stddef.h>\n/* a comment */\nstatic int helper(int x) { return x + 1; }\nint keep(int x)\n{\n    if (x) {\n        return helper(x) << 40;\n    }\n    return 0;\n}\n",
        oracle: "tr -d ' \\n' < $1 | grep -q '<<40;}' && grep -q 'int keep(' $1",
        left: &["int keep(<<40;}"],
    },
];

/// Structures that no grammar is known for, with an oracle that accepts none but well-formed texts.
#[test]
fn nested_parts_go_with_what_encloses_them() {
    let element = |name: &str, inside: &str| {
        format!("<{name} kind=\"a > b\">\n{inside}</{name}>\n<!-- <not one> -->\n<leaf/>\n")
    };
    let filler: String = (0..3)
        .map(|index| element(&format!("e{index}"), &element("x", "text\n")))
        .collect();
    let markup = format!(
        "<root>\n{filler}{}{filler}</root>\n",
        element("deep", &element("er", "<needle kind=\"1\"/>\n"))
    );
    let filler: String = (0..12)
        .map(|index| format!("check{index}() {{\n    if true; then\n        echo {index}\n    fi\n}}\n"))
        .collect();
    let script = format!(
        "{filler}if true; then\n    while true; do\n        echo needle\n        break\n    done\nfi\n{filler}"
    );
    let parse = "import sys, xml.etree.ElementTree as t; sys.exit(next(t.parse(sys.argv[1]).iter('needle'), None) is None)";
    for (file, text, oracle, left, most) in [
        (
            "tree.xml",
            markup,
            format!("python3 -I -S -c \"{parse}\" $1 2> /dev/null"),
            "<needle/>",
            60,
        ),
        (
            "script.sh",
            script,
            "sh -n $1 2> /dev/null && grep -q 'echo needle' $1".to_owned(),
            "echo needle",
            60,
        ),
    ] {
        let world = World::new(&[(file, text.as_str())]);
        let output = world.call("minimize_repro", request(file, &oracle)).unwrap();
        assert_eq!(output["text"], left);
        let calls = output["calls"].as_u64().unwrap();
        assert!(calls <= most, "{file}: {calls} calls for {} bytes", text.len());
    }
}

#[test]
fn what_is_left_is_minimal() {
    for case in CASES {
        let world = World::new(&[(case.file, case.text)]);
        let output = world
            .call("minimize_repro", request(case.file, case.oracle))
            .unwrap();
        let left = output["text"].as_str().unwrap();
        assert!(case.left.contains(&left), "{}: {left:?}", case.file);
        assert_eq!(output["end"], "minimal");
        let original = std::fs::read_to_string(world.root().join(case.file)).unwrap();
        assert_eq!(original, case.text, "the input itself is only read");
    }
}

#[test]
fn the_result_does_not_depend_on_how_many_are_tried_at_a_time() {
    let case = &CASES[0];
    let world = World::new(&[(case.file, case.text)]);
    for jobs in [1, 2, 5] {
        let mut input = request(case.file, case.oracle);
        input["jobs"] = json!(jobs);
        let output = world.call("minimize_repro", input).unwrap();
        assert_eq!(output["text"], case.left[0], "{jobs} at a time");
    }
}

#[test]
fn without_an_exit_code_the_same_failure_is_kept() {
    let text = "import json\nvalues = {'a': 1}\n\ndef total(names):\n    for name in names:\n        values[name]\n\nprint(json.dumps({}))\ntotal(['a', 'EUR'])\n";
    let world = World::new(&[("sum.py", text)]);
    let input = json!({ "input": "sum.py", "command": ["python3", "-I", "-S", "{}"], "budget_calls": 80 });
    let output = world.call("minimize_repro", input).unwrap();
    let left = output["text"].as_str().unwrap();
    // The message names no key that matters, but the error and the function it is raised in do.
    assert_eq!(output["kept"], "runtime|KeyError|'_'|sum.py#total");
    assert!(
        left.contains("def total(") && left.len() < text.len() * 2 / 3,
        "{left}"
    );
}

#[test]
fn another_line_of_a_program_that_is_no_input_is_another_failure() {
    let check = "import sys\nvalues = dict(pair.split('=') for pair in open(sys.argv[1]).read().split())\nfirst = values['first']\nvalues[first]\n";
    let world = World::new(&[("check.py", check), ("values.txt", "a=1\nfirst=gone\nb=2\n")]);
    let command = ["python3", "-I", "-S", "check.py", "{}"];
    let input = json!({ "input": "values.txt", "command": command });
    let output = world.call("minimize_repro", input).unwrap();
    // Without anything it fails as well, but because there is no first.
    assert_eq!(output["text"], "first=", "{output}");
}

#[test]
fn records_of_a_binary_format_go_with_what_states_their_length() {
    const READ: &str = "import sys\nd = open(sys.argv[1], 'rb').read()\nassert d[:4] == b'FILE'\nat = 4\nwhile at < len(d):\n    n = int.from_bytes(d[at + 4:at + 6], sys.argv[2])\n    assert at + 6 + n <= len(d)\n    if d[at:at + 4] == b'LOCK':\n        sys.exit(b'x' not in d[at + 6:at + 6 + n])\n    at += 6 + n\nsys.exit(1)\n";
    for (order, length) in [
        ("little", u16::to_le_bytes as fn(u16) -> [u8; 2]),
        ("big", u16::to_be_bytes),
    ] {
        let mut data = b"FILE".to_vec();
        for number in 0..40_u8 {
            let tag = if number == 25 { b"LOCK" } else { b"DATA" };
            let body: Vec<u8> = (0..number % 7 + 3)
                .map(|at| number.wrapping_mul(5) ^ (at * 25) | 0x80)
                .collect();
            let body = [&body[..], b"x", &body].concat();
            data.extend(tag);
            data.extend(length(u16::try_from(body.len()).unwrap()));
            data.extend(body);
        }
        let world = World::new(&[("read.py", READ)]);
        std::fs::write(world.root().join("in.bin"), data).unwrap();
        let command = ["python3", "-I", "-S", "read.py", "{}", order];
        let input = json!({ "input": "in.bin", "command": command, "interesting_exit": 0 });
        let output = world.call("minimize_repro", input).unwrap();
        let left = [&b"FILELOCK"[..], &length(1), b"x"].concat();
        assert_eq!(output["text"], String::from_utf8(left).unwrap(), "{order}");
        let calls = output["calls"].as_u64().unwrap();
        assert!(calls <= 120, "{order}: {calls} calls");
    }
}

#[test]
fn a_budget_gives_the_best_so_far() {
    let text = "filler line\n".repeat(200) + "needle\n" + &"filler line\n".repeat(200);
    let world = World::new(&[("log.txt", &text)]);
    let mut input = request("log.txt", "grep -q needle $1");
    input["budget_calls"] = json!(12);
    let output = world.call("minimize_repro", input).unwrap();
    assert_eq!((&output["end"], &output["calls"]), (&json!("budget"), &json!(12)));
    let left = output["text"].as_str().unwrap();
    assert!(
        left.contains("needle") && left.len() < text.len() / 4,
        "{}",
        left.len()
    );
}

#[test]
fn an_input_that_shows_nothing_is_refused() {
    let world = World::new(&[("empty.txt", ""), ("passes.txt", "text")]);
    for (input, reason) in [
        (request("empty.txt", "false"), "is empty"),
        (request("missing.txt", "false"), "cannot be read"),
        (request("passes.txt", "false"), "not interesting"),
        (
            json!({ "input": "passes.txt", "command": ["test", "-f", "{}"] }),
            "passes with the whole input",
        ),
        (
            json!({ "input": "passes.txt", "command": ["false"] }),
            "where the candidate goes",
        ),
        (json!({ "input": "passes.txt" }), "missing field"),
        (
            json!({ "input": "passes.txt", "command": [1, "{}"] }),
            "command[0]: invalid type: integer `1`, expected a string",
        ),
        (json!({ "command": ["false", "{}"] }), "nothing to reduce"),
        (
            json!({ "input": "passes.txt", "items": ["a"], "command": ["false", "{}"] }),
            "not both",
        ),
        (
            json!({ "items": ["a"], "command": ["{}"] }),
            "cannot name the program",
        ),
        (
            json!({ "input": "passes.txt", "command": ["false", "{}"], "jbos": 2 }),
            "unknown field",
        ),
    ] {
        let said = world.refused("minimize_repro", input);
        assert!(said.contains(reason), "{said:?} does not say {reason:?}");
    }
}

fn request(file: &str, oracle: &str) -> serde_json::Value {
    json!({
        "input": file,
        "command": ["sh", "-c", oracle, "sh", "{}"],
        "interesting_exit": 0,
    })
}

#[test]
fn of_a_directory_files_go_and_then_parts_of_them() {
    let many: Vec<(String, String)> = (0..12)
        .map(|index| {
            (
                format!("project/pkg/part{index}.txt"),
                "nothing to see\n".to_owned(),
            )
        })
        .collect();
    let mut files: Vec<(&str, &str)> = many
        .iter()
        .map(|(path, text)| (path.as_str(), text.as_str()))
        .collect();
    let main = "include pkg/part1.txt\ninclude pkg/broken.txt\nend\n";
    files.extend([
        ("project/main.txt", main),
        ("project/pkg/broken.txt", "first line\na needle here\n"),
        ("project/.git/HEAD", "ref: refs/heads/main\n"),
    ]);
    let world = World::new(&files);
    let oracle = "cd $1 && grep -q needle $(sed -n 's/^include //p' main.txt) -s";
    let output = world.call("minimize_repro", request("project", oracle)).unwrap();
    let left: Vec<(&str, &str)> = output["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| (file["path"].as_str().unwrap(), file["text"].as_str().unwrap()))
        .collect();
    assert_eq!(
        left,
        [
            ("main.txt", "include pkg/broken.txt"),
            ("pkg/broken.txt", "needle")
        ]
    );
    assert_eq!(
        (&output["parts"], &output["original_parts"]),
        (&json!(2), &json!(14))
    );
    let original = std::fs::read_to_string(world.root().join("project/main.txt")).unwrap();
    assert_eq!(original, main, "the input itself is only read");
}

#[test]
fn what_a_command_leaves_in_a_directory_does_not_help_the_next_candidate() {
    let world = World::new(&[("work/a.txt", "needle"), ("work/b.txt", "hay")]);
    let oracle = "cd $1 && { grep -q needle made.txt a.txt || exit 1; } 2>/dev/null; cp a.txt made.txt";
    let output = world.call("minimize_repro", request("work", oracle)).unwrap();
    assert_eq!(output["files"][0]["text"], "needle", "{output}");
    assert_eq!(output["parts"], 1);
}

#[test]
fn of_a_list_of_arguments_the_order_stays() {
    let world = World::new(&[]);
    let items: Vec<String> = (0..40).map(|index| format!("tests/test {index}.py")).collect();
    let oracle = r#"case "$*" in *"test 3.py"*"test 30.py"*"test 33.py"*) exit 1;; "") exit 1;; esac"#;
    for (command, words) in [
        (json!(["sh", "-c", oracle, "sh", "{}"]), "in place of a word"),
        (
            json!(["sh", "-c", format!("set -- {{}}; {oracle}")]),
            "within one",
        ),
    ] {
        let input = json!({ "items": items, "command": command, "interesting_exit": 1 });
        let output = world.call("minimize_repro", input).unwrap();
        let left = ["tests/test 3.py", "tests/test 30.py", "tests/test 33.py"];
        assert_eq!(output["items"], json!(left), "{words}");
        assert_eq!(
            (&output["parts"], &output["original_parts"]),
            (&json!(3), &json!(40))
        );
    }
}

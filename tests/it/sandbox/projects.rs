//! Ordinary projects, whose commands must do in a sandbox what they do without.

/// A project: its files, and a command that passes.
pub(super) struct Project {
    pub(super) name: &'static str,
    pub(super) files: &'static [(&'static str, &'static str)],
    pub(super) command: &'static [&'static str],
}

const fn project(
    name: &'static str,
    files: &'static [(&'static str, &'static str)],
    command: &'static [&'static str],
) -> Project {
    Project { name, files, command }
}

pub(super) const PROJECTS: &[Project] = &[
    project(
        "cargo test",
        &[
            (
                "Cargo.toml",
                "[package]\nname = \"p\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[workspace]\n",
            ),
            (
                "src/lib.rs",
                "#[test]\nfn adds() { std::fs::write(std::env::temp_dir().join(\"x\"), \"x\").unwrap(); assert_eq!(1 + 1, 2); }\n",
            ),
        ],
        &["cargo", "test", "--offline", "--quiet"],
    ),
    project(
        "node --test",
        &[(
            "a.test.mjs",
            "import test from 'node:test';\nimport fs from 'node:fs';\nimport os from 'node:os';\ntest('t', () => { fs.mkdtempSync(os.tmpdir() + '/t-'); });\n",
        )],
        &["node", "--test"],
    ),
    project(
        "npm test",
        &[
            (
                "package.json",
                "{\"name\": \"p\", \"scripts\": {\"test\": \"node --test\"}}",
            ),
            (
                "a.test.mjs",
                "import test from 'node:test';\ntest('t', () => {});\n",
            ),
        ],
        &["npm", "test", "--silent"],
    ),
    project(
        "pytest with a temporary directory and a server",
        &[(
            "test_a.py",
            "import http.server, multiprocessing, threading, urllib.request\n\n\ndef double(x):\n    return 2 * x\n\n\ndef test_files(tmp_path):\n    (tmp_path / 'x').write_text('x')\n\n\ndef test_loopback():\n    server = http.server.HTTPServer(('127.0.0.1', 0), http.server.SimpleHTTPRequestHandler)\n    threading.Thread(target=server.serve_forever, daemon=True).start()\n    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))\n    assert opener.open(f'http://127.0.0.1:{server.server_port}/').status == 200\n\n\ndef test_processes():\n    with multiprocessing.Pool(2) as pool:\n        assert pool.map(double, [1, 2]) == [2, 4]\n",
        )],
        &["pytest", "-q"],
    ),
    project(
        "go test",
        &[
            ("go.mod", "module p\n\ngo 1.24\n"),
            (
                "a_test.go",
                "package p\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) { t.TempDir() }\n",
            ),
        ],
        &["go", "test", "./..."],
    ),
    project(
        "make and a compiler",
        &[
            ("Makefile", "check: a\n\t./a\na: a.c\n\tcc -pipe -o a a.c\n"),
            (
                "a.c",
                "#include <stdio.h>\nint main(void) { return tmpfile() == NULL; }\n",
            ),
        ],
        &["make", "check"],
    ),
    project(
        "tsc",
        &[
            (
                "tsconfig.json",
                "{\"compilerOptions\": {\"outDir\": \"out\", \"incremental\": true, \"skipLibCheck\": true, \"types\": []}, \"files\": [\"a.ts\"]}",
            ),
            ("a.ts", "export const a: number = 1;\n"),
        ],
        &["tsc", "-p", "."],
    ),
    project(
        "eslint",
        &[
            (
                "eslint.config.mjs",
                "export default [{rules: {'no-debugger': 'error'}}];\n",
            ),
            ("a.js", "const a = 1;\n"),
        ],
        &["eslint", "--cache", "."],
    ),
    project("ruff", &[("a.py", "x = 1\n")], &["ruff", "check", "."]),
    project("mypy", &[("a.py", "x: int = 1\n")], &["mypy", "a.py"]),
    project(
        "javac and java",
        &[(
            "A.java",
            "class A { public static void main(String[] a) throws Exception { java.io.File.createTempFile(\"abc\", \"d\"); } }\n",
        )],
        &["sh", "-c", "javac A.java && java -cp . A"],
    ),
    project(
        "a shell script",
        &[(
            "check.sh",
            "set -eu\nf=$(mktemp)\ncat > \"$f\" <<E\nx\nE\ntest -s \"$f\"\necho y > out\nsort /dev/stdin < out > /dev/null\n",
        )],
        &["bash", "check.sh"],
    ),
    project(
        "a repository of the test's own",
        &[(
            "check.sh",
            "set -eu\nd=$(mktemp -d)\ncd \"$d\"\ngit init -q\necho x > a\ngit add a\ngit -c user.name=A -c user.email=a@example.org commit -qm a\ngit log --oneline\n",
        )],
        &["sh", "check.sh"],
    ),
    project(
        "the user's repository, read",
        &[("check.sh", "set -eu\ngit status --short\ngit diff --stat\n")],
        &["sh", "check.sh"],
    ),
];

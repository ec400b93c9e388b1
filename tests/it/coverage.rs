//! Whether a test runs an edited line is measured in programs that are compiled: by a probe in a copy of the
//! tree, built by the user's own command with a real compiler.

use unbreak_core::{Outcome, SafetyClass, TestedBy};

use crate::harness::Site;

/// A program with a bracket left open in `area`, and a test. `CALL` stands where the test asks for the area of
/// 2 by 3.
struct Program {
    files: &'static [(&'static str, &'static str)],
    command: &'static [&'static str],
}

const IN_C: &str = "\
#include <stdio.h>

static int area(int width, int height)
{
    return (width * height;
}

int main(void)
{
    int six = CALL;
    printf(\"%s 1 - area\\n1..1\\n# pass %d\\n\", six == 6 ? \"ok\" : \"not ok\", six == 6);
    return six != 6 || area == 0;
}
";

const C: Program = Program {
    files: &[("main.c", IN_C)],
    command: &["sh", "-c", "gcc -o app main.c && ./app"],
};

const CPP: Program = Program {
    files: &[("main.cpp", IN_C)],
    command: &["sh", "-c", "g++ -o app main.cpp && ./app"],
};

const RUST: Program = Program {
    files: &[
        (
            "Cargo.toml",
            "[package]\nname = \"area\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n[workspace]\n",
        ),
        (
            "src/lib.rs",
            "pub fn area(width: u32, height: u32) -> u32 {\n    return (width * height;\n}\n\n\
             #[test]\nfn six() {\n    assert_eq!(CALL, 6);\n}\n",
        ),
    ],
    command: &["cargo", "test", "--offline"],
};

const JAVA: Program = Program {
    files: &[(
        "Area.java",
        "public class Area {\n    static int area(int width, int height) {\n        \
         return (width * height;\n    }\n\n    public static void main(String[] words) {\n        \
         int six = CALL;\n        System.out.println((six == 6 ? \"ok\" : \"not ok\") + \" 1 - area\");\n        \
         System.out.println(\"1..1\\n# pass 1\");\n    }\n}\n",
    )],
    command: &[
        "sh",
        "-c",
        "javac -J-XX:TieredStopAtLevel=1 -d out Area.java && java -cp out Area",
    ],
};

const GO: Program = Program {
    files: &[
        ("go.mod", "module area\n\ngo 1.24\n"),
        (
            "main.go",
            "package main\n\nimport \"fmt\"\n\nfunc area(width, height int) int {\n\t\
             return (width * height\n}\n\nfunc main() {\n\tif CALL == 6 {\n\t\t\
             fmt.Println(\"ok 1 - area\")\n\t\tfmt.Println(\"1..1\")\n\t\tfmt.Println(\"# pass 1\")\n\t}\n}\n",
        ),
    ],
    command: &["go", "run", "."],
};

const TYPESCRIPT: Program = Program {
    files: &[
        (
            "tsconfig.json",
            "{\"compilerOptions\": {\"strict\": true, \"target\": \"es2022\", \"module\": \"commonjs\", \
             \"lib\": [\"es2022\"], \"skipLibCheck\": true, \"types\": [], \"outDir\": \"out\"}, \"files\": [\"area.ts\"]}\n",
        ),
        (
            "area.ts",
            "declare const console: { log(text: string): void };\n\n\
             export function area(width: number, height: number): number {\n  \
             return (width * height;\n}\n\nconst six = CALL;\n\
             console.log(six === 6 ? \"ok 1 - area\" : \"not ok 1 - area\");\n\
             console.log(\"1..1\\n# pass 1\");\n",
        ),
    ],
    command: &["sh", "-c", "tsc -p . && node out/area.js"],
};

/// Repairs a program whose test makes a call, and returns what tested the repair.
#[track_caller]
fn tested(program: &Program, call: &str) -> (TestedBy, SafetyClass) {
    let site = Site::empty();
    for (file, text) in program.files {
        site.write(file, &text.replace("CALL", call));
    }
    let arguments = [&["run", "--yes", "--format", "jsonl", "--"], program.command].concat();
    let report = site.run(arguments).report();
    assert_eq!(report.outcome, Outcome::Fixed, "{report:?}");
    assert_eq!(report.fixed.len(), 1, "{:?}", report.fixed);
    (
        report.fixed[0].evidence.tested_by.unwrap(),
        report.fixed[0].safety,
    )
}

/// A line that a test runs is covered; one that no test runs is only compiled.
#[track_caller]
fn check(program: &Program) {
    let by_a_test = tested(program, "area(2, 3)");
    assert_eq!(by_a_test, (TestedBy::Covered, SafetyClass::Safe));
    let by_nobody = tested(program, "2 * 3");
    assert_eq!(by_nobody, (TestedBy::Compiler, SafetyClass::Unsafe));
}

#[test]
fn of_c() {
    check(&C);
}

#[test]
fn of_cpp() {
    check(&CPP);
}

#[test]
fn of_rust() {
    check(&RUST);
}

#[test]
fn of_java() {
    check(&JAVA);
}

#[test]
fn of_go() {
    check(&GO);
}

#[test]
fn of_typescript() {
    check(&TYPESCRIPT);
}

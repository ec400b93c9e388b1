//! Whether a test runs an edited line is measured in programs that are compiled: by a probe in a copy of the
//! tree, built by the user's own command with a real compiler.

use unbreak_core::{Outcome, SafetyClass, TestedBy};

use crate::harness::Site;

/// A program with a bracket left open in `area`, and a test. `CALL` stands where the test asks for the area.
struct Program {
    language: &'static str,
    files: &'static [(&'static str, &'static str)],
    command: &'static [&'static str],
    /// A call of the function with the fault; its value is 6.
    call: &'static str,
}

const C: &str = "\
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

const PROGRAMS: &[Program] = &[
    Program {
        language: "C",
        files: &[("main.c", C)],
        command: &["sh", "-c", "gcc -o app main.c && ./app"],
        call: "area(2, 3)",
    },
    Program {
        language: "C++",
        files: &[("main.cpp", C)],
        command: &["sh", "-c", "g++ -o app main.cpp && ./app"],
        call: "area(2, 3)",
    },
    Program {
        language: "Rust",
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
        call: "area(2, 3)",
    },
    Program {
        language: "Java",
        files: &[(
            "Area.java",
            "public class Area {\n    static int area(int width, int height) {\n        \
             return (width * height;\n    }\n\n    public static void main(String[] words) {\n        \
             int six = CALL;\n        System.out.println((six == 6 ? \"ok\" : \"not ok\") + \" 1 - area\");\n        \
             System.out.println(\"1..1\\n# pass 1\");\n    }\n}\n",
        )],
        command: &["sh", "-c", "javac -d out Area.java && java -cp out Area"],
        call: "area(2, 3)",
    },
    Program {
        language: "Go",
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
        call: "area(2, 3)",
    },
    Program {
        language: "TypeScript",
        files: &[
            (
                "tsconfig.json",
                "{\"compilerOptions\": {\"strict\": true, \"target\": \"es2022\", \"module\": \"commonjs\", \
                 \"types\": [], \"outDir\": \"out\"}, \"files\": [\"area.ts\"]}\n",
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
        call: "area(2, 3)",
    },
];

/// Repairs a program whose test makes a call, and returns what tested the repair.
#[track_caller]
fn tested(program: &Program, call: &str) -> (TestedBy, SafetyClass) {
    let site = Site::empty();
    for (file, text) in program.files {
        site.write(file, &text.replace("CALL", call));
    }
    let arguments = [&["run", "--yes", "--format", "jsonl", "--"], program.command].concat();
    let report = site.run(arguments).report();
    let language = program.language;
    assert_eq!(report.outcome, Outcome::Fixed, "{language}: {report:?}");
    let [fix] = report.fixed.as_slice() else {
        panic!("{language}: {:?}", report.fixed);
    };
    (fix.evidence.tested_by.unwrap(), fix.safety)
}

#[test]
fn a_line_that_a_test_of_a_compiled_program_runs_is_tested() {
    for program in PROGRAMS {
        let tested = tested(program, program.call);
        assert_eq!(
            tested,
            (TestedBy::Test, SafetyClass::Safe),
            "{}",
            program.language
        );
    }
}

#[test]
fn a_line_that_no_test_of_a_compiled_program_runs_is_only_compiled() {
    for program in PROGRAMS {
        let tested = tested(program, "2 * 3");
        assert_eq!(
            tested,
            (TestedBy::Compiler, SafetyClass::Unsafe),
            "{}",
            program.language
        );
    }
}

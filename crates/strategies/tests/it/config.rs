//! `config_fix` where the smallest difference in a file or a message decides. A real tool reads the file where it is
//! part of the test environment; the words of the others are quoted.

use unbreak_core::{DeterminedBy, Fix};

use self::Output::{Quoted, Real};
use super::project::{Files, Project};

/// The source of a command's output.
enum Output<'a> {
    /// The command is run.
    Real,
    /// It is quoted: the tool is not installed, or cannot be started from a test.
    Quoted(&'a str),
}

/// The project of these files, and the proposals for it.
fn proposed(command: &str, files: Files<'_>, output: &Output<'_>) -> (Project, Vec<Fix>) {
    let project = Project::new(files, command);
    let output = match output {
        Real => project.output(),
        Quoted(output) => (*output).to_owned(),
    };
    let fixes = project.fixes("config_fix", &output);
    (project, fixes)
}

/// Checks that the best proposal turns the first file into this text.
#[track_caller]
fn repairs(command: &str, files: Files<'_>, output: &Output<'_>, after: &str) -> Fix {
    let (project, fixes) = proposed(command, files, output);
    let best = fixes
        .first()
        .unwrap_or_else(|| panic!("no proposal for {files:#?}"));
    assert_eq!(project.text_after(best, files[0].0), after, "{}", best.title);
    best.clone()
}

/// Checks that nothing is proposed.
#[track_caller]
fn leaves(command: &str, files: Files<'_>, output: &Output<'_>) {
    let (_, fixes) = proposed(command, files, output);
    assert!(fixes.is_empty(), "{files:#?}: {fixes:#?}");
}

mod makefile {
    use super::{Real, leaves, repairs};

    #[test]
    fn only_recipes_get_a_tab() {
        let text = "A = 1 \\\n    2\nall: a\n    echo a \\\n        b\n\n        echo c\n";
        let after = "A = 1 \\\n    2\nall: a\n\techo a \\\n        b\n\n\techo c\n";
        repairs("make", &[("Makefile", text)], &Real, after);
        leaves("make", &[("Makefile", "A := 1\n    echo a\n")], &Real);
    }

    #[test]
    fn a_rule_gets_its_colon_only_if_another_needs_it() {
        let text = "all: hello\n\nhello a.o\n\techo\n";
        let after = "all: hello\n\nhello: a.o\n\techo\n";
        let fix = repairs("make", &[("Makefile", text)], &Real, after);
        assert_eq!(fix.title, "make 'hello' in Makefile a rule");
        leaves("make", &[("Makefile", "all: b\n\nhello\n\techo\n")], &Real);
        leaves("make", &[("Makefile", "all: hello\n\nhello\n")], &Real);
    }

    #[test]
    fn the_only_open_condition_is_ended() {
        let text = "ifeq ($(A),b)\nC = d\n\nall:\n";
        let after = "ifeq ($(A),b)\nC = d\nendif\n\nall:\n";
        repairs("make", &[("Makefile", text)], &Real, after);
        let text = "ifdef A\nifdef B\nC = d\n\nall:\n";
        leaves("make", &[("Makefile", text)], &Real);
    }
}

mod value_type {
    use super::{Project, Quoted, Real, leaves, repairs};

    #[test]
    fn a_number_becomes_a_text() {
        let manifest = "[package]\nname = 1.0\nversion = \"1.0.0\"\n";
        let files = [("Cargo.toml", manifest), ("src/lib.rs", "")];
        let after = "[package]\nname = \"1.0\"\nversion = \"1.0.0\"\n";
        repairs("cargo read-manifest", &files, &Real, after);

        let manifest = "[package]\nname = \"shop\"\nversion = \"1.0.0\"\n\n[dependencies]\nlibc = 0.2\n";
        let files = [("Cargo.toml", manifest), ("src/lib.rs", "")];
        let after = manifest.replace("0.2", "\"0.2\"");
        repairs("cargo read-manifest", &files, &Real, &after);
    }

    #[test]
    fn a_truth_value_loses_its_quotes() {
        let text = "{\n  \"compilerOptions\": {\n    \"strict\": \"true\",\n    \"noEmit\": true\n  }\n}\n";
        let after = "{\n  \"compilerOptions\": {\n    \"strict\": true,\n    \"noEmit\": true\n  }\n}\n";
        let said =
            "tsconfig.json(3,15): error TS5024: Compiler option 'strict' requires a value of type boolean.\n";
        repairs("tsc", &[("tsconfig.json", text)], &Quoted(said), after);
    }

    #[test]
    fn what_is_no_value_of_the_kind_stays() {
        let word = "[tool.ruff]\npreview = \"yes\"\n";
        leaves("ruff check", &[("pyproject.toml", word)], &Real);
        for name in ["{}", "[1]"] {
            let manifest = format!("[package]\nname = {name}\nversion = \"1.0.0\"\n");
            let files = [("Cargo.toml", manifest.as_str()), ("src/lib.rs", "")];
            let project = Project::new(&files, "cargo read-manifest");
            assert!(!project.is_for("config_fix", &project.output()), "{name}");
        }
    }
}

mod xml {
    use super::{Real, leaves, repairs};

    const POM: &str = "<project>\n  <name>shop</name>\n  <parent>\n    <id>a</id>\n  </parent>\n</project>\n";
    const MAIN: &str = "import sys\nfrom xml.etree import ElementTree\n\nElementTree.parse('pom.xml')\nsys.exit('no version')\n";

    #[test]
    fn any_tag_that_is_broken_is_completed() {
        for (good, bad) in [
            ("</id>", ""),
            ("  </parent>\n", ""),
            ("</name>", "</nme>"),
            ("</name>", "</name"),
            ("</project>", "<project>"),
            ("</project>\n", ""),
        ] {
            let broken = POM.replace(good, bad);
            let files = [("pom.xml", broken.as_str()), ("main.py", MAIN)];
            repairs("python3 main.py", &files, &Real, POM);
        }
        leaves("python3 main.py", &[("pom.xml", POM), ("main.py", MAIN)], &Real);
    }

    #[test]
    fn an_ampersand_is_escaped_and_an_entity_is_not() {
        let files = [("pom.xml", "<a>x & y &amp; z</a>\n"), ("main.py", MAIN)];
        repairs("python3 main.py", &files, &Real, "<a>x &amp; y &amp; z</a>\n");
    }
}

mod letter_case {
    use super::{Quoted, Real, leaves, repairs};

    const DATA: (&str, &str) = ("data/A.txt", "1\n");

    #[test]
    fn the_path_is_read_in_the_words_of_interpreters() {
        let text = "require('fs').readFileSync('data/a.txt')\n";
        let after = "require('fs').readFileSync('data/A.txt')\n";
        repairs("node main.js", &[("main.js", text), DATA], &Real, after);
        let text = "package main\n\nimport \"os\"\n\nfunc main() {\n\tif _, err := os.Open(\"data/a.txt\"); err != nil {\n\t\tpanic(err)\n\t}\n}\n";
        let said = "panic: open data/a.txt: no such file or directory\n\ngoroutine 1 [running]:\nmain.main()\n\t/home/dev/project/main.go:7 +0x45\nexit status 2\n";
        let after = text.replace("a.txt", "A.txt");
        repairs("go run .", &[("main.go", text), DATA], &Quoted(said), &after);
    }

    #[test]
    fn a_file_that_may_not_be_opened_keeps_its_name() {
        let said = "Traceback (most recent call last):\n  File \"/home/dev/project/main.py\", line 1, in <module>\n    open('data/a.txt')\nPermissionError: [Errno 13] Permission denied: 'data/a.txt'\n";
        let files = [("main.py", "open('data/a.txt')\n"), DATA];
        leaves("python3 main.py", &files, &Quoted(said));
    }

    #[test]
    fn only_a_path_that_is_quoted_once_is_changed() {
        let text = "require('fs').readFileSync(\"./data/a.txt\")\n";
        let after = "require('fs').readFileSync(\"./data/A.txt\")\n";
        repairs("node main.js", &[("main.js", text), DATA], &Real, after);
        for text in [
            "open('data/a.txt').close() if None else open('data/a.txt')\n",
            "open('data/a' + '.txt')  # data/a.txt\n",
        ] {
            leaves("python3 main.py", &[("main.py", text), DATA], &Real);
        }
    }
}

mod misspelt_path {
    use super::{Quoted, Real, leaves, repairs};

    #[test]
    fn a_part_of_the_path_is_misspelt() {
        let node = "require('/'.concat(__dirname.slice(1), '/tests/add.test.js'))\n";
        let files = [("main.js", node), ("test/add.test.js", "")];
        repairs("node main.js", &files, &Real, &node.replace("/tests/", "/test/"));

        let binary = "[package]\nname = \"shop\"\n\n[[bin]]\nname = \"cli\"\npath = \"src/bin/cil.rs\"\n";
        let files = [
            ("Cargo.toml", binary),
            ("src/bin/cli.rs", "fn main() {}\n"),
            ("src/lib.rs", ""),
        ];
        repairs(
            "cargo check --offline",
            &files,
            &Real,
            &binary.replace("cil.rs", "cli.rs"),
        );

        let workspace = "[workspace]\nmembers = [\"cor\", \"cor-lib\"]\n";
        let files = [
            ("Cargo.toml", workspace),
            ("core/Cargo.toml", "[package]\nname = \"core\"\n"),
        ];
        let after = "[workspace]\nmembers = [\"core\", \"cor-lib\"]\n";
        repairs("cargo check --offline", &files, &Real, after);

        let makefile = "OBJS = main.o utl.o\napp: $(OBJS)\n\tcc -o app $(OBJS)\n-include utl.o.d\n";
        let files = [("Makefile", makefile), ("util.c", ""), ("main.c", "")];
        repairs("make -n", &files, &Real, &makefile.replacen("utl.o", "util.o", 1));

        let config = "{\"include\": [\"scr\"]}\n";
        let said = "error TS18003: No inputs were found in config file '/home/dev/project/tsconfig.json'. Specified 'include' paths were '[\"scr\"]' and 'exclude' paths were '[]'.\n";
        let files = [("tsconfig.json", config), ("src/a.ts", "")];
        repairs("tsc", &files, &Quoted(said), "{\"include\": [\"src\"]}\n");
    }

    #[test]
    fn a_module_is_corrected_where_it_is_a_text() {
        let text = "import importlib\n\nif not __name__:\n    print(plugins.csv_raeder)\nimportlib.import_module('plugins.csv_raeder')\n";
        let files = [
            ("main.py", text),
            ("plugins/__init__.py", ""),
            ("plugins/csv_reader.py", ""),
            ("fast.pyx", "import plugins.csv_raeder\n"),
        ];
        let after = text.replace("'plugins.csv_raeder'", "'plugins.csv_reader'");
        repairs("python3 main.py", &files, &Real, &after);
    }

    #[test]
    fn another_file_is_no_misspelling() {
        for (path, others) in [
            ("data/part_b.csv", &["data/part_a.csv"][..]),
            ("data/train1.csv", &["data/train2.csv"]),
            ("lang/es.json", &["lang/en.json"]),
            ("us_east.json", &["us_west.json"]),
            ("config.json", &["config.js"]),
            ("build/index.html", &["index.html"]),
            ("confg.json", &["conf.json", "config.json", "confi.json"]),
        ] {
            let text = format!("open('{path}')\n");
            let mut files = vec![("main.py", text.as_str())];
            files.extend(others.iter().map(|other| (*other, "")));
            leaves("python3 main.py", &files, &Real);
        }
    }
}

mod line_ends {
    use super::{Real, leaves};

    #[test]
    fn an_interpreter_that_starts_reads_those_of_windows() {
        let files = [("main.py", "#!/usr/bin/env python3\r\nimport tea\r\n")];
        leaves("python3 main.py", &files, &Real);
    }
}

mod environment {
    use super::{Quoted, Real, leaves, repairs};

    const TEXT: &str = "NAME=shelf\nPORT = 80\n# A = b\nTITLE = two words\n";

    #[test]
    fn only_assignments_that_a_shell_rejects_are_joined() {
        let after = "NAME=shelf\nPORT=80\n# A = b\nTITLE = two words\n";
        for shell in ["sh", "bash"] {
            let files = [(".env", TEXT), ("run.sh", "set -e\n. ./.env\n")];
            repairs(&format!("{shell} run.sh"), &files, &Real, after);
        }
    }

    #[test]
    fn a_command_that_is_no_variable_changes_no_assignment() {
        let script = "# Reads .env.\nnosuchprogram\n";
        leaves("sh run.sh", &[(".env", TEXT), ("run.sh", script)], &Real);
        let files = [(".env", TEXT), ("run.sh", ". ./.env\n")];
        leaves("sh run.sh", &files, &Quoted("error: PORT is set\n"));
    }
}

mod unlinked {
    use super::{Quoted, repairs};

    #[test]
    fn the_source_is_listed_beside_its_user() {
        let said = "/usr/bin/ld: main.o: in function `main':\nsrc/main.c:(.text+0xa): undefined reference to `twice'\ncollect2: error: ld returned 1 exit status\n";
        for (file, before, after) in [
            ("Makefile", "OBJS = main.o\n", "OBJS = main.o util.o\n"),
            (
                "Makefile",
                "app: src/main.o\n\tgcc -o $@ src/main.o\nsrc/main.o: src/main.c\n\tgcc -c src/main.c\n",
                "app: src/main.o src/util.o\n\tgcc -o $@ src/main.o src/util.o\nsrc/main.o: src/main.c\n\tgcc -c src/main.c\n",
            ),
            (
                "CMakeLists.txt",
                "add_executable(app main.c)\n",
                "add_executable(app main.c util.c)\n",
            ),
            (
                "meson.build",
                "executable('app', 'main.c')\n",
                "executable('app', 'main.c', 'util.c')\n",
            ),
        ] {
            let files = [
                (file, before),
                (
                    "src/main.c",
                    "int twice(int n);\nint main(void) { return twice(1); }\n",
                ),
                ("src/util.c", "int twice(int n)\n{\n    return 2 * n;\n}\n"),
            ];
            repairs("make", &files, &Quoted(said), after);
        }
    }
}

mod ini {
    use super::{DeterminedBy, Real, leaves, repairs};

    const MAIN: &str = "import configparser\nimport sys\n\nparser = configparser.ConfigParser()\nparser.read('tox.ini')\nsys.exit('no such key')\n";

    #[test]
    fn brackets_and_signs_are_completed() {
        for (before, after, determined_by) in [
            (
                "[pytest\naddopts = -q\n",
                "[pytest]\naddopts = -q\n",
                DeterminedBy::Convention,
            ),
            (
                "flake8]\nmax = 1\n",
                "[flake8]\nmax = 1\n",
                DeterminedBy::Convention,
            ),
            (
                "[pytest]\naddopts -q\n",
                "[pytest]\naddopts = -q\n",
                DeterminedBy::Search,
            ),
        ] {
            let files = [("tox.ini", before), ("main.py", MAIN)];
            let fix = repairs("python3 main.py", &files, &Real, after);
            assert_eq!(fix.evidence.determined_by, determined_by, "{before}");
        }
    }

    #[test]
    fn lines_that_continue_a_value_stay() {
        let text = "[a]\nexclude =\n    build\n    dist\n# note this\n";
        leaves("python3 main.py", &[("tox.ini", text), ("main.py", MAIN)], &Real);
    }
}

mod listed_value {
    use super::{Quoted, Real, leaves, repairs};

    #[test]
    fn the_known_words_are_read() {
        let text = "[format]\nquote-style = \"dobule\"\n";
        let after = "[format]\nquote-style = \"double\"\n";
        repairs("ruff check", &[("ruff.toml", text)], &Real, after);
        let text = "nmae = \"shop\"\n";
        let said = "error: unknown field `nmae`, expected `name` or `version`\n";
        let after = "name = \"shop\"\n";
        repairs(
            "shop read shop.toml",
            &[("shop.toml", text)],
            &Quoted(said),
            after,
        );
        let said = "error: unknown field `nmae`\n";
        leaves("shop read shop.toml", &[("shop.toml", text)], &Quoted(said));
    }

    #[test]
    fn a_word_as_near_to_two_known_ones_stays() {
        let text = "edition = \"2012\"\n";
        let said = "error: unknown variant `2012`, expected one of `2015`, `2018`, `2021`\n";
        leaves("shop read shop.toml", &[("shop.toml", text)], &Quoted(said));
    }
}

mod shebang {
    use super::{Quoted, leaves, repairs};

    #[test]
    fn only_a_program_that_does_not_exist_is_respelt() {
        for (first, said, after) in [
            (
                "#!/usr/bin/env pyton3\n",
                "/usr/bin/env: 'pyton3': No such file or directory\n",
                "#!/usr/bin/env python3\n",
            ),
            (
                "#!/usr/bin/env -S nod --test\n",
                "/usr/bin/env: 'nod': No such file or directory\n",
                "#!/usr/bin/env -S node --test\n",
            ),
            (
                "#!/bin/bahs\n",
                "bash: ./run: /bin/bahs: bad interpreter: No such file or directory\n",
                "#!/bin/bash\n",
            ),
        ] {
            repairs("./run", &[("run", first)], &Quoted(said), after);
        }
        for (first, said) in [
            (
                "#!/usr/bin/env python3\n",
                "/usr/bin/env: 'python3': No such file or directory\n",
            ),
            (
                "#!/usr/bin/env julia\n",
                "/usr/bin/env: 'julia': No such file or directory\n",
            ),
        ] {
            leaves("./run", &[("run", first)], &Quoted(said));
        }
    }
}

mod library {
    use super::{Quoted, leaves, repairs};

    const MAKEFILE: &str = "app: a.o\n\t$(CC) -o $@ \\\n\t  a.o\na.o: a.c\n\tcc -c a.c\n";
    const SAID: &str = "/usr/bin/ld: a.o: in function `root':\na.c:(.text+0x15): undefined reference to `pow'\ncollect2: error: ld returned 1 exit status\n";

    fn said_at(line: &str) -> String {
        format!("{SAID}make: *** [{line}] Error 1\n")
    }

    #[test]
    fn the_library_comes_last_in_the_recipe_that_links() {
        let after = "app: a.o\n\t$(CC) -o $@ \\\n\t  a.o -lm\na.o: a.c\n\tcc -c a.c\n";
        for line in ["Makefile:2: app", "Makefile:1: app"] {
            repairs("make", &[("Makefile", MAKEFILE)], &Quoted(&said_at(line)), after);
        }
        let said = said_at("Makefile:5: a.o");
        leaves("make", &[("Makefile", MAKEFILE)], &Quoted(&said));
    }

    #[test]
    fn a_target_of_cmake_gets_the_library() {
        let said = said_at("CMakeFiles/app.dir/build.make:97: app");
        for (before, after) in [
            (
                "add_executable(app a.c)\n",
                "add_executable(app a.c)\ntarget_link_libraries(app m)\n",
            ),
            (
                "add_executable(app a.c)\ntarget_link_libraries(app PRIVATE z)\n",
                "add_executable(app a.c)\ntarget_link_libraries(app PRIVATE z m)\n",
            ),
        ] {
            repairs("make", &[("CMakeLists.txt", before)], &Quoted(&said), after);
        }
    }
}

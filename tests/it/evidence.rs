//! Evidence decides what is kept: what determined a fix, what tested it, and whether it caused the pass.

use unbreak_core::{DeterminedBy, Outcome, Report, SafetyClass, TestedBy};

use crate::harness::{Change, Site, repair_with};

const PYTEST: [&str; 4] = ["python3", "-m", "pytest", "-q"];

/// A colon is missing, and a name is misspelt on a line that only one of two commands runs.
const AREA: &str = "def area(width, height)\n    return width * heigth\n";

fn yes(site: &Site, command: &[&str]) -> Report {
    let arguments = [&["run", "--yes", "--format", "jsonl", "--"], command].concat();
    site.run(arguments).report()
}

#[test]
fn a_test_that_runs_the_line_makes_a_searched_repair_safe() {
    let test = "from area import area\n\n\ndef test_area():\n    assert area(2, 3) == 6\n";
    let source = "def area(width, height):\n    return (width * height\n";
    let in_a_shell = ["sh", "-c", "PYTHONPATH=src python3 -m pytest -q"];
    let cases = [
        ("area.py", PYTEST.as_slice()),
        ("src/area.py", in_a_shell.as_slice()),
    ];
    for (file, command) in cases {
        let site = Site::with(&[(file, source), ("test_area.py", test)]);

        let report = site.repair(command.iter().copied()).with_code(0).report();

        let [fix] = report.fixed.as_slice() else {
            panic!("{:?}", report.fixed)
        };
        assert_eq!(fix.evidence.determined_by, DeterminedBy::Search);
        assert_eq!(fix.evidence.tested_by, Some(TestedBy::Covered));
        assert_eq!(fix.safety, SafetyClass::Safe);
        assert!(!fix.right_because.is_empty() && !fix.wrong_if.is_empty());
    }
}

/// The bracket may be closed before the division or behind it, and only one of two tests depends on which.
#[test]
fn a_bracket_that_fits_in_two_places_is_safe_where_the_tests_fail_with_the_other_one() {
    let source = "def hours(minutes):\n    return round(minutes / 60\n";
    let test = |minutes: u32, hours: u32| {
        format!("from hours import hours\n\n\ndef test_hours():\n    assert hours({minutes}) == {hours}\n")
    };

    let site = Site::with(&[("hours.py", source), ("test_hours.py", &test(100, 2))]);
    let report = site.repair(PYTEST).with_code(0).report();
    assert_eq!(site.read("hours.py"), source.replace("60", "60)"));
    assert_eq!(report.fixed[0].evidence.determined_by, DeterminedBy::Fitting);
    assert_eq!(report.fixed[0].evidence.tested_by, Some(TestedBy::Test));
    assert_eq!(report.fixed[0].safety, SafetyClass::Safe);

    let site = Site::with(&[("hours.py", source), ("test_hours.py", &test(120, 2))]);
    let report = site.repair(PYTEST).with_code(1).report();
    assert!(report.fixed.is_empty(), "{:?}", report.fixed);
    assert!(
        report.refused.iter().any(|refused| refused.rule == "guess"),
        "{:?}",
        report.refused
    );
    assert_eq!(site.read("hours.py"), source);
}

#[test]
fn a_searched_repair_that_only_a_parser_looked_at_asks() {
    let source = "def area(width, height):\n    return (width * height\n";
    let site = Site::with(&[("area.py", source)]);
    let command = ["python3", "-m", "py_compile", "area.py"];

    let report = site.repair(command).with_code(1).report();
    assert_eq!(report.refused[0].rule, "approval", "{:?}", report.refused);
    assert_eq!(site.read("area.py"), source);

    let report = yes(&site, &command);
    assert_eq!(report.outcome, Outcome::Fixed);
    assert_eq!(report.fixed[0].safety, SafetyClass::Unsafe);
    assert_eq!(report.fixed[0].evidence.tested_by, Some(TestedBy::Parser));
}

#[test]
fn likeness_before_a_linter_is_refused_even_with_yes() {
    // The nearest names are a builtin and another variable; what is meant stands nowhere.
    let source = "def owner(path, gid):\n    return path, uid, gid\n\n\nprint(owner('a', 1))\n";
    let site = Site::with(&[("owner.py", source)]);
    let report = yes(&site, &["ruff", "check", "--no-cache"]);
    assert!(report.fixed.is_empty(), "{:?}", report.fixed);
    assert_eq!(site.read("owner.py"), source);
}

#[test]
fn a_constant_that_is_passed_to_fill_a_call_is_a_guess() {
    let source = "int scale(int value, int factor)\n{\n    return value * factor;\n}\n\n\
                  int twice(int value)\n{\n    return scale(value);\n}\n";
    let site = Site::with(&[("main.c", source)]);
    let report = yes(&site, &["gcc", "-fsyntax-only", "main.c"]);
    assert!(report.fixed.is_empty(), "{:?}", report.fixed);
    assert!(
        report.refused.iter().any(|it| it.rule == "guess"),
        "{:?}",
        report.refused
    );
    assert_eq!(site.read("main.c"), source);
}

#[test]
fn members_that_a_declared_type_requires_ask_and_those_that_a_use_requires_are_guesses() {
    let interface = "export interface Shape { area(): number }\nexport class Square implements Shape {}\n";
    let site = Site::with(&[("shape.ts", interface)]);
    let command = [
        "tsc",
        "--noEmit",
        "--strict",
        "--skipLibCheck",
        "--lib",
        "es2022",
        "shape.ts",
    ];
    let report = site.repair(command).with_code(1).report();
    assert_eq!(report.refused[0].rule, "approval", "{:?}", report.refused);
    let report = yes(&site, &command);
    assert_eq!(report.outcome, Outcome::Fixed);
    assert_eq!(report.fixed[0].evidence.determined_by, DeterminedBy::Contract);

    let call = "export function total(values: number[]) { return summed(values) }\n";
    let site = Site::with(&[("shape.ts", call)]);
    let report = yes(&site, &command);
    assert!(report.fixed.is_empty(), "{:?}", report.fixed);
    assert_eq!(site.read("shape.ts"), call);
}

#[test]
fn a_package_that_is_declared_and_missing_is_not_misspelt() {
    let site = Site::with(&[
        ("requirements.txt", "numpi\n"),
        ("numpi_user.py", "import numpi\n\nprint(numpi)\n"),
        ("numpy_like.py", "value = 1\n"),
        ("numpj.py", "value = 1\n"),
    ]);
    let report = yes(&site, &["python3", "numpi_user.py"]);
    assert!(report.fixed.is_empty(), "{:?}", report.fixed);
    assert_eq!(site.read("numpi_user.py"), "import numpi\n\nprint(numpi)\n");
}

#[test]
fn a_run_that_ends_red_keeps_no_search_that_only_brought_the_next_error_to_light() {
    let site = Site::with(&[
        ("area.py", AREA),
        ("main.py", "import area\n\nprint(area.area(1, 2), moon)\n"),
    ]);
    let report = yes(&site, &["python3", "main.py"]);
    assert_ne!(report.outcome, Outcome::Fixed);
    let weak = report
        .fixed
        .iter()
        .find(|fix| fix.evidence.determined_by == DeterminedBy::Search);
    assert!(weak.is_none(), "{weak:?}");
}

/// Does nothing for the failure.
const USELESS: Change = Change::Replace {
    file: "add.py",
    from: "return a + b\n",
    to: "return a + b  # checked\n",
};

const ADD: &str = "def add(a, b):\n    return a + b\n";

/// A check that fails a number of times and then passes, whatever the tree says.
fn fails_at_first(times: u32) -> String {
    format!(
        "import os, sys\n\
         count = int(open('count').read()) if os.path.exists('count') else 0\n\
         open('count', 'w').write(str(count + 1))\n\
         if count < {times}:\n    raise ValueError('add.py is not warm')\n"
    )
}

#[test]
fn what_passes_by_itself_is_no_repair() {
    for times in 1..6 {
        let site = Site::with(&[("add.py", ADD), ("check.py", &fails_at_first(times))]);
        let report = repair_with(&site, USELESS, &["python3", "check.py"], []);
        assert!(report.fixed.is_empty(), "{times}: {:?}", report.fixed);
        assert_ne!(report.outcome, Outcome::Fixed, "{times}");
        assert_eq!(site.read("add.py"), ADD, "{times}");
    }
}

#[test]
fn what_makes_the_difference_is_credited() {
    let broken = "def add(a, b):\n    return a - b\n";
    let site = Site::with(&[
        ("add.py", broken),
        ("check.py", "from add import add\n\nassert add(2, 3) == 5\n"),
    ]);
    let change = Change::Replace {
        file: "add.py",
        from: "a - b",
        to: "a + b",
    };
    let report = repair_with(&site, change, &["python3", "check.py"], []);
    assert_eq!((report.outcome, report.fixed.len()), (Outcome::Fixed, 1));
    assert_eq!(site.read("add.py"), ADD);
}

#[test]
fn a_dry_run_installs_nothing() {
    let site = Site::with(&[
        ("requirements.txt", "simplejson\n"),
        ("use.py", "import simplejson\n"),
    ]);
    let arguments = [
        "run",
        "--yes",
        "--dry-run",
        "--allow",
        "install",
        "--format",
        "jsonl",
        "--",
    ];
    let report = site
        .run([&arguments[..], &["python3", "use.py"]].concat())
        .report();
    let rules: Vec<&str> = report
        .refused
        .iter()
        .map(|refused| refused.rule.as_str())
        .collect();
    assert_eq!(rules, ["dry-run"], "{:?}", report.refused);
}

#[test]
fn what_is_saved_during_a_run_stays_when_a_fix_proves_to_be_needless() {
    // It fails in two ways and then passes by itself; in between someone saves the file that was edited.
    let (apart, beside) = ("\n\n\nLIMIT = 3\n", "\n");
    for (rest, is_taken_out) in [(apart, true), (beside, false)] {
        let source = format!("def total(prices):\n    return sum(price){rest}");
        let site = Site::with(&[("lib.py", &source)]);
        let counter = site.beside("runs");
        let check = format!(
            "import pathlib\nruns = pathlib.Path({:?})\nrun = int(runs.read_text()) + 1 if runs.exists() else 1\n\
             runs.write_text(str(run))\nif run == 1:\n    raise KeyError('first')\nif run == 2:\n    import lib\n    \
             lib.total([1])\nif run == 3:\n    open('lib.py', 'a').write('SAVED = True\\n')\n",
            counter.to_str().unwrap()
        );
        site.write("check.py", &check);
        let report = yes(&site, &["python3", "-B", "check.py"]);
        assert_eq!(report.outcome, Outcome::PassesUnchanged, "{report:?}");
        assert!(report.fixed.is_empty(), "{:?}", report.fixed);
        let left = site.read("lib.py");
        assert!(left.ends_with("SAVED = True\n"), "{left}");
        assert_eq!(left.contains("sum(price)"), is_taken_out, "{left}");
        let is_told = report
            .warnings
            .iter()
            .any(|warning| warning.starts_with("lib.py was changed"));
        assert_eq!(is_told, !is_taken_out, "{:?}", report.warnings);
    }
}

#[test]
fn a_side_of_a_merge_is_a_guess() {
    let merged = |other: &str| {
        format!(
            "def total(items):\n<<<<<<< HEAD\n    return sum(items)\n=======\n    return {other}\n>>>>>>> other\n"
        )
    };
    let test = "from shop import total\n\n\ndef test_total():\n    assert total([1, 2]) == 3\n";
    let first = "def total(items):\n    return sum(items)\n";

    // The tests pass with either side.
    let source = merged("sum(item for item in items)");
    let site = Site::with(&[("shop.py", &source), ("test_shop.py", test)]);
    let report = yes(&site, &PYTEST);
    assert!(report.fixed.is_empty(), "{:?}", report.fixed);
    assert_eq!(site.read("shop.py"), source);

    let flags = ["run", "--yes", "--allow", "guess", "--format", "jsonl", "--"];
    let report = site.run([&flags[..], &PYTEST].concat()).report();
    assert_eq!(report.outcome, Outcome::Fixed);
    assert_eq!(report.fixed[0].safety, SafetyClass::Unsafe);
    assert_eq!(site.read("shop.py"), first);

    // They fail with one of the two: that is shown, and still someone has to agree.
    let source = merged("sum(items, 1)");
    let site = Site::with(&[("shop.py", &source), ("test_shop.py", test)]);
    let report = site.repair(PYTEST).with_code(1).report();
    assert!(report.fixed.is_empty(), "{:?}", report.fixed);
    assert_eq!(site.read("shop.py"), source);

    let report = yes(&site, &PYTEST);
    assert_eq!(report.fixed[0].safety, SafetyClass::Unsafe);
    assert_eq!(
        report.fixed[0].right_because,
        "a test fails with the other change that fits"
    );
    assert_eq!(site.read("shop.py"), first);
}

/// The build does not know which sources include the header, so objects that were made with the repair look new.
#[test]
fn what_was_built_from_a_repaired_header_does_not_speak_against_the_repair() {
    let makefile = "app: main.o\n\tgcc -o app main.o\n\n%.o: %.c\n\tgcc -c -o $@ $<\n";
    let main = "#include \"shop.h\"\n\nint main(void)\n{\n    return twice(0);\n}\n";
    let header = "static inline int twice(int x) { return 2 * x }\n";
    let site = Site::with(&[("Makefile", makefile), ("main.c", main), ("shop.h", header)]);
    let report = site.repair(["make"]).report();
    assert_eq!(report.outcome, Outcome::Fixed, "{:?}", report.refused);
    assert_eq!(site.read("shop.h"), header.replace("x }", "x; }"));
    assert!(site.root().join("app").exists());
}

/// The compiler suggests a declared name for the one that another source defines.
#[test]
fn a_function_of_another_source_is_not_misspelt() {
    let shop = "int print_totals(int price)\n{\n    return price;\n}\n\nint print_total(int price)\n{\n    return price + 1;\n}\n";
    let main = "int print_totals(int price);\n\nint main(void)\n{\n    return print_total(1) - print_totals(2);\n}\n";
    let site = Site::with(&[("shop.c", shop), ("main.c", main)]);
    let command = [
        "gcc",
        "-Werror=implicit-function-declaration",
        "-o",
        "app",
        "main.c",
        "shop.c",
    ];
    let report = yes(&site, &command);
    assert!(
        site.read("main.c").contains("print_total(1)"),
        "{:?}",
        report.fixed
    );
}

/// A stamp says that all is built, whatever the texts say.
#[test]
fn the_stamp_of_a_build_does_not_speak_against_the_repair() {
    let makefile = "build: build-stamp\n\nbuild-stamp:\n\tgcc -o app main.c\n\ttouch $@\n";
    let main = "int main(void)\n{\n    return 0\n}\n";
    let site = Site::with(&[("Makefile", makefile), ("main.c", main)]);
    let report = site.repair(["make"]).report();
    assert_eq!(report.outcome, Outcome::Fixed, "{:?}", report.refused);
    assert_eq!(site.read("main.c"), main.replace("0", "0;"));
    assert!(site.root().join("build-stamp").exists());
}

#[test]
fn an_argument_taken_away_does_not_stay_while_the_definition_is_the_fault() {
    // Nothing tells what `rate` was, so the command still fails; the call was right.
    let header = "int total(int price);\n";
    let shop = "#include \"shop.h\"\n\nint total(int price)\n{\n    return price * (100 + rate) / 100;\n}\n";
    let main = "#include \"shop.h\"\n\nint main(void)\n{\n    return total(10, 20) - 12;\n}\n";
    let site = Site::with(&[("shop.h", header), ("shop.c", shop), ("main.c", main)]);
    let report = yes(&site, &["sh", "-c", "gcc -o main main.c shop.c && ./main"]);
    assert_ne!(report.outcome, Outcome::Fixed, "{:?}", report.fixed);
    assert_eq!(site.read("main.c"), main, "{:?}", report.fixed);
    assert_eq!(site.read("shop.c"), shop, "{:?}", report.fixed);
}

#[test]
fn a_setting_that_leads_to_another_error_does_not_stay() {
    let reader = "import json\n\nconfig = json.load(open('config.json'))\nprint(config['name'], config['limits']['most'])\n";
    let broken = "{\n  \"name\": \"shop\",\n  \"limits\": {\n    \"least\": 1\n}\n";
    let site = Site::with(&[("main.py", reader), ("config.json", broken)]);
    let report = yes(&site, &["python3", "main.py"]);
    assert_ne!(report.outcome, Outcome::Fixed);
    assert_eq!(site.read("config.json"), broken, "{:?}", report.fixed);
}

/// Nothing that is built depends on the Makefile, so what was made with the repair looks new.
#[test]
fn what_was_built_by_a_repaired_makefile_does_not_speak_against_the_repair() {
    let makefile = "CC = gccc\n\napp: main.c\n\t$(CC) -o app main.c\n";
    let site = Site::with(&[
        ("Makefile", makefile),
        ("main.c", "int main(void)\n{\n    return 0;\n}\n"),
    ]);
    let change = Change::Replace {
        file: "Makefile",
        from: "gccc",
        to: "gcc",
    };
    let report = repair_with(&site, change, &["make"], []);
    assert_eq!(report.outcome, Outcome::Fixed, "{:?}", report.refused);
    assert!(site.root().join("app").exists());
}

#[test]
fn an_import_stays_when_what_is_left_says_nothing_against_it() {
    let recipes = "import itetrools\n\n\ndef grouped(words):\n    return [len(list(group)) for _, group in itertools.groupby(words)]\n";
    let tables = "def merged(*tables):\n    return sum(tables, start)\n";
    let package = "from .recipes import grouped\nfrom .tables import merged\n";
    let test = "from words import grouped, merged\n\n\ndef test_grouped():\n    assert grouped([1, 1, 2]) == [2, 1]\n\n\ndef test_merged():\n    assert merged(1, 2) == 3\n";
    let site = Site::with(&[
        ("words/__init__.py", package),
        ("words/recipes.py", recipes),
        ("words/tables.py", tables),
        ("test_words.py", test),
    ]);

    let report = yes(&site, &PYTEST);

    assert_ne!(report.outcome, Outcome::Fixed);
    let fixed: Vec<&str> = report.fixed.iter().map(|fix| fix.title.as_str()).collect();
    assert_eq!(fixed, ["import itertools instead of itetrools"]);
    assert_eq!(site.read("words/tables.py"), tables);
}

/// Which of the two names was meant, the failure that is left does not tell.
#[test]
fn neither_side_of_a_rename_changes_while_the_command_fails() {
    let shop = "def total_of(prices):\n    return sum(prices)\n";
    let till = "from shop import total\n\n\ndef bill(prices):\n    return total(prices) + total([tip])\n";
    let test = "from till import bill\n\n\ndef test_bill():\n    assert bill([1, 2]) == 3\n";
    let site = Site::with(&[("shop.py", shop), ("till.py", till), ("test_till.py", test)]);

    let report = yes(&site, &PYTEST);

    assert_ne!(report.outcome, Outcome::Fixed);
    assert!(report.fixed.is_empty(), "{:?}", report.fixed);
    assert_eq!(
        (site.read("shop.py"), site.read("till.py")),
        (shop.to_owned(), till.to_owned())
    );
}

/// Behind a quote that is missing, what was a text is code and the reverse.
#[test]
fn an_edit_of_the_compiler_does_not_stay_while_a_text_has_no_end() {
    let source = "fn main() {\n    let index = 5;\n    println!(Invalid letter at {index} or {}\", missing);\n    println!(\"Invalid letter '\\\\n' at 5\");\n}\n";
    let site = Site::with(&[("main.rs", source)]);

    let report = yes(
        &site,
        &["rustc", "--edition", "2021", "--emit=metadata", "main.rs"],
    );

    assert_ne!(report.outcome, Outcome::Fixed);
    assert_eq!(site.read("main.rs"), source, "{:?}", report.fixed);
}

/// What a commit exchanged goes before a name that is spelt like it, and a parameter comes back although other functions
/// have a variable of its name.
#[test]
fn what_the_last_commit_took_away_goes_before_a_likeness() {
    let index = "function isEmpty(value) {\n  if (!value) {\n    return true;\n  }\n  return Object.keys(value).length === 0;\n}\n\nfunction isObject(value) {\n  return typeof value === 'object' && value !== null;\n}\n\nfunction set(target, key, value) {\n  target[key] = value;\n  return target;\n}\n\nfunction clear(target, key) {\n  const value = target[key];\n  if (isObject(value)) {\n    return set(target, key, {});\n  }\n  return set(target, key, null);\n}\n\nmodule.exports = { clear, isEmpty, isObject };\n";
    let test = "const assert = require('node:assert');\nconst { test } = require('node:test');\nconst { clear, isEmpty, isObject } = require('./index.js');\n\ntest('isEmpty', () => {\n  assert.equal(isEmpty({}), true);\n  assert.equal(isEmpty({ a: 1 }), false);\n});\n\ntest('clear', () => {\n  assert.deepEqual(clear({ a: { b: 1 } }, 'a'), { a: {} });\n  assert.deepStrictEqual(clear({ a: () => 1 }, 'a'), { a: null });\n  assert.equal(isObject({}), true);\n});\n";
    let site = Site::with(&[("index.js", index), ("index.test.js", test)]);
    site.git(&["init", "-q"]);
    site.git(&["add", "."]);
    site.git(&["commit", "-qm", "one"]);
    let broken = index
        .replace("isEmpty(value) {", "isEmpty() {")
        .replace("if (isObject(value))", "if (hasObject(value))")
        .replace("set(target, key, null)", "set(target, key)");
    site.write("index.js", &broken);
    site.git(&["commit", "-qam", "two"]);

    let report = yes(&site, &["node", "--test"]);

    assert_eq!(site.read("index.js"), index, "{:#?}", report.fixed);
}

/// A comma cannot have made the name undefined that another line reads.
#[test]
fn a_repair_within_a_line_stays_when_another_line_fails_behind_it() {
    let right = "const shelf = {\n  put: put,\n  size: size\n};\n\nfunction put(item) {\n  return weightOf(item);\n}\n\nfunction size() {\n  return 0;\n}\n\nmodule.exports = shelf;\n";
    let test = "const assert = require('node:assert');\nconst { test } = require('node:test');\nconst shelf = require('./shelf.js');\n\ntest('put', () => assert.equal(shelf.put({}), 1));\n";
    let site = Site::with(&[
        ("shelf.js", &right.replace("put: put,", "put: put")),
        ("shelf.test.js", test),
    ]);

    let report = yes(&site, &["node", "--test"]);

    assert_ne!(report.outcome, Outcome::Fixed);
    assert_eq!(site.read("shelf.js"), right, "{:#?}", report.refused);
}

/// Two failures that a missing module had hidden are more than one, and no harm.
#[test]
fn more_failures_than_at_first_are_no_harm_where_they_had_been_hidden() {
    let shelf = "exports.put = item => weightOf(item);\nexports.take = item => heightOf(item);\n";
    let shop = "module.exports = require('./shefl');\n";
    let test = "const { test } = require('node:test');\nconst shop = require('./shop.js');\n\ntest('put', () => shop.put({}));\ntest('take', () => shop.take({}));\n";
    let site = Site::with(&[("shelf.js", shelf), ("shop.js", shop), ("shop.test.js", test)]);

    let report = yes(&site, &["node", "--test"]);

    assert_ne!(report.outcome, Outcome::Fixed);
    assert_eq!(
        site.read("shop.js"),
        shop.replace("shefl", "shelf"),
        "{:#?}",
        report.refused
    );
}

/// A check that a rule put in another form fails of its own where an error further up had kept the program from it.
#[test]
fn a_check_that_a_rule_wrote_stays_although_it_fails_when_it_is_reached() {
    let test = "import collections\n\n\ndef test_kinds():\n    assert isinstance({}, collections.Mapping)\n    assert isinstance({}, collections.Sequence)\n";
    let site = Site::with(&[("test_kinds.py", test)]);

    let report = yes(&site, &PYTEST);

    assert_ne!(report.outcome, Outcome::Fixed);
    let text = site.read("test_kinds.py");
    assert!(
        !text.contains("collections.Mapping") && !text.contains("collections.Sequence"),
        "{text} {:#?}",
        report.refused
    );
}

/// Between the name and the values of a loop no operator stands, and a compiler knows which methods there are.
#[test]
fn what_the_compiler_says_is_missing_is_no_guess() {
    let right = "fn main() {\n    for i in 0..2 {\n        println!(\"{i}\");\n    }\n}\n";
    let method = "fn main() {\n    let all: Vec<u8> = [1, 2].iter().map(|n| n + 1).collect();\n    println!(\"{all:?}\");\n}\n";
    for (right, wrong) in [
        (right, right.replace(" in ", " ")),
        (method, method.replace(".map", " map")),
    ] {
        let site = Site::with(&[("main.rs", &wrong)]);

        let report = yes(
            &site,
            &["rustc", "--edition", "2021", "--emit=metadata", "main.rs"],
        );

        assert_eq!(site.read("main.rs"), right, "{:#?}", report.refused);
    }
}

//! `history_fix` in real git repositories: what was committed, what is there now, and what a real
//! interpreter says of it.

use unbreak_core::fix::apply_edits;
use unbreak_core::{
    Command, DeterminedBy, Diagnostic, ErrorType, Fact, Fix, Location, RelPath, Runner, SafetyClass,
    Severity, Workspace as _,
};

use super::case::{apply, diagnose, propose, strategy};
use super::world::{Processes, Tree};

/// Files by name.
type Files<'a> = &'a [(&'a str, &'a str)];

fn run(tree: &Tree, command: &Command) -> String {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let completed = runtime.block_on(Processes::in_tree(tree).run(command)).unwrap();
    String::from_utf8([completed.stdout, completed.stderr].concat()).unwrap()
}

fn git(tree: &Tree, words: &[&str]) -> String {
    run(tree, &Command::new("git", words.iter().copied()))
}

fn write(tree: &Tree, files: Files<'_>) {
    for (file, text) in files {
        tree.write(&RelPath::new(file).unwrap(), text);
    }
}

/// A repository with a commit for each set of files; the last set is not committed.
fn repository(states: &[Files<'_>]) -> Tree {
    let tree = Tree::new();
    git(&tree, &["init", "--quiet"]);
    git(&tree, &["config", "user.name", "Ada"]);
    git(&tree, &["config", "user.email", "ada@example.org"]);
    let (now, committed) = states.split_last().unwrap();
    for files in committed {
        write(&tree, files);
        git(&tree, &["add", "--all"]);
        git(&tree, &["commit", "--quiet", "--no-gpg-sign", "-m", "a change"]);
    }
    write(&tree, now);
    tree
}

fn fixes(tree: &Tree) -> Vec<Fix> {
    let fixes = proposed(tree);
    for fix in &fixes {
        assert_eq!(fix.evidence.determined_by, DeterminedBy::History);
        assert!(fix.of_this_text);
    }
    fixes
}

fn proposed(tree: &Tree) -> Vec<Fix> {
    let command = Command::new("python3", ["-B", "main.py"]);
    let output = run(tree, &command);
    let diagnostics = diagnose(tree, &command, &output);
    let before = git(tree, &["status", "--porcelain"]);
    let fixes = propose(
        &*strategy("history_fix"),
        tree,
        &command,
        &diagnostics,
        "",
        &output,
    );
    assert_eq!(
        git(tree, &["status", "--porcelain"]),
        before,
        "the tree was changed"
    );
    fixes
}

/// The best proposal makes the program print this.
#[track_caller]
fn check(states: &[Files<'_>], prints: &str, safety: SafetyClass) -> Vec<Fix> {
    let tree = repository(states);
    let fixes = fixes(&tree);
    let best = fixes.first().unwrap();
    assert_eq!(best.safety, safety, "{fixes:#?}");
    apply(&tree, best);
    assert_eq!(
        run(&tree, &Command::new("python3", ["-B", "main.py"])).trim(),
        prints,
        "{best:#?}"
    );
    fixes
}

const SHOP: &str = "def total(items):\n    return sum(items)\n";
const MAIN: &str = "from shop import total\n\nprint(total([1, 2]))\n";

#[test]
fn a_lost_import_comes_back() {
    let before = "import json\nimport sys\n\nprint(json.dumps([sys.maxsize > 0]))\n";
    let after = "import sys\n\nprint(json.dumps([sys.maxsize > 0]))\n";
    check(
        &[&[("main.py", before)], &[("main.py", after)]],
        "[true]",
        SafetyClass::Safe,
    );
}

#[test]
fn a_lost_definition_comes_back() {
    let other = "def other():\n    return 0\n\n\n";
    let before = format!("{other}{SHOP}");
    check(
        &[
            &[("shop.py", &before), ("main.py", MAIN)],
            &[("shop.py", "def other():\n    return 0\n")],
        ],
        "3",
        SafetyClass::Safe,
    );
}

#[test]
fn a_line_that_no_longer_parses_is_restored() {
    let fixes = check(
        &[
            &[("main.py", "values = [1, 2]\nprint(sum(values))\n")],
            &[("main.py", "values = [1, 2]\nprint(sum(values)\n")],
        ],
        "3",
        SafetyClass::Safe,
    );
    assert_eq!(fixes[0].title, "restore 1 line of main.py near line 2 as at HEAD");
}

#[test]
fn a_changed_value_may_have_been_meant() {
    check(
        &[
            &[("main.py", "size = 2\nprint(6 // size)\n")],
            &[("main.py", "size = 0\nprint(6 // (size + 0 * 1))\n")],
        ],
        "3",
        SafetyClass::Unsafe,
    );
}

#[test]
fn what_was_only_added_stays() {
    let tree = repository(&[
        &[("main.py", "print(1)\n")],
        &[("main.py", "print(1)\nprint(discount(3))\n")],
    ]);
    assert!(fixes(&tree).is_empty());
}

#[test]
fn a_use_follows_a_committed_rename() {
    let renamed = SHOP.replace("total", "sum_up");
    let report = "from shop import total\n\n\ndef report():\n    return total([3])\n";
    let followed = report.replace("total", "sum_up");
    let fixes = check(
        &[
            &[("shop.py", SHOP), ("main.py", MAIN), ("report.py", report)],
            &[("shop.py", &renamed), ("report.py", &followed)],
            &[],
        ],
        "3",
        SafetyClass::Safe,
    );
    assert_eq!(fixes.len(), 1, "{fixes:#?}");
    assert_eq!(fixes[0].edits.len(), 2, "import and use");
}

#[test]
fn a_rename_reaches_every_file_of_the_project() {
    let shop =
        "def total(items):\n    return sum(items)\n\n\ndef twice(items):\n    return 2 * total(items)\n";
    let report = "from shop import total\n\n\ndef text(items):\n    return f'total: {total(items)}'\n";
    let main = "import shop\nfrom report import text\n\nprint(text([1]), shop.total([2]))\n";
    let renamed = shop.replace("total", "net_sum");
    let fixes = check(
        &[
            &[("shop.py", shop), ("report.py", report), ("main.py", main)],
            &[("shop.py", &renamed)],
        ],
        "total: 1 2",
        SafetyClass::Safe,
    );
    assert_eq!(fixes[0].edits.len(), 3, "{fixes:#?}");
}

#[test]
fn a_renamed_member_is_followed_behind_its_objects_only() {
    let cart = "class Cart:\n    def __init__(self):\n        self.rows = [1]\n\n    def total(self):\n        return sum(self.rows)\n";
    let main = "from cart import Cart\n\nrows = 'rows'\nprint(rows, Cart().rows, Cart().total())\n";
    let renamed = cart.replace("self.rows = ", "self.lines = ");
    check(
        &[
            &[("cart.py", cart), ("main.py", main)],
            &[("cart.py", &renamed)],
            &[],
        ],
        "rows [1] 1",
        SafetyClass::Safe,
    );
}

#[test]
fn a_rename_that_nothing_follows_is_ambiguous() {
    let renamed = SHOP.replace("total", "sum_up");
    let fixes = check(
        &[&[("shop.py", SHOP), ("main.py", MAIN)], &[("shop.py", &renamed)]],
        "3",
        SafetyClass::Unsafe,
    );
    let titles: Vec<&str> = fixes.iter().map(|fix| fix.title.as_str()).collect();
    assert_eq!(
        titles,
        [
            "use 'sum_up' instead of 'total'",
            "restore the definition of 'total' in shop.py"
        ]
    );
}

#[test]
fn a_definition_that_unchanged_tests_use_gets_its_name_back() {
    let renamed = SHOP.replace("total", "sum_up");
    let test = "from shop import total\n\n\ndef test_total():\n    assert total([1]) == 1\n";
    let before: Files<'_> = &[("shop.py", SHOP), ("main.py", MAIN), ("test_shop.py", test)];
    let fixes = check(&[before, &[("shop.py", &renamed)], &[]], "3", SafetyClass::Unsafe);
    let titles: Vec<&str> = fixes.iter().map(|fix| fix.title.as_str()).collect();
    assert_eq!(
        titles,
        [
            "restore the definition of 'total' in shop.py",
            "use 'sum_up' instead of 'total'"
        ]
    );
}

#[test]
fn a_definition_whose_slip_was_corrected_keeps_its_new_name() {
    let machines = "import enum\n\n\nclass Machine(enum.IntEnum):\n    AArc64 = 183\n    Sparc = 2\n";
    let corrected = machines.replace("AArc64", "AArch64");
    let platforms = "NAMES = [\"linux_aarch64\", \"aarch64\"]\n";
    let main = "from machines import Machine\n\nprint(int(Machine.AArc64))\n";
    let before: Files<'_> = &[
        ("machines.py", machines),
        ("platforms.py", platforms),
        ("main.py", main),
    ];
    let fixes = check(
        &[before, &[("machines.py", &corrected)], &[]],
        "183",
        SafetyClass::Unsafe,
    );
    assert_eq!(fixes[0].title, "use 'AArch64' instead of 'AArc64'");
}

#[test]
fn what_a_large_change_took_away_elsewhere_is_no_slip() {
    let shop = "def total(items):\n    items = [item for item in items if item]\n    return len(items)\n";
    let lost = "def total(items):\n    return len(items)\n";
    let main = "from shop import total\n\nassert total([0, 2]) == 1\n";
    let names: Vec<String> = (0..25).map(|number| format!("part_{number}.py")).collect();
    let restored = |others: usize| {
        let with = |shop: &'static str, text: &'static str| {
            let parts = names[..others].iter().map(move |name| (name.as_str(), text));
            let all = parts.chain([("shop.py", shop), ("main.py", main)]);
            all.collect::<Vec<_>>()
        };
        let tree = repository(&[&with(shop, "SIZE = 1\n"), &with(lost, "SIZE = 2\n"), &[]]);
        let fixes = fixes(&tree);
        let mut titles = fixes.iter().map(|fix| fix.title.as_str());
        titles.any(|title| title.contains("shop.py"))
    };
    assert!(restored(3));
    assert!(!restored(25));
}

#[test]
fn a_misspelt_module_comes_before_what_else_changed() {
    let shop = format!("from __future__ import annotations\n\n\n{SHOP}");
    let slip = shop
        .replace("__future__", "__future___")
        .replace("items", "things");
    let main = format!("from __future__ import annotations\n\n{MAIN}");
    let fixes = check(
        &[
            &[("shop.py", &shop), ("main.py", &main)],
            &[("shop.py", &slip)],
            &[],
        ],
        "3",
        SafetyClass::Safe,
    );
    assert!(
        fixes[0]
            .title
            .starts_with("write '__future__' instead of '__future___'"),
        "{fixes:#?}"
    );
}

#[test]
fn an_import_that_came_with_its_uses_was_meant() {
    let before = "from shop import total\n\nprint(total([1]))\n\n\ndef report():\n    return 1\n";
    let after =
        "from shop import discount, total\n\nprint(total([1]))\n\n\ndef report():\n    return discount(1)\n";
    let tree = repository(&[
        &[("shop.py", SHOP), ("main.py", before)],
        &[("main.py", after)],
        &[],
    ]);
    assert!(fixes(&tree).is_empty());
}

#[test]
fn every_call_of_a_function_in_another_one_follows() {
    let before = "(function () {\n  function total(items) {\n    return items.length\n  }\n\n  function twice(items) {\n    return total(items) * 2\n  }\n\n  console.log(total([1]), twice([1]))\n})()\n";
    let renamed = before.replace("function total", "function countOf");
    let node = Command::new("node", ["main.js"]);
    assert_eq!(
        repaired(
            [&[("main.js", before)], &[("main.js", &renamed)]],
            &node,
            "main.js"
        ),
        before.replace("total", "countOf")
    );
}

#[test]
fn a_use_that_was_renamed_alone_is_changed_back() {
    let changed = MAIN.replace("total", "sum_up");
    let other = ("other.py", "from shop import total\n\nprint(total([]))\n");
    check(
        &[
            &[("shop.py", SHOP), ("main.py", MAIN), other],
            &[("main.py", &changed)],
        ],
        "3",
        SafetyClass::Safe,
    );
}

#[test]
fn a_definition_may_follow_when_all_of_its_uses_were_renamed() {
    let changed = MAIN.replace("total", "sum_up");
    let before: Files<'_> = &[("shop.py", SHOP), ("main.py", MAIN)];
    let after: Files<'_> = &[("main.py", &changed)];
    let definition = "rename the definition of 'total' to 'sum_up'";
    let titles = |fixes: &[Fix]| -> Vec<String> { fixes.iter().map(|fix| fix.title.clone()).collect() };
    let open = check(&[before, after], "3", SafetyClass::Unsafe);
    assert_eq!(
        titles(&open),
        ["restore 2 lines of main.py near line 1 as at HEAD", definition]
    );
    // A commit rather did it on purpose.
    let committed = check(&[before, after, &[]], "3", SafetyClass::Unsafe);
    assert_eq!(
        titles(&committed),
        [
            definition,
            "restore 2 lines of main.py near line 1 as before the last commit"
        ]
    );
}

#[test]
fn a_committed_use_may_go_back() {
    // What has the new name may have been forgotten.
    let others = (
        "other.py",
        "from shop import total\n\nprint(total([]), total([1]))\n",
    );
    let before: Files<'_> = &[("shop.py", SHOP), ("main.py", MAIN), others];
    let changed = MAIN.replace("total", "sum_up");
    check(&[before, &[("main.py", &changed)], &[]], "3", SafetyClass::Unsafe);
}

#[test]
fn a_commit_with_several_faults_is_taken_back_one_by_one() {
    let main = "import json\nimport sys\n\ntext = json.dumps([sys.maxsize > 0])\n\nprint(text)\n";
    // The slip at the end is no reason to leave the import aside.
    let broken = main.replace("import json\n", "").replace("(text", "(txet");
    let fixes = check(
        &[
            &[("main.py", main)],
            &[("main.py", &broken)],
            &[("main.py", &main.replace("(text", "(txet"))],
        ],
        "[true]",
        SafetyClass::Safe,
    );
    assert!(fixes[0].title.contains("'text' instead of 'txet'"), "{fixes:#?}");
    let tree = repository(&[&[("main.py", main)], &[("main.py", &broken)], &[]]);
    let best = self::fixes(&tree).remove(0);
    assert!(best.title.contains("import 'json'"), "{best:#?}");
    assert_eq!(best.safety, SafetyClass::Safe);
}

#[test]
fn a_line_that_was_written_twice_goes() {
    let before = "def wanted(text):\n    if isinstance(text, str):\n        text = text.encode()\n    return text\n\n\nprint(wanted('a'))\n";
    let line = "        text = text.encode()\n";
    let after = before.replace(line, &line.repeat(2));
    let states: [Files<'_>; 3] = [&[("main.py", before)], &[("main.py", &after)], &[]];
    check(&states, "b'a'", SafetyClass::Safe);
    check(&states[..2], "b'a'", SafetyClass::Safe);
    // The failure may show it somewhere else.
    let main = "from shop import wanted\n\n\nprint(wanted({'a': 1}))\n";
    let before = "def wanted(options):\n    size = options.pop('a', 0)\n    return size\n\n\nassert wanted({'a': 1}) == 1\n";
    let line = "    size = options.pop('a', 0)\n";
    let after = before.replace(line, &line.repeat(2));
    check(
        &[
            &[("main.py", main), ("shop.py", before)],
            &[("shop.py", &after)],
            &[],
        ],
        "1",
        SafetyClass::Unsafe,
    );
    // It may be meant to run twice.
    let before = "rows = iter([1])\nnext(rows)\n\nprint(list(rows))\n";
    let after = before.replace("next(rows)\n", "next(rows)\nnext(rows)\n");
    check(
        &[&[("main.py", before)], &[("main.py", &after)], &[]],
        "[]",
        SafetyClass::Unsafe,
    );
}

#[test]
fn a_small_commit_is_taken_back_where_nothing_else_explains_the_failure() {
    let shop = "RATES = {'a': 2}\n\n\ndef total(items):\n    return sum(items) * RATES['a']\n";
    let main = "from shop import total\n\nassert total([1]) == 2\nprint('right')\n";
    let before: Files<'_> = &[("shop.py", shop), ("main.py", main)];
    let changed = shop.replace("sum(items)", "sum(items[1:])");
    let fixes = check(
        &[before, &[("shop.py", &changed)], &[]],
        "right",
        SafetyClass::Unsafe,
    );
    assert_eq!(
        fixes[0].title,
        "restore shop.py near line 5 as before the last commit"
    );

    // Either place alone does not help.
    let changed = changed.replace("{'a': 2}", "{'a': 5}");
    let tree = repository(&[before, &[("shop.py", &changed)], &[]]);
    let titles: Vec<String> = self::fixes(&tree).into_iter().map(|fix| fix.title).collect();
    assert!(titles[2].starts_with("take back all 2 places"), "{titles:?}");

    // Who changes tests as well means it.
    let test = ("tests/test_shop.py", "assert True\n");
    let states: [Files<'_>; 3] = [before, &[("shop.py", &changed), test], &[]];
    assert_eq!(self::fixes(&repository(&states)), []);
}

#[test]
fn a_line_without_which_a_file_cannot_be_read_comes_back() {
    let before = "def size(flag):\n    if flag:\n        size = 1\n    else:\n        size = 2\n    return size\n\n\nprint(size(False))\n";
    let after = before.replace("        size = 2\n", "");
    let states: [Files<'_>; 3] = [&[("main.py", before)], &[("main.py", &after)], &[]];
    check(&states[..2], "2", SafetyClass::Safe);
    check(&states, "2", SafetyClass::Safe);
}

#[test]
fn a_name_that_a_change_exchanged_goes_back_wherever_it_did() {
    let shop = "class Shop:\n    def table(self):\n        return 1\n\n    def __getattr__(self, name):\n        return getattr(self.table(), name)\n";
    // A name of the same spelling stands beside it.
    let main = "from shop import Shop\n\ntable = 'a'\nprint(table and Shop().table())\n";
    let all = |text: &str| {
        text.replace("().table(", "().table_all(")
            .replace("self.table(", "self.table_all(")
    };
    let (changed_shop, changed_main) = (all(shop), all(main));
    check(
        &[
            &[("shop.py", shop), ("main.py", main)],
            &[("shop.py", &changed_shop), ("main.py", &changed_main)],
        ],
        "1",
        SafetyClass::Unsafe,
    );
}

#[test]
fn lost_quotes_and_brackets_of_a_file_come_back_together() {
    let main = "first = ['a', 'b']\n\nother = ('c',)\n\n\nprint(first, other)\n";
    let broken = main.replace("['a'", "[a'").replace("',)", "',");
    check(
        &[&[("main.py", main)], &[("main.py", &broken)], &[]],
        "['a', 'b'] ('c',)",
        SafetyClass::Safe,
    );
}

#[test]
fn a_member_that_nothing_else_has_is_renamed_everywhere() {
    let shop = "class Shop:\n    def total(self):\n        \"\"\"The total.\n\n        >>> Shop().total()\n        3\n        \"\"\"\n        return 3\n";
    let bill = "from shop import Shop\n\n\ndef bill(shop):\n    total = shop.total()\n    return total\n";
    let main = "from shop import Shop\n\nprint(Shop().total())\n";
    let renamed = shop.replace("def total", "def sum_up");
    let fixes = check(
        &[
            &[("shop.py", shop), ("bill.py", bill), ("main.py", main)],
            &[("shop.py", &renamed)],
            &[],
        ],
        "3",
        SafetyClass::Safe,
    );
    let files: Vec<&str> = fixes[0].edits.iter().map(|edit| edit.file.as_str()).collect();
    assert_eq!(files, ["bill.py", "main.py", "shop.py"], "{fixes:#?}");
}

#[test]
fn a_name_that_the_module_still_lists_may_keep_it() {
    let listed = format!("__all__ = ['total']\n\n\n{SHOP}");
    let renamed = listed.replace("def total", "def sum_up");
    let fixes = check(
        &[
            &[("shop.py", &listed), ("main.py", MAIN)],
            &[("shop.py", &renamed)],
            &[],
        ],
        "3",
        SafetyClass::Unsafe,
    );
    assert_eq!(fixes.len(), 2, "{fixes:#?}");
}

#[test]
fn a_type_gets_the_name_back_that_its_interface_requires() {
    let shapes = "import abc\n\n\nclass Shape(abc.ABC):\n    @abc.abstractmethod\n    def area(self):\n        \"\"\"The size.\"\"\"\n";
    let main = |name: &str| {
        format!(
            "from shapes import Shape\n\n\nclass Square(Shape):\n    def {name}(self):\n        return 4\n\n\nprint(Square().area())\n"
        )
    };
    check(
        &[
            &[("shapes.py", shapes), ("main.py", &main("area"))],
            &[("main.py", &main("surface"))],
            &[],
        ],
        "4",
        SafetyClass::Safe,
    );
}

#[test]
fn words_that_the_last_change_lost_come_back() {
    let shop = "def total(items):\n    result = sum(items)\n    return result * 2\n";
    let lost = shop.replace("return result * 2", "return result");
    let main = "from shop import total\n\nassert total([1, 2]) == 6\nprint('right')\n";
    let before: Files<'_> = &[("shop.py", shop), ("main.py", main)];
    let after: Files<'_> = &[("shop.py", &lost)];
    check(&[before, after, &[]], "right", SafetyClass::Unsafe);
    check(&[before, after], "right", SafetyClass::Unsafe);
    // A file that cannot be read was not meant to be so.
    let unreadable = shop.replace("(items):", "(items)");
    check(
        &[before, &[("shop.py", &unreadable)], &[]],
        "right",
        SafetyClass::Safe,
    );
}

#[test]
fn what_the_run_itself_changed_is_no_history() {
    let lost = SHOP.replace("return ", "");
    let main = "from shop import total\n\nassert total([1, 2]) == 3\n";
    let mut tree = repository(&[&[("shop.py", SHOP), ("main.py", main)], &[]]);
    tree.begin();
    write(&tree, &[("shop.py", &lost)]);
    assert_eq!(fixes(&tree), []);
}

#[test]
fn a_name_that_is_gone_with_its_use_is_no_rename() {
    let two = "def amount(items):\n    return len(items)\n\n\ndef largest(items):\n    return max(items)\n";
    let tree = repository(&[&[("shop.py", SHOP), ("main.py", MAIN)], &[("shop.py", two)], &[]]);
    assert!(fixes(&tree).is_empty());
}

#[test]
fn a_parameter_that_only_the_body_reads_comes_back() {
    let before = "def total(items, rate=2):\n    return sum(items) * rate\n";
    let after = "def total(items):\n    return sum(items) * rate\n";
    check(
        &[
            &[("shop.py", before), ("main.py", MAIN)],
            &[("shop.py", after)],
            &[("other.py", "")],
        ],
        "6",
        SafetyClass::Safe,
    );
}

/// Another place of the change lost a name of the line, too.
#[test]
fn a_line_that_gave_a_name_its_value_comes_back() {
    let before = "def total(items, rate):\n    count: int = len(items)\n    return count * sum(items)\n\n\ndef size(items):\n    print(len(items))\n    return 1\n";
    let after = before
        .replace("    count: int = len(items)\n", "")
        .replace("    print(len(items))\n", "");
    check(
        &[
            &[
                ("shop.py", before),
                ("main.py", "from shop import total\n\nprint(total([1, 2], 1))\n"),
            ],
            &[("shop.py", &after)],
            &[],
        ],
        "6",
        SafetyClass::Safe,
    );
}

#[test]
fn a_parameter_on_a_line_of_its_own_comes_back() {
    let right = "static int total(const int *prices,\n                 int count)\n{\n    int sum = 0;\n    for (int i = 0; i < count; i++) {\n        sum += prices[i];\n    }\n    return sum;\n}\n\nint main(void)\n{\n    int prices[] = {1, 2};\n    return total(prices, 2);\n}\n";
    let gcc = Command::new("gcc", ["-fsyntax-only", "main.c"]);
    let wrong = right.replace(",\n                 int count", "");
    assert_eq!(
        repaired([&[("main.c", right)], &[("main.c", &wrong)]], &gcc, "main.c"),
        right
    );
}

#[test]
fn a_parameter_of_another_method_is_not_the_lost_one() {
    let other = "class Other:\n    def add(self, rate):\n        return rate\n\n\n";
    let shop = format!("{other}class Shop:\n    def add(self, rate=1):\n        return 2\n");
    let main = "from shop import Shop\n\nprint(Shop().add(3))\n";
    let changed = shop.replace("self, rate=1", "self");
    let tree = repository(&[
        &[("shop.py", &shop), ("main.py", main)],
        &[("shop.py", &changed)],
        &[],
    ]);
    let fixes = proposed(&tree);
    assert_eq!(fixes[0].safety, SafetyClass::Unsafe, "{fixes:#?}");
    assert_eq!(fixes[0].evidence.determined_by, DeterminedBy::Fitting);
}

#[test]
fn a_removed_parameter_comes_back_with_its_uses_in_the_body() {
    let before = "def price(amount, rate):\n    \"\"\"With tax.\"\"\"\n    return amount * (1 + rate)\n";
    let after = "def price(amount):\n    \"\"\"With tax.\"\"\"\n    return amount\n";
    check(
        &[
            &[
                ("shop.py", before),
                ("main.py", "from shop import price\n\nprint(price(100, 0.5))\n"),
            ],
            &[("shop.py", after)],
            &[("shop.py", &format!("RATE = 3\n\n\n{after}"))],
            &[],
        ],
        "150.0",
        SafetyClass::Unsafe,
    );
}

#[test]
fn a_definition_that_a_commit_deleted_comes_back() {
    let before = "\"\"\"A shop.\"\"\"\nimport json\nimport sys\n\n\ndef first(items):\n    return items[0]\n\n\n# As text.\ndef text(items):\n    \
                  return json.dumps(items)\n\n\ndef last(items):\n    return items[-1]\n\n\ndef show(items):\n    \
                  sys.stdout.write(text(items))\n";
    let after = "\"\"\"A shop.\"\"\"\nimport sys\n\n\ndef show(items):\n    sys.stdout.write(text(items))\n";
    let later = format!("# New.\n{after}");
    let tree = repository(&[
        &[
            ("shop.py", before),
            ("main.py", "import shop\n\nshop.show([1, 2])\n"),
        ],
        &[("shop.py", after)],
        &[("shop.py", &later)],
        &[],
    ]);
    let best = fixes(&tree).remove(0);
    assert_eq!(best.safety, SafetyClass::Safe);
    apply(&tree, &best);
    let now = tree.read_text(&RelPath::new("shop.py").unwrap()).unwrap();
    let expected = "# New.\n\"\"\"A shop.\"\"\"\nimport json\nimport sys\n\n\n# As text.\ndef text(items):\n    return json.dumps(items)\n\n\n\
                    def show(items):\n    sys.stdout.write(text(items))\n";
    assert_eq!(now, expected);
}

#[test]
fn a_method_that_a_commit_deleted_comes_back() {
    let before = "class Cart:\n    def __init__(self):\n        self.items = [3]\n\n    @property\n    def total(self):\n        \
                  return sum(self.items)\n\n    def clear(self):\n        self.items = []\n";
    let after = "class Cart:\n    def __init__(self):\n        self.items = [3]\n\n    def clear(self):\n        self.items = []\n";
    check(
        &[
            &[
                ("shop.py", before),
                ("main.py", "import shop\n\nprint(shop.Cart().total)\n"),
            ],
            &[("shop.py", after)],
            &[],
        ],
        "3",
        SafetyClass::Safe,
    );
}

#[test]
fn types_follow_a_renamed_member_of_their_interface() {
    let base = |name: &str| {
        format!(
            "import abc\n\n\nclass Shape(abc.ABC):\n    @abc.abstractmethod\n    def {name}(self):\n        \
             \"\"\"The size.\"\"\"\n"
        )
    };
    let types = "from shapes import Shape\n\n\nclass Square(Shape):\n    def surface(self):\n        return 4\n\n\n\
                 class Wall:\n    def surface(self):\n        return 3\n\n\nclass Circle(Shape):\n    \
                 def surface(self):\n        return 6\n\n\n";
    // Whether the wall alone is used under the old name, the text does not tell.
    for (uses, prints, safety) in [
        (
            "print(Square().area() + Circle().area())\n",
            "10",
            SafetyClass::Safe,
        ),
        (
            "print(Square().area() + Circle().area() + Wall().surface())\n",
            "13",
            SafetyClass::Unsafe,
        ),
    ] {
        let fixes = check(
            &[
                &[
                    ("shapes.py", &base("surface")),
                    ("main.py", &format!("{types}{uses}")),
                ],
                &[("shapes.py", &base("area"))],
                &[],
            ],
            prints,
            safety,
        );
        assert_eq!(fixes[0].edits.len(), 2, "both types, and nothing of the third");
    }
}

#[test]
fn fields_that_were_renamed_at_once_follow_where_their_names_tell_them_apart() {
    let named = |first: &str, second: &str| {
        format!(
            "from dataclasses import dataclass\n\n\n@dataclass\nclass Part:\n    {first}: int\n    {second}: int\n"
        )
    };
    let main = "from part import Part\n\n\ndef show(part):\n    return part.numerator\n\n\nprint(show(Part(1, 2)))\n";
    for (first, second, determined_by) in [
        ("num", "den", DeterminedBy::History),
        ("rows", "columns", DeterminedBy::Fitting),
    ] {
        let tree = repository(&[
            &[("part.py", &named("numerator", "denominator")), ("main.py", main)],
            &[("part.py", &named(first, second))],
            &[],
        ]);
        let best = proposed(&tree).remove(0);
        assert_eq!(best.evidence.determined_by, determined_by, "{first}");
        apply(&tree, &best);
        assert_eq!(
            run(&tree, &Command::new("python3", ["-B", "main.py"])).trim(),
            "1",
            "{first}"
        );
    }
}

#[test]
fn a_re_export_that_a_commit_dropped_comes_back() {
    let states: [Files<'_>; 3] = [
        &[
            ("shop/__init__.py", "from .prices import total, twice\n"),
            (
                "shop/prices.py",
                "def total(items):\n    return sum(items)\n\n\ndef twice(n):\n    return 2 * n\n",
            ),
            ("main.py", MAIN),
        ],
        &[("shop/__init__.py", "from .prices import twice\n")],
        &[],
    ];
    check(&states, "3", SafetyClass::Safe);
}

#[test]
fn a_decorator_that_was_removed_comes_back() {
    let before = "class Cart:\n    def __init__(self):\n        self.items = [3]\n\n    @property\n    def total(self):\n        \
                  return sum(self.items)\n";
    let after = before.replace("    @property\n", "");
    let main = "import shop\n\nprint(shop.Cart().total + 1)\n";
    let states: [Files<'_>; 4] = [
        &[("shop.py", before), ("main.py", main)],
        &[("shop.py", &after)],
        &[("shop.py", &format!("# A shop.\n{after}"))],
        &[],
    ];
    check(&states, "4", SafetyClass::Safe);
    check(&[states[0], states[1]], "4", SafetyClass::Safe);
}

#[test]
fn a_decorator_that_was_removed_on_purpose_stays_away() {
    let before = "class Cart:\n    @property\n    def total(self):\n        return 3\n";
    let other = "import shop\n\n\ndef show():\n    print(shop.Cart().total)\n";
    let tree = repository(&[
        &[
            ("shop.py", before),
            ("other.py", other),
            ("main.py", "import shop\n\nprint(shop.Cart().total + 1)\n"),
        ],
        &[
            ("shop.py", &before.replace("    @property\n", "")),
            ("other.py", &other.replace("total", "total()")),
        ],
        &[],
    ]);
    assert_eq!(fixes(&tree), []);
}

#[test]
fn what_was_deleted_with_its_uses_stays_deleted() {
    let shop = "def other():\n    return 0\n\n\ndef total(items):\n    return sum(items)\n";
    let report = "from shop import other, total\n\nprint(other() + total([1]))\n";
    let tree = repository(&[
        &[("shop.py", shop), ("report.py", report), ("main.py", MAIN)],
        &[
            ("shop.py", "def other():\n    return 0\n"),
            ("report.py", "from shop import other\n\nprint(other())\n"),
        ],
        &[],
    ]);
    assert_eq!(fixes(&tree), []);
}

#[test]
fn what_another_definition_may_have_replaced_is_a_guess() {
    let shop = "def other():\n    return 0\n\n\ndef total(items):\n    return sum(items)\n";
    let tree = repository(&[
        &[("shop.py", shop), ("main.py", MAIN)],
        &[
            ("shop.py", "def other():\n    return 0\n"),
            ("sums.py", "def sum_of(items):\n    return sum(items)\n"),
        ],
        &[],
    ]);
    let best = proposed(&tree).remove(0);
    assert_eq!(best.evidence.determined_by, DeterminedBy::Fitting);
    assert_eq!(best.safety, SafetyClass::Unsafe);
}

#[test]
fn a_call_that_was_left_follows_a_removed_parameter() {
    let main = "from shop import total\nfrom report import report\n\nprint(total([1, 2], 3), report())\n";
    let report = "from shop import total\n\n\ndef report():\n    return total([3], 4)\n";
    let before = SHOP.replace("items)", "items, rate)");
    let followed = report.replace(", 4", "");
    check(
        &[
            &[("shop.py", &before), ("report.py", report), ("main.py", main)],
            &[("shop.py", SHOP), ("report.py", &followed)],
            &[("other.py", "")],
        ],
        "3 3",
        SafetyClass::Safe,
    );
}

#[test]
fn a_removed_parameter_comes_back() {
    let before = "def total(items, tax=0):\n    return sum(items) + tax\n\n\nprint(total([1], tax=2))\n";
    let after = "def total(items):\n    return sum(items) + tax\n\n\nprint(total([1], tax=2))\n";
    check(
        &[&[("main.py", before)], &[("main.py", after)]],
        "3",
        SafetyClass::Safe,
    );
    check(
        &[&[("main.py", before)], &[("main.py", after)], &[]],
        "3",
        SafetyClass::Safe,
    );
}

#[test]
fn without_a_repository_nothing_is_proposed() {
    let tree = Tree::new();
    write(&tree, &[("main.py", "print(total)\n")]);
    assert!(fixes(&tree).is_empty());
}

#[test]
fn restored_text_is_the_text_of_head() {
    let before = "import json\r\nimport sys\r\n\r\nprint(json.dumps([sys.maxsize > 0]))\r\n";
    let after = before.replace("import json\r\n", "");
    let tree = repository(&[&[("main.py", before)], &[("main.py", &after)]]);
    let fixes = fixes(&tree);
    assert_eq!(apply_edits(&after, &fixes[0].edits).unwrap(), before);
}

const SHAPE: &str = "class Shape:\n    def __init__(self, bounds):\n        self.bounds = bounds\n\n    \
    def area(self):\n        return self.bounds.width * 2\n\n    def label(self):\n        return str(self.area())\n";
const BOUNDS: &str = "class Bounds:\n    def __init__(self, width):\n        self.width = width\n";
const SHAPE_WITHOUT: &str = "class Shape:\n    def __init__(self, bounds):\n        self.bounds = bounds\n\n    \
    def label(self):\n        return str(self.bounds.area())\n";
const BOUNDS_WITH: &str = "class Bounds:\n    def __init__(self, width):\n        self.width = width\n\n    \
    def area(self):\n        return self.width * 2\n";

#[test]
fn a_member_that_moved_is_used_where_the_same_change_went() {
    let main = "from bounds import Bounds\nfrom shape import Shape\n\nshape = Shape(Bounds(3))\nprint(shape.area())\n";
    let fixes = check(
        &[
            &[("shape.py", SHAPE), ("bounds.py", BOUNDS), ("main.py", main)],
            &[("shape.py", SHAPE_WITHOUT), ("bounds.py", BOUNDS_WITH)],
            &[],
        ],
        "6",
        SafetyClass::Safe,
    );
    assert_eq!(fixes[0].title, "use 'area' through 'bounds'");
}

#[test]
fn an_object_that_never_had_the_member_does_not_follow_its_move() {
    let main = "from bounds import Bounds\nfrom shape import Shape\n\n\nclass Line:\n    bounds = Bounds(1)\n\n\n\
                print(Shape(Bounds(3)).label(), Line().area())\n";
    let tree = repository(&[
        &[("shape.py", SHAPE), ("bounds.py", BOUNDS), ("main.py", main)],
        &[("shape.py", SHAPE_WITHOUT), ("bounds.py", BOUNDS_WITH)],
        &[],
    ]);
    assert_eq!(fixes(&tree), []);
}

/// A function that got a parameter, and two calls that pass it.
fn with_rate(calls: &[&str]) -> Tree {
    let uses = |argument: &str| {
        let lines = calls
            .iter()
            .map(|call| format!("print(with_tax({call}{argument}))\n"));
        lines.collect::<String>()
    };
    let old = format!("from tax import with_tax\n\n{}", uses(""));
    let new = format!("from tax import RATE, with_tax\n\n{}", uses(", RATE"));
    let main = "from tax import with_tax\nimport cart\n\nprint(with_tax(100))\n";
    repository(&[
        &[
            (
                "tax.py",
                "RATE = 2\n\n\ndef with_tax(amount):\n    return amount * RATE\n",
            ),
            ("cart.py", &old),
            ("main.py", main),
        ],
        &[
            (
                "tax.py",
                "RATE = 2\n\n\ndef with_tax(amount, rate):\n    return amount * rate\n",
            ),
            ("cart.py", &new),
        ],
        &[],
    ])
}

#[test]
fn an_argument_is_passed_as_at_other_calls_with_its_import() {
    for (calls, safety) in [
        (&["1", "2"][..], SafetyClass::Safe),
        (&["1"][..], SafetyClass::Unsafe),
    ] {
        let tree = with_rate(calls);
        let best = proposed(&tree).remove(0);
        assert_eq!(best.safety, safety);
        apply(&tree, &best);
        let main = tree.read_text(&RelPath::new("main.py").unwrap()).unwrap();
        assert_eq!(
            main,
            "from tax import RATE, with_tax\nimport cart\n\nprint(with_tax(100, RATE))\n"
        );
    }
}

#[test]
fn the_keyword_of_a_renamed_field_follows() {
    let user = "from dataclasses import dataclass\n\n\n@dataclass\nclass User:\n    user_name: str\n    email: str\n";
    let main = "from user import User\n\n\ndef show(user_name):\n    return User(user_name=user_name, email=\"\")\n\n\n\
                print(show(\"ada\").email + \"!\")\n";
    let tree = repository(&[
        &[("user.py", user), ("main.py", main)],
        &[("user.py", &user.replace("user_name", "name"))],
        &[],
    ]);
    let best = fixes(&tree).remove(0);
    apply(&tree, &best);
    let now = tree.read_text(&RelPath::new("main.py").unwrap()).unwrap();
    assert_eq!(now, main.replace("User(user_name=", "User(name="));
}

#[test]
fn calls_follow_a_changed_list_of_parameters() {
    let shop = |parameters: &str, first: &str, second: &str| {
        format!(
            "def label({parameters}):\n    return f'{{name}}'\n\n\ndef first():\n    return label({first})\n\n\ndef second():\n    return \
             label({second})\n"
        )
    };
    let main = "from shop import first, second\n\nprint(first(), second())\n";
    for (before, after, safety) in [
        // The other call shows that the parameter went on purpose.
        (
            ["rate, name", "1, 'a'", "2, 'b'"],
            ["name", "'a'", "2, 'b'"],
            SafetyClass::Safe,
        ),
        (
            ["name", "name='a'", "name='b'"],
            ["title, name=''", "title='a', name='a'", "name='b'"],
            SafetyClass::Unsafe,
        ),
        (
            ["name, width=2", "'a', width=3", "'b', width=4"],
            ["name, size=2", "'a', size=3", "'b', width=4"],
            SafetyClass::Safe,
        ),
    ] {
        let text = |[parameters, first, second]: [&str; 3]| shop(parameters, first, second);
        let tree = repository(&[
            &[("shop.py", &text(before)), ("main.py", main)],
            &[("shop.py", &text(after))],
            &[],
        ]);
        let fixes = proposed(&tree);
        let Some(best) = fixes.first().filter(|_| safety == SafetyClass::Safe) else {
            assert!(
                fixes.iter().all(|fix| fix.safety != SafetyClass::Safe),
                "{fixes:#?}"
            );
            continue;
        };
        assert_eq!(best.safety, safety, "{fixes:#?}");
        apply(&tree, best);
        assert_eq!(
            run(&tree, &Command::new("python3", ["-B", "main.py"])).trim(),
            "a b"
        );
    }
}

#[test]
fn a_call_of_another_definition_keeps_its_arguments() {
    let shop = |keyword: &str| {
        format!(
            "class Shop:\n    def label(self, name, {keyword}=2):\n        return name\n\n\ndef label(name, width=2):\n    return \
             Shop().label(name, width=width)\n"
        )
    };
    let main = "from shop import label\n\nprint(label('a', width=3))\n";
    let fixes = check(
        &[
            &[("shop.py", &shop("width")), ("main.py", main)],
            &[("shop.py", &shop("size"))],
            &[],
        ],
        "a",
        SafetyClass::Safe,
    );
    assert_eq!(fixes[0].edits.len(), 1, "{fixes:#?}");
}

#[test]
fn a_member_that_python_has_too_is_renamed_at_the_failing_place_only() {
    let cart = |name: &str| format!("class Cart:\n    def {name}(self, key):\n        return key\n");
    let main = "from cart import Cart\n\nprices = {'a': 3}\nprint(Cart().get('a'), prices.get('a'))\n";
    let tree = repository(&[
        &[("cart.py", &cart("get")), ("main.py", main)],
        &[("cart.py", &cart("find"))],
        &[],
    ]);
    let best = &fixes(&tree)[0];
    assert_ne!(best.safety, SafetyClass::Safe, "{best:#?}");
}

#[test]
fn calls_of_other_objects_keep_their_arguments() {
    let cart = |parameters: &str, own: &str| {
        format!(
            "class Cart:\n    def get(self, {parameters}):\n        return key\n\n    def first(self):\n        return self.get({own})\n"
        )
    };
    let main = "from cart import Cart\n\nprices = {}\nprint(Cart().get('a', 2), prices.get('b', 3))\n";
    let tree = repository(&[
        &[("cart.py", &cart("key, other", "'a', 1")), ("main.py", main)],
        &[("cart.py", &cart("key", "'a'"))],
        &[],
    ]);
    let own = "prices.get('b', 3)";
    for fix in proposed(&tree) {
        let text = tree.read_text(&RelPath::new("main.py").unwrap()).unwrap();
        let changed = apply_edits(
            &text,
            fix.edits.iter().filter(|edit| edit.file.as_str() == "main.py"),
        )
        .unwrap();
        assert!(
            fix.safety != SafetyClass::Safe || changed.contains(own),
            "{fix:#?}"
        );
    }
}

#[test]
fn a_renamed_key_is_followed_where_it_is_asked_for() {
    let main = "from settings import LIMITS\n\nprint(LIMITS['timeout'], {'timeout': 1}['timeout'])\n";
    let settings = |line: &str| format!("LIMITS = {{\n    {line}\n}}\n");
    let only = main.replace(", {'timeout': 1}['timeout']", "");
    let (before, after) = (settings("'timeout': 30,"), settings("'timeout_seconds': 30,"));
    check(
        &[
            &[("settings.py", &before), ("main.py", &only)],
            &[("settings.py", &after)],
            &[],
        ],
        "30",
        SafetyClass::Safe,
    );
    // Which of the two is meant, what changed beside the name, and a key that is still there leave it open.
    for (main, line) in [
        (main, "'timeout_seconds': 30,"),
        (&only, "'timeout_ms': 30000,"),
        (&only, "'wait': 30, 'timeout' if 0 else 'other': 1,"),
    ] {
        let tree = repository(&[
            &[("settings.py", &before), ("main.py", main)],
            &[("settings.py", &settings(line))],
            &[],
        ]);
        let fixes = proposed(&tree);
        assert!(
            fixes.iter().all(|fix| fix.safety != SafetyClass::Safe),
            "{line}: {fixes:#?}"
        );
    }
}

/// The proposals for the output of a command in a repository.
fn proposed_for(tree: &Tree, command: &Command, output: &str) -> Vec<Fix> {
    let diagnostics = diagnose(tree, command, output);
    propose(&*strategy("history_fix"), tree, command, &diagnostics, "", output)
}

#[test]
fn tests_follow_a_renamed_fixture() {
    let conftest = |name: &str| {
        format!("import pytest\n\n\n@pytest.fixture\ndef {name}():\n    return {{'users': []}}\n")
    };
    let test = "def test_users(db):\n    assert db['users'] == []\n\n\ndef test_other():\n    db = 1\n    assert db\n";
    let tree = repository(&[
        &[("conftest.py", &conftest("db")), ("test_users.py", test)],
        &[("conftest.py", &conftest("database"))],
        &[],
    ]);
    let command = Command::new("pytest", ["-q", "-p", "no:cacheprovider"]);
    let fixes = proposed_for(&tree, &command, &run(&tree, &command));
    assert_eq!(fixes[0].safety, SafetyClass::Safe, "{fixes:#?}");
    apply(&tree, &fixes[0]);
    let now = tree.read_text(&RelPath::new("test_users.py").unwrap()).unwrap();
    let (own, other) = test.split_at(test.find("def test_other").unwrap());
    assert_eq!(now, own.replace("db", "database") + other);
}

/// `put` is a member of Java's maps, too: the compiler says where it is the store's.
#[test]
fn a_member_that_another_type_has_is_renamed_where_the_compiler_reports_it() {
    let store = |name: &str| {
        format!(
            "import java.util.HashMap;\n\nclass Store {{\n    HashMap<String, Integer> items = new HashMap<>();\n\n    void {name}(String key) {{\n        items.put(key, 1);\n    }}\n}}\n"
        )
    };
    let main = "class Main {\n    public static void main(String[] args) {\n        new Store().put(\"a\");\n    }\n}\n";
    let tree = repository(&[
        &[("Store.java", &store("put")), ("Main.java", main)],
        &[("Store.java", &store("insert"))],
        &[],
    ]);
    let output = "Main.java:3: error: cannot find symbol\n        new Store().put(\"a\");\n                   ^\n  symbol:   method put(String)\n  location: class Store\n1 error\n";
    let command = Command::new("javac", ["Main.java", "Store.java"]);
    let fixes = proposed_for(&tree, &command, output);
    let narrow = fixes.iter().find(|fix| fix.edits.len() == 1).unwrap();
    assert_eq!(narrow.safety, SafetyClass::Safe, "{fixes:#?}");
    assert_eq!(narrow.edits[0].file.as_str(), "Main.java", "{fixes:#?}");
}

#[test]
fn a_definition_is_visible_again() {
    let store = |visible: &str| {
        format!("pub struct Store;\n\nimpl Store {{\n    {visible}fn insert(&self) {{}}\n}}\n")
    };
    let main = "mod store;\n\nfn main() {\n    store::Store.insert();\n}\n";
    let tree = repository(&[
        &[("store.rs", &store("pub ")), ("main.rs", main)],
        &[("store.rs", &store(""))],
        &[],
    ]);
    let command = Command::new("rustc", ["--edition", "2021", "--emit=metadata", "main.rs"]);
    let fixes = proposed_for(&tree, &command, &run(&tree, &command));
    assert_eq!(fixes[0].safety, SafetyClass::Safe, "{fixes:#?}");
    apply(&tree, &fixes[0]);
    let now = tree.read_text(&RelPath::new("store.rs").unwrap()).unwrap();
    assert_eq!(now, store("pub "));
}

#[test]
fn a_prototype_follows_its_definition() {
    let source = |result: &str| {
        format!(
            "#include \"store.h\"\n\n{result} insert(int key)\n{{\n    return{};\n}}\n",
            match result {
                "void" => "",
                _ => " key",
            }
        )
    };
    let header = |result: &str| format!("{result} insert(int key);\n");
    let tree = repository(&[
        &[("store.c", &source("void")), ("store.h", &header("void"))],
        &[("store.c", &source("int"))],
        &[],
    ]);
    let command = Command::new("gcc", ["-fsyntax-only", "store.c"]);
    let fixes = proposed_for(&tree, &command, &run(&tree, &command));
    assert_eq!(fixes[0].safety, SafetyClass::Safe, "{fixes:#?}");
    apply(&tree, &fixes[0]);
    let now = tree.read_text(&RelPath::new("store.h").unwrap()).unwrap();
    assert_eq!(now, header("int"));
}

#[test]
fn a_misspelt_definition_gets_its_name_back() {
    let shop = |name: &str| format!("def {name}(items):\n    return sum(items)\n");
    let main = "from shop import parse_values\n\nprint(parse_values([1, 2]))\n";
    let fixes = check(
        &[
            &[("shop.py", &shop("parse_values")), ("main.py", main)],
            &[("shop.py", &shop("parse_vlaues"))],
            &[],
        ],
        "3",
        SafetyClass::Safe,
    );
    assert_eq!(fixes[0].edits[0].file.as_str(), "shop.py", "{fixes:#?}");
}

#[test]
fn a_line_that_says_more_than_at_head_is_not_restored_by_itself() {
    let tree = repository(&[
        &[("main.py", "values = [1, 2]\nprint(sum(values))\n")],
        &[("main.py", "values = [1, 2]\nprint(max(sum(values))\n")],
    ]);
    assert!(fixes(&tree).iter().all(|fix| fix.safety != SafetyClass::Safe));
}

#[test]
fn a_renamed_parameter_is_followed_in_its_function() {
    let shop = |name: &str, used: &str| {
        format!(
            "def total({name}, rate):\n    first = sum({used})\n    return first * rate\n\n\nitems = None\n"
        )
    };
    let main = "from shop import total\n\nprint(total([1, 2], 1))\n";
    let half = shop("values", "values").replace("return first * rate", "return first * rate * len(items)");
    let tree = repository(&[
        &[
            (
                "shop.py",
                &shop("items", "items")
                    .replace("* rate", "* rate * len(items)")
                    .replace("\n\nitems = None\n", ""),
            ),
            ("main.py", main),
        ],
        &[("shop.py", &half.replace("\n\nitems = None\n", ""))],
        &[],
    ]);
    let fixes = fixes(&tree);
    assert_eq!(fixes[0].safety, SafetyClass::Safe, "{fixes:#?}");
    apply(&tree, &fixes[0]);
    assert_eq!(
        run(&tree, &Command::new("python3", ["-B", "main.py"])).trim(),
        "6"
    );
}

#[test]
fn a_slip_in_rewritten_lines_is_taken_back_alone() {
    let main = |call: &str| format!("import asyncio\nfrom shop import total\n\nprint({call})\n");
    let awaiting = "async def one(n):\n    return n\n\n\nasync def total(n):\n    value = await one(n)\n    return value + 1\n";
    let logs = awaiting.replace(
        "    value = await one(n)\n",
        "    value = one(n)\n    print(\"one\")\n",
    );
    let call = main("asyncio.run(total(1))");
    let found = check(
        &[
            &[("shop.py", awaiting), ("main.py", &call)],
            &[("shop.py", &logs)],
            &[],
        ],
        "one\n2",
        SafetyClass::Safe,
    );
    assert_eq!(found[0].title, "write 'await' again near line 6 of shop.py");

    let checked = "def total(n):\n    if n < 0:\n        raise ValueError(n)\n    return n\n";
    let refuses = checked.replace("    if n < 0:\n", "    if n <= 0:\n").replace(
        "    return n\n",
        "    if n > 100:\n        raise ValueError(n)\n    return n\n",
    );
    let call = main("total(0)");
    let found = check(
        &[
            &[("shop.py", checked), ("main.py", &call)],
            &[("shop.py", &refuses)],
            &[],
        ],
        "0",
        SafetyClass::Unsafe,
    );
    assert_eq!(
        found[0].title,
        "write '<' instead of '<=' again near line 2 of shop.py"
    );

    let counted = "def total(days):\n    return (days[-1] - days[0]) + 1\n";
    let moved = "def total(days):\n    first, last = days[0], days[-1]\n    return (last - first)\n";
    let call = main("total([1, 3])").replace(")\n", ")\nassert total([1, 3]) == 3\n");
    let tree = repository(&[
        &[("shop.py", counted), ("main.py", &call)],
        &[("shop.py", moved)],
        &[],
    ]);
    let fixes = fixes(&tree);
    assert!(
        fixes.iter().any(|fix| fix.title.starts_with("write '+ 1' again")),
        "{fixes:#?}"
    );
}

#[test]
fn another_order_is_no_loss() {
    let main = "from shop import Loan\n\nloan = Loan(\"Ada\", \"Emma\")\nassert loan.reader == \"Ada\"\n";
    let shop = |fields: &str| {
        format!("from collections import namedtuple\n\nLoan = namedtuple(\"Loan\", {fields})\n")
    };
    let tree = repository(&[
        &[("shop.py", &shop("[\"reader\", \"title\"]")), ("main.py", main)],
        &[("shop.py", &shop("[\"title\", \"reader\"]"))],
        &[],
    ]);
    assert_eq!(fixes(&tree), []);
}

#[test]
fn a_remark_beside_a_renamed_definition_changes_nothing() {
    let shop = |field: &str| format!("class Shop:\n    def __init__(self):\n{field}\n");
    let main = "from shop import Shop\n\nprint(Shop().held_at)\n";
    check(
        &[
            &[
                ("shop.py", &shop("        self.held_at = 3")),
                ("main.py", main),
                ("other.py", "def age(shop):\n    return shop.held_at\n"),
            ],
            &[
                (
                    "shop.py",
                    &shop("        # Seconds since 1970.\n        self.held_since = 3"),
                ),
                ("other.py", "def age(shop):\n    return shop.held_since\n"),
            ],
            &[],
        ],
        "3",
        SafetyClass::Safe,
    );
}

#[test]
fn a_lost_re_export_comes_back_beside_other_changes() {
    let prices = "def total(items):\n    return sum(items)\n\n\ndef twice(n):\n    return 2 * n\n";
    let states: [Files<'_>; 3] = [
        &[
            ("shop/__init__.py", "from .prices import total, twice\n"),
            ("shop/prices.py", prices),
            ("main.py", MAIN),
        ],
        &[
            ("shop/__init__.py", "from .prices import twice\n"),
            (
                "shop/prices.py",
                &format!("{prices}\n\ndef half(n):\n    return n / 2\n"),
            ),
        ],
        &[],
    ];
    check(&states, "3", SafetyClass::Safe);
}

#[test]
fn what_names_a_moved_file_follows() {
    let makefile = |objects: &str| {
        format!(
            "OBJECTS = {objects}\n\nall: $(OBJECTS)\n\ttest -f {objects}\n\n%.o: %.c\n\tgcc -c -o $@ $<\n"
        )
    };
    let source = "int one(void) { return 1; }\n";
    let tree = repository(&[&[("Makefile", &makefile("buffer.o")), ("buffer.c", source)], &[]]);
    git(&tree, &["mv", "buffer.c", "text.c"]);
    git(
        &tree,
        &["commit", "--quiet", "--no-gpg-sign", "-m", "a better name"],
    );
    let command = Command::new("make", ["all"]);
    let found = proposed_for(&tree, &command, &run(&tree, &command));
    assert_eq!(found[0].safety, SafetyClass::Safe, "{found:#?}");
    apply(&tree, &found[0]);
    let now = tree.read_text(&RelPath::new("Makefile").unwrap()).unwrap();
    assert_eq!(now, makefile("text.o"));

    let script = |path: &str| format!("print(open(\"{path}/names.csv\").read().strip())\n");
    let tree = repository(&[
        &[
            ("main.py", &script("data")),
            ("data/names.csv", "Ada\n"),
            ("data/places.csv", "Paris\n"),
        ],
        &[],
    ]);
    git(&tree, &["mv", "data", "tables"]);
    git(
        &tree,
        &["commit", "--quiet", "--no-gpg-sign", "-m", "a better name"],
    );
    let found = fixes(&tree);
    apply(&tree, &found[0]);
    let now = tree.read_text(&RelPath::new("main.py").unwrap()).unwrap();
    assert_eq!(now, script("tables"));
}

/// The text of a file after the best proposal for what a command says; the second state is committed.
#[track_caller]
fn repaired(states: [Files<'_>; 2], command: &Command, file: &str) -> String {
    let tree = repository(&[states[0], states[1], &[]]);
    let found = proposed_for(&tree, command, &run(&tree, command));
    let best = found.first().unwrap_or_else(|| panic!("{}", run(&tree, command)));
    assert_eq!(best.safety, SafetyClass::Safe, "{found:#?}");
    apply(&tree, best);
    tree.read_text(&RelPath::new(file).unwrap()).unwrap()
}

#[test]
fn words_beside_a_call_follow_the_type_of_the_definition() {
    let source = |of: &str, some: &str, none: &str, uses: &str| {
        format!(
            "fn find(n: u8) -> {of} {{\n    if n > 1 {{ {some}(n) }} else {{ {none} }}\n}}\n\nfn twice(n: u8) -> u8 {{\n    \
             match find(n) {{\n        {some}(n) => n * 2,\n        {} => 0,\n    }}\n}}\n\nfn main() {{\n    if let {uses}(n) = \
             find(2) {{\n        println!(\"{{n}} {{}}\", twice(2));\n    }}\n}}\n",
            if none == "None" { "None" } else { "Err(_)" }
        )
    };
    let before = source("Option<u8>", "Some", "None", "Some");
    let after = source("Result<u8, String>", "Ok", "Err(String::new())", "Some");
    let command = Command::new("rustc", ["--edition=2021", "--emit=metadata", "main.rs"]);
    let now = repaired(
        [&[("main.rs", &before)], &[("main.rs", &after)]],
        &command,
        "main.rs",
    );
    assert_eq!(
        now,
        source("Result<u8, String>", "Ok", "Err(String::new())", "Ok")
    );
}

#[test]
fn an_added_argument_says_of_another_what_it_says_at_other_calls() {
    let source = |takes: &str, passes: &str, left: &str| {
        let user = |number: u8, name: &str, passes: &str| {
            format!(
                "int user{number}(void)\n{{\n    char {name}[9] = {{0}};\n    return *{name} + put({number}{});\n}}\n",
                passes.replace("IT", name)
            )
        };
        [
            format!("static int put(int key{takes})\n{{\n    return key;\n}}\n"),
            user(1, "first", passes),
            user(2, "second", passes),
            user(3, "third", left),
        ]
        .concat()
    };
    let (takes, passes) = (", char *to, int most", ", IT, sizeof IT");
    for (before, left) in [((", char *to", ", IT"), ", IT"), (("", ""), ", IT")] {
        let old = source(before.0, before.1, before.1);
        let new = source(takes, passes, left);
        let command = Command::new("gcc", ["-fsyntax-only", "store.c"]);
        let now = repaired([&[("store.c", &old)], &[("store.c", &new)]], &command, "store.c");
        assert_eq!(now, source(takes, passes, passes));
    }
}

#[test]
fn arguments_become_the_keys_of_an_object() {
    let library =
        |parameters: &str| format!("export function free({parameters}): number {{\n  return 1;\n}}\n");
    let before = library("row: number, places: number, kind: string");
    let uses = |call: &str| {
        format!("import {{ free }} from \"./rows\";\n\nexport const all = (row: number) => free({call});\n")
    };
    let (old, new) = (uses("row, 4, \"box\""), uses("{ row, places: 4, kind: \"box\" }"));
    let command = Command::new("tsc", ["--noEmit", "--strict", "--skipLibCheck", "main.ts"]);
    for parameter in ["{ row, places, kind }", "{ row, places, kind: sort }"] {
        let after = library(&format!(
            "{parameter}: {{ row: number; places: number; kind: string }}"
        ));
        let now = repaired(
            [&[("rows.ts", &before), ("main.ts", &old)], &[("rows.ts", &after)]],
            &command,
            "main.ts",
        );
        assert_eq!(now, new);
    }
}

#[test]
fn a_re_export_comes_back_with_the_module_that_it_names() {
    let root = |module: &str, export: &str, what: &str| {
        format!("//! {what}.\n\npub mod item;\n{module}\npub use item::one;\n{export}")
    };
    let whole = root("pub mod shop;\n", "pub use shop::two;\n", "A larder");
    let left = root("", "", "A larder and more");
    let tree = repository(&[
        &[
            (
                "Cargo.toml",
                "[package]\nname = \"my-larder\"\nversion = \"0.1.0\"\nedition = \"2021\"\n",
            ),
            ("src/lib.rs", &whole),
            ("src/item.rs", "pub fn one() -> u8 {\n    1\n}\n"),
            ("src/shop.rs", "pub fn two() -> u8 {\n    2\n}\n"),
            (
                "tests/all.rs",
                "use my_larder::{one, two};\n\n#[test]\nfn all() {\n    assert_eq!(one() + two(), 3);\n}\n",
            ),
        ],
        &[("src/lib.rs", &left)],
        &[],
    ]);
    let command = Command::new("cargo", ["check", "--quiet", "--offline", "--tests"]);
    let found = proposed_for(&tree, &command, &run(&tree, &command));
    apply(&tree, &found[0]);
    let now = tree.read_text(&RelPath::new("src/lib.rs").unwrap()).unwrap();
    assert_eq!(now, whole.replace("A larder", "A larder and more"));
}

#[test]
fn the_interface_is_what_the_types_follow() {
    let interface = |name: &str| format!("interface Notice {{\n    String {name}(int loan);\n}}\n");
    let class = |class: &str, name: &str| {
        format!(
            "class {class} implements Notice {{\n    @Override\n    public String {name}(int loan) {{\n        return \"\" + loan;\n    }}\n}}\n"
        )
    };
    let (letter, short) = (class("Letter", "text"), class("ShortMessage", "text"));
    let now = repaired(
        [
            &[
                ("Letter.java", &letter),
                ("Notice.java", &interface("text")),
                ("ShortMessage.java", &short),
            ],
            &[
                ("Letter.java", &class("Letter", "compose")),
                ("Notice.java", &interface("compose")),
            ],
        ],
        &Command::new(
            "javac",
            ["-d", "out", "Letter.java", "Notice.java", "ShortMessage.java"],
        ),
        "ShortMessage.java",
    );
    assert_eq!(now, class("ShortMessage", "compose"));
}

#[test]
fn those_who_import_follow_a_renamed_export() {
    let module = |name: &str, export: &str| {
        format!(
            "function amount(n) {{\n  return `${{n}}`;\n}}\n\nfunction {name}(n) {{\n  return `${{amount(n)}} g`;\n}}\n\nmodule.exports = {{ amount, {export} }};\n"
        )
    };
    let main = |name: &str| {
        format!("const {{ amount, {name} }} = require(\"./format\");\n\nconsole.log(amount(1), {name}(2));\n")
    };
    let tree = repository(&[
        &[
            ("format.js", &module("ingredient", "ingredient")),
            ("main.js", &main("ingredient")),
        ],
        &[("format.js", &module("lineFor", "ingredient"))],
        &[],
    ]);
    let command = Command::new("node", ["main.js"]);
    let found = proposed_for(&tree, &command, &run(&tree, &command));
    apply(&tree, &found[0]);
    assert_eq!(run(&tree, &command).trim(), "1 2 g", "{found:#?}");
    let text = |file: &str| tree.read_text(&RelPath::new(file).unwrap()).unwrap();
    assert_eq!(text("format.js"), module("lineFor", "lineFor"));
    assert_eq!(text("main.js"), main("lineFor"));
}

#[test]
fn a_lost_entry_comes_back() {
    let prices = |entry: &str| {
        format!("\"\"\"Prices.\"\"\"\n\nPARTS = {{\n    \"monthly\": 12,\n{entry}    \"yearly\": 1,\n}}\n")
    };
    let main = "from prices import PARTS\n\nprint(PARTS[\"quarterly\"])\n";
    let lost = prices("").replace("Prices.", "Prices and parts.");
    let states: [Files<'_>; 3] = [
        &[
            ("prices.py", &prices("    \"quarterly\": 4,\n")),
            ("main.py", main),
        ],
        &[("prices.py", &lost)],
        &[],
    ];
    check(&states, "4", SafetyClass::Safe);
    let test = "from prices import PARTS\n\n\ndef test_parts():\n    assert PARTS[\"quarterly\"] == 4\n";
    check(
        &[states[0], states[1], &[("test_prices.py", test)], &[]],
        "4",
        SafetyClass::Safe,
    );
    // It was meant to go.
    let other = "from prices import PARTS\n\nprint(PARTS[\"yearly\"])\n";
    let tree = repository(&[
        states[0],
        &[("prices.py", &lost), ("main.py", other)],
        &[("main.py", main)],
    ]);
    assert!(proposed(&tree).iter().all(|fix| !fix.title.contains("entry")));
}

#[test]
fn arguments_follow_parameters_in_another_order() {
    let source = |takes: &str, passes: &str| {
        format!(
            "public record Loan({takes}) {{\n    static Loan one(String name) {{\n        return new Loan({passes});\n    }}\n}}\n"
        )
    };
    let (before, after) = (
        "String reader, String title, int days",
        "int days, String title, String reader",
    );
    let old = source(before, "name, \"tea\", 3");
    let new = source(after, "name, \"tea\", 3");
    let now = repaired(
        [&[("Loan.java", &old)], &[("Loan.java", &new)]],
        &Command::new("javac", ["-d", "out", "Loan.java"]),
        "Loan.java",
    );
    assert_eq!(now, source(after, "3, \"tea\", name"));
}

#[test]
fn a_file_of_data_follows_a_key_that_code_renamed() {
    let code = |key: &str| {
        format!(
            "import json, pathlib\n\n\ndef wait():\n    settings = json.loads(pathlib.Path(\"settings.json\").read_text())\n    \
             return settings[\"net\"][\"{key}\"]\n"
        )
    };
    let data = |key: &str| format!("{{\n  \"net\": {{\"{key}\": 30, \"host\": \"timeout\"}}\n}}\n");
    let main = "from net import wait\n\nprint(wait())\n";
    let (old, new) = (code("timeout"), code("wait_seconds"));
    let before: Files<'_> = &[
        ("net.py", &old),
        ("settings.json", &data("timeout")),
        ("main.py", main),
    ];
    let fixes = check(&[before, &[("net.py", &new)], &[]], "30", SafetyClass::Safe);
    assert_eq!(fixes[0].edits.len(), 1, "the value stays: {fixes:#?}");

    let toml = code("wait_seconds")
        .replace("json", "tomllib")
        .replace("settings.tomllib", "settings.toml");
    let older = toml.replace("wait_seconds", "timeout");
    check(
        &[
            &[
                ("net.py", &older),
                ("settings.toml", "[net]\ntimeout = 30 # at most\n"),
                ("main.py", main),
            ],
            &[("net.py", &toml)],
            &[],
        ],
        "30",
        SafetyClass::Safe,
    );

    let fields = |field: &str| {
        format!(
            "import json\nfrom dataclasses import dataclass\n\n\n@dataclass\nclass Net:\n    {field}: int\n    host: str\n\n\n\
             def wait():\n    return Net(**json.load(open(\"settings.json\"))[\"net\"]).{field}\n"
        )
    };
    let (of_old, of_new) = (fields("timeout"), fields("wait_seconds"));
    check(
        &[
            &[
                ("net.py", &of_old),
                ("settings.json", &data("timeout")),
                ("main.py", main),
            ],
            &[("net.py", &of_new)],
            &[],
        ],
        "30",
        SafetyClass::Safe,
    );

    // Other code reads the old key, another file has it too, and nothing reads the file.
    let other = "def limit(settings):\n    return settings[\"timeout\"]\n";
    let unread = (new.replace("settings.json", "other.json"), data("host"));
    let others: [Files<'_>; 3] = [
        &[("limit.py", other)],
        &[("more.json", &data("timeout"))],
        &[("net.py", &unread.0), ("other.json", &unread.1)],
    ];
    for more in others {
        let tree = repository(&[before, &[("net.py", &new)], more, &[]]);
        let changes_data = |fix: &Fix| fix.edits.iter().any(|edit| edit.file.extension() == "json");
        assert!(!proposed(&tree).iter().any(changes_data), "{more:?}");
    }
}

#[test]
fn the_name_of_a_page_follows_its_renamed_function() {
    let pages = |name: &str| {
        format!(
            "def index():\n    return 1\n\n\ndef {name}():\n    return 2\n\n\n\
             def url_for(name):\n    group, _, function = name.partition('.')\n    if function not in globals():\n        \
             raise LookupError(f\"Could not build url for endpoint {{name!r}}\")\n    return '/' + function\n"
        )
    };
    let main = "from pages import url_for\n\nprint(url_for('pages.show'))\n";
    check(
        &[
            &[("pages.py", &pages("show")), ("main.py", main)],
            &[("pages.py", &pages("notice"))],
            &[],
        ],
        "/notice",
        SafetyClass::Safe,
    );
}

#[test]
fn a_typing_error_that_came_with_the_last_change_is_taken_back() {
    let query = "class Query:\n    def __call__(self, one):\n        return one\n\n    def __getattr__(self, name):\n        return self\n\n    def make_test(self, left, right):\n        return left + right\n\n    def run(self):\n        return self.make_test(1, 2)\n\n    def again(self):\n        return self.make_test(2, 2)\n";
    let main = "from query import Query\n\nprint(Query().run())\n";
    let states = |slip: &str| query.replacen("self.make_test(1", slip, 1);
    for slip in ["self.maek_test(1", "self.make_tesst(1", "self.mak_test(1"] {
        let now = states(slip);
        check(
            &[&[("query.py", query), ("main.py", main)], &[("query.py", &now)]],
            "3",
            SafetyClass::Safe,
        );
    }
    // The name is on two lines: someone gave it.
    let twice = query.replacen("self.make_test(", "self.make_ttest(", 2);
    let tree = repository(&[&[("query.py", query), ("main.py", main)], &[("query.py", &twice)]]);
    assert!(fixes(&tree).iter().all(|fix| fix.safety == SafetyClass::Unsafe));
}

#[test]
fn a_value_that_is_not_returned_any_more_is_returned_again() {
    let shop = "def net(price):\n    if price is None:\n        return 0\n    return round(price * 2)\n\n\ndef label(price):\n    return f\"{price} EUR\"\n\n\ndef text(price):\n    line = label(price)\n    return line.lower()\n\n\ndef store(\n    prices,\n    price,\n):\n    return prices.append(price)\n";
    let main = "from shop import net, store, text\n\nprices = []\nstore(prices, 1)\nprint(net(2) + 1, text(3))\nassert store(prices, 1) is None\n";
    let cases = [
        ("    return round(", "    round(", Some(SafetyClass::Safe)),
        ("    return f\"", "    f\"", Some(SafetyClass::Safe)),
        // It is called for what it does.
        ("    return prices.", "    prices.", None),
    ];
    for (before, after, safety) in cases {
        let now = shop.replace(before, after);
        let states: [Files<'_>; 2] = [&[("shop.py", shop), ("main.py", main)], &[("shop.py", &now)]];
        match safety {
            Some(safety) => {
                check(&states, "5 3 eur", safety);
            }
            None => {
                let main = main.replace("is None", "is not None");
                let tree = repository(&[&[("shop.py", shop), ("main.py", &main)], &[("shop.py", &now)]]);
                assert!(fixes(&tree).iter().all(|fix| fix.safety == SafetyClass::Unsafe));
            }
        }
    }
}

#[test]
fn a_use_that_a_rename_left_behind_follows_where_a_handler_takes_the_error() {
    let code = "def decode(text):\n    return text[::-1]\n";
    let sign = "from code_of import decode\n\n\ndef read(text):\n    try:\n        return decode(text)\n    except Exception:\n        return None\n";
    let show = "from code_of import decode\n\n\ndef show(text):\n    return decode(text)\n";
    let main = "from show import show\nfrom sign import read\n\nassert show('ab') == 'ba'\nassert read('ab') == 'ba'\nprint('read')\n";
    let renamed = |text: &str| text.replace("decode", "decode_safe");
    let left = renamed(sign).replace("return decode_safe(", "return decode(");
    check(
        &[
            &[
                ("code_of.py", code),
                ("sign.py", sign),
                ("show.py", show),
                ("main.py", main),
            ],
            &[
                ("code_of.py", &renamed(code)),
                ("sign.py", &left),
                ("show.py", &renamed(show)),
            ],
            &[],
        ],
        "read",
        SafetyClass::Safe,
    );
}

#[test]
fn an_attribute_with_a_type_is_followed() {
    let table = "class Table:\n    def __init__(self):\n        self.cache: dict[str, int] = \\\n            {'a': 1}\n\n    def size(self):\n        return len(self.cache)\n\n    def first(self):\n        return self.cache['a']\n";
    let main = "from table import Table\n\nprint(Table().size(), Table().first())\n";
    let renamed = table.replace("cache", "cache_all");
    let left = renamed.replace("len(self.cache_all)", "len(self.cache)");
    check(
        &[
            &[("table.py", table), ("main.py", main)],
            &[("table.py", &left)],
            &[],
        ],
        "1 1",
        SafetyClass::Safe,
    );
}

#[test]
fn a_bracket_that_parted_two_words_comes_back() {
    check(
        &[
            &[("main.py", "rows = [1]\nprint('{0}'.format(rows))\n")],
            &[("main.py", "rows = [1]\nprint('{0}'.formatrows))\n")],
        ],
        "[1]",
        SafetyClass::Safe,
    );
}

#[test]
fn a_lost_half_of_a_protocol_comes_back() {
    let file = "class Store:\n    def __enter__(self):\n        return self\n\n    def __exit__(self, *args):\n        return None\n\n    def name(self):\n        return 'store'\n";
    let main = "from store import Store\n\nwith Store() as store:\n    print(store.name())\n";
    let now = file.replace("    def __exit__(self, *args):\n        return None\n\n", "");
    check(
        &[&[("store.py", file), ("main.py", main)], &[("store.py", &now)]],
        "store",
        SafetyClass::Safe,
    );
}

/// What Node says of a program whose last change is a slip, and the program after the best proposal.
#[track_caller]
fn script_repaired(before: &str, after: &str) -> String {
    let command = Command::new("node", ["main.js"]);
    repaired(
        [&[("main.js", before)], &[("main.js", after)]],
        &command,
        "main.js",
    )
}

#[test]
fn slips_that_nobody_can_have_meant_are_taken_back_in_scripts() {
    let source = "function List () {\n  this.rows = []\n}\n\nList.prototype.add = function (row) {\n  this.push(row)\n  return this\n}\n\nList.prototype.push = function (row) {\n  let count = this.rows.length\n  count = count + 1\n  this.rows.push(row + count)\n}\n\nconst list = new List()\nlist.add(1)\nif (list.add(2).rows[1] !== 4) throw new Error('wrong')\n";
    let slips = [
        ("  return this\n", "  this\n"),
        ("  this.push(row)", "  push(row)"),
        ("  let count", "  const count"),
        ("(row + count)", "(row + coount)"),
    ];
    for (right, wrong) in slips {
        assert_eq!(
            script_repaired(source, &source.replace(right, wrong)),
            source,
            "{wrong}"
        );
    }
}

#[test]
fn slips_that_a_compiler_reports_are_taken_back() {
    let go = "package main\n\nimport \"fmt\"\n\ntype list []int\n\nfunc (l *list) add(n int, twice bool) {\n\tif twice {\n\t\tn *= 2\n\t}\n\t*l = append(*l, n)\n}\n\nfunc (l *list) sum() int {\n\tsum := 0\n\tfor _, n := range *l {\n\t\tsum += n\n\t}\n\treturn sum\n}\n\nfunc main() {\n\trows := list{}\n\trows.add(1, true)\n\trows.add(2, false)\n\tvar names []string\n\tnames = make([]string, len(rows))\n\tfmt.Println(names, rows.sum())\n}\n";
    let c = "int net(int price, int rate);\nint total(const int *prices,\n          int count);\n\nint net(int price, int rate)\n{\n    return price - rate;\n}\n\nint total(const int *prices,\n          int count)\n{\n    int sum = 0;\n    for (int i = 0; i < count; i++) {\n        sum += net(prices[i], 2);\n    }\n    return sum;\n}\n";
    let go_vet = Command::new("go", ["vet", "main.go"]);
    let gcc = Command::new("gcc", ["-fsyntax-only", "main.c"]);
    let slips = [
        (go, &go_vet, "main.go", "rows.add(1, true)", "rows.add(1)"),
        (go, &go_vet, "main.go", "append(*l, n)", "append(l, n)"),
        (go, &go_vet, "main.go", "\treturn sum\n", ""),
        (go, &go_vet, "main.go", "\tsum := 0\n", ""),
        (go, &go_vet, "main.go", "make([]string", "make([]int"),
        (go, &go_vet, "main.go", "names, rows.sum()", "names, rowt.sum()"),
        (c, &gcc, "main.c", "net(prices[i], 2)", "net(prices[i])"),
        (c, &gcc, "main.c", "int count);\n", "long count);\n"),
        (
            c,
            &gcc,
            "main.c",
            "        sum += net(prices[i], 2);\n    }\n",
            "        sum += net(prices[i], 2);\n",
        ),
    ];
    for (right, command, file, before, after) in slips {
        let wrong = right.replacen(before, after, 1);
        assert_eq!(
            repaired([&[(file, right)], &[(file, &wrong)]], command, file),
            right,
            "{after}"
        );
    }
}

#[test]
fn a_lost_import_of_an_own_package_comes_back_in_go() {
    let main = "package main\n\nimport (\n\t\"fmt\"\n\n\t\"example.com/shop\"\n)\n\nfunc main() {\n\tfmt.Println(shop.Net(3))\n}\n";
    let lost = main.replace("\n\t\"example.com/shop\"\n", "");
    let shop = "package shop\n\nfunc Net(price int) int {\n\treturn price - 1\n}\n";
    let file = "cmd/shop/main.go";
    let now = repaired(
        [
            &[
                ("go.mod", "module example.com/shop\n\ngo 1.21\n"),
                ("shop.go", shop),
                (file, main),
            ],
            &[(file, &lost)],
        ],
        &Command::new("go", ["vet", "./..."]),
        file,
    );
    assert_eq!(now, main);
}

#[test]
fn what_may_be_half_of_a_change_of_types_is_not_taken_back_alone() {
    let go = "package main\n\nimport \"fmt\"\n\nfunc sum(rows *[]int, twice bool) int {\n\tsum := len(*rows)\n\tif twice {\n\t\tsum *= 2\n\t}\n\treturn sum\n}\n\nfunc main() {\n\trows := []int{1}\n\tfmt.Println(sum(&rows, true), sum(&rows, false))\n}\n";
    let halves: [&[(&str, &str)]; 2] = [
        // The other call passes a value that the definition no longer takes, either.
        &[
            ("rows *[]int, twice bool", "twice bool"),
            ("sum(&rows, true)", "sum(true)"),
        ],
        // Nothing else has the sign.
        &[("len(*rows)", "len(rows)")],
    ];
    for changes in halves {
        let after = changes
            .iter()
            .fold(go.to_owned(), |text, (old, new)| text.replace(old, new));
        let tree = repository(&[&[("main.go", go)], &[("main.go", &after)], &[]]);
        let command = Command::new("go", ["vet", "main.go"]);
        let fixes = proposed_for(&tree, &command, &run(&tree, &command));
        let is_back = |fix: &&Fix| fix.safety == SafetyClass::Safe && fix.title.contains("again");
        assert_eq!(fixes.iter().find(is_back), None);
    }
}

#[test]
fn a_property_that_a_rename_left_behind_follows() {
    let source = |left: &str| {
        format!(
            "class Cache {{\n  constructor () {{\n    this.entriesByKey = new Map()\n  }}\n\n  add (key) {{\n    \
             this.entriesByKey.set(key, 1)\n  }}\n\n  isEmpty () {{\n    return !this.{left} || this.{left}.size === 0\n  \
             }}\n}}\n\nconst cache = new Cache()\ncache.add('a')\nif (cache.isEmpty()) throw new Error('it has one')\n"
        )
    };
    let right = source("entriesByKey");
    let before = right.replace("entriesByKey", "keyed");
    assert_eq!(script_repaired(&before, &source("keyed")), right);
}

#[test]
fn the_head_of_a_function_that_a_change_damaged_comes_back() {
    let before = "const twice = 2\n\nmodule.exports = function (n) {\n  return n * twice\n}\n";
    let after = before.replace("module.exports = function ", "");
    assert_eq!(script_repaired(before, &after), before);
}

#[test]
fn what_only_has_the_name_of_a_renamed_module_keeps_it() {
    let source = |module: &str| {
        format!(
            "mod {module};\npub use {module}::wide;\n\npub struct Span {{\n    range: u8,\n}}\n\npub fn shown(\n    range: \
             u8,\n) -> u8 {{\n    let span = Span {{ range }};\n    wide(span.range + range + 1)\n}}\n\nfn main() {{\n    \
             println!(\"{{}}\", shown(1));\n}}\n"
        )
    };
    let module = "pub fn wide(n: u8) -> u8 {\n    n * 2\n}\n";
    let left = source("range").replace("mod range;", "mod ranges;");
    let now = repaired(
        [
            &[
                ("main.rs", &source("range")),
                ("range.rs", module),
                ("ranges.rs", module),
            ],
            &[("main.rs", &left)],
        ],
        &Command::new("rustc", ["--edition=2018", "--emit=metadata", "main.rs"]),
        "main.rs",
    );
    assert_eq!(now, source("ranges"));
}

#[test]
fn a_lost_line_may_look_like_the_head_of_a_difference() {
    let before = "QUERY = '''\n-- items\nselect 1\n'''\n\nassert 'items' in QUERY\nprint('right')\n";
    let after = before.replace("-- items\n", "");
    check(
        &[&[("main.py", before)], &[("main.py", &after)], &[]],
        "right",
        SafetyClass::Unsafe,
    );
}

#[test]
fn a_line_of_a_commit_is_restored_where_a_later_change_left_it() {
    let text = |lines: &[&str]| lines.join("\n") + "\n";
    let (right, wrong) = ("print(6 // size)", "print(6 // (size - 2) // 1)");
    let before = text(&[
        "size = 2", "a = 1", "b = 2", "gone = 3", "c = 4", "d = 5", "e = 6", right, "f = 7",
    ]);
    let committed = text(&[
        "size = 2", "a = 1", "b = 2", "c = 4", "d = 5", "e = 6", wrong, "f = 7",
    ]);
    for (later, line, is_restored) in [
        // A line comes above all, two go between the places of the commit.
        (
            text(&["# New.", "size = 2", "a = 1", "b = 2", "e = 6", wrong, "f = 7"]),
            6,
            true,
        ),
        // Lines next to it change.
        (
            text(&[
                "size = 2", "a = 1", "b = 2", "c = 4", "d = 5", "e = 60", wrong, "f = 70",
            ]),
            7,
            true,
        ),
        // It is changed again.
        (committed.replace(wrong, "print(6 // (size - 2) // 2)"), 7, false),
    ] {
        let tree = repository(&[
            &[("main.py", &before)],
            &[("main.py", &committed)],
            &[("main.py", &later)],
        ]);
        let titles: Vec<String> = proposed(&tree).into_iter().map(|fix| fix.title).collect();
        let wanted = format!("restore 1 line of main.py near line {line} as before the last commit");
        assert_eq!(titles.contains(&wanted), is_restored, "{later}{titles:#?}");
    }
}

#[test]
fn a_commit_that_adds_or_removes_a_file_was_meant() {
    let shop = "def total(items):\n    return sum(items)\n";
    let main = "from shop import total\n\nassert total([1]) == 1\nprint('right')\n";
    let changed = shop.replace("sum(items)", "sum(items[1:])");
    let old = ("old.py", "x = 1\n");
    let before: Files<'_> = &[("shop.py", shop), ("main.py", main), old];
    let only_changed: [Files<'_>; 3] = [before, &[("shop.py", &changed)], &[]];
    assert!(!fixes(&repository(&only_changed)).is_empty());
    let with_a_new_file: [Files<'_>; 3] = [before, &[("shop.py", &changed), ("new.py", "y = 2\n")], &[]];
    assert_eq!(fixes(&repository(&with_a_new_file)), []);
    assert_eq!(fixes(&without(&only_changed, old.0)), []);
}

/// A repository whose last commit also removes a file.
fn without(states: &[Files<'_>], file: &str) -> Tree {
    let tree = repository(states);
    git(&tree, &["rm", "--quiet", file]);
    git(
        &tree,
        &["commit", "--quiet", "--no-gpg-sign", "--amend", "--no-edit"],
    );
    tree
}

#[test]
fn what_was_deleted_with_a_file_that_used_it_stays_deleted() {
    let shop = "def other():\n    return 0\n\n\ndef total(items):\n    return sum(items)\n";
    let report = ("report.py", "from shop import total\n\nprint(total([1]))\n");
    let states: [Files<'_>; 3] = [
        &[("shop.py", shop), report, ("main.py", MAIN)],
        &[("shop.py", "def other():\n    return 0\n")],
        &[],
    ];
    assert!(!proposed(&repository(&states)).is_empty());
    assert_eq!(proposed(&without(&states, report.0)), []);
}

#[test]
fn an_added_argument_brings_the_imports_of_the_names_that_it_reads() {
    for (argument, name) in [
        ("rate=RATE", Some("RATE")),
        ("rates.low + 2, note='RATE a'", Some("rates")),
        ("None", None),
    ] {
        let import = |name: Option<&str>| {
            let name = name.map(|name| format!("{name}, ")).unwrap_or_default();
            format!("from tax import {name}with_tax\n\n")
        };
        let tax = |takes: &str| {
            format!(
                "class rates:\n    low = 2\n\n\nRATE = 2\n\n\ndef with_tax(amount{takes}):\n    return amount\n"
            )
        };
        let takes = match argument.contains("note") {
            true => ", rate, note",
            false => ", rate",
        };
        let cart = |name: Option<&str>, passes: &str| {
            format!(
                "{}print(with_tax(1{passes}), 1)\nprint(with_tax(2{passes}), 2)\n",
                import(name)
            )
        };
        let passes = format!(", {argument}");
        let main =
            |name: Option<&str>, passes: &str| format!("{}print(with_tax(100{passes}))\n", import(name));
        let tree = repository(&[
            &[
                ("tax.py", &tax("")),
                ("cart.py", &cart(None, "")),
                ("main.py", &main(None, "")),
            ],
            &[("tax.py", &tax(takes)), ("cart.py", &cart(name, &passes))],
            &[],
        ]);
        let best = proposed(&tree).remove(0);
        apply(&tree, &best);
        let now = tree.read_text(&RelPath::new("main.py").unwrap()).unwrap();
        assert_eq!(now, main(name, &passes));
    }
}

#[test]
fn the_last_part_of_a_path_is_what_is_missing() {
    let shop = |name: &str| format!("pub fn {name}() -> u8 {{\n    3\n}}\n");
    let main =
        |name: &str| format!("mod shop;\n\nfn main() {{\n    println!(\"{{}}\", shop::{name}());\n}}\n");
    for path in ["total", "shop.total", "crate::shop::total"] {
        let tree = repository(&[
            &[
                ("shop.rs", &shop("total")),
                ("main.rs", &main("total")),
                ("other.rs", "use crate::shop::total;\n"),
            ],
            &[
                ("shop.rs", &shop("sum_up")),
                ("other.rs", "use crate::shop::sum_up;\n"),
            ],
            &[],
        ]);
        let fact = Fact::UnresolvedImport {
            path: path.to_owned(),
            missing: None,
            within: None,
        };
        let diagnostic = Diagnostic::new(ErrorType::Import, Severity::Error, "unresolved import")
            .at(Location::line("main.rs", 4))
            .with_fact(fact);
        let command = Command::new("rustc", ["main.rs"]);
        let best = propose(&*strategy("history_fix"), &tree, &command, &[diagnostic], "", "").remove(0);
        apply(&tree, &best);
        let now = tree.read_text(&RelPath::new("main.rs").unwrap()).unwrap();
        assert_eq!(now, main("sum_up"), "{path}: {best:#?}");
    }
}

#[test]
fn an_argument_too_many_is_that_of_a_method_that_lost_a_parameter() {
    let shop = |takes: &str, rate: &str| {
        format!("class Shop:\n    def total(self, items{takes}):\n        return sum(items) * {rate}\n")
    };
    let main = "from shop import Shop\n\nprint(Shop().total([1, 2], 3))\n";
    let fixes = check(
        &[
            &[("shop.py", &shop(", rate", "rate")), ("main.py", main)],
            &[("shop.py", &shop("", "rate"))],
            &[],
        ],
        "9",
        SafetyClass::Safe,
    );
    assert_eq!(fixes[0].edits[0].file.as_str(), "shop.py", "{fixes:#?}");
}

#[test]
fn the_way_to_a_moved_member_is_what_a_use_got_before_it() {
    let with_area = "class Box:\n    width = 3\n\n    def area(self):\n        return 6\n";
    let without = "class Box:\n    width = 3\n";
    // The members that lead from one object to the other.
    let shape = |has_area: bool, user: &str| {
        let own = match has_area {
            true => "    def area(self):\n        return 6\n\n",
            false => "",
        };
        format!(
            "from box import Box\n\n\nclass Inner:\n    inner = Box()\n\n\nclass Shape:\n    bounds = Box()\n    box = Inner()\n\n{own}    \
             def label(self):\n        {user}\n        return x\n"
        )
    };
    let main = "from shape import Shape\n\nshape = Shape()\nprint(shape.area())\n";
    for (old, new, way) in [
        ("x = self.area()", "x = self.bounds.area()", Some(".bounds")),
        (
            "x = max(self.area(), 2)",
            "x = max(self.box.inner.area(), 2)",
            Some(".box.inner"),
        ),
        ("x = self.area()", "x = area(self)", None),
        ("x = self.area()", "x = self.area(2)", None),
        ("x = self.area()", "x = self.bounds.size()", None),
        ("x = self.area()", "y = self.bounds.area()", None),
    ] {
        let tree = repository(&[
            &[
                ("shape.py", &shape(true, old)),
                ("box.py", without),
                ("main.py", main),
            ],
            &[("shape.py", &shape(false, new)), ("box.py", with_area)],
            &[],
        ]);
        let led = proposed(&tree)
            .into_iter()
            .find(|fix| fix.title.starts_with("use 'area' through"));
        let written = led.as_ref().map(|fix| fix.edits[0].replacement.as_str());
        assert_eq!(written, way, "{new}");
    }
}

#[test]
fn an_argument_that_would_be_evaluated_twice_is_not_passed() {
    let source = |takes: &str, passes: &str, last: &str| {
        let passing = |what: &str| passes.replace("IT", what);
        format!(
            "char *next(void);\n\nstatic int put(int key, char *mode{takes})\n{{\n    return key;\n}}\n\nint one(char *mode)\n{{\n    return \
             put(1, mode{});\n}}\n\nint two(char *text)\n{{\n    return put(2, text{});\n}}\n\nint three(char *host)\n{{\n    return \
             put(3, {last});\n}}\n",
            passing("mode"),
            passing("text")
        )
    };
    for (last, after) in [("host", Some("host, sizeof host, 2")), ("next()", None)] {
        let (takes, passes) = (", int size, int count", ", sizeof IT, 2");
        let now = source(takes, passes, last);
        let tree = repository(&[&[("store.c", &source("", "", last))], &[("store.c", &now)], &[]]);
        let command = Command::new("gcc", ["-fsyntax-only", "store.c"]);
        let output = run(&tree, &command);
        let passed = proposed_for(&tree, &command, &output)
            .into_iter()
            .find(|fix| fix.title.starts_with("pass "));
        let passed = passed.map(|fix| apply_edits(&now, &fix.edits).unwrap());
        assert_eq!(
            passed,
            after.map(|after| source(takes, passes, after)),
            "{output}"
        );
    }
}

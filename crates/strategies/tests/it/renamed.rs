//! `rename_fix` line by line: which lines define a name, and which words of a text use it.

use unbreak_core::fact::OwnerKind;
use unbreak_core::{Command, Diagnostic, ErrorType, Fact, Fix, Location, RelPath, Severity, Workspace as _};

use super::case::{Question, analysis, apply, strategy};
use super::project::{Files, tree};
use super::world::{Processes, Tree};

/// The proposals for a project in which a tool states a fact about the first line of a file.
fn proposed(files: Files<'_>, file: &str, fact: Fact) -> (Tree, Vec<Fix>) {
    let tree = tree(files);
    let diagnostic = Diagnostic::new(ErrorType::Import, Severity::Error, "it fails")
        .at(Location::line(file, 1))
        .with_fact(fact);
    let diagnostics = [diagnostic];
    let strategy = strategy("rename_fix");
    let command = Command::new("check", [file]);
    let question = Question {
        tree: &tree,
        command: &command,
        diagnostics: &diagnostics,
        output: "",
    };
    let analysis = analysis(&*strategy, &diagnostics, "");
    let fixes = question.fixes(&*strategy, &analysis, &Processes::in_tree(&tree));
    (tree, fixes.unwrap())
}

/// The texts that the best fix writes, with those that it replaces.
fn replaced(fixes: &[Fix]) -> Vec<(&str, &str)> {
    let edits = fixes.first().into_iter().flat_map(|fix| &fix.edits);
    edits
        .map(|edit| (edit.original.as_str(), edit.replacement.as_str()))
        .collect()
}

/// The name that a line may define, `total` or `Total`, and a misspelling of it.
fn misspelt(line: &str) -> (&str, &str) {
    match line.contains("Total") {
        true => ("Total", "Totl"),
        false => ("total", "totl"),
    }
}

#[test]
fn a_line_defines_a_name() {
    let uses_after = |line: &str, ending: &str| {
        let (_, name) = misspelt(line);
        let file = format!("shop.{ending}");
        let fact = Fact::UndefinedName {
            name: name.to_owned(),
            used_as: None,
            instead: Vec::new(),
        };
        proposed(&[(&file, &format!("x = {name};\n{line}\n"))], &file, fact).1
    };
    for (line, ending) in [
        ("def total(items):", "py"),
        ("    async def total(self):", "py"),
        ("pub(crate) fn total<T>(items: &[T]) -> T {", "rs"),
        ("export const total = 3;", "js"),
        ("export default async function total() {", "js"),
        ("func (s *Shelf) Total() int {", "go"),
        ("int total(int n)", "c"),
        ("static char *total(const char *text) {", "c"),
        ("total: int = 3", "py"),
        ("exports.total = function (items) {", "js"),
        ("module.exports.total = sum;", "js"),
    ] {
        let (name, wrong) = misspelt(line);
        assert_eq!(replaced(&uses_after(line, ending)), [(wrong, name)], "{line}");
    }
    for (line, ending) in [
        ("module.exports = { total };", "js"),
        ("return total(items)", "py"),
        ("    total(items);", "js"),
        ("if total == 3:", "py"),
    ] {
        assert_eq!(replaced(&uses_after(line, ending)), [], "{line}");
    }
}

#[test]
fn a_line_declares_a_part_of_a_type() {
    let definition_after = |line: &str, ending: &str| {
        let (_, name) = misspelt(line);
        let (home, user) = (format!("shop.{ending}"), format!("main.{ending}"));
        let fact = Fact::UnknownMember {
            name: name.to_owned(),
            owner: None,
            owner_kind: OwnerKind::default(),
            used_as: None,
            instead: Vec::new(),
        };
        let (line, use_of_it) = (format!("{line}\n"), format!("x.{name}\n"));
        proposed(&[(&home, &line), (&user, &use_of_it)], &user, fact).1
    };
    for (line, ending) in [
        ("    total(): number {", "ts"),
        (
            "    private async total(items: Map<string, number>): Promise<number> {",
            "ts",
        ),
        ("    total?: number;", "ts"),
        ("    pub total: u32,", "rs"),
        ("    Total,", "rs"),
        ("    Total(u32),", "rs"),
        ("int total(const int *prices);", "h"),
        ("const char *total(const int *prices);", "h"),
        ("    public int total() {", "java"),
        (
            "    List<String> total(Map<String, Integer> items) throws IOException {",
            "java",
        ),
        ("    double total() const {", "cpp"),
        ("    int total;  /* of all items */", "h"),
        ("    const char *total[3];", "h"),
        ("    private List<String> total = new ArrayList<>();", "java"),
        ("\ttotal  []string `json:\"sum\"`", "go"),
        ("    total(items: string[]): number;", "ts"),
        ("    double total(List<String> items);", "java"),
        ("    virtual double total() const = 0;", "hpp"),
        ("\tTotal(items []string) (int, error)", "go"),
        ("\tTotal() int", "go"),
    ] {
        let (name, wrong) = misspelt(line);
        assert_eq!(
            replaced(&definition_after(line, ending)),
            [(name, wrong)],
            "{line}"
        );
    }
    for (line, ending) in [
        ("\ttotal(items)", "go"),
        ("    elif(total(items)): stop()", "py"),
        ("    return total(items);", "java"),
        ("        : total(items);", "java"),
        ("\tdefer total", "go"),
        ("    goto total;", "c"),
        ("    throw new Total(items) {", "java"),
        ("    return new Total(items)", "js"),
        ("    assert total(items)", "py"),
        ("    total(items);", "java"),
        ("    case State.Total:", "java"),
        ("    if (total(items)) {", "java"),
        ("    return total;", "java"),
    ] {
        assert_eq!(replaced(&definition_after(line, ending)), [], "{line}");
    }
}

#[test]
fn a_member_belongs_to_the_type_around_it() {
    for (text, file, implementer, renamed) in [
        (
            "class Square(\n    Shape,\n):\n    side = 2\n\n    def aera(self):\n",
            "square.py",
            "Square",
            &[("aera", "area")][..],
        ),
        (
            "def square(shape: Shape):\n    def aera(self):\n",
            "square.py",
            "square",
            &[],
        ),
        (
            "func (s *Square) aera() int {\n",
            "square.go",
            "Square",
            &[("aera", "area")],
        ),
        (
            "struct Square {\n    const char *aera[3];\n",
            "square.h",
            "Square",
            &[("aera", "area")],
        ),
        (
            "class Square implements Shape {\n  // Its size.\n  aera() {\n",
            "square.ts",
            "Square",
            &[("aera", "area")],
        ),
    ] {
        let fact = Fact::MissingImplementation {
            names: vec!["area".to_owned()],
            owner: None,
            implementer: Some(implementer.to_owned()),
        };
        let (_, fixes) = proposed(&[(file, text)], file, fact);
        assert_eq!(replaced(&fixes), renamed, "{text}");
    }
}

/// Checks that a fix renames the uses of a name in code, for which `@` stands in the text.
#[track_caller]
fn is_renamed_in_code(fixes: &[Fix], tree: &Tree, file: &str, text: &str, [old, new]: [&str; 2]) {
    let title = [
        format!("rename '{old}' to '{new}'"),
        format!("replace '{old}' by '{new}'"),
    ];
    let fix = fixes.iter().find(|fix| title.contains(&fix.title));
    apply(tree, fix.unwrap_or_else(|| panic!("{text}: {fixes:#?}")));
    let now = tree.read_text(&RelPath::new(file).unwrap()).unwrap();
    assert_eq!(now, text.replace('@', new));
}

#[test]
fn an_imported_name_is_renamed_in_code_and_not_in_texts() {
    const PYTHON: [&str; 3] = ["py", "from shop import @\n", "def sum_up(x):\n    return x\n"];
    const SCRIPT: [&str; 3] = [
        "ts",
        "import { @ } from './shop';\n",
        "export function sum_up(x) {\n  return x;\n}\n",
    ];
    const RUST: [&str; 3] = [
        "rs",
        "use crate::shop::@;\n",
        "pub fn sum_up(x: &str) -> &str {\n    x\n}\n",
    ];
    for ([ending, import, home], text) in [
        (PYTHON, "@('total')  # total"),
        (PYTHON, "f'{@(x)} {{total}} total'"),
        (PYTHON, "'''\ntotal\n''' + @"),
        (
            PYTHON,
            "\"\"\"The total.\n\n    >>> @(\n    ... @)\n    total\n\"\"\"",
        ),
        (SCRIPT, "`${@(`${@}`)} total` // total"),
        (SCRIPT, "sub_total + @ /* total */"),
        (
            RUST,
            "/// The total:\n/// ```\n/// @(\"total\");\n/// ```\n/// total\n",
        ),
        (RUST, "//! ```text\n//! total\n//! ```\n// total\n"),
        (RUST, "fn f<'a>(x: &'a str) { @; '\"'; \"total\" }"),
        (RUST, r####"r#"total " total \"# + @ + r"\" + @"####),
    ] {
        let (home_file, user) = (format!("shop.{ending}"), format!("main.{ending}"));
        let text = format!("{import}{text}");
        let files = [
            (home_file.as_str(), home),
            (user.as_str(), &text.replace('@', "total")),
        ];
        let fact = Fact::MissingExport {
            name: "total".to_owned(),
            module: Some("shop".to_owned()),
            instead: Vec::new(),
        };
        let (tree, fixes) = proposed(&files, &user, fact);
        is_renamed_in_code(&fixes, &tree, &user, &text, ["total", "sum_up"]);
    }
}

#[test]
fn a_free_name_is_renamed_in_code_and_not_in_texts() {
    for (file, definition, text) in [
        ("shop.go", "var total = 3", "`totl\ntotl` + @"),
        ("shop.go", "var total = 3", "`\\` + @"),
        ("shop.c", "#define total 3", "'\"' + @ + \"\\\"totl\""),
    ] {
        let text = format!("{definition}\n{text}\n");
        let fact = Fact::UndefinedName {
            name: "totl".to_owned(),
            used_as: None,
            instead: Vec::new(),
        };
        let (tree, fixes) = proposed(&[(file, &text.replace('@', "totl"))], file, fact);
        is_renamed_in_code(&fixes, &tree, file, &text, ["totl", "total"]);
    }
}

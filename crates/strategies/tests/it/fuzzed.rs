//! Whatever is in a file: a file that parsed still parses with any fix. ruff's `ruff_fix_validity` is the
//! model.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use ruff_python_parser::parse_module;
use serde::de::IgnoredAny;
use unbreak_core::fix::apply_edits;
use unbreak_core::{Diagnostic, FileOp, Fix, RelPath};
use unbreak_fuzz::{Target, trait_of};

use super::robustness::{CASES, Captured, Memory, proposals};

/// The name of a case, a file of its project, and the file's text, each on lines of its own.
fn seeds() -> Vec<Vec<u8>> {
    let of_case = |case: &Captured| {
        let seed = |(file, text): (&RelPath, &String)| format!("{}\n{file}\n{text}", case.name).into_bytes();
        case.project.0.iter().map(seed).collect::<Vec<_>>()
    };
    CASES.iter().flat_map(of_case).collect()
}

/// The case of an input, its project with the text of the input, and the file that holds it.
fn read(input: &[u8]) -> Option<(&'static Captured, Memory, RelPath)> {
    let mut parts = std::str::from_utf8(input).ok()?.splitn(3, '\n');
    let (name, file, text) = (parts.next()?, parts.next()?, parts.next()?);
    let case = CASES.iter().find(|case| case.name == name)?;
    let mut project = case.project.clone();
    let file = RelPath::new(file).ok()?;
    text.clone_into(project.0.get_mut(&file)?);
    Some((case, project, file))
}

/// Returns whether a text is valid in the language of its file, where that is one of ours.
fn parses(file: &RelPath, text: &str) -> Option<bool> {
    let ending = Path::new(file.as_str()).extension()?.to_str()?;
    let grammar = match ending {
        "py" => return Some(parse_module(text).is_ok()),
        "json" => return Some(serde_json::from_str::<IgnoredAny>(text).is_ok()),
        "toml" => return Some(toml::from_str::<toml::Table>(text).is_ok()),
        "cjs" | "js" | "jsx" | "mjs" => tree_sitter_javascript::LANGUAGE,
        "cts" | "mts" | "ts" => tree_sitter_typescript::LANGUAGE_TYPESCRIPT,
        "tsx" => tree_sitter_typescript::LANGUAGE_TSX,
        "go" => tree_sitter_go::LANGUAGE,
        "java" => tree_sitter_java::LANGUAGE,
        "rs" => tree_sitter_rust::LANGUAGE,
        _ => return None,
    };
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&grammar.into()).unwrap();
    let tree = parser.parse(text, None).unwrap();
    let is_strict = ending != "java" || !names_keyword(tree.root_node(), text);
    Some(!tree.root_node().has_error() && is_strict)
}

/// Returns whether a keyword stands where a name must: the grammar of Java reads `return value;` in a class as a
/// field.
fn names_keyword(root: tree_sitter::Node<'_>, text: &str) -> bool {
    const KEYWORDS: [&str; 7] = ["class", "else", "if", "new", "package", "return", "throw"];
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        if matches!(node.kind(), "identifier" | "type_identifier")
            && KEYWORDS.contains(&&text[node.byte_range()])
        {
            return true;
        }
        open.extend((0..node.child_count()).filter_map(|index| node.child(index)));
    }
    false
}

/// The lines of a file that a diagnostic speaks of.
fn named_lines<'d>(diagnostic: &'d Diagnostic, file: &'d RelPath) -> impl Iterator<Item = u32> + 'd {
    let frames = diagnostic.frames.iter().map(|frame| &frame.location);
    let notes = diagnostic.notes.iter().map(|note| &note.location);
    let suggested = diagnostic.suggestions.iter().flat_map(|offer| &offer.edits);
    let all = std::iter::once(&diagnostic.location)
        .chain(frames)
        .chain(notes)
        .chain(suggested.map(|edit| &edit.location));
    let here = all.filter(|place| place.file.as_deref() == Some(file.as_str()));
    here.flat_map(|place| {
        let first = place.line.unwrap_or(0);
        first..=place.end_line.unwrap_or(first)
    })
}

/// Returns whether what a tool said of a file may have been said of another text of it: the lines that it spoke of
/// are the same.
fn still_fits(case: &Captured, file: &RelPath, text: &str) -> bool {
    let (before, after): (Vec<&str>, Vec<&str>) =
        (case.project.0[file].lines().collect(), text.lines().collect());
    let same = |line: u32| {
        let index = usize::try_from(line).unwrap().wrapping_sub(1);
        before.get(index) == after.get(index)
    };
    case.diagnostics
        .iter()
        .all(|diagnostic| named_lines(diagnostic, file).all(same))
}

/// The files that a fix changes or makes, as they are then.
fn applied(project: &Memory, fix: &Fix) -> BTreeMap<RelPath, String> {
    let mut after = BTreeMap::new();
    let edited: BTreeSet<&RelPath> = fix.edits.iter().map(|edit| &edit.file).collect();
    for file in edited {
        let edits = fix.edits.iter().filter(|edit| edit.file == *file);
        let text = apply_edits(&project.0[file], edits);
        let text = text.unwrap_or_else(|error| panic!("{} does not fit {file}: {error}", fix.title));
        after.insert(file.clone(), text);
    }
    for operation in &fix.files {
        if let FileOp::Create { file, content } = operation {
            after.insert(file.clone(), content.clone());
        }
    }
    after
}

fn check(input: &[u8]) -> u64 {
    let Some((case, project, file)) = read(input) else {
        return 0;
    };
    let text = &project.0[&file];
    if parses(&file, text) == Some(false) || !still_fits(case, &file, text) {
        return 1;
    }
    let fixes = proposals(&project, &case.diagnostics);
    for fix in &fixes {
        for (file, after) in applied(&project, fix) {
            let before = project.0.get(&file).map_or("", String::as_str);
            assert!(
                parses(&file, before) != Some(true) || parses(&file, &after) == Some(true),
                "{} of {}: '{}' leaves {file} as\n{after}",
                fix.strategy,
                case.name,
                fix.title
            );
        }
    }
    let kind = |fix: &Fix| (fix.strategy.clone(), fix.edits.len());
    trait_of((&case.name, fixes.iter().map(kind).collect::<Vec<_>>()))
}

#[test]
fn what_parsed_parses_with_any_fix() {
    Target {
        name: "validity",
        seeds: seeds(),
        words: &[
            "(", ")", ", ", ": ", "\\\n", "\"\"\"", "'", "# ", "// ", "\n    ", ";", "import ", "from ",
            "async ", "await ", "lambda: ", "f\"{", "}", "é", "`", "${", "=> ", "...", "*, ", "**", " as ",
        ],
        inputs: 1500,
        most_bytes: 16 << 10,
        check: &check,
    }
    .run();
}

/// Whoever walks a tree needs stack for each of its levels. Such files are left alone, and nothing is lost
/// but what could be said of them. A few cases of each strategy are enough.
#[test]
fn a_tree_of_any_depth_is_survived() {
    let sum = format!("x = {}1\n", "1 + ".repeat(10_000));
    let nots = format!("x = {}1\n", "not ".repeat(10_000));
    let brackets = format!("x = {}1{}\n", "[".repeat(5_000), "]".repeat(5_000));
    let calls = format!("f{};\n", "()".repeat(10_000));
    for case in CASES.iter().step_by(16) {
        for (file, text) in &case.project.0 {
            let deep: &[&String] = match Path::new(file.as_str())
                .extension()
                .and_then(|ending| ending.to_str())
            {
                Some("py") => &[&sum, &nots, &brackets],
                Some("js" | "ts" | "mjs") => &[&sum, &brackets, &calls],
                _ => &[],
            };
            for deep in deep {
                let mut project = case.project.clone();
                project.0.insert(file.clone(), format!("{text}\n{deep}"));
                proposals(&project, &case.diagnostics);
            }
        }
    }
}

/// Without tools most strategies have something to say of their cases: the target above is not an empty one.
#[test]
fn most_strategies_are_tried() {
    let mut tried: BTreeMap<String, usize> = BTreeMap::new();
    for fix in CASES
        .iter()
        .flat_map(|case| proposals(&case.project, &case.diagnostics))
    {
        *tried.entry(fix.strategy).or_default() += 1;
    }
    let all: usize = tried.values().sum();
    assert!(tried.len() >= 5 && all >= 200, "{tried:?}");
}

//! The languages other than Python, by their grammars alone.
//!
//! Every `tests/cases/syntax/NAME.before.EXT` is a broken text, and `NAME.after.EXT` what the best
//! proposal must make of it. `tests/samples` holds whole texts, of which one token is changed at
//! random: most of what comes of that must be repaired, and to what it was. `ONLY=go` prints what
//! becomes of one language, `MUTATIONS=100` tries more, `SAMPLES=DIR` other texts.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use unbreak_core::{Command, Diagnostic, ErrorType, Fix, FixStrategy, Location, RelPath, Severity};

use crate::case::{propose, strategy};
use crate::mutation::{Random, mutated};
use crate::syntax::applied;
use crate::world::Tree;

/// Texts of one language that are mutated.
const MUTATIONS: usize = 6;

/// Of a hundred mutated texts, those that are made whole again, at least.
const FIXED: usize = 95;

/// Of a hundred mutated texts, those that become what they were, at least.
const EXACT: usize = 60;

pub(crate) fn proposals(file: &str, text: &str) -> Vec<Fix> {
    proposals_at(&*strategy("syntax_fix"), Location::file(file), text)
}

/// The proposals for an error at a place in the only file.
fn proposals_at(strategy: &dyn FixStrategy, place: Location, text: &str) -> Vec<Fix> {
    let tree = Tree::new();
    let file = RelPath::new(place.file.as_deref().unwrap()).unwrap();
    tree.write(&file, text);
    let mut diagnostic = Diagnostic::new(ErrorType::Syntax, Severity::Fatal, "syntax error");
    diagnostic.location = place;
    let command = Command::new("check", [file.as_str()]);
    propose(strategy, &tree, &command, &[diagnostic], "", "")
}

#[test]
fn what_mends_a_file_answers_for_every_place_in_it() {
    let strategy = strategy("syntax_fix");
    let text = "fn one() -> u8 {\n    (1\n}\n\nfn two() -> u8 {\n    [2, 3\n}\n";
    let first = proposals_at(&*strategy, Location::line("main.rs", 3), text);
    let second = proposals_at(&*strategy, Location::line("main.rs", 7), text);
    assert!(!first.is_empty());
    assert_eq!(first, second);
    // Another text is another question.
    let other = text.replace("(1\n", "(1)\n");
    let fixes = proposals_at(&*strategy, Location::line("main.rs", 7), &other);
    assert_eq!(applied(&other, &fixes[0]), other.replace("3\n", "3]\n"));
}

/// Returns whether a text is one of the language that its file's ending names.
fn is_whole(extension: &str, text: &str) -> bool {
    let language: tree_sitter::Language = match extension {
        "go" => tree_sitter_go::LANGUAGE.into(),
        "java" => tree_sitter_java::LANGUAGE.into(),
        "js" => tree_sitter_javascript::LANGUAGE.into(),
        "rs" => tree_sitter_rust::LANGUAGE.into(),
        "ts" => tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
        "tsx" => tree_sitter_typescript::LANGUAGE_TSX.into(),
        "json" => return serde_json::from_str::<serde_json::Value>(text).is_ok(),
        "toml" => return toml::from_str::<toml::Table>(text).is_ok(),
        "yaml" => return saphyr_parser::Parser::new_from_str(text).all(|event| event.is_ok()),
        other => panic!("nobody reads .{other}"),
    };
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&language).unwrap();
    !parser.parse(text, None).unwrap().root_node().has_error()
}

fn extension(path: &Path) -> String {
    path.extension().unwrap().to_str().unwrap().to_owned()
}

fn files_in(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let folder = std::env::var_os("SAMPLES").map_or(folder, PathBuf::from);
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    files
}

/// A text without white space.
fn bare(text: &str) -> String {
    text.split_whitespace().collect()
}

#[derive(Default)]
struct Score {
    tried: usize,
    fixed: usize,
    exact: usize,
    inexact: Vec<String>,
}

#[test]
fn one_token_changed() {
    let mut by_language: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for path in files_in("samples") {
        by_language.entry(extension(&path)).or_default().push(path);
    }
    let only = std::env::var("ONLY").ok();
    let mut all = Score::default();
    by_language.retain(|language, _| only.as_ref().is_none_or(|only| only == language));
    for (language, paths) in by_language {
        let score = score(&paths);
        let (tried, fixed, exact) = (score.tried, score.fixed, score.exact);
        all.inexact.push(format!(
            "{language}: of {tried} {fixed} fixed, {exact} as they were"
        ));
        all.inexact.extend(score.inexact);
        all.tried += tried;
        all.fixed += fixed;
        all.exact += exact;
    }
    let figures = all.inexact.join("\n");
    if only.is_some() {
        tell(&figures);
    }
    // One language alone has too few texts to judge by.
    assert!(all.fixed * 100 >= all.tried * FIXED, "{figures}");
    assert!(all.exact * 100 >= all.tried * EXACT, "{figures}");
}

#[expect(clippy::print_stderr, reason = "somebody asked for the figures")]
fn tell(figures: &str) {
    eprintln!("{figures}");
}

fn score(paths: &[PathBuf]) -> Score {
    let mut score = Score::default();
    let mut random = Random::new(1);
    let texts: Vec<(PathBuf, String)> = paths
        .iter()
        .map(|path| (path.clone(), std::fs::read_to_string(path).unwrap()))
        .collect();
    let most = std::env::var("MUTATIONS").map_or(MUTATIONS, |most| most.parse().unwrap());
    for _ in 0..most {
        let (path, text) = &texts[random.below(texts.len())];
        let Some((broken, what)) = mutated(text, &mut random) else {
            continue;
        };
        let file = format!("sample.{}", extension(path));
        if is_whole(&extension(path), &broken) {
            continue;
        }
        let fixes = proposals(&file, &broken);
        score.tried += 1;
        let Some(best) = fixes.first() else {
            score.inexact.push(format!("UNFIXED {}: {what}", path.display()));
            continue;
        };
        let repaired = applied(&broken, best);
        score.fixed += usize::from(is_whole(&extension(path), &repaired));
        if bare(&repaired) == bare(text) {
            score.exact += 1;
        } else {
            let name = path.file_name().unwrap().to_string_lossy();
            let titles: Vec<String> = fixes.iter().map(|fix| described(text, &broken, fix)).collect();
            score
                .inexact
                .push(format!("{name}: {what}: {}", titles.join(" | ")));
        }
    }
    score
}

/// A proposal's title, with a mark at the one that was meant.
fn described(text: &str, broken: &str, fix: &Fix) -> String {
    let is_meant = bare(&applied(broken, fix)) == bare(text);
    let mark = if is_meant { " (meant)" } else { "" };
    format!("{} {:.2}{mark}", fix.title, f64::from(fix.confidence))
}

/// A broken text and what is meant by it.
#[derive(Default)]
struct Pair {
    before: Option<String>,
    after: Option<String>,
}

#[test]
fn every_pair() {
    let mut pairs: BTreeMap<(String, String), Pair> = BTreeMap::new();
    for path in cases() {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let text = Some(std::fs::read_to_string(&path).unwrap());
        let ending = extension(&path);
        if let Some(name) = name.strip_suffix(&format!(".before.{ending}")) {
            pairs.entry((name.to_owned(), ending)).or_default().before = text;
        } else if let Some(name) = name.strip_suffix(&format!(".after.{ending}")) {
            pairs.entry((name.to_owned(), ending)).or_default().after = text;
        } else {
            panic!("{name} is neither NAME.before.EXT nor NAME.after.EXT");
        }
    }
    assert!(!pairs.is_empty());
    let wrong: Vec<String> = pairs.iter().filter_map(fault).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

fn cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/syntax");
    std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect()
}

/// The fault of the repair of a pair's broken half.
fn fault(((name, ending), pair): (&(String, String), &Pair)) -> Option<String> {
    let before = pair
        .before
        .as_ref()
        .unwrap_or_else(|| panic!("{name}.before.{ending} is missing"));
    let after = pair
        .after
        .as_ref()
        .unwrap_or_else(|| panic!("{name}.after.{ending} is missing"));
    let fixes = proposals(&format!("main.{ending}"), before);
    let best = fixes.first().map(|fix| applied(before, fix));
    if best.as_ref() == Some(after) {
        return (!is_whole(ending, after)).then(|| format!("{name}.{ending}: the expected text is broken"));
    }
    let titles: Vec<String> = fixes.iter().map(|fix| described(after, before, fix)).collect();
    Some(format!(
        "{name}.{ending}: {titles:#?}\n{}",
        best.unwrap_or_default()
    ))
}

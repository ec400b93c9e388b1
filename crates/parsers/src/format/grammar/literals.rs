//! The literal texts one of which every match of a pattern contains. The build script reads this file, too.

use regex_syntax::hir::{Class, Hir, HirKind};

use super::shorthand::written_out;

/// More alternatives than these are not worth a search each.
const MOST: usize = 48;
/// Longer texts are not better to search for.
const LONG_ENOUGH: usize = 8;

/// Texts, one of which every match of the pattern contains; the rarest that follow from the pattern alone.
///
/// # Errors
/// When the pattern is not valid, or has no such text.
pub(crate) fn required(pattern: &str) -> Result<Vec<String>, String> {
    let hir = parse(pattern)?;
    let best = best(&hir).filter(|texts| texts.iter().all(|text| !text.trim().is_empty()));
    best.ok_or_else(|| {
        format!(
            "'{pattern}' holds no literal text that every match must have: lines could not be searched for it"
        )
    })
}

/// Parses the pattern as a regular expression.
///
/// # Errors
/// When it is not valid.
pub(crate) fn parse(pattern: &str) -> Result<Hir, String> {
    regex_syntax::parse(&written_out(pattern)).map_err(|error| {
        // The message shows the pattern and marks the place, on several lines.
        let text = error.to_string();
        let last = text.lines().last().unwrap_or_default();
        format!(
            "'{pattern}' is not a valid pattern: {}",
            last.trim_start_matches("error: ")
        )
    })
}

/// All texts that it matches, when they are few.
fn exact(hir: &Hir) -> Option<Vec<String>> {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => Some(vec![String::new()]),
        HirKind::Literal(literal) => Some(vec![String::from_utf8(literal.0.to_vec()).ok()?]),
        HirKind::Class(class) => letters(class),
        HirKind::Capture(capture) => exact(&capture.sub),
        HirKind::Repetition(repetition) => match (repetition.min, repetition.max) {
            (1, Some(1)) => exact(&repetition.sub),
            (0, Some(1)) => {
                let mut texts = exact(&repetition.sub)?;
                texts.push(String::new());
                Some(texts)
            }
            _ => None,
        },
        HirKind::Concat(parts) => {
            let mut texts = vec![String::new()];
            for part in parts {
                texts = product(&texts, &exact(part)?)?;
            }
            Some(texts)
        }
        HirKind::Alternation(branches) => {
            let texts: Option<Vec<Vec<String>>> = branches.iter().map(exact).collect();
            Some(texts?.concat()).filter(|texts| texts.len() <= MOST)
        }
    }
}

fn letters(class: &Class) -> Option<Vec<String>> {
    let Class::Unicode(class) = class else { return None };
    let count: usize = class
        .ranges()
        .iter()
        .map(regex_syntax::hir::ClassUnicodeRange::len)
        .sum();
    (count <= 10).then(|| {
        let ranges = class.ranges().iter();
        ranges
            .flat_map(|range| (range.start()..=range.end()).map(String::from))
            .collect()
    })
}

fn product(heads: &[String], tails: &[String]) -> Option<Vec<String>> {
    let fits = heads.len() * tails.len() <= MOST;
    fits.then(|| {
        let pairs = heads
            .iter()
            .flat_map(|head| tails.iter().map(move |tail| format!("{head}{tail}")));
        pairs.collect()
    })
}

/// The best set of texts, one of which is in every match.
fn best(hir: &Hir) -> Option<Vec<String>> {
    let whole = exact(hir);
    let inner = match hir.kind() {
        HirKind::Capture(capture) => best(&capture.sub),
        HirKind::Repetition(repetition) if repetition.min > 0 => best(&repetition.sub),
        HirKind::Concat(parts) => best_run(parts),
        HirKind::Alternation(branches) => {
            let texts: Option<Vec<Vec<String>>> = branches.iter().map(best).collect();
            texts
                .map(|texts| texts.concat())
                .filter(|texts| texts.len() <= MOST)
        }
        _ => None,
    };
    better(whole, inner)
}

/// The best set of texts of neighbouring parts together, and of each by itself.
fn best_run(parts: &[Hir]) -> Option<Vec<String>> {
    let mut found = None;
    let mut run = vec![String::new()];
    for part in parts {
        let texts = exact(part);
        let longer = texts.as_ref().and_then(|texts| product(&run, texts));
        match (longer, texts) {
            (Some(longer), _) => run = longer,
            (None, Some(texts)) => {
                found = better(found, Some(std::mem::replace(&mut run, texts)));
            }
            (None, None) => {
                found = better(found, Some(std::mem::replace(&mut run, vec![String::new()])));
                found = better(found, best(part));
            }
        }
    }
    better(found, Some(run))
}

/// Longer at their shortest before fewer.
fn better(a: Option<Vec<String>>, b: Option<Vec<String>>) -> Option<Vec<String>> {
    let worth = |texts: &Vec<String>| {
        let shortest = texts.iter().map(|text| text.trim().len()).min().unwrap_or(0);
        (shortest.min(LONG_ENOUGH), std::cmp::Reverse(texts.len()))
    };
    let usable = |texts: &Vec<String>| worth(texts).0 > 0;
    match (a.filter(usable), b.filter(usable)) {
        (Some(a), Some(b)) => Some(if worth(&b) > worth(&a) { b } else { a }),
        (a, b) => a.or(b),
    }
}

//! How likely one identifier is a slip of the hand or of memory for another.

use std::collections::BTreeSet;

/// Names that are less alike than this are not offered as corrections of each other.
pub(crate) const FLOOR: f64 = 0.6;

/// How alike two identifiers are, in 0..=1: 1 for the same name.
///
/// The best of three views: the same letters in another case style (`userName`, `user_name`),
/// few keystrokes apart (Damerau-Levenshtein: a transposition is one), and the same words in
/// another order or number (`total_price`, `price_totals`).
pub(crate) fn closeness(wrong: &str, right: &str) -> f64 {
    Wrong::new(wrong).closeness(right)
}

/// Whether two names share a word that says something: four letters or more.
pub(crate) fn common_word(one: &str, other: &str) -> bool {
    let other = words(other);
    words(one)
        .iter()
        .any(|word| word.len() > 3 && other.contains(word))
}

/// A name in doubt, taken apart once for many comparisons.
struct Wrong<'a> {
    name: &'a str,
    folded: String,
    parts: Vec<String>,
    words: BTreeSet<String>,
    is_capitalised: bool,
}

impl<'a> Wrong<'a> {
    fn new(name: &'a str) -> Self {
        Self {
            name,
            folded: fold(name),
            parts: parts(name),
            words: words(name),
            is_capitalised: is_capitalised(name),
        }
    }

    fn closeness(&self, right: &str) -> f64 {
        if self.name == right {
            return 1.0;
        }
        let folded = fold(right);
        if self.folded == folded {
            return 0.95;
        }
        let slips = match keystrokes(&self.folded, &folded) {
            slips if slips > 0.0 && self.is_another_word(right) => 0.0,
            slips if self.is_capitalised != is_capitalised(right) => slips * 0.95,
            slips => slips,
        };
        slips.max(0.9 * self.common_words(right, &folded))
    }

    /// Whether one word stands in the place of another: `BaseReport` is no slip for `TestReport`.
    fn is_another_word(&self, right: &str) -> bool {
        let right = parts(right);
        let differ = |(a, b): (&String, &String)| a != b && keystrokes(a, b) < 0.5;
        self.parts.len() > 1 && self.parts.len() == right.len() && self.parts.iter().zip(&right).any(differ)
    }

    /// Words both names have, over all words (Jaccard), plurals and singulars taken as one.
    fn common_words(&self, right: &str, folded: &str) -> f64 {
        let stem = |word: &str| word.strip_suffix('y').unwrap_or(word).to_owned();
        if !self.words.iter().any(|word| folded.contains(&stem(word))) {
            return 0.0;
        }
        let right = words(right);
        let common = self.words.intersection(&right).count();
        let all = self.words.union(&right).count();
        #[expect(clippy::cast_precision_loss, reason = "identifiers have few words")]
        let share = common as f64 / all as f64;
        share
    }
}

/// The candidates close enough to be offered, the closest first, names before longer names.
pub(crate) fn closest<'a>(wrong: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<(&'a str, f64)> {
    let unique: BTreeSet<&str> = candidates.into_iter().filter(|name| *name != wrong).collect();
    let wrong = Wrong::new(wrong);
    let mut close: Vec<(&str, f64)> = unique
        .into_iter()
        .map(|name| (name, wrong.closeness(name)))
        .filter(|(_, score)| *score >= FLOOR)
        .collect();
    close.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(b.0)));
    close
}

fn is_capitalised(name: &str) -> bool {
    name.trim_start_matches('_').starts_with(char::is_uppercase)
}

fn fold(name: &str) -> String {
    name.chars()
        .filter(|c| *c != '_')
        .flat_map(char::to_lowercase)
        .collect()
}

/// One minus edits per character of the longer name. One keystroke in a name of three or four
/// letters makes another word as often as a misspelling, unless it only swaps or drops letters.
fn keystrokes(wrong: &str, right: &str) -> f64 {
    let longer = wrong.chars().count().max(right.chars().count());
    let shorter = wrong.chars().count().min(right.chars().count());
    // Names that differ in length by more than that need no table of distances.
    if shorter < 2 || longer - shorter > most_slips(longer) {
        return 0.0;
    }
    let edits = strsim::damerau_levenshtein(wrong, right);
    if edits > most_slips(longer) {
        return 0.0;
    }
    #[expect(clippy::cast_precision_loss, reason = "identifiers are short")]
    let score = 1.0 - edits as f64 / longer as f64;
    let is_substitution = shorter == longer && letters(wrong) != letters(right);
    if longer <= 4 && is_substitution {
        score * 0.8
    } else {
        score
    }
}

/// Nobody slips more often than this within a name of so many letters.
fn most_slips(length: usize) -> usize {
    match length {
        0..=3 => 1,
        4..=8 => 2,
        _ => 3,
    }
}

fn letters(name: &str) -> Vec<char> {
    let mut letters: Vec<char> = name.chars().collect();
    letters.sort_unstable();
    letters
}

/// The words of a name, lower-cased, in the singular.
pub(crate) fn words(name: &str) -> BTreeSet<String> {
    parts(name).into_iter().map(singular).collect()
}

/// The words of a snake_case or CamelCase name in order, lower-cased.
fn parts(name: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut was_lower = false;
    for c in name.chars() {
        if c == '_' || (c.is_uppercase() && was_lower) {
            parts.push(String::new());
        }
        was_lower = c.is_lowercase();
        if let Some(part) = parts.last_mut() {
            part.extend(c.to_lowercase().filter(|c| *c != '_'));
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// The singular of an English noun as it usually is: `entries` of `entry`, `boxes` of `box`.
fn singular(word: String) -> String {
    let Some(stem) = word.strip_suffix('s').filter(|stem| stem.len() > 2) else {
        return word;
    };
    if let Some(start) = stem.strip_suffix("ie").filter(|start| start.len() > 1) {
        return format!("{start}y");
    }
    let hissing = stem.strip_suffix('e').filter(|start| {
        let endings = ["ch", "sh", "ss", "x"];
        endings.iter().any(|ending| start.ends_with(ending))
    });
    match hissing {
        Some(start) => start.to_owned(),
        None if stem.ends_with('s') => word,
        None => stem.to_owned(),
    }
}

//! The terms by which failures are searched and compared.
//!
//! Measured with 276 failures of 58 causes, the right cause came first by words in 51 % of the cases, by
//! three-letter pieces in 54 %, by frames in 34 %, and by the most suspicious lines of coverage in 69 %;
//! together they do better than each alone.

use std::collections::{BTreeMap, BTreeSet};

use unbreak_core::Symptoms;
use unbreak_core::signature::normalise_volatile;

/// Longer words are hashes and similar.
const LONGEST: usize = 64;

/// The most bytes of a message that are used.
const MOST_BYTES: usize = 8 << 10;

/// The terms of a failure: words of its message, its frames, its places. The kinds differ in their
/// first letter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Terms {
    pub(super) words: BTreeSet<String>,
    /// The innermost function comes first.
    pub(super) frames: Vec<String>,
    pub(super) places: BTreeSet<String>,
}

impl Terms {
    pub(super) fn of(symptoms: &Symptoms) -> Self {
        Self {
            words: words(&message(&symptoms.message)),
            frames: symptoms
                .frames
                .iter()
                .rev()
                .map(|frame| frame_term(frame))
                .collect(),
            places: symptoms.places.iter().map(|place| hashed('p', place)).collect(),
        }
    }

    /// All of them, as the text that is indexed and stored.
    pub(super) fn all(&self) -> Vec<&str> {
        let words = self.words.iter().chain(&self.frames).chain(&self.places);
        words.map(String::as_str).collect()
    }

    /// The terms in a stored text.
    pub(super) fn read(text: &str) -> Self {
        let mut terms = Self::default();
        for term in text.split_ascii_whitespace() {
            match term.as_bytes().first() {
                Some(b'f') => terms.frames.push(term.to_owned()),
                Some(b'p') => drop(terms.places.insert(term.to_owned())),
                _ => drop(terms.words.insert(term.to_owned())),
            }
        }
        terms
    }
}

/// A message without the parts that change from run to run, cut to a useful length.
pub(super) fn message(text: &str) -> String {
    let end = text.floor_char_boundary(MOST_BYTES);
    normalise_volatile(&text[..end])
}

/// Words, and the parts of names that consist of several: `readConfig_v2` is found by `config`.
fn words(message: &str) -> BTreeSet<String> {
    let is_inside = |c: char| c.is_alphanumeric() || c == '_';
    let mut all = BTreeSet::new();
    for word in message.split(|c| !is_inside(c)).filter(|word| !word.is_empty()) {
        let lower = word.to_lowercase();
        if lower.len() > LONGEST || lower.bytes().all(|byte| byte.is_ascii_digit()) {
            continue;
        }
        all.extend(parts(word).map(|part| format!("w{part}")));
        all.insert(format!("w{lower}"));
    }
    all
}

fn parts(word: &str) -> impl Iterator<Item = String> {
    let mut parts = vec![String::new()];
    let mut was_lower = false;
    for c in word.chars() {
        if c == '_' || (c.is_uppercase() && was_lower) {
            parts.push(String::new());
        }
        was_lower = c.is_lowercase();
        if let Some(last) = parts.last_mut().filter(|_| c != '_') {
            last.extend(c.to_lowercase());
        }
    }
    let is_one = parts.len() == 1;
    parts.into_iter().filter(move |part| !is_one && part.len() > 2)
}

/// The last parts of the path and the function, so that the same program in another directory matches.
fn frame_term(frame: &str) -> String {
    let frame = frame.replace('\\', "/");
    let mut parts: Vec<&str> = frame.rsplit('/').take(2).collect();
    parts.reverse();
    hashed('f', &parts.join("/"))
}

fn hashed(kind: char, text: &str) -> String {
    // FNV-1a: the same in every version of every program, unlike the standard library's.
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    format!("{kind}{hash:016x}")
}

/// Pieces of three characters.
pub(super) fn trigrams(message: &str) -> BTreeSet<[char; 3]> {
    let lower: Vec<char> = message.to_lowercase().chars().take(2_000).collect();
    lower
        .windows(3)
        .map(|piece| [piece[0], piece[1], piece[2]])
        .collect()
}

/// The similarity of two failures, and the features in common.
pub(super) struct Likeness {
    pub(super) score: f64,
    pub(super) shared: Vec<&'static str>,
}

/// The failure to compare with.
pub(super) struct Asked {
    terms: Terms,
    trigrams: BTreeSet<[char; 3]>,
    /// The weight of each term: the fewer failures have it, the higher.
    weights: BTreeMap<String, f64>,
    signature: Option<String>,
}

/// The similarity of a feature from which on it counts as shared.
const SHARED: f64 = 0.5;

impl Asked {
    pub(super) fn new(symptoms: &Symptoms, weights: BTreeMap<String, f64>) -> Self {
        Self {
            terms: Terms::of(symptoms),
            trigrams: trigrams(&message(&symptoms.message)),
            weights,
            signature: symptoms.signature.as_ref().map(ToString::to_string),
        }
    }

    pub(super) fn compare(&self, terms: &Terms, message: &str, signature: &str) -> Likeness {
        let words = self.weighted(&self.terms.words, &terms.words);
        let pieces = jaccard(&self.trigrams, &trigrams(message));
        let mut parts = vec![("message", 0.4, f64::midpoint(words, pieces))];
        if !self.terms.frames.is_empty() && !terms.frames.is_empty() {
            parts.push(("frames", 0.25, frames(&self.terms.frames, &terms.frames)));
        }
        if !self.terms.places.is_empty() && !terms.places.is_empty() {
            parts.push(("coverage", 0.6, jaccard(&self.terms.places, &terms.places)));
        }
        let weight: f64 = parts.iter().map(|(_, weight, _)| weight).sum();
        let score: f64 = parts.iter().map(|(_, weight, score)| weight * score).sum::<f64>() / weight;
        let is_same = self.signature.as_deref() == Some(signature);
        let mut shared: Vec<&'static str> = if is_same { vec!["signature"] } else { Vec::new() };
        let named = parts.iter().filter(|(_, _, score)| *score >= SHARED);
        shared.extend(named.map(|(name, ..)| *name));
        Likeness {
            // The same kind of failure gives at least half of the score, whatever else differs.
            score: if is_same { f64::midpoint(1.0, score) } else { score },
            shared,
        }
    }

    /// Jaccard's index, with the weight of each word.
    fn weighted(&self, one: &BTreeSet<String>, other: &BTreeSet<String>) -> f64 {
        let most = self
            .weights
            .values()
            .fold(1.0, |most: f64, weight| most.max(*weight));
        let weigh = |term: &String| self.weights.get(term).copied().unwrap_or(most);
        let common: f64 = one.intersection(other).map(weigh).sum();
        let all: f64 = one.union(other).map(weigh).sum();
        if all == 0.0 { 0.0 } else { common / all }
    }
}

/// The similarity of two sets, 0..=1.
pub(super) fn jaccard<T: Ord>(one: &BTreeSet<T>, other: &BTreeSet<T>) -> f64 {
    let common = one.intersection(other).count();
    let all = one.len() + other.len() - common;
    if all == 0 { 0.0 } else { ratio(common, all) }
}

/// The share of common frames, where inner ones count more than outer ones.
fn frames(one: &[String], other: &[String]) -> f64 {
    let weigh = |index: usize| 1.0 / ratio(index + 1, 1);
    let score = |from: &[String], to: &[String]| {
        let each = from.iter().enumerate();
        let total: f64 = each.clone().map(|(index, _)| weigh(index)).sum();
        let common: f64 = each
            .filter(|(_, frame)| to.contains(frame))
            .map(|(index, _)| weigh(index))
            .sum();
        common / total
    };
    f64::midpoint(score(one, other), score(other, one))
}

#[expect(clippy::cast_precision_loss, reason = "counts of words are far below 2^52")]
fn ratio(count: usize, of: usize) -> f64 {
    count as f64 / of as f64
}

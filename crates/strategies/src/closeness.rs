//! Estimates how likely one identifier is a misspelling of another.

use std::collections::{BTreeSet, HashSet};
use std::sync::LazyLock;

use crate::weights::similarity;

/// How alike two identifiers are, in 0..=1: 1 for the same name.
///
/// The best of three views: the same letters in another case style (`userName`, `user_name`),
/// few keystrokes apart (Damerau-Levenshtein: a transposition is one), and the same words in
/// another order or number (`total_price`, `price_totals`).
pub(crate) fn closeness(wrong: &str, right: &str) -> f64 {
    Wrong::new(wrong).closeness(right)
}

/// Returns whether one name is a typing error for the other: one or two keystrokes apart, in proportion to
/// the length, with the same first letter; or the same letters in another case style. A name with
/// an addition only (`float16`, `items`, `type_`) is another name, and so is one made of dictionary
/// words.
pub(crate) fn is_slip(wrong: &str, right: &str) -> bool {
    if is_variant(wrong, right)
        || is_another(wrong, right)
        || is_made_of_words(wrong, right)
        || is_constant(wrong) != is_constant(right)
    {
        return false;
    }
    let (wrong, right) = (fold(wrong), fold(right));
    let longer = wrong.chars().count().max(right.chars().count());
    let most = if longer <= 5 { 1 } else { 2 };
    let slips = strsim::damerau_levenshtein(&wrong, &right);
    let begins_alike = wrong.chars().next() == right.chars().next()
        || wrong
            .chars()
            .take(2)
            .eq(right.chars().take(2).collect::<Vec<_>>().into_iter().rev());
    slips <= most && begins_alike && longer > 2
}

/// Words that occur in at least five files of the library of CPython 3.11, sorted.
const VOCABULARY: &str = include_str!("closeness/words.txt");

/// Returns whether the words that only the wrong name has are common in programs: `loader` is not a
/// misspelling of `leader`. Typing errors exchange letters, and hardly any two words differ only in
/// that: `form` may be `from`, but `value` is not meant to be `vlaue`.
fn is_made_of_words(wrong: &str, right: &str) -> bool {
    static WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| VOCABULARY.lines().collect());
    let (wrong_words, right_words) = (words(wrong), words(right));
    let are_common =
        |only: BTreeSet<String>| !only.is_empty() && only.iter().all(|word| WORDS.contains(word.as_str()));
    let is_exchanged = letters(&fold(wrong)) == letters(&fold(right));
    are_common(&wrong_words - &right_words) && !(is_exchanged && are_common(&right_words - &wrong_words))
}

/// Words that programs are made of. They are never misspellings, however near another word is.
const KNOWN_WORDS: &[&str] = &[
    "accept",
    "add",
    "after",
    "all",
    "any",
    "append",
    "assert",
    "attach",
    "before",
    "begin",
    "bottom",
    "build",
    "call",
    "cancel",
    "child",
    "clear",
    "close",
    "column",
    "columns",
    "config",
    "confirm",
    "connect",
    "copy",
    "cost",
    "count",
    "create",
    "data",
    "date",
    "day",
    "debug",
    "decode",
    "decrease",
    "delete",
    "destroy",
    "detach",
    "disable",
    "disconnect",
    "down",
    "dump",
    "empty",
    "enable",
    "encode",
    "end",
    "error",
    "even",
    "exclude",
    "exit",
    "export",
    "fail",
    "failure",
    "false",
    "fast",
    "file",
    "filter",
    "find",
    "first",
    "flush",
    "form",
    "format",
    "from",
    "get",
    "head",
    "height",
    "hide",
    "high",
    "host",
    "import",
    "include",
    "increase",
    "index",
    "info",
    "init",
    "input",
    "insert",
    "inside",
    "item",
    "items",
    "join",
    "key",
    "keys",
    "last",
    "lat",
    "left",
    "length",
    "list",
    "load",
    "local",
    "lock",
    "log",
    "lon",
    "long",
    "lower",
    "map",
    "match",
    "max",
    "maximum",
    "mean",
    "merge",
    "min",
    "minimum",
    "mode",
    "model",
    "month",
    "name",
    "names",
    "new",
    "next",
    "node",
    "none",
    "odd",
    "off",
    "offset",
    "old",
    "only",
    "open",
    "order",
    "out",
    "output",
    "outside",
    "pack",
    "page",
    "parent",
    "parse",
    "pass",
    "path",
    "play",
    "pop",
    "port",
    "post",
    "prev",
    "previous",
    "print",
    "public",
    "push",
    "put",
    "query",
    "range",
    "read",
    "receive",
    "reject",
    "release",
    "remote",
    "remove",
    "render",
    "replace",
    "request",
    "reset",
    "resolve",
    "response",
    "result",
    "return",
    "right",
    "root",
    "row",
    "rows",
    "save",
    "search",
    "send",
    "server",
    "session",
    "set",
    "shift",
    "show",
    "size",
    "skip",
    "slow",
    "sort",
    "source",
    "split",
    "start",
    "state",
    "status",
    "stop",
    "store",
    "string",
    "strip",
    "submit",
    "success",
    "sum",
    "tail",
    "target",
    "test",
    "text",
    "time",
    "title",
    "token",
    "top",
    "total",
    "true",
    "type",
    "unlock",
    "unpack",
    "update",
    "upper",
    "url",
    "user",
    "users",
    "value",
    "values",
    "view",
    "width",
    "write",
    "year",
    "zip",
];

/// Returns whether two names are known to mean different things, however similar they are: `encode` and
/// `decode`, `u16` and `u32`.
pub(crate) fn is_another(one: &str, other: &str) -> bool {
    is_another_known_word(one, other) || differ_in_number(one, other)
}

/// Returns whether two names differ only in their numbers.
fn differ_in_number(one: &str, other: &str) -> bool {
    let is_digit = |c: char| c.is_ascii_digit();
    let without = |name: &str| name.replace(is_digit, "");
    let both = one.contains(is_digit) && other.contains(is_digit);
    both && one != other && without(one) == without(other)
}

/// Returns whether the words in which two names differ are known words on both sides: `encode` is not a slip for
/// `decode`.
fn is_another_known_word(one: &str, other: &str) -> bool {
    let (one, other) = (parts(one), parts(other));
    let is_known = |word: &String| KNOWN_WORDS.binary_search(&word.as_str()).is_ok();
    let differ: Vec<(&String, &String)> = one.iter().zip(&other).filter(|(a, b)| a != b).collect();
    one.len() == other.len() && !differ.is_empty() && differ.iter().all(|(a, b)| is_known(a) && is_known(b))
}

/// Returns whether one of two names is the other with a digit, an underscore, a plural's `s` or several letters
/// added at one end. A second `s` makes no plural.
fn is_variant(one: &str, other: &str) -> bool {
    added(one, other).is_some_and(|added| {
        let is_letter = added.len() == 1 && added.chars().all(char::is_alphabetic);
        let is_doubled = [one, other].iter().any(|name| name.ends_with("ss"));
        !is_letter || added.eq_ignore_ascii_case("s") && !is_doubled
    })
}

/// The letters that the longer of two names adds to one end of the shorter.
fn added<'a>(one: &'a str, other: &'a str) -> Option<&'a str> {
    let (short, long) = if one.len() < other.len() {
        (one, other)
    } else {
        (other, one)
    };
    let added = long.strip_prefix(short).or_else(|| long.strip_suffix(short))?;
    (!added.is_empty()).then_some(added)
}

/// Returns whether a library's name can have been meant by a name that the library does not have: a slip of the
/// keyboard, or the same words in another case or order. A name that is merely longer or shorter is not.
pub(crate) fn is_meant(wrong: &str, right: &str) -> bool {
    added(wrong, right).is_none() && (is_slip(wrong, right) || has_same_words(wrong, right))
}

/// Returns whether two names are made of the same words, in any case and order.
fn has_same_words(one: &str, other: &str) -> bool {
    let sorted = |name: &str| {
        let mut parts = parts(name);
        parts.sort_unstable();
        parts
    };
    sorted(one) == sorted(other)
}

/// Returns whether two names share a significant word: four letters or more.
#[cfg(feature = "languages")]
pub(crate) fn common_word(one: &str, other: &str) -> bool {
    let other = words(other);
    words(one)
        .iter()
        .any(|word| word.len() > 3 && other.contains(word))
}

/// Returns whether one name is the other with something at one end: `walk` and `walkTree`, `get` and `_get`.
pub(crate) fn is_extended(one: &str, other: &str) -> bool {
    let (short, long) = by_length(fold(one), fold(other), String::len);
    short.len() > 2 && (long.starts_with(&short) || long.ends_with(&short))
}

/// The same with whole words at the end: not `name` and `nickname`, which is a word of its own.
pub(crate) fn is_extended_by_words(one: &str, other: &str) -> bool {
    let (short, long) = by_length(parts(one), parts(other), Vec::len);
    let length: usize = short.iter().map(String::len).sum();
    length > 2 && (long.starts_with(&short) || long.ends_with(&short))
}

/// The shorter of two, and the longer.
fn by_length<T>(one: T, other: T, length: impl Fn(&T) -> usize) -> (T, T) {
    match length(&one) < length(&other) {
        true => (one, other),
        false => (other, one),
    }
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
            return similarity::same_letters();
        }
        let slips = match keystrokes(&self.folded, &folded) {
            slips if slips > 0.0 && self.is_another_word(right) => 0.0,
            slips if self.is_capitalised != is_capitalised(right) => slips * similarity::other_case(),
            slips => slips,
        };
        slips.max(similarity::same_words() * self.common_words(right, &folded))
    }

    /// Returns whether one word is in the place of another: `BaseReport` is not a slip for `TestReport`.
    fn is_another_word(&self, right: &str) -> bool {
        let right = parts(right);
        let differ = |(a, b): (&String, &String)| a != b && keystrokes(a, b) < similarity::other_word();
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
        .filter(|(_, score)| *score >= similarity::floor())
        .collect();
    close.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(b.0)));
    close
}

/// Returns whether a name is written like that of a constant: `absolute` is a variable, and `ABSOLUTE` something else.
fn is_constant(name: &str) -> bool {
    let letters = || name.chars().filter(|c| c.is_alphabetic());
    letters().count() > 1 && letters().all(char::is_uppercase)
}

/// Returns whether a name is written like that of a class.
pub(crate) fn is_capitalised(name: &str) -> bool {
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
        score * similarity::short()
    } else {
        score
    }
}

/// The greatest number of typing errors assumed in a name of this length.
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

/// The words of a snake_case or CamelCase name, or of a path, in order, lower-cased.
pub(crate) fn parts(name: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut was_lower = false;
    for c in name.chars() {
        let is_between = matches!(c, '_' | '/' | '.' | '-');
        if is_between || (c.is_uppercase() && was_lower) {
            parts.push(String::new());
        }
        was_lower = c.is_lowercase();
        if let Some(part) = parts.last_mut() {
            part.extend(c.to_lowercase().filter(|_| !is_between));
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
        // `class`, `previous`, `analysis`
        None if stem.ends_with(['s', 'u', 'i']) => word,
        None => stem.to_owned(),
    }
}

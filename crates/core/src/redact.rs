//! Removes secrets from everything that is kept, shown or sent.
//!
//! Strategies and tools work with the original text, because an edit must match the file. Text is redacted
//! where it leaves the program: [`Redact`] for events and reports, [`value`] for the output of debug tools,
//! [`kept`] for everything that is written to the disk.
//!
//! One pass over the text finds secrets, by one automaton for the beginnings of all [`shapes`], the words in
//! [`names`] of secrets, and the programs whose [`arguments`] are known. Only around such a match is more
//! examined, so ordinary text costs one pass. A second automaton finds texts that are known to be secrets
//! ([`Secrets`]).

mod arguments;
mod encoded;
mod environment;
mod likely;
mod names;
mod own;
mod shapes;
mod value;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind};

use self::shapes::Shape;

pub use environment::{Secrets, learn};
pub use own::Redact;
pub use value::{VERBATIM, kept, value};

/// The text that replaces a secret.
pub const REDACTED: &str = "<redacted>";

/// Returns a text without secrets: those of this process' environment and command, wherever they stand; keys
/// and tokens in the formats of well-known services; passwords in addresses, headers and arguments; and
/// values that are assigned to names of secrets.
///
/// In doubt it keeps messages readable: a word after `unexpected token` is not a secret, and neither is the
/// type of a parameter called `password`, a hash or a UUID.
///
/// No secret that is found by its form holds a quote or a backslash: JSON stays JSON.
pub fn redact(text: &str) -> Cow<'_, str> {
    replaced(text, &find(text))
}

/// A text of the same length, with `*` for each character of a secret, so that its lines and columns stay
/// valid.
pub fn mask(text: &str) -> Cow<'_, str> {
    with_secrets(text, &find(text), |masked, secret| {
        masked.extend(secret.chars().map(|character| match character {
            '\n' | '\r' | '\t' => character,
            _ => '*',
        }));
    })
}

/// The end of a text, at most this many bytes: from the beginning of a line, or of a word if the text is one
/// line. The rest of a secret that was cut in two could not be recognised by its form.
pub fn tail(text: &str, most: usize) -> &str {
    let start = text.ceil_char_boundary(text.len().saturating_sub(most));
    let end = &text[start..];
    let whole = |sign: fn(char) -> bool| end.find(sign).filter(|at| at + 1 < end.len());
    match start {
        0 => end,
        _ => whole(|character| character == '\n')
            .or_else(|| whole(|character| character.is_ascii_whitespace()))
            .map_or(end, |at| &end[at + 1..]),
    }
}

/// Returns whether a value with this name is a secret.
pub fn is_secret_name(name: &str) -> bool {
    names::strength(name).is_some()
}

/// The ranges of secrets in a text, in order.
fn find(text: &str) -> Vec<Range<usize>> {
    let mut found = Secrets::known().find(text);
    found.extend(find_by_form(text));
    found
}

fn replaced<'t>(text: &'t str, secrets: &[Range<usize>]) -> Cow<'t, str> {
    with_secrets(text, secrets, |clean, _| clean.push_str(REDACTED))
}

/// Replaces each secret of a text. Overlapping ones count as one.
fn with_secrets<'t>(
    text: &'t str,
    secrets: &[Range<usize>],
    put: impl Fn(&mut String, &str),
) -> Cow<'t, str> {
    if secrets.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut secrets = secrets.to_vec();
    secrets.sort_unstable_by_key(|secret| secret.start);
    secrets.dedup_by(|next, last| {
        let overlaps = next.start < last.end;
        if overlaps {
            last.end = last.end.max(next.end);
        }
        overlaps
    });
    let mut clean = String::with_capacity(text.len());
    let mut end = 0;
    for secret in secrets {
        clean.push_str(&text[end..secret.start]);
        put(&mut clean, &text[secret.clone()]);
        end = secret.end;
    }
    clean.push_str(&text[end..]);
    Cow::Owned(clean)
}

/// A sign that a secret may follow.
#[derive(Debug, Clone, Copy)]
enum Lead {
    /// The beginning of a form.
    Shape(usize),
    /// A word from the names of secrets.
    Name,
    /// A program that takes secrets as arguments.
    Program,
    /// The end of a key in text form.
    KeyEnd,
}

/// The automaton for all signs.
struct Search {
    automaton: AhoCorasick,
    leads: Vec<Lead>,
    shapes: Vec<Shape>,
}

static SEARCH: LazyLock<Search> = LazyLock::new(Search::new);

impl Search {
    #[expect(
        clippy::expect_used,
        reason = "the texts are constants, and far fewer than the automaton can hold"
    )]
    fn new() -> Self {
        let shapes = shapes::table();
        let mut texts: Vec<String> = Vec::new();
        let mut leads = Vec::new();
        let mut add = |text: String, lead: Lead| {
            texts.push(text);
            leads.push(lead);
        };
        for (index, shape) in shapes.iter().enumerate() {
            shape
                .leads
                .iter()
                .for_each(|text| add((*text).to_owned(), Lead::Shape(index)));
        }
        for word in names::WORDS {
            let (first, rest) = word.split_at(1);
            add((*word).to_owned(), Lead::Name);
            add(word.to_ascii_uppercase(), Lead::Name);
            add(first.to_ascii_uppercase() + rest, Lead::Name);
        }
        arguments::programs().for_each(|name| add(name.to_owned(), Lead::Program));
        add("-----END ".to_owned(), Lead::KeyEnd);
        let automaton = AhoCorasick::builder()
            .kind(Some(AhoCorasickKind::DFA))
            .build(&texts)
            .expect("an automaton of constant texts");
        Self {
            automaton,
            leads,
            shapes,
        }
    }
}

/// Makes the search for secrets ready, which takes a few milliseconds: a host can do it on another thread.
pub fn warm_up() {
    LazyLock::force(&SEARCH);
}

/// The ranges of texts that have the form of a secret.
fn find_by_form(text: &str) -> Vec<Range<usize>> {
    let search = &*SEARCH;
    let mut found: Vec<Range<usize>> = Vec::new();
    for hit in search.automaton.find_overlapping_iter(text) {
        // Parts of a known secret are not examined again, so that each byte is examined a bounded number of
        // times.
        if found
            .last()
            .is_some_and(|last| last.contains(&hit.start()) && last.contains(&(hit.end() - 1)))
        {
            continue;
        }
        match search.leads[hit.pattern().as_usize()] {
            Lead::Shape(index) => found.extend(search.shapes[index].at(text, &hit.range())),
            Lead::Name => found.extend(names::value_of(text, &hit.range())),
            Lead::Program => found.extend(arguments::in_line(text, &hit.range())),
            Lead::KeyEnd => found.extend(shapes::before_end_of_key(text, hit.start())),
        }
    }
    found.extend(shapes::lines_of_keys(text));
    found.retain(|secret| !secret.is_empty() && !text[secret.clone()].starts_with(REDACTED));
    found
}

/// The secrets among the words of a command: which word, and which part of it.
fn of_words(words: &[&str]) -> Vec<(usize, Range<usize>)> {
    let mut found = arguments::of_command(words);
    for (at, word) in words.iter().enumerate() {
        found.extend(find_by_form(word).into_iter().map(|part| (at, part)));
        let value = words
            .get(at + 1)
            .filter(|value| word.starts_with('-') && names::option_hides(word, value));
        found.extend(value.map(|value| (at + 1, 0..value.len())));
    }
    found
}

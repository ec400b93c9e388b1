//! A key or value that a tool does not know, where its message or its documentation lists those that it knows.

use std::sync::LazyLock;

use regex::Regex;
use unbreak_core::pattern::pattern;
use unbreak_core::{Evidence, RelPath, SafetyClass};

use super::{Case, MOST_FILES, Offer, Rewrite};
use crate::closeness::{closest, is_slip};
use crate::code_words::words;
use crate::lines::Lines;
use crate::weights::{confidence, similarity};

/// The words of serde, which tools in Rust read their files with, and of others that list what they take.
static UNKNOWN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i:unknown|unrecognized|invalid|unexpected) (?i:field|variant|key|option|property|value)[ :]+[`'\x22](?<word>[^`'\x22]+)[`'\x22],? \(?(?i:expected|must be|allowed|valid|choose from|possible)[^`'\x22]{0,30}(?<known>[`'\x22][^\n]+)",
    )
});

/// The unknown word and the known ones.
fn listed(text: &str) -> Option<(&str, Vec<&str>)> {
    let found = UNKNOWN.captures(text)?;
    let known = found.name("known")?.as_str();
    Some((found.name("word")?.as_str(), quoted(known)))
}

/// A name that is not found, beside the one that the tool offers.
static MEANT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"searched package name: `(?<word>[^`]+)`\s+perhaps you meant:\s+(?<known>[\w-]+)")
});

/// The known values, where the message is about the text at its place.
static MUST_BE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"must be(?: one of)?:? (?<known>[`'\x22][^\n]+)"));

/// An unknown word without the known ones.
static UNLISTED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?:[Uu]nknown|[Uu]nrecognized|[Uu]nexpected)(?: config)? (?:field|option|key):? [`'\x22]?(?<word>[\w.-]+)|Could not find [`'\x22](?<rule>[\w-]+)[`'\x22] in plugin",
    )
});

/// The words that tools know and do not list: in each line a part of the complaint, and the words.
const DOCUMENTED: &str = include_str!("known_words.txt");

/// A word that a tool does not know, and those that it knows.
struct Unknown<'t> {
    word: &'t str,
    known: Vec<&'t str>,
    place: Option<(RelPath, String, usize)>,
}

/// Returns whether a message is about a word that a tool does not know.
pub(super) fn is_said(text: &str) -> bool {
    [&UNKNOWN, &MEANT, &MUST_BE, &UNLISTED]
        .iter()
        .any(|pattern| pattern.is_match(text))
}

fn quoted(list: &str) -> Vec<&str> {
    list.split(['`', '\'', '"']).skip(1).step_by(2).collect()
}

/// The word that the text itself says is unknown.
fn stated<'t>(text: &'t str, whole: &str) -> Option<Unknown<'t>> {
    if let Some((word, known)) = listed(text) {
        return Some(Unknown {
            word,
            known,
            place: None,
        });
    }
    if let Some(found) = MEANT.captures(text) {
        return Some(Unknown {
            word: found.name("word")?.as_str(),
            known: vec![found.name("known")?.as_str()],
            place: None,
        });
    }
    let found = UNLISTED.captures(text)?;
    let word = found.name("word").or_else(|| found.name("rule"))?.as_str();
    let known = documented(whole);
    (!known.is_empty()).then_some(Unknown {
        word,
        known,
        place: None,
    })
}

/// The documented words of the tool that complains so.
fn documented(output: &str) -> Vec<&'static str> {
    let lines = DOCUMENTED.lines().filter_map(|line| line.split_once('\t'));
    let said = lines.filter(|(complaint, _)| output.contains(complaint));
    said.flat_map(|(_, words)| words.split(' ')).collect()
}

/// The text in quotes at the place of the diagnostic, where the message lists what may stand there.
fn at_its_place<'t>(case: &Case<'_>, message: &'t str, written: &'t mut String) -> Option<Unknown<'t>> {
    let known = quoted(MUST_BE.captures(message)?.name("known")?.as_str());
    let location = &case.diagnostic.location;
    let (file, line, column) = (case.named()?, location.line?, location.column?);
    let text = case.read(&file)?;
    let at = Lines::of(&text).offset(&text, line, column)?;
    let quote = text[at..].chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let end = at + 1 + text[at + 1..].find(quote)?;
    text[at + 1..end].clone_into(written);
    Some(Unknown {
        word: written,
        known,
        place: Some((file, text, at + 1)),
    })
}

/// The only known word that is spelled much like the unknown one, where that is written.
pub(super) fn offers(case: &Case<'_>) -> Vec<Offer> {
    let (message, output) = (case.diagnostic.message.as_str(), case.context.output);
    let mut written = String::new();
    let said = at_its_place(case, message, &mut written)
        .or_else(|| stated(message, output))
        .or_else(|| stated(output, output));
    said.and_then(|unknown| offer(case, unknown))
        .into_iter()
        .collect()
}

fn offer(case: &Case<'_>, unknown: Unknown<'_>) -> Option<Offer> {
    let Unknown { word, known, place } = unknown;
    let near = closest(word, known.iter().copied());
    // Of a list that is complete, a value that one keystroke leads to may differ in its number.
    let is_near = |right: &str| is_slip(word, right) || strsim::damerau_levenshtein(word, right) == 1;
    let mut meant = near.iter().filter(|(right, _)| is_near(right));
    let (right, score) = *meant.next()?;
    let rival = meant.next().map(|(_, score)| *score);
    if !is_slip(word, right) && rival.is_some() {
        return None;
    }
    let is_only = rival.is_none_or(|next| score - next > similarity::ahead());
    let (file, before, at) = place.or_else(|| the_place(case, word))?;
    Some(Offer {
        title: format!("write '{right}' for '{word}' in {file}"),
        reason: format!("the tool does not know '{word}', but it knows '{right}'"),
        confidence: confidence::resolved(),
        evidence: Evidence::spelling(is_only, is_only),
        safety: SafetyClass::Safe,
        rewrites: vec![Rewrite {
            after: format!("{}{right}{}", &before[..at], &before[at + word.len()..]),
            before,
            file,
        }],
    })
}

/// The only place of the word in the file that the diagnostic is about, or else in the mentioned ones, or in any that
/// a tool may read.
fn the_place(case: &Case<'_>, word: &str) -> Option<(RelPath, String, usize)> {
    let is_read = |file: &RelPath| !matches!(file.extension(), "lock" | "md" | "rst");
    let only = |files: Vec<(RelPath, String)>| {
        let mut holding = files
            .into_iter()
            .filter(|(_, text)| words(text, word).next().is_some());
        let (Some((file, text)), None) = (holding.next(), holding.next()) else {
            return None;
        };
        let mut places = words(&text, word);
        let (Some(at), None) = (places.next(), places.next()) else {
            return None;
        };
        drop(places);
        Some((file, text, at))
    };
    let named = case
        .named()
        .and_then(|file| Some((file.clone(), case.read(&file)?)));
    only(named.into_iter().collect())
        .or_else(|| only(case.suspects(is_read)))
        .or_else(|| {
            let files = case.context.workspace.files();
            let all = files.iter().filter(|file| is_read(file)).take(MOST_FILES);
            only(
                all.filter_map(|file| Some((file.clone(), case.read(file)?)))
                    .collect(),
            )
        })
}

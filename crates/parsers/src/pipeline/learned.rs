//! Prefixes that no list has, learned from the lines themselves: `[web] `, `web | `, `[2025-02-13 21:47:59] `,
//! and what is made up of such parts (`shape`).
//!
//! No one knows from a line alone whether `web: ` is the name of a job or the beginning of a message. So
//! such a line is first offered as it is. Only if no parser takes it, and one takes what comes after the
//! prefix, the prefix is one, and from then on it is taken off at once.

use rustc_hash::FxHashSet;
use unbreak_core::parser::History;

use super::prefix::{self, digits, fits};
use super::shape::{self, Shape};
use crate::format::{locate, severity};

/// The greatest number of prefixes that are remembered.
const MOST: usize = 64;
/// The greatest length of a prefix.
const LONGEST: usize = 80;
/// As many lines above with the same prefix make it a prefix, whatever comes after it.
const ENOUGH: usize = 3;

/// The prefixes that were learned.
#[derive(Default)]
pub(super) struct Learned {
    known: FxHashSet<u64>,
}

/// A possible prefix, with the text after it.
#[derive(Clone, Copy)]
pub(super) struct Candidate<'a> {
    /// The job that it names: a hash, or 0 for a time.
    pub(super) job: u64,
    /// The key that all lines with this prefix share.
    key: u64,
    /// The key of the prefix before it.
    outer: Option<u64>,
    /// Whether its form is common enough to go by the lines above.
    is_marked: bool,
    /// The text after it.
    pub(super) rest: &'a str,
}

impl Learned {
    /// The line without prefixes that were learned, and the job that the first of them names, or `job`.
    pub(super) fn strip<'a>(&self, line: &'a str, job: u64) -> (&'a str, u64) {
        let (mut line, mut job) = (line, job);
        while !self.known.is_empty()
            && let Some(candidate) = self.known_prefix(line)
        {
            line = candidate.rest;
            job = if job == 0 { candidate.job } else { job };
        }
        (line, job)
    }

    fn known_prefix<'a>(&self, line: &'a str) -> Option<Candidate<'a>> {
        let is_known = |one: &Candidate<'_>| self.known.contains(&one.key);
        let mut shapes = shape::shapes(line).into_iter().rev();
        let shaped = shapes.find_map(|shape| Candidate::of(line, shape).filter(is_known));
        shaped.or_else(|| candidate(line).filter(is_known))
    }

    /// The lines above without this prefix.
    pub(super) fn bare(candidate: &Candidate<'_>, above: &History) -> History {
        let alone = Self {
            known: [candidate.key].into_iter().collect(),
        };
        let mut bare = History::default();
        for line in (1..=History::CAPACITY).rev().filter_map(|n| above.back(n)) {
            bare.push(alone.strip(line, 0).0);
        }
        bare
    }

    pub(super) fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    pub(super) fn add(&mut self, candidate: &Candidate<'_>) {
        if self.known.len() < MOST {
            self.known.insert(candidate.key);
            self.known.extend(candidate.outer);
        }
    }
}

impl<'a> Candidate<'a> {
    fn of(line: &'a str, shape: Shape) -> Option<Self> {
        Some(Self {
            job: shape.job & !1,
            key: shape.key,
            outer: None,
            is_marked: false,
            rest: line.get(shape.length..)?,
        })
    }
}

/// The prefixes that the line may begin with, if there is reason to look at the text after them: that begins
/// with a finding, or lines above begin in the same way.
pub(super) fn likely<'a>(line: &'a str, above: &History) -> impl Iterator<Item = Candidate<'a>> + use<'a> {
    let simple = simple(line, above);
    let mut shapes = shape::shapes(line);
    if shapes
        .last()
        .is_some_and(|shape| is_of_program(&line[shape.length..]))
    {
        shapes.clear();
    }
    let above: Vec<Vec<u64>> = match shapes.is_empty() {
        true => Vec::new(),
        false => (1..=History::CAPACITY)
            .filter_map(|n| start(above, n).map(keys))
            .collect(),
    };
    let usual = shapes.into_iter().rev().filter_map(move |shape| {
        let same = above.iter().filter(|keys| keys.contains(&shape.key)).count();
        let candidate = Candidate::of(line, shape)?;
        let told = begins_finding(candidate.rest);
        let needed = match (told, shape.timed, shape.marked) {
            (true, true, _) | (true, _, true) => 0,
            (true, ..) | (_, true, _) => 1,
            _ => ENOUGH,
        };
        (same >= needed).then_some(candidate)
    });
    usual.chain(simple)
}

/// The prefix of a line in which a finding comes after a time or a name that only a job can have: no finding
/// begins so, and a parser that takes the line with its prefix does not know the lines below.
pub(super) fn certain(line: &str) -> Option<Candidate<'_>> {
    let timed = || {
        let shape = shape::shapes(line).pop().filter(|shape| shape.timed)?;
        Candidate::of(line, shape)
    };
    let dated = match line.starts_with(|c: char| c.is_ascii_digit() || c == '[') {
        true => timed().filter(|candidate| begins_finding(candidate.rest)),
        false => None,
    };
    dated.or_else(|| {
        // Analysers name their own parts in brackets: `[kernel] FILE:3:5: x`.
        let scoped = !line.starts_with('[') || line.starts_with("[@");
        let named = candidate(line).filter(|candidate| candidate.is_marked && scoped)?;
        begins_finding(named.rest).then_some(named)
    })
}

fn keys(line: &str) -> Vec<u64> {
    shape::shapes(line).iter().map(|shape| shape.key).collect()
}

/// The beginning of the line `n` lines above.
fn start(above: &History, n: usize) -> Option<&str> {
    let bytes = above.raw(n)?;
    let start = std::str::from_utf8(&bytes[..bytes.len().min(shape::LONGEST)]);
    let start =
        start.unwrap_or_else(|error| std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default());
    Some(prefix::strip(start).0)
}

/// A time or a name.
fn simple<'a>(line: &'a str, above: &History) -> Option<Candidate<'a>> {
    let candidate = candidate(line)?;
    let again = |n: usize| Some(self::candidate(start(above, n)?)?.key == candidate.key);
    let is_usual = || candidate.is_marked && (1..=ENOUGH).all(|n| again(n) == Some(true));
    if begins_finding(candidate.rest) || is_usual() {
        return Some(candidate);
    }
    // syslog's time is followed by the name of a program.
    let inner = self::candidate(candidate.rest).filter(|inner| begins_finding(inner.rest))?;
    Some(Candidate {
        outer: Some(candidate.key),
        ..inner
    })
}

/// Returns whether the text begins as findings do: with a place that has a column or is followed by a severity, or
/// with rustc's `error[E0425]`, or an entry of Java's stack.
fn begins_finding(text: &str) -> bool {
    let is_frame = || text.starts_with("\tat ") && text.ends_with(')');
    if text.starts_with("error[") || text.starts_with("warning[") || is_frame() {
        return true;
    }
    let bare = text.trim_start_matches([' ', '❌', '⚠', '\u{fe0f}']);
    locate::at_start(bare).is_some_and(|placed| {
        let said = placed.rest.trim_start_matches([':', ' ', '-', ',']);
        placed.kind != locate::FileKind::Word
            && (placed.span.column.is_some() || severity::take(said).is_some())
    })
}

/// Returns whether a program's log says here where in the program the line was written.
fn is_of_program(text: &str) -> bool {
    locate::at_start(text).is_some() && !begins_finding(text)
}

/// The prefix that the line begins with, by its form.
fn candidate(line: &str) -> Option<Candidate<'_>> {
    let start = &line[..line.floor_char_boundary(LONGEST)];
    if let Some((form, length)) = time(start) {
        let rest = &line[length..];
        return Some(Candidate {
            job: 0,
            key: form,
            outer: None,
            is_marked: false,
            rest,
        });
    }
    let (length, is_marked) = name(start)?;
    let (prefix, rest) = line.split_at(length);
    let job = prefix::hash(prefix);
    Some(Candidate {
        job,
        key: job,
        outer: None,
        is_marked,
        rest,
    })
}

/// The form and the length of a time that the line begins with, and of the blank after it.
fn time(line: &str) -> Option<(u64, usize)> {
    let bytes = line.as_bytes();
    let open = usize::from(bytes.first() == Some(&b'['));
    let (form, length) = date(&bytes[open..]).or_else(|| seconds(&bytes[open..]).filter(|_| open == 1))?;
    let mut end = open + length;
    if open == 1 {
        end += usize::from(bytes.get(end) == Some(&b']'));
    }
    let closed = open == 0 || bytes[end - 1] == b']';
    (closed && bytes.get(end) == Some(&b' ')).then_some((2 * form + open as u64, end + 1))
}

/// `2025-02-13 21:47:59,123`, `2025/02/13 21:47:59 UTC`, `Feb 13 21:47:59`.
pub(super) fn date(bytes: &[u8]) -> Option<(u64, usize)> {
    const FORMS: [&[u8]; 5] = [
        b"dddd-dd-dd dd:dd:dd",
        b"dddd/dd/dd dd:dd:dd",
        b"dddd-dd-ddTdd:dd:dd",
        b" dd dd:dd:dd",
        b"  d dd:dd:dd",
    ];
    let letters = bytes.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let month = if letters == 3 { 3 } else { 0 };
    let form = FORMS.iter().position(|form| fits(&bytes[month..], form))?;
    let mut end = month + FORMS[form].len();
    if let Some(b'.' | b',') = bytes.get(end) {
        end += 1 + digits(&bytes[end + 1..]);
    }
    for zone in [&b" UTC"[..], b" GMT", b"Z", b"+dddd", b" +dddd"] {
        if fits(&bytes[end..], zone) {
            end += zone.len();
        }
    }
    Some((form as u64, end))
}

/// `  12.345s`, the time since the beginning.
pub(super) fn seconds(bytes: &[u8]) -> Option<(u64, usize)> {
    const FORM: u64 = 99;
    let blanks = bytes.iter().take_while(|byte| **byte == b' ').count();
    let whole = digits(&bytes[blanks..]);
    let point = blanks + whole;
    let fraction = digits(bytes.get(point + 1..)?);
    let end = point + 1 + fraction;
    let unit = usize::from(bytes.get(end) == Some(&b's'));
    (whole > 0 && fraction > 0 && bytes[point] == b'.').then_some((FORM, end + unit))
}

/// The length of a name and what separates it from the text: `[web] `, `web | `, `web> `, `web: `,
/// `host app[web.1]: `. Is it marked as a name? What a colon follows may be anything.
fn name(line: &str) -> Option<(usize, bool)> {
    if let Some(inner) = line.strip_prefix('[') {
        let close = inner.find("] ")?;
        return is_name(&inner[..close]).then_some((close + 3, true));
    }
    let word = line.find(|c: char| !is_of_name(c))?;
    let rest = &line[word..];
    let end = [" | ", "> ", ": "].iter().find(|end| rest.starts_with(**end));
    if let Some(end) = end {
        return is_name(&line[..word]).then_some((word + end.len(), *end != ": "));
    }
    Some((process(line)?, true))
}

/// syslog's `host app[123]: `.
fn process(line: &str) -> Option<usize> {
    let end = line.find("]: ")?;
    let (host, number) = line[..end].split_once('[')?;
    let words = host.split(' ').count() <= 2 && host.chars().all(|c| is_of_name(c) || c == ' ');
    (words && !number.is_empty() && number.chars().all(is_of_name)).then_some(end + 3)
}

pub(super) fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/' | '@' | '#')
}

/// Returns whether a text can be the name of a job: not a severity, and no list's number.
fn is_name(text: &str) -> bool {
    let named = text.len() > 1 && text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '@');
    named && text.chars().all(|c| is_of_name(c) || c == ':') && severity::word(text).is_none()
}

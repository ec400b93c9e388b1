//! Changes to inputs.

use std::ops::Range;

use crate::random::Random;

/// Words that readers of text stumble over: ends of lines, marks that reorder, joined and broken
/// characters, and what opens without an end.
const AWKWARD: &[&[u8]] = &[
    b"\0",
    b"\n",
    b"\r",
    b"\r\n",
    b"\t",
    b"\x1b[",
    b"\x1b]8;;",
    b"\xff",
    b"\xc3",
    b"\xef\xbb\xbf",
    "\u{2028}".as_bytes(),
    "\u{202e}".as_bytes(),
    "e\u{301}".as_bytes(),
    "\u{1f9d1}\u{200d}\u{1f680}".as_bytes(),
    "\u{a0}".as_bytes(),
    "\u{130}".as_bytes(),
    "\u{fb03}".as_bytes(),
    b"(",
    b")",
    b"[",
    b"{",
    b"}",
    b"\"",
    b"'",
    b"`",
    b"\\",
    b"<",
    b"%",
    b"../",
    b"/",
    b":",
    b"null",
];

/// Replacements for a number.
const NUMBERS: &[&[u8]] = &[
    b"0",
    b"-1",
    b"4294967295",
    b"4294967296",
    b"18446744073709551615",
    b"18446744073709551616",
    b"1e999",
];

/// Makes inputs from others.
#[derive(Debug)]
pub struct Mutator<'a> {
    words: &'a [&'a str],
    most_bytes: usize,
}

impl<'a> Mutator<'a> {
    /// One that also puts `words` in, and makes nothing longer than `most_bytes`.
    pub fn new(words: &'a [&'a str], most_bytes: usize) -> Self {
        Self { words, most_bytes }
    }

    /// A changed copy of one of the seeds.
    pub fn input(&self, seeds: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
        let mut input = random.one_of(seeds).cloned().unwrap_or_default();
        // Few changes leave an input near what is valid, many lead away from it.
        for _ in 0..1 << random.below(5) {
            self.change(&mut input, seeds, random);
            input.truncate(self.most_bytes);
        }
        input
    }

    fn change(&self, input: &mut Vec<u8>, seeds: &[Vec<u8>], random: &mut Random) {
        let at = random.below(input.len() + 1);
        match random.below(12) {
            0 => flip(input, random),
            1 | 2 => insert(input, at, random.one_of(AWKWARD).copied().unwrap_or_default()),
            3 => {
                let word = random.one_of(self.words).copied().unwrap_or_default();
                insert(input, at, word.as_bytes());
            }
            4 => {
                let range = piece(input, random);
                input.drain(range);
            }
            5 => {
                let range = piece(input, random);
                let copied = input[range].to_vec();
                insert(input, at, &copied);
            }
            6 => self.repeat(input, random),
            7 => {
                let other = random.one_of(seeds).cloned().unwrap_or_default();
                let range = piece(&other, random);
                insert(input, at, &other[range]);
            }
            8 => {
                let (from, line) = (line(input, random), random.one_of(seeds));
                let other = line.map(|seed| &seed[self::line(seed, random)]);
                input.splice(from, other.unwrap_or_default().iter().copied());
            }
            9 => {
                let (range, number) = (number(input, at), random.one_of(NUMBERS));
                input.splice(range, number.copied().unwrap_or_default().iter().copied());
            }
            10 => input.truncate(at),
            _ => {
                let range = line(input, random);
                let moved: Vec<u8> = input.drain(range).collect();
                let before = line(input, random).start;
                insert(input, before, &moved);
            }
        }
    }

    /// A piece again and again: what is linear in length and what is not differ in long inputs alone.
    fn repeat(&self, input: &mut Vec<u8>, random: &mut Random) {
        let range = piece(input, random);
        let times = 1 << random.below(11);
        let room = self.most_bytes.saturating_sub(input.len());
        let repeated = input[range.clone()].repeat(times.min(room / range.len().max(1)));
        insert(input, range.end, &repeated);
    }
}

fn insert(input: &mut Vec<u8>, at: usize, bytes: &[u8]) {
    let at = at.min(input.len());
    input.splice(at..at, bytes.iter().copied());
}

fn flip(input: &mut [u8], random: &mut Random) {
    let (at, bit) = (random.below(input.len()), random.below(8));
    if let Some(byte) = input.get_mut(at) {
        *byte ^= 1 << bit;
    }
}

/// A piece of a few bytes, or of any length.
fn piece(input: &[u8], random: &mut Random) -> Range<usize> {
    let start = random.below(input.len() + 1);
    let most = match random.below(4) {
        0 => input.len() - start,
        _ => 16.min(input.len() - start),
    };
    start..start + random.below(most + 1)
}

/// A whole line, with its end.
fn line(input: &[u8], random: &mut Random) -> Range<usize> {
    let at = random.below(input.len() + 1);
    let is_end = |byte: &u8| *byte == b'\n';
    let start = input[..at].iter().rposition(is_end).map_or(0, |end| end + 1);
    let end = input[at..]
        .iter()
        .position(is_end)
        .map_or(input.len(), |end| at + end + 1);
    start..end
}

/// The next digits from a place on.
fn number(input: &[u8], at: usize) -> Range<usize> {
    let is_digit = |byte: &u8| byte.is_ascii_digit();
    let Some(start) = input[at..].iter().position(is_digit).map(|found| at + found) else {
        return at..at;
    };
    let length = input[start..].iter().take_while(|byte| is_digit(byte)).count();
    start..start + length
}

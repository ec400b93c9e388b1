//! Measures how unusual a program's token sequences are, compared with Python at large and the file
//! itself.
//!
//! Of two repairs that parse, the one that reads like the rest of the file is likelier meant
//! (Hindle et al., "On the naturalness of software", ICSE 2012). `usual.txt` rates, for one or two
//! tokens, the token that follows: groups of 0, 1 and 2 points, and 3 for unlisted ones. It was
//! counted in 2.7 million tokens of the standard library and of installed packages.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::sync::LazyLock;

use ruff_python_ast::ModModule;
use ruff_python_ast::token::TokenKind;
use ruff_python_parser::Parsed;
use ruff_text_size::Ranged;

use super::builtins::is_builtin;
use crate::syntax_fix::language::Cost;

/// The class of a token: an index into the names of the table.
type Class = u8;

/// Points for tokens that the table does not list.
const UNNAMED: u8 = 3;

/// Points at most for a pair of tokens that occurs elsewhere in the file.
const OWN_PAIR: u8 = 1;

static USUAL: LazyLock<Usual> = LazyLock::new(|| Usual::read(include_str!("usual.txt")));

/// The table.
struct Usual {
    names: HashMap<&'static str, Class>,
    /// Points by the token before.
    pairs: HashMap<Class, Vec<u8>>,
    /// Points by the two tokens before.
    triples: HashMap<(Class, Class), Vec<u8>>,
}

impl Usual {
    fn read(table: &'static str) -> Self {
        let mut usual = Self {
            names: HashMap::new(),
            pairs: HashMap::new(),
            triples: HashMap::new(),
        };
        for (context, groups) in table.lines().filter_map(|line| line.split_once(" : ")) {
            let before: Vec<Class> = context.split(' ').map(|name| usual.class(name)).collect();
            let points = usual.points(groups);
            match before.as_slice() {
                [one] => drop(usual.pairs.insert(*one, points)),
                [first, second] => drop(usual.triples.insert((*first, *second), points)),
                _ => {}
            }
        }
        usual
    }

    fn class(&mut self, name: &'static str) -> Class {
        let next = Class::try_from(self.names.len() + 1).unwrap_or(0);
        *self.names.entry(name).or_insert(next)
    }

    fn points(&mut self, groups: &'static str) -> Vec<u8> {
        let mut points = vec![UNNAMED; usize::from(Class::MAX) + 1];
        for (group, names) in (0..).zip(groups.split(" | ")) {
            for name in names.split(' ').filter(|name| !name.is_empty()) {
                points[usize::from(self.class(name))] = group;
            }
        }
        points
    }

    fn of_name(&self, name: &str) -> Class {
        self.names.get(name).copied().unwrap_or(0)
    }

    /// The points for the last of three tokens.
    fn oddity(&self, [first, second, third]: [Class; 3]) -> u8 {
        let points = self
            .triples
            .get(&(first, second))
            .or_else(|| self.pairs.get(&second));
        points.map_or(UNNAMED, |points| points[usize::from(third)])
    }
}

/// Points for a line that no other line of the file is built like.
const NEW_SHAPE: Cost = 2;

/// Points for a line unlike every other line of the file, with the same names called and indexed.
const NEW_FORM: Cost = 2;

/// Points for a name or literal that is gone: people leave out more than they add.
const PER_LOST: Cost = 1;

/// Names and literals beyond this many cost no more.
const MOST_LOST: Cost = 4;

/// Tokens of a line that is long enough to have a shape.
const SHAPED: usize = 4;

/// Sequences of tokens that a file has where nothing is broken.
#[derive(Debug, Default)]
pub(super) struct Habits {
    /// Lines without their indentation, also those where something is broken or that are commented out.
    lines: HashSet<u64>,
    /// The number of its names and literals.
    words: usize,
    /// Lines as sequences of classes.
    shapes: HashSet<u64>,
    /// The same with the names that are called, indexed or accessed.
    forms: HashSet<u64>,
    pairs: HashSet<[Class; 2]>,
    triples: HashSet<[Class; 3]>,
}

impl Habits {
    /// The habits of a text, except for lines that begin in the `broken` ranges of bytes.
    pub(super) fn of(text: &str, parsed: &Parsed<ModModule>, broken: &[Range<usize>]) -> Self {
        let mut habits = Self {
            lines: text.split('\n').flat_map(known_lines).collect(),
            words: words(parsed),
            ..Self::default()
        };
        let classes = classes(text, parsed);
        let is_broken = |at: usize| broken.iter().any(|line| line.contains(&at));
        for line in lines(text, &classes).filter(|line| !line.iter().any(|&(_, at)| is_broken(at))) {
            habits.shapes.insert(shape(line));
            habits.forms.insert(form(text, line));
        }
        for window in classes.windows(3) {
            if !window.iter().any(|&(_, at)| is_broken(at)) {
                let [first, second, third] = [0, 1, 2].map(|index: usize| window[index].0);
                habits.pairs.insert([second, third]);
                habits.triples.insert([first, second, third]);
            }
        }
        habits
    }

    /// The points for the lines that the file did not have before the change. The other lines say
    /// nothing: a repair that hides some of them in a string would only look better for it.
    pub(super) fn oddity(&self, text: &str, parsed: &Parsed<ModModule>) -> Cost {
        let classes = classes(text, parsed);
        let lines = lines(text, &classes).filter(|line| !self.lines.contains(&hash(&line_at(text, line))));
        let lost = self.words.saturating_sub(words(parsed));
        let lost = Cost::try_from(lost).unwrap_or(MOST_LOST).min(MOST_LOST);
        let odd: Cost = lines.map(|line| self.line_oddity(text, &classes, line)).sum();
        odd + lost * PER_LOST
    }

    fn line_oddity(&self, text: &str, classes: &[Token], line: &[Token]) -> Cost {
        let first = classes.partition_point(|&(_, at)| line.first().is_some_and(|&(_, first)| at < first));
        let window = first.saturating_sub(2)..first + line.len();
        let points = classes[window].windows(3).map(|window| {
            let triple = [0, 1, 2].map(|index: usize| window[index].0);
            Cost::from(self.points(triple))
        });
        points.sum::<Cost>() + self.shape_oddity(text, line)
    }

    fn shape_oddity(&self, text: &str, line: &[Token]) -> Cost {
        if line.len() < SHAPED {
            return 0;
        }
        let is_new_shape = !self.shapes.contains(&shape(line));
        let is_new_form = is_new_shape || !self.forms.contains(&form(text, line));
        Cost::from(is_new_shape) * NEW_SHAPE + Cost::from(is_new_form) * NEW_FORM
    }

    fn points(&self, triple: [Class; 3]) -> u8 {
        let points = USUAL.oddity(triple);
        match points {
            0 => 0,
            _ if self.triples.contains(&triple) => 0,
            _ if self.pairs.contains(&[triple[1], triple[2]]) => points.min(OWN_PAIR),
            _ => points,
        }
    }
}

/// The class of a token, and where it begins.
type Token = (Class, usize);

/// The tokens of each physical line.
fn lines<'a>(text: &'a str, classes: &'a [Token]) -> impl Iterator<Item = &'a [Token]> {
    let bytes = text.as_bytes();
    let is_same_line = move |a: &Token, b: &Token| {
        let between = bytes.get(a.1..b.1).unwrap_or_default();
        !between.contains(&b'\n')
    };
    classes.chunk_by(is_same_line)
}

/// The physical line that some tokens begin on.
fn line_at<'a>(text: &'a str, line: &[Token]) -> &'a str {
    let at = line.first().map_or(0, |&(_, at)| at);
    let (before, after) = text.split_at_checked(at).unwrap_or((text, ""));
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let end = after.find('\n').map_or(text.len(), |newline| at + newline);
    text[start..end].trim()
}

/// The hashes by which a line is recognised: the line, and its content if it is a comment.
fn known_lines(line: &str) -> [u64; 2] {
    let line = line.trim();
    [hash(&line), hash(&line.trim_start_matches('#').trim_start())]
}

/// The number of names and literals in a text.
fn words(parsed: &Parsed<ModModule>) -> usize {
    let is_word = |kind: TokenKind| {
        let is_number = matches!(kind, TokenKind::Int | TokenKind::Float | TokenKind::Complex);
        is_number
            || matches!(
                kind,
                TokenKind::Name | TokenKind::String | TokenKind::FStringStart
            )
    };
    parsed
        .tokens()
        .iter()
        .filter(|token| is_word(token.kind()))
        .count()
}

fn shape(line: &[Token]) -> u64 {
    let classes: Vec<Class> = line.iter().map(|&(class, _)| class).collect();
    hash(&classes)
}

/// The classes of a line, and the words before a bracket or behind a dot.
fn form(text: &str, line: &[Token]) -> u64 {
    let word = |at: usize| -> &str {
        let rest = text.get(at..).unwrap_or_default();
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
        &rest[..end.unwrap_or(rest.len())]
    };
    let begins = |at: usize, signs: &[char]| text.get(at..).unwrap_or_default().starts_with(signs);
    let words: Vec<(Class, &str)> = (0..line.len())
        .map(|index| {
            let (class, at) = line[index];
            let is_applied = line
                .get(index + 1)
                .is_some_and(|next| begins(next.1, &['(', '[', '.']));
            let is_member = index > 0 && begins(line[index - 1].1, &['.']);
            (class, if is_applied || is_member { word(at) } else { "" })
        })
        .collect();
    hash(&words)
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The classes of all tokens. A text with fields counts as one token.
fn classes(text: &str, parsed: &Parsed<ModModule>) -> Vec<Token> {
    let usual = &*USUAL;
    let mut classes = vec![(usual.of_name("NL"), 0)];
    let mut depth = 0_usize;
    for token in parsed.tokens() {
        let kind = token.kind();
        let is_inside = depth > 0;
        match kind {
            TokenKind::FStringStart | TokenKind::TStringStart => depth += 1,
            TokenKind::FStringEnd | TokenKind::TStringEnd => depth = depth.saturating_sub(1),
            _ => {}
        }
        if !is_inside && let Some(name) = name(kind, text, token.range().into()) {
            classes.push((usual.of_name(name), token.start().to_usize()));
        }
    }
    classes
}

/// The name of a token's class in the table; `None` for tokens without meaning.
fn name(kind: TokenKind, text: &str, range: Range<usize>) -> Option<&str> {
    let word = text.get(range).unwrap_or_default();
    Some(match kind {
        TokenKind::Comment
        | TokenKind::NonLogicalNewline
        | TokenKind::Indent
        | TokenKind::Dedent
        | TokenKind::EndOfFile => return None,
        TokenKind::Newline => "NL",
        TokenKind::String | TokenKind::FStringStart | TokenKind::TStringStart => "s",
        TokenKind::Int | TokenKind::Float | TokenKind::Complex => "0",
        _ if kind == TokenKind::Name || kind.is_soft_keyword() => of_word(word),
        _ => word,
    })
}

fn of_word(word: &str) -> &'static str {
    match word {
        "self" | "cls" => "self",
        _ if word.starts_with(char::is_uppercase) => "N",
        _ if is_builtin(word) => "b",
        _ => "n",
    }
}

//! The secrets that are planted, generated for each run.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher as _, Hasher as _};

use anyhow::{Context as _, Result, bail};

/// The place of a planted secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Output,
    Environment,
    Argument,
    File,
}

/// A secret in its surroundings.
#[derive(Debug, Clone)]
pub(super) struct Planted {
    pub(super) place: Place,
    /// Its kind; for a variable or an option, its name.
    pub(super) name: String,
    pub(super) text: String,
    /// The texts that must not come out again.
    pub(super) needles: Vec<String>,
}

impl Planted {
    /// The secret as it appears in a message.
    pub(super) fn alone(&self) -> String {
        match self.place {
            Place::Argument => format!("{} {}", self.name, self.text),
            _ => self.text.clone(),
        }
    }
}

/// Shorter parts occur in any text.
const SHORTEST: usize = 8;

/// All of them.
///
/// # Errors
/// When the list cannot be understood.
pub(super) fn all() -> Result<Vec<Planted>> {
    let lines = include_str!("../../../../crates/core/tests/it/redact/planted.txt").lines();
    lines
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| read(line).with_context(|| format!("of the secrets to plant: {line}")))
        .collect()
}

fn read(line: &str) -> Result<Planted> {
    let mut columns = line.splitn(3, " | ");
    let mut column = || columns.next().context("it has three columns");
    let place = match column()? {
        "output" => Place::Output,
        "env" => Place::Environment,
        "argument" => Place::Argument,
        "file" => Place::File,
        other => bail!("there is no place '{other}'"),
    };
    let name = column()?.to_owned();
    let (text, needles) = draw(&column()?.replace("\\n", "\n"))?;
    Ok(Planted {
        place,
        name,
        text,
        needles,
    })
}

/// Fills in a template's places, and returns the generated values too.
fn draw(template: &str) -> Result<(String, Vec<String>)> {
    let (mut text, mut needles) = (String::new(), Vec::new());
    let mut rest = template;
    while let Some(start) = rest.find('{') {
        text.push_str(&rest[..start]);
        rest = &rest[start..];
        let place = rest
            .find('}')
            .and_then(|end| Some((end, rest[1..end].split_once(':')?)));
        let drawn =
            place.and_then(|(end, (kind, length))| Some((end, alphabet(kind)?, length.parse().ok()?)));
        let Some((end, alphabet, length)) = drawn else {
            text.push('{');
            rest = &rest[1..];
            continue;
        };
        let word = word(alphabet, length);
        text.push_str(&word);
        if length >= SHORTEST {
            needles.push(word);
        }
        rest = &rest[end + 1..];
    }
    text.push_str(rest);
    match needles.is_empty() {
        true => bail!("nothing is drawn in it"),
        false => Ok((text, needles)),
    }
}

fn alphabet(kind: &str) -> Option<&'static [u8]> {
    Some(match kind {
        "b62" => b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
        "b64" => b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
        "hex" => b"0123456789abcdef",
        "up" => b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
        "low" => b"abcdefghijklmnopqrstuvwxyz0123456789",
        "dig" => b"123456789",
        "pw" => b"",
        _ => return None,
    })
}

fn word(alphabet: &[u8], length: usize) -> String {
    let letter = |alphabet: &[u8]| char::from(alphabet[below(alphabet.len())]);
    if !alphabet.is_empty() {
        // Both a letter and a digit, as in nearly everything that is drawn at random.
        let mut word: String = (0..length).map(|_| letter(alphabet)).collect();
        if alphabet.len() > 10 && !word.contains(|character: char| character.is_ascii_digit()) {
            word.pop();
            word.push('7');
        }
        return word;
    }
    let letters = b"abcdefghijkmnopqrstuvwxyz";
    let capital = letter(letters).to_ascii_uppercase();
    let middle: String = (0..length - 5).map(|_| letter(letters)).collect();
    let digits: String = (0..3).map(|_| letter(b"23456789")).collect();
    format!("{capital}{middle}{}{digits}", letter(b"!*+=~"))
}

fn below(bound: usize) -> usize {
    let drawn = RandomState::new().build_hasher().finish();
    usize::try_from(drawn % bound as u64).unwrap_or_default()
}

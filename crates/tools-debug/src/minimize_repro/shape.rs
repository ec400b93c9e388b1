//! How a candidate is presented to the command.
//!
//! The search only knows texts. For files and items it sees a line with the number of each, so that
//! removing lines removes files or items.

use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use unbreak_core::Command;

use super::input::PLACE;
use super::tree::Tree;

/// The kind of input that a candidate's text stands for.
#[derive(Debug, Clone)]
pub(super) enum Shape {
    /// A file of this name: programs look at the ending.
    File(String),
    /// Its lines are the numbers of items, which the command takes as arguments.
    Items(Vec<String>),
    /// Its lines are the numbers of a directory's files.
    Files(Tree),
    /// One of a directory's files.
    Within(Tree, String),
}

/// The value in the command in place of the candidate.
pub(super) enum Placed {
    Path(PathBuf),
    Words(Vec<String>),
}

impl Shape {
    /// Returns whether a candidate is valid: one item must be left, since most commands process everything
    /// when no item is given.
    pub(super) fn admits(&self, candidate: &[u8]) -> bool {
        !matches!(self, Self::Items(_)) || !candidate.is_empty()
    }

    /// Has a candidate where the command finds it.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn place(&self, slot: &Path, candidate: &[u8]) -> io::Result<Placed> {
        let directory = slot.join("directory");
        match self {
            Self::File(name) => {
                fs::create_dir_all(slot)?;
                let place = slot.join(name);
                overwrite(&place, candidate)?;
                return Ok(Placed::Path(place));
            }
            Self::Items(items) => {
                let chosen = numbers(candidate).into_iter();
                let words = chosen.filter_map(|number| items.get(number)).cloned();
                return Ok(Placed::Words(words.collect()));
            }
            Self::Files(tree) => {
                let chosen: BTreeSet<usize> = numbers(candidate).into_iter().collect();
                tree.write(&directory, |number| chosen.contains(&number), None)?;
            }
            Self::Within(tree, name) => {
                tree.write(&directory, |_| true, Some((name.as_str(), candidate)))?;
            }
        }
        Ok(Placed::Path(directory))
    }

    /// The size of a candidate, for people.
    pub(super) fn size(&self, candidate: &[u8]) -> String {
        let lines = || numbers(candidate).len();
        match self {
            Self::File(_) => format!("{} bytes", candidate.len()),
            Self::Items(_) => format!("{} items", lines()),
            Self::Files(_) => format!("{} files", lines()),
            Self::Within(_, name) => format!("{} bytes of {name}", candidate.len()),
        }
    }
}

impl Placed {
    /// The command with this in the place of the candidate. Several words take the place of a word;
    /// in a part of one they are quoted for a shell.
    pub(super) fn fill(&self, command: &mut Command) {
        match self {
            Self::Path(path) => {
                let path = path.display().to_string();
                command.program = command.program.replace(PLACE, &path);
                for argument in &mut command.args {
                    *argument = argument.replace(PLACE, &path);
                }
            }
            Self::Words(words) => {
                let all = || match words.split_first() {
                    Some((first, rest)) => Command::new(first, rest).to_string(),
                    None => String::new(),
                };
                let args = command.args.iter().flat_map(|argument| match argument.as_str() {
                    PLACE => words.clone(),
                    argument if argument.contains(PLACE) => vec![argument.replace(PLACE, &all())],
                    argument => vec![argument.to_owned()],
                });
                command.args = args.collect();
            }
        }
    }
}

/// A text of as many lines as there are parts, all of the same length: a shorter text has fewer.
pub(super) fn numbered(parts: usize) -> Vec<u8> {
    let width = parts.to_string().len();
    let lines = (0..parts).map(|number| format!("{number:0width$}\n"));
    lines.collect::<String>().into_bytes()
}

/// The numbers in such a text.
pub(super) fn numbers(text: &[u8]) -> Vec<usize> {
    let lines = text.split(|byte| *byte == b'\n');
    lines
        .filter_map(|line| std::str::from_utf8(line).ok()?.parse().ok())
        .collect()
}

/// Cutting the file off afterwards and not before: file systems that see a file emptied and written
/// again take care that it is on the disk when it is closed (ext4's `auto_da_alloc`), which takes
/// longer than most commands.
fn overwrite(place: &Path, text: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .open(place)?;
    file.write_all(text)?;
    file.set_len(text.len() as u64)
}

//! Languages that are read as tokens and brackets, described by data.
//!
//! A [`Dialect`] describes how a language writes texts and comments, its words, its reader, and
//! which of the [`mends`] apply to it. A change is proposed only if the reader of the language
//! accepts the whole text. Among those, [`habit`] and [`layout`] decide.

mod grammar;
mod habit;
mod languages;
mod layout;
mod lex;
mod mends;
mod source;

use std::cell::RefCell;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use habit::Habits;
use lex::Lexis;
use mends::{NamedRule, Site};
use source::Source;

use unbreak_core::{RelPath, Workspace};

use super::language::{Cost, Distance, Language, Meaning, Mend};

/// Faulty lines no farther apart than this are taken for one group.
const NEIGHBOURS: u32 = 3;

/// A language as data.
pub(super) struct Dialect {
    /// The endings of its files, with the text before them where that matters: `.d.ts`, `tsconfig.json`.
    endings: &'static [&'static str],
    lexis: Lexis,
    reader: Reader,
    /// Words that are not names.
    keywords: &'static [&'static str],
    /// Tokens that people leave out or put in the place of others, with their costs.
    tokens: &'static [(&'static str, Cost)],
    /// Tokens of the language that are not in [`tokens`](Self::tokens), or have another cost in it.
    own_tokens: &'static [(&'static str, Cost)],
    /// Words of other languages, with their equivalents here.
    foreign: &'static [(&'static str, &'static str)],
    /// A text with usual code of the language, rare keywords above all.
    usual: &'static str,
    /// The rules that may be tried.
    rules: &'static [NamedRule],
    /// The cost of a program that its language allows but people hardly write.
    oddity: fn(&Source<'_>) -> Cost,
    /// Whether its texts are not programs, which many a tool reads without naming them.
    is_data: bool,
    /// Whether indentation is significant.
    indentation_counts: bool,
}

/// The judge of whether a text is valid in the language.
enum Reader {
    /// Its tree-sitter grammar.
    Grammar(fn() -> tree_sitter::Language),
    /// The same, with a text of older editions that it does not read, and one as long that it does.
    Dated(fn() -> tree_sitter::Language, (&'static str, &'static str)),
    /// A reader of its own.
    Own(fn(&str) -> Vec<usize>),
}

/// Bytes at which a text is at fault, the first one being where no program could continue; none when it is
/// whole.
type Faults = Box<dyn FnMut(&str) -> Vec<usize>>;

impl Reader {
    /// Begins to read texts that have much in common.
    fn open(&self) -> Faults {
        match self {
            Self::Grammar(language) => {
                let mut reading = grammar::Reading::of(&language());
                Box::new(move |text| reading.first_fault(text).into_iter().collect())
            }
            &Self::Dated(language, (old, new)) => {
                let mut reading = grammar::Reading::of(&language());
                Box::new(move |text| {
                    let text = text.replace(old, new);
                    reading.first_fault(&text).into_iter().collect()
                })
            }
            Self::Own(faults) => Box::new(*faults),
        }
    }
}

impl Dialect {
    /// The language of a file, by its name.
    pub(super) fn of(file: &str) -> Option<&'static Self> {
        let name = file.rsplit('/').next().unwrap_or(file);
        let fits = |dialect: &&&Self| dialect.endings.iter().any(|ending| name.ends_with(ending));
        languages::ALL.iter().find(fits).copied()
    }

    /// Returns whether a text is valid in the language.
    pub(super) fn accepts(&self, text: &str) -> bool {
        self.reader.open()(text).is_empty()
    }

    /// Its own tokens, then those that it shares with other languages.
    fn all_tokens(&self) -> impl Iterator<Item = (&'static str, Cost)> {
        let is_own = |token: &str| self.own_tokens.iter().any(|&(own, _)| own == token);
        let shared = self.tokens.iter().filter(move |(token, _)| !is_own(token));
        self.own_tokens.iter().chain(shared).copied()
    }

    /// Returns whether it is a data format.
    pub(super) fn is_data(&self) -> bool {
        self.is_data
    }
}

/// The bytes of other files that are read to learn usual code.
const LEARNED: usize = 60_000;

/// Other files of the language, the nearest first.
pub(super) fn siblings(dialect: &Dialect, file: &RelPath, workspace: &dyn Workspace) -> Vec<String> {
    let files = workspace.files();
    let is_alike = |other: &&RelPath| {
        *other != file && Dialect::of(other.as_str()).is_some_and(|other| std::ptr::eq(other, dialect))
    };
    let mut alike: Vec<&RelPath> = files.iter().filter(is_alike).collect();
    let shared = |other: &RelPath| {
        let pairs = other.as_str().bytes().zip(file.as_str().bytes());
        pairs.take_while(|(a, b)| a == b).count()
    };
    alike.sort_by_key(|other| std::cmp::Reverse(shared(other)));
    let mut left = LEARNED;
    let texts = alike
        .into_iter()
        .take(12)
        .filter_map(|other| workspace.read_text(other).ok());
    texts
        .take_while(|text| {
            left = left.saturating_sub(text.len());
            left > 0
        })
        .collect()
}

/// A file to repair.
pub(super) struct Broken<'a> {
    dialect: &'static Dialect,
    text: &'a str,
    /// Bytes at which the tool that complains found fault.
    reported: Vec<usize>,
    habits: Habits,
    /// Bytes of the tokens.
    size: usize,
    faults: RefCell<Faults>,
}

impl<'a> Broken<'a> {
    /// Reads the file; `reported` are the lines and columns (1-based) that a tool reported.
    ///
    /// `siblings` are other files of the language, to learn usual code from.
    pub(super) fn new(
        dialect: &'static Dialect,
        text: &'a str,
        reported: &[(u32, Option<u32>)],
        siblings: &[String],
    ) -> Self {
        let source = Source::new(text, &dialect.lexis);
        let reported: Vec<usize> = reported
            .iter()
            .filter_map(|&place| offset(&source, place))
            .collect();
        let mut faults = dialect.reader.open();
        let mut doubtful = faults(text);
        doubtful.truncate(1);
        doubtful.extend(&reported);
        let mut habits = Habits::of(&source, dialect.keywords, &doubtful);
        for usual in siblings.iter().map(String::as_str).chain([dialect.usual]) {
            habits.learn(&Source::new(usual, &dialect.lexis), dialect.keywords, &[]);
        }
        Self {
            dialect,
            text,
            habits,
            size: source.solid(),
            reported,
            faults: RefCell::new(faults),
        }
    }

    /// The bytes of a text that are not as in the file.
    fn changed(&self, text: &str) -> Range<usize> {
        let same = |pair: &(u8, u8)| pair.0 == pair.1;
        let head = text.bytes().zip(self.text.bytes()).take_while(same).count();
        let most = text.len().min(self.text.len()) - head;
        let tail = text
            .bytes()
            .rev()
            .zip(self.text.bytes().rev())
            .take_while(same)
            .take(most)
            .count();
        text.floor_char_boundary(head)..text.ceil_char_boundary(text.len() - tail)
    }

    /// The reported places in a changed text: changed places no longer count as reported.
    fn reported_in(&self, text: &str) -> Vec<usize> {
        let changed = self.changed(text);
        let shift = text.len() as isize - self.text.len() as isize;
        let kept = self
            .reported
            .iter()
            .filter_map(|&place| match place < changed.start {
                true => Some(place),
                false => place
                    .checked_add_signed(shift)
                    .filter(|&place| place >= changed.end),
            });
        kept.filter(|&place| text.is_char_boundary(place)).collect()
    }
}

fn offset(source: &Source<'_>, (line, column): (u32, Option<u32>)) -> Option<usize> {
    let range = source.lines.range(source.text, line)?;
    let column = column.and_then(|column| source.lines.offset(source.text, line, column));
    let code = range.start + source.text[range.clone()].len() - source.text[range].trim_start().len();
    Some(column.unwrap_or(code))
}

/// A text and its faults.
pub(super) struct View<'t> {
    source: Source<'t>,
    faults: Vec<usize>,
}

impl Language for Broken<'_> {
    type View<'t>
        = View<'t>
    where
        Self: 't;

    fn view<'t>(&'t self, text: &'t str) -> View<'t> {
        let mut faults = self.faults.borrow_mut()(text);
        // A fault that only the tool finds is where the tool reports it.
        if faults.is_empty() && text == self.text {
            faults.clone_from(&self.reported);
        }
        View {
            source: Source::new(text, &self.dialect.lexis),
            faults,
        }
    }

    fn distance(&self, view: &View<'_>) -> Option<Distance> {
        let &first = view.faults.first()?;
        let lines = &view.source.lines;
        let line = lines.line_of(first);
        let end = lines
            .range(view.source.text, line)
            .map_or(first, |range| range.end);
        let mut faulty: Vec<u32> = view.faults.iter().map(|&fault| lines.line_of(fault)).collect();
        faulty.sort_unstable();
        faulty.dedup();
        let apart = faulty.windows(2).filter(|pair| pair[1] > pair[0] + NEIGHBOURS);
        Some(Distance {
            stage: 0,
            lines_left: view.source.text[first.min(view.source.text.len())..]
                .matches('\n')
                .count(),
            chars_left: end.saturating_sub(first),
            groups: count(1 + apart.count()),
            faulty_lines: count(faulty.len()),
        })
    }

    fn mends(&self, view: &View<'_>) -> Vec<Mend> {
        let Some(&fault) = view.faults.first() else {
            return Vec::new();
        };
        let mut places = vec![fault];
        places.extend(self.reported_in(view.source.text));
        let site = Site::new(self.dialect, &view.source, &places);
        mends::all(self.dialect.rules, &site)
    }

    /// Rejects repairs that lose a tenth of the program.
    fn meaning(&self, view: &View<'_>) -> Option<Meaning> {
        let source = &view.source;
        let is_complete = source.solid() * 10 + 100 >= self.size * 9;
        let changed = self.changed(source.text);
        is_complete.then(|| Meaning {
            oddity: layout::oddity(source)
                + self.habits.oddity(source, self.dialect.keywords, &changed)
                + (self.dialect.oddity)(source),
            identity: identity(source, self.dialect.indentation_counts),
        })
    }
}

/// Equal for texts that differ in layout and comments only.
fn identity(source: &Source<'_>, indentation_counts: bool) -> u64 {
    let mut hasher = DefaultHasher::new();
    for at in 0..source.tokens.len() {
        source.word(at).hash(&mut hasher);
        if indentation_counts {
            source.text[source.end_before(at)..source.start(at)].hash(&mut hasher);
        }
    }
    hasher.finish()
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

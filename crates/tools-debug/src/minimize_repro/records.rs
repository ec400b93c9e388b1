//! Records of an unknown binary format, each of which contains its length.
//!
//! Hardly any byte of such a file can be removed alone, because then every record after it is
//! misread. So whole records are removed, and then parts of one together with the value of its
//! length.

use std::collections::HashSet;
use std::ops::Range;

use super::change::{Change, Splice};
use super::search::{Search, Stop};
use super::sweep::{Cuts, Deck, Sweep};

/// How records encode their length.
#[derive(Debug, Clone, Copy)]
struct Layout {
    /// The start of the first one, behind the header that every file of the format has.
    start: usize,
    /// Bytes before the length: a tag.
    lead: usize,
    /// Bytes of the length.
    width: usize,
    is_big_endian: bool,
    /// Bytes of every record that its length does not count; a tag and a length among them, or not.
    rest: usize,
}

/// One record.
#[derive(Debug, Clone)]
struct Record {
    whole: Range<usize>,
    /// The length that it states, and where.
    stated: usize,
    length: Range<usize>,
    /// The counted bytes, after the length.
    body: Range<usize>,
}

/// The greatest length of the header before the first record.
const LONGEST_START: usize = 64;
/// The longest tag.
const LONGEST_LEAD: usize = 16;
const WIDTHS: [usize; 3] = [4, 2, 1];
/// The possible numbers of uncounted bytes at the end: padding, a checksum, a tag.
const RESTS: [usize; 5] = [0, 1, 2, 4, 8];
/// Fewer records may be chance.
const FEWEST: usize = 4;
/// The least evidence for each of them, in bits. Any bytes may form records that end at the end by
/// chance, but hardly ever with repeated tags.
const ENOUGH: usize = 4;

/// Reduces until no record and no part of one can be removed; does nothing without records.
pub(super) async fn reduce(search: &mut Search<'_>) -> Result<(), Stop> {
    let Some(layout) = Layout::of(search.current()) else {
        return Ok(());
    };
    let mut before = usize::MAX;
    while search.current().len() < before {
        before = search.current().len();
        let records = layout.records(search.current()).into_iter();
        let changes = records.map(|record| Change::delete(record.whole));
        let deck = Cuts {
            changes: changes.collect(),
            strict: false,
        };
        Sweep::new(search, &deck).thin(true).await?;
        let deck = Bodies::of(layout, search.current());
        Sweep::new(search, &deck).thin(true).await?;
    }
    Ok(())
}

impl Layout {
    /// The layout that the data fits best: in which record follows record to the very end.
    fn of(data: &[u8]) -> Option<Self> {
        let is_text = std::str::from_utf8(data).is_ok() && !data.contains(&0);
        if is_text {
            return None;
        }
        let fitting = Self::all().filter_map(|layout| {
            let records = layout.records(data);
            let reach = records.last().map(|record| record.whole.end);
            let is_whole = reach == Some(data.len()) && records.len() >= FEWEST;
            let evidence = if is_whole {
                layout.evidence(data, &records)
            } else {
                0
            };
            (evidence >= ENOUGH * records.len().max(1)).then_some((evidence, layout))
        });
        fitting
            .max_by_key(|(evidence, _)| *evidence)
            .map(|(_, layout)| layout)
    }

    fn all() -> impl Iterator<Item = Self> {
        let ends = (0..=LONGEST_START).flat_map(|start| (0..=LONGEST_LEAD).map(move |lead| (start, lead)));
        let lengths = || {
            WIDTHS
                .into_iter()
                .flat_map(|width| [(width, false), (width, true)])
        };
        let lengths = move || lengths().filter(|(width, is_big_endian)| *width > 1 || !is_big_endian);
        ends.flat_map(move |(start, lead)| {
            lengths().flat_map(move |(width, is_big_endian)| {
                // The counted bytes may begin with the record itself.
                let rests = RESTS.map(|rest| lead + width + rest).into_iter().chain([0]);
                rests.map(move |rest| Self {
                    start,
                    lead,
                    width,
                    is_big_endian,
                    rest,
                })
            })
        })
    }

    /// The records, as far as one follows another.
    fn records(&self, data: &[u8]) -> Vec<Record> {
        let after = |record: &Record| self.record(data, record.whole.end);
        std::iter::successors(self.record(data, self.start), after).collect()
    }

    fn record(&self, data: &[u8], at: usize) -> Option<Record> {
        let length = at + self.lead..at + self.lead + self.width;
        let stated = self.read(data.get(length.clone())?);
        let end = at.checked_add(stated)?.checked_add(self.rest)?;
        let body_end = end - self.rest.saturating_sub(self.lead + self.width);
        let fits = end <= data.len() && body_end >= length.end;
        fits.then_some(Record {
            whole: at..end,
            stated,
            body: length.end..body_end,
            length,
        })
    }

    fn read(&self, bytes: &[u8]) -> usize {
        let push = |value: usize, byte: &u8| value << 8 | usize::from(*byte);
        match self.is_big_endian {
            true => bytes.iter().fold(0, push),
            false => bytes.iter().rev().fold(0, push),
        }
    }

    fn write(&self, value: usize) -> Vec<u8> {
        let bytes = value.to_le_bytes();
        let mut bytes = bytes[..self.width].to_vec();
        if self.is_big_endian {
            bytes.reverse();
        }
        bytes
    }

    /// The evidence against chance, in bits: most bits of a wide length are zero, and tags are repeated.
    fn evidence(&self, data: &[u8], records: &[Record]) -> usize {
        let tags = records
            .iter()
            .map(|record| &data[record.whole.start..][..self.lead]);
        let distinct: HashSet<&[u8]> = tags.collect();
        8 * (records.len() * (self.width - 1) + (records.len() - distinct.len()) * self.lead)
    }
}

/// The bytes of all records' bodies. Each can be removed if its record's length is updated.
struct Bodies {
    layout: Layout,
    records: Vec<Record>,
    /// The record of each byte, and its position.
    bytes: Vec<(usize, usize)>,
}

impl Bodies {
    fn of(layout: Layout, data: &[u8]) -> Self {
        let records = layout.records(data);
        let bytes = records.iter().enumerate();
        let bytes = bytes.flat_map(|(which, record)| record.body.clone().map(move |at| (which, at)));
        Self {
            layout,
            bytes: bytes.collect(),
            records,
        }
    }
}

impl Deck for Bodies {
    fn len(&self) -> usize {
        self.bytes.len()
    }

    fn change(&self, chosen: &[bool]) -> Change {
        let mut gone = vec![0; self.records.len()];
        let mut splices: Vec<Splice> = Vec::new();
        for ((which, at), _) in self.bytes.iter().zip(chosen).filter(|(_, chosen)| **chosen) {
            gone[*which] += 1;
            match splices.last_mut() {
                Some(last) if last.range.end == *at => last.range.end += 1,
                _ => splices.push(Splice {
                    range: *at..at + 1,
                    with: Vec::new(),
                }),
            }
        }
        let changed = self.records.iter().zip(gone).filter(|(_, gone)| *gone > 0);
        let lengths = changed.map(|(record, gone)| Splice {
            range: record.length.clone(),
            with: self.layout.write(record.stated - gone),
        });
        splices.extend(lengths);
        Change::all(splices)
    }
}

//! Compiles a file into line readers, and checks it.

use std::collections::BTreeMap;
use std::sync::Arc;

use regex_syntax::hir::{Hir, HirKind};
use serde_json::Value;

use super::Forms;
use super::block::{Block, Part, Repeat, Role, Shape};
use super::captured::{FIELDS, Field, Meaning};
use super::error::GrammarError;
use super::file::{
    BlockTable, File, LineTable, ListingTable, NoteTable, OneOrMore, PartTable, PartText, Quoted,
    RecordTable, Settings, TextTable,
};
use super::listing::{Listing, PATIENCE};
use super::literals::parse;
use super::pattern::{Expression, Pattern};
use super::records::{Lookup, Need, Notes, Paths, RecordReading, Records, Wording};
use super::triggers;
use crate::facts::Rows;

/// Compiles the file's tables.
///
/// # Errors
/// When a part of it is not as it must be, as far as that can be told without compiling its patterns: see
/// [`check`].
pub(super) fn compile(file: &File) -> Result<Forms, GrammarError> {
    let settings = file.settings();
    // A block is found by its first line, unless the file gives other texts.
    let seeks = file.triggers.is_empty();
    let blocks = file.blocks.iter().map(|table| block(table, &settings, seeks));
    let mut forms = Forms {
        lines: lines(&file.lines, &settings),
        follow: file.follow,
        listings: file
            .listings
            .iter()
            .map(|table| Arc::new(listing(table, &settings)))
            .collect(),
        blocks: numbered("block", blocks)?.into_iter().map(Arc::new).collect(),
        json: numbered("json", file.json.iter().map(|table| records(table, &settings)))?,
        xml: numbered("xml", file.xml.iter().map(|table| records(table, &settings)))?,
    };
    if !file.facts.is_empty() {
        let facts = Arc::new(Rows::new(file.facts.clone()));
        for meaning in forms.meanings() {
            meaning.facts = Arc::clone(&facts);
        }
    }
    Ok(forms)
}

fn numbered<T>(
    name: &str,
    tables: impl Iterator<Item = Result<T, GrammarError>>,
) -> Result<Vec<T>, GrammarError> {
    let with_number = |(number, table): (usize, Result<T, GrammarError>)| {
        table.map_err(|error| error.within(format!("{name} {number}")))
    };
    (1..).zip(tables).map(with_number).collect()
}

fn lines(tables: &[LineTable], settings: &Settings) -> Vec<Pattern> {
    let line = |table: &LineTable| Pattern {
        expression: Expression::with(&table.pattern, &table.groups, None),
        meaning: Meaning::new(table.settings().or(settings)),
    };
    tables.iter().map(line).collect()
}

fn listing(table: &ListingTable, settings: &Settings) -> Listing {
    let expression = |texts: &Option<OneOrMore>| texts.as_ref().map(Expression::new);
    Listing {
        heading: Expression::new(&table.heading),
        rows: lines(&table.rows, settings),
        continued: expression(&table.continued),
        skip: expression(&table.skip),
        patience: table.patience.unwrap_or(PATIENCE),
        remembered: table.remembered || table.below.is_some(),
        below: expression(&table.below),
        headless: table.headless,
        marked: table.marked,
    }
}

fn block(table: &BlockTable, settings: &Settings, seeks: bool) -> Result<Block, GrammarError> {
    let parts = numbered("line", table.lines.iter().map(part))?;
    if parts.is_empty() {
        return Err(GrammarError::new("it has no lines"));
    }
    let anchor = match seeks {
        true => {
            let lines = table
                .lines
                .iter()
                .map(|line| serde_json::to_value(line).unwrap_or(Value::Null));
            triggers::anchor(&lines.collect::<Vec<_>>())?.0
        }
        false => 0,
    };
    Ok(Block {
        parts,
        anchor,
        innermost: table.innermost,
        foreign: table.foreign.clone(),
        meaning: Meaning::new(table.settings().or(settings)),
    })
}

fn part(text: &PartText) -> Result<Part, GrammarError> {
    let table = match text {
        PartText::Once(pattern) => &PartTable {
            once: Some(OneOrMore::One(pattern.clone())),
            ..PartTable::default()
        },
        PartText::Table(table) => table,
    };
    let shapes = [
        (&table.once, Repeat::Once),
        (&table.maybe, Repeat::Maybe),
        (&table.any, Repeat::Any),
        (&table.many, Repeat::Many),
    ];
    let mut shapes = shapes.into_iter().filter_map(|(texts, repeat)| {
        let expression = Expression::with(texts.as_ref()?, &table.groups, table.severity);
        Some((Shape::Expression(expression), repeat))
    });
    let quoted = table.quoted.map(|quoted| match quoted {
        Quoted::Source => (Shape::Source, Repeat::Maybe),
        Quoted::Marks => (Shape::Marks, Repeat::Maybe),
    });
    let role = match (table.each, table.note, table.frame) {
        (false, false, false) => Role::Whole,
        (true, false, false) => Role::Each,
        (false, true, false) => Role::Note,
        (false, false, true) => Role::Frame,
        _ => {
            return Err(GrammarError::new(
                "it is either a diagnostic of its own, a note or an entry of the stack",
            ));
        }
    };
    match (shapes.next(), shapes.next(), quoted) {
        (Some((shape, repeat)), None, None) | (None, None, Some((shape, repeat))) => Ok(Part {
            shape,
            repeat,
            role,
            is_lazy: table.lazy,
        }),
        _ => Err(GrammarError::new(
            "it has one of 'once', 'maybe', 'any', 'many' and 'quoted'",
        )),
    }
}

fn records(table: &RecordTable, settings: &Settings) -> Result<Records, GrammarError> {
    let lookup = table.lookup.as_ref().map(|lookup| {
        let (theirs, ours) = lookup.by.split_once('=').unwrap_or((&lookup.by, &lookup.by));
        Lookup {
            each: lookup.each.clone(),
            keys: (theirs.to_owned(), ours.to_owned()),
        }
    });
    let fields = reading(
        &table.fields,
        &table.texts,
        &table.needs,
        table.settings().or(settings),
    )?;
    Ok(Records {
        each: each(&table.each),
        reading: fields,
        passed: table.passed.iter().map(|need| Need::new(need)).collect(),
        beside: table.beside.iter().map(|need| Need::new(need)).collect(),
        said: lines(&table.said, settings),
        thrown: table.thrown,
        stack: table.stack.as_deref().map(Paths::new),
        foreign: table.foreign.clone(),
        lookup,
        notes: numbered("note", table.notes.iter().map(|table| notes(table, settings)))?,
    })
}

fn notes(table: &NoteTable, settings: &Settings) -> Result<Notes, GrammarError> {
    // A finding's own words are not its notes'.
    let settings = Settings {
        says: None,
        ..settings.clone()
    };
    Ok(Notes {
        each: each(&table.each),
        skip: table.skip,
        reading: reading(
            &table.fields,
            &table.texts,
            &table.needs,
            table.settings().or(&settings),
        )?,
    })
}

/// The paths of the findings: without one the whole document is a finding.
fn each(paths: &OneOrMore) -> Vec<String> {
    match paths.texts() {
        [] => vec![String::new()],
        paths => paths.to_vec(),
    }
}

fn reading(
    fields: &BTreeMap<Field, OneOrMore>,
    texts: &[TextTable],
    needs: &[String],
    settings: Settings,
) -> Result<RecordReading, GrammarError> {
    let field = |(field, texts): (&Field, &OneOrMore)| {
        let wordings = texts.texts().iter().map(|text| Wording::parse(text));
        Ok((*field, wordings.collect::<Result<_, String>>()?))
    };
    let text = |table: &TextTable| Ok((Wording::parse(&table.path)?, Expression::new(&table.pattern)));
    Ok(RecordReading {
        fields: fields.iter().map(field).collect::<Result<_, GrammarError>>()?,
        texts: texts.iter().map(text).collect::<Result<_, GrammarError>>()?,
        needs: needs.iter().map(|need| Need::new(need)).collect(),
        meaning: Meaning::new(settings),
    })
}

/// Checks the parts that compiling does not: the id, the patterns and the names in them.
///
/// # Errors
/// When something is not as it must be.
pub(super) fn check(file: &File) -> Result<(), GrammarError> {
    let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_');
    if file.id.is_empty() || !file.id.chars().all(allowed) {
        return Err(GrammarError::new(
            "the id is made of lower-case letters, digits, '-' and '_'",
        ));
    }
    let text_forms = file.lines.len() + file.listings.len() + file.blocks.len();
    if text_forms + file.json.len() + file.xml.len() == 0 {
        return Err(GrammarError::new(
            "there is no [[line]], [[listing]], [[block]], [[json]] or [[xml]]",
        ));
    }
    check_numbers(file)?;
    numbered("line", file.lines.iter().map(check_line))?;
    numbered("listing", file.listings.iter().map(check_listing))?;
    numbered("block", file.blocks.iter().map(check_block))?;
    numbered("json", file.json.iter().map(check_records))?;
    numbered("xml", file.xml.iter().map(check_xml))?;
    let facts = Rows::new(file.facts.clone());
    facts
        .check()
        .map_err(|error| GrammarError::new(error.to_string()))
}

fn check_numbers(file: &File) -> Result<(), GrammarError> {
    let tables = [file.settings()].into_iter();
    let tables = tables
        .chain(file.lines.iter().map(LineTable::settings))
        .chain(
            file.listings
                .iter()
                .flat_map(|listing| listing.rows.iter().map(LineTable::settings)),
        )
        .chain(file.blocks.iter().map(BlockTable::settings))
        .chain(file.json.iter().chain(&file.xml).map(RecordTable::settings));
    let is_wrong = |number: Option<u32>| number.is_some_and(|number| number > 1);
    for settings in tables {
        if is_wrong(settings.first_line) || is_wrong(settings.first_column) {
            return Err(GrammarError::new(
                "the first line and the first column are 0 or 1",
            ));
        }
    }
    Ok(())
}

fn check_line(table: &LineTable) -> Result<(), GrammarError> {
    let most = table.groups.values().max().copied().unwrap_or_default();
    check_patterns(&table.pattern, most)
}

fn check_records(table: &RecordTable) -> Result<(), GrammarError> {
    let text = |table: &TextTable| check_patterns(&table.pattern, 0);
    let note = |table: &NoteTable| numbered("text", table.texts.iter().map(text)).map(drop);
    if table
        .lookup
        .as_ref()
        .is_some_and(|lookup| !lookup.by.contains('='))
    {
        return Err(GrammarError::new(
            "a lookup is 'by' a path in the entry, '=' and a path in the finding",
        ));
    }
    numbered("said", table.said.iter().map(check_line))?;
    numbered("text", table.texts.iter().map(text))?;
    numbered("note", table.notes.iter().map(note)).map(drop)
}

/// An XML document has a root, so a finding is never the document itself.
fn check_xml(table: &RecordTable) -> Result<(), GrammarError> {
    if table.each.texts().iter().all(String::is_empty) {
        return Err(GrammarError::new(
            "'each' is the path of the findings, from the root element",
        ));
    }
    check_records(table)
}

fn check_listing(table: &ListingTable) -> Result<(), GrammarError> {
    check_patterns(&table.heading, 0)?;
    let others = [&table.continued, &table.skip, &table.below];
    for texts in others.into_iter().flatten() {
        check_patterns(texts, 0)?;
    }
    // A heading that is only remembered belongs to another listing.
    if table.rows.is_empty() && !table.remembered {
        return Err(GrammarError::new("it has no [[listing.row]]"));
    }
    numbered("row", table.rows.iter().map(check_line)).map(drop)
}

fn check_block(table: &BlockTable) -> Result<(), GrammarError> {
    let line = |line: &PartText| match line {
        PartText::Once(pattern) => check_pattern(pattern, 0),
        PartText::Table(table) => {
            let most = table.groups.values().max().copied().unwrap_or_default();
            let texts = [&table.once, &table.maybe, &table.any, &table.many];
            let mut texts = texts.into_iter().flatten();
            texts.try_for_each(|texts| check_patterns(texts, most))
        }
    };
    numbered("line", table.lines.iter().map(line)).map(drop)
}

fn check_patterns(patterns: &OneOrMore, most: usize) -> Result<(), GrammarError> {
    if patterns.texts().is_empty() {
        return Err(GrammarError::new("it has no pattern"));
    }
    patterns
        .texts()
        .iter()
        .try_for_each(|text| check_pattern(text, most))
}

/// A pattern that can be compiled, has as many groups as are named by number, and gives only the fields
/// that there are.
fn check_pattern(text: &str, most: usize) -> Result<(), GrammarError> {
    let hir = parse(text)?;
    if most > hir.properties().explicit_captures_len() {
        return Err(GrammarError::new(format!("'{text}' has no group {most}")));
    }
    match unknown_field(&hir) {
        Some(name) => Err(GrammarError::new(format!(
            "'{text}' has a group '{name}', and there is no such field"
        ))),
        None => Ok(()),
    }
}

/// The name of a group that is not a field.
fn unknown_field(hir: &Hir) -> Option<&str> {
    let is_field = |name: &str| FIELDS.iter().any(|(field, _)| *field == name);
    match hir.kind() {
        HirKind::Capture(capture) => {
            let name = capture.name.as_deref().filter(|name| !is_field(name));
            name.or_else(|| unknown_field(&capture.sub))
        }
        HirKind::Repetition(repetition) => unknown_field(&repetition.sub),
        HirKind::Concat(parts) | HirKind::Alternation(parts) => parts.iter().find_map(unknown_field),
        _ => None,
    }
}

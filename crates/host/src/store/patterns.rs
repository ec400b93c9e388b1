//! Templates of verified fixes, and how often each helped.

use rusqlite::{Connection, Row, TransactionBehavior, params};
use unbreak_core::redact::{kept, redact};
use unbreak_core::{Confidence, LearnedPattern, Signature, Template};

use super::terms::{jaccard, trigrams};
use super::{Statistics, now_ms, unwritable};

/// The most templates for errors of the same type that are compared: the latest.
const LATEST: i64 = 300;

const COLUMNS: &str = "id, template, origin, imported, successes, failures, last_ms, key";

/// Keeps a template that helped; for one that is known already, one more success is counted.
pub(super) fn keep(connection: &Connection, template: &Template, origin: &str) -> rusqlite::Result<()> {
    let row = Stored::of(template)?;
    connection
        .prepare_cached(
            "INSERT INTO pattern (key, type, template, origin, imported, successes, failures, last_ms)
             VALUES (?1, ?2, ?3, ?4, 0, 1, 0, ?5)
             ON CONFLICT (key, template) DO UPDATE SET successes = successes + 1, last_ms = ?5",
        )?
        .execute(params![row.key, row.error_type, row.json, origin, time()])
        .map(drop)
}

/// Adds templates from elsewhere, without successes here; returns the number of new ones.
pub(super) fn import<'a>(
    connection: &mut Connection,
    templates: impl IntoIterator<Item = (&'a Template, &'a str)>,
) -> rusqlite::Result<usize> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut new = 0;
    for (template, origin) in templates {
        let row = Stored::of(template)?;
        new += transaction
            .prepare_cached(
                "INSERT INTO pattern (key, type, template, origin, imported, successes, failures, last_ms)
                 VALUES (?1, ?2, ?3, ?4, 1, 0, 0, ?5) ON CONFLICT (key, template) DO NOTHING",
            )?
            .execute(params![row.key, row.error_type, row.json, redact(origin), time()])?;
    }
    transaction.commit()?;
    Ok(new)
}

/// Records whether a template helped.
pub(super) fn judge(connection: &Connection, id: u64, helped: bool) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "UPDATE pattern SET successes = successes + ?2, failures = failures + 1 - ?2, last_ms = ?3
             WHERE id = ?1",
        )?
        .execute(params![number(id), i64::from(helped), time()])
        .map(drop)
}

/// Deletes a template; returns whether it existed.
pub(super) fn forget(connection: &Connection, id: u64) -> rusqlite::Result<bool> {
    let gone = connection.execute("DELETE FROM pattern WHERE id = ?1", [number(id)])?;
    Ok(gone > 0)
}

/// All templates, the last used first.
pub(super) fn all(connection: &Connection) -> rusqlite::Result<Vec<LearnedPattern>> {
    let query = format!("SELECT {COLUMNS} FROM pattern ORDER BY last_ms DESC, id DESC");
    let mut statement = connection.prepare_cached(&query)?;
    let rows = statement.query_map([], |row| read(row, 1.0))?;
    rows.collect()
}

/// Templates for this failure, and for failures of its type with similar messages. The most similar first,
/// then the most successful.
pub(super) fn like(
    connection: &Connection,
    key: &Signature,
    limit: usize,
) -> rusqlite::Result<Vec<LearnedPattern>> {
    let key = redact(key.as_str());
    let error_type = key.split('|').next().unwrap_or_default();
    let wanted = trigrams(&key);
    let similarity = |other: &str| match other == key {
        true => 1.0,
        // The type is the same for all of them, so it is ignored; equal trigrams do not mean equal texts.
        false => jaccard(&wanted, &trigrams(other)).min(0.99),
    };
    let query = format!(
        "SELECT {COLUMNS} FROM pattern WHERE key = ?1
         UNION SELECT * FROM (SELECT {COLUMNS} FROM pattern WHERE type = ?2 ORDER BY last_ms DESC LIMIT ?3)"
    );
    let mut statement = connection.prepare_cached(&query)?;
    // Few of them are similar, and only those are read in full.
    let rows = statement.query_map(params![key, error_type, LATEST], |row| {
        let similarity = similarity(&row.get::<_, String>(7)?);
        let is_similar = similarity > LearnedPattern::SIMILAR;
        is_similar.then(|| read(row, similarity)).transpose()
    })?;
    let found: Vec<Option<LearnedPattern>> = rows.collect::<rusqlite::Result<_>>()?;
    let mut found: Vec<LearnedPattern> = found.into_iter().flatten().collect();
    found.sort_by(|one, other| {
        let rate = |pattern: &LearnedPattern| pattern.success_rate().unwrap_or_default();
        let by_similarity = other.similarity.cmp(&one.similarity);
        let by_rate = by_similarity.then(rate(other).total_cmp(&rate(one)));
        by_rate
            .then(other.successes.cmp(&one.successes))
            .then(one.id.cmp(&other.id))
    });
    found.truncate(limit);
    Ok(found)
}

pub(super) fn count(connection: &Connection, statistics: &mut Statistics) -> rusqlite::Result<()> {
    let query = "SELECT count(*), count(*) FILTER
                 (WHERE successes > 0 AND successes * 1.0 / (successes + failures) >= ?1) FROM pattern";
    connection.query_row(query, [LearnedPattern::KNOWN], |row| {
        let number = |index| row.get::<_, i64>(index).map(i64::unsigned_abs);
        statistics.templates = number(0)?;
        statistics.known_templates = number(1)?;
        Ok(())
    })
}

/// A template as stored in the table: without secrets.
struct Stored {
    key: String,
    error_type: &'static str,
    json: String,
}

impl Stored {
    fn of(template: &Template) -> rusqlite::Result<Self> {
        let template = kept(template).map_err(unwritable)?;
        Ok(Self {
            key: template.key().to_string(),
            error_type: template.error_type.as_str(),
            json: serde_json::to_string(&template).map_err(unwritable)?,
        })
    }
}

fn read(row: &Row<'_>, similarity: f64) -> rusqlite::Result<LearnedPattern> {
    let json: String = row.get(1)?;
    let template: Template = serde_json::from_str(&json).map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(1, rusqlite::types::Type::Text, Box::new(error))
    })?;
    let mut pattern = LearnedPattern::new(template, row.get::<_, String>(2)?);
    pattern.id = row.get::<_, i64>(0)?.unsigned_abs();
    pattern.imported = row.get(3)?;
    pattern.successes = row.get(4)?;
    pattern.failures = row.get(5)?;
    pattern.last_ms = row.get::<_, i64>(6)?.unsigned_abs();
    pattern.similarity = Confidence::new(similarity);
    Ok(pattern)
}

fn time() -> i64 {
    number(now_ms())
}

fn number(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

//! Fix patterns: which strategy helped with which kind of failure, and how often.

use rusqlite::{Connection, Row, params};
use unbreak_core::capability::Recalled;
use unbreak_core::redact::redact;
use unbreak_core::{Confidence, Signature};

use super::terms::{jaccard, trigrams};
use super::{Statistics, now_ms};

/// The success rate from which on a fix counts as helpful.
const HELPS: f64 = 0.7;

/// The least similarity of signatures of similar failures.
const ALIKE: f64 = 0.7;

/// The most fixes of failures of the same type that are compared: the latest.
const LATEST: i64 = 100;

pub(super) fn record(
    connection: &Connection,
    signature: &Signature,
    strategy: &str,
    details: &str,
    fixed: bool,
) -> rusqlite::Result<()> {
    let (success, failure) = if fixed { (1, 0) } else { (0, 1) };
    let time = i64::try_from(now_ms()).unwrap_or(i64::MAX);
    connection
        .prepare_cached(
            "INSERT INTO fix VALUES (?1, ?2, ?3, ?4, ?5, ?6)
             ON CONFLICT (signature, strategy, details) DO UPDATE SET
             successes = successes + ?4, failures = failures + ?5, last_ms = ?6",
        )?
        .execute(params![
            redact(signature.as_str()),
            strategy,
            redact(details),
            success,
            failure,
            time
        ])
        .map(drop)
}

/// Fixes of failures of the same kind, the most successful first, then those of similar failures.
pub(super) fn recall(
    connection: &Connection,
    signature: &Signature,
    limit: usize,
) -> rusqlite::Result<Vec<Recalled>> {
    let signature = redact(signature.as_str());
    let mut recalled = same(connection, &signature, limit)?;
    if recalled.len() < limit {
        let mut alike = alike(connection, &signature)?;
        alike.truncate(limit - recalled.len());
        recalled.extend(alike);
    }
    Ok(recalled)
}

fn same(connection: &Connection, signature: &str, limit: usize) -> rusqlite::Result<Vec<Recalled>> {
    let mut statement = connection.prepare_cached(
        "SELECT signature, strategy, details, successes, failures FROM fix WHERE signature = ?1
         ORDER BY successes * 1.0 / (successes + failures) DESC, successes DESC, last_ms DESC LIMIT ?2",
    )?;
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let rows = statement.query_map(params![signature, limit], |row| read(row, |_| 1.0))?;
    rows.collect()
}

/// The latest fixes of failures of the same type and code whose signatures are most similar to this one.
fn alike(connection: &Connection, signature: &str) -> rusqlite::Result<Vec<Recalled>> {
    let kind = kind(signature);
    let mut statement = connection.prepare_cached(
        "SELECT signature, strategy, details, successes, failures FROM fix
         WHERE signature >= ?1 AND signature < ?1 || char(1114111) AND signature <> ?2
         ORDER BY last_ms DESC LIMIT ?3",
    )?;
    let wanted = trigrams(signature);
    let rows = statement.query_map(params![kind, signature, LATEST], |row| {
        read(row, |other| jaccard(&wanted, &trigrams(other)))
    })?;
    let mut alike: Vec<Recalled> = rows.collect::<rusqlite::Result<_>>()?;
    alike.retain(|pattern| pattern.similarity.get() > ALIKE);
    alike.sort_by(|one, other| other.similarity.get().total_cmp(&one.similarity.get()));
    Ok(alike)
}

/// `type|code|`
fn kind(signature: &str) -> &str {
    let bars = signature.match_indices('|').map(|(at, _)| at + 1);
    &signature[..bars.take(2).last().unwrap_or_default()]
}

fn read(row: &Row<'_>, similarity: impl Fn(&str) -> f64) -> rusqlite::Result<Recalled> {
    let signature: String = row.get(0)?;
    Ok(Recalled {
        similarity: Confidence::new(similarity(&signature)),
        signature: Signature::read(signature),
        strategy: row.get(1)?,
        details: row.get(2)?,
        successes: row.get(3)?,
        failures: row.get(4)?,
    })
}

pub(super) fn count(connection: &Connection, statistics: &mut Statistics) -> rusqlite::Result<()> {
    let query = "SELECT count(*), coalesce(sum(successes), 0), coalesce(sum(failures), 0),
                 count(*) FILTER (WHERE successes * 1.0 / (successes + failures) >= ?1) FROM fix";
    connection.query_row(query, [HELPS], |row| {
        let number = |index| row.get::<_, i64>(index).map(i64::unsigned_abs);
        statistics.patterns = number(0)?;
        statistics.successes = number(1)?;
        statistics.failed = number(2)?;
        statistics.high_confidence = number(3)?;
        Ok(())
    })?;
    let tried = statistics.successes + statistics.failed;
    #[expect(clippy::cast_precision_loss, reason = "counts of fixes are far below 2^52")]
    let rate = statistics.successes as f64 / tried as f64;
    statistics.success_rate = (tried > 0).then_some(rate);
    Ok(())
}

//! Past failures: stores and finds them.

use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};
use unbreak_core::redact::kept;
use unbreak_core::session::Postmortem;
use unbreak_core::{Confidence, Similar, Symptoms};

use super::terms::{Asked, Likeness, Terms, message};
use super::{Statistics, unwritable};

/// The most failures that are compared in full.
const CANDIDATES: usize = 96;

/// The rarest terms are searched for until they lead to this many failures.
const REACH: i64 = 1_500;

/// The least similarity of a result: below it, failures have almost nothing in common.
const FLOOR: f64 = 0.05;

pub(super) fn insert<'a>(
    connection: &mut Connection,
    postmortems: impl IntoIterator<Item = (&'a Postmortem, u64)>,
) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for (postmortem, time_ms) in postmortems {
        let clean = kept(postmortem).map_err(unwritable)?;
        keep(&transaction, &clean, time_ms)?;
    }
    transaction.commit()
}

fn symptoms(postmortem: &Postmortem) -> Symptoms {
    let mut symptoms = Symptoms::new(postmortem.message.as_str());
    symptoms.signature = postmortem.signature.clone();
    symptoms.frames = postmortem.frames.clone();
    let places = postmortem.places.iter();
    symptoms.places = places
        .map(|place| format!("{}:{}", place.file, place.line))
        .collect();
    symptoms
}

fn keep(transaction: &Transaction<'_>, postmortem: &Postmortem, time_ms: u64) -> rusqlite::Result<()> {
    let signature = postmortem
        .signature
        .as_ref()
        .map_or("", |signature| signature.as_str());
    let text = message(&postmortem.message);
    // Two failures of one kind and one cause are the same failure, met twice.
    let key = format!("{signature}\n{text}\n{}", postmortem.root_cause);
    let json = serde_json::to_string(postmortem).map_err(unwritable)?;
    let time = i64::try_from(time_ms).unwrap_or(i64::MAX);
    let known = transaction
        .prepare_cached("UPDATE failure SET times = times + 1, last_ms = max(last_ms, ?2), postmortem = ?3 WHERE key = ?1")?
        .execute(params![key, time, json])?;
    if known > 0 {
        return Ok(());
    }
    let terms = Terms::of(&symptoms(postmortem));
    let terms = terms.all();
    let joined = terms.join(" ");
    transaction
        .prepare_cached(
            "INSERT INTO failure (key, signature, message, terms, postmortem, times, last_ms)
             VALUES (?1, ?2, ?3, ?4, ?5, 1, ?6)",
        )?
        .execute(params![key, signature, text, joined, json, time])?;
    transaction
        .prepare_cached("INSERT INTO failure_terms (rowid, terms) VALUES (?1, ?2)")?
        .execute(params![transaction.last_insert_rowid(), joined])?;
    let mut count = transaction.prepare_cached(
        "INSERT INTO term VALUES (?1, 1) ON CONFLICT (term) DO UPDATE SET failures = failures + 1",
    )?;
    let mut distinct = terms;
    distinct.sort_unstable();
    distinct.dedup();
    distinct
        .iter()
        .try_for_each(|term| count.execute([term]).map(drop))
}

pub(super) fn find(
    connection: &Connection,
    symptoms: &Symptoms,
    limit: usize,
) -> rusqlite::Result<Vec<Similar>> {
    let terms = Terms::of(symptoms);
    let counts = counts(connection, &terms)?;
    let total: i64 =
        connection.query_row("SELECT coalesce(max(id), 0) FROM failure", [], |row| row.get(0))?;
    let asked = Asked::new(symptoms, weights(&counts, total));
    let mut found: Vec<Compared> = Vec::new();
    for id in candidates(connection, symptoms, &counts)? {
        found.extend(compare(connection, id, &asked)?);
    }
    found.sort_by(|one, other| {
        let by_score = other.likeness.score.total_cmp(&one.likeness.score);
        by_score.then(other.last_ms.cmp(&one.last_ms))
    });
    found.truncate(limit);
    found
        .into_iter()
        .map(|compared| similar(connection, compared))
        .collect()
}

/// The number of failures in which each term occurs, the rarest first.
fn counts<'a>(connection: &Connection, terms: &'a Terms) -> rusqlite::Result<Vec<(&'a str, i64)>> {
    let mut statement = connection.prepare_cached("SELECT failures FROM term WHERE term = ?1")?;
    let mut counts = Vec::new();
    for term in terms.all() {
        let known: Option<i64> = statement.query_row([term], |row| row.get(0)).optional()?;
        counts.extend(known.map(|count| (term, count)));
    }
    counts.sort_by_key(|(_, count)| *count);
    counts.dedup();
    Ok(counts)
}

/// The inverse document frequency of BM25 (Robertson and Zaragoza, 2009).
fn weights(counts: &[(&str, i64)], total: i64) -> BTreeMap<String, f64> {
    #[expect(clippy::cast_precision_loss, reason = "counts of failures are far below 2^52")]
    let weight =
        |count: i64| (1.0 + (total as f64 - count as f64 + 0.5).max(0.0) / (count as f64 + 0.5)).ln();
    let each = counts.iter();
    each.map(|(term, count)| ((*term).to_owned(), weight(*count)))
        .collect()
}

/// Failures worth comparing: those of the same kind, and those that BM25 ranks first for the rarest terms.
/// Common terms would lead to nearly all failures without distinguishing them.
fn candidates(
    connection: &Connection,
    symptoms: &Symptoms,
    counts: &[(&str, i64)],
) -> rusqlite::Result<Vec<i64>> {
    let mut ids: Vec<i64> = Vec::new();
    if let Some(signature) = &symptoms.signature {
        let mut same = connection
            .prepare_cached("SELECT id FROM failure WHERE signature = ?1 ORDER BY last_ms DESC LIMIT 32")?;
        let rows = same.query_map([signature.as_str()], |row| row.get(0))?;
        ids.extend(rows.collect::<rusqlite::Result<Vec<i64>>>()?);
    }
    let mut reach = 0;
    let rare = counts.iter().take_while(|(_, count)| {
        reach += count;
        reach <= REACH
    });
    let rare: Vec<String> = rare.map(|(term, _)| format!("\"{term}\"")).collect();
    let (query, order) = match (rare.is_empty(), counts.first()) {
        (false, _) => (rare.join(" OR "), "rank"),
        // Too common for ranking: the latest.
        (true, Some((term, _))) => (format!("\"{term}\""), "rowid DESC"),
        (true, None) => return Ok(ids),
    };
    let mut ranked = connection.prepare_cached(&format!(
        "SELECT rowid FROM failure_terms WHERE failure_terms MATCH ?1 ORDER BY {order} LIMIT {CANDIDATES}"
    ))?;
    let rows = ranked.query_map([query], |row| row.get(0))?;
    ids.extend(rows.collect::<rusqlite::Result<Vec<i64>>>()?);
    ids.sort_unstable();
    ids.dedup();
    Ok(ids)
}

/// A failure that has something in common with the one in question.
struct Compared {
    id: i64,
    last_ms: i64,
    likeness: Likeness,
}

fn compare(connection: &Connection, id: i64, asked: &Asked) -> rusqlite::Result<Option<Compared>> {
    let mut statement =
        connection.prepare_cached("SELECT signature, message, terms, last_ms FROM failure WHERE id = ?1")?;
    let mut rows = statement.query([id])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    let (signature, message, terms): (String, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
    let compared = Compared {
        id,
        last_ms: row.get(3)?,
        likeness: asked.compare(&Terms::read(&terms), &message, &signature),
    };
    Ok((compared.likeness.score >= FLOOR).then_some(compared))
}

/// Reads in full only the failures that are shown.
fn similar(connection: &Connection, compared: Compared) -> rusqlite::Result<Similar> {
    let Compared {
        id,
        last_ms,
        likeness,
    } = compared;
    let (text, times): (String, u32) = connection
        .prepare_cached("SELECT postmortem, times FROM failure WHERE id = ?1")?
        .query_row([id], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let postmortem: Postmortem = serde_json::from_str(&text).map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Text, Box::new(error))
    })?;
    let mut similar = Similar::new(postmortem, Confidence::new(likeness.score));
    similar.shared = likeness.shared.into_iter().map(str::to_owned).collect();
    similar.times = times;
    similar.last_ms = last_ms.unsigned_abs();
    Ok(similar)
}

pub(super) fn count(connection: &Connection) -> rusqlite::Result<Statistics> {
    connection.query_row(
        "SELECT count(*), coalesce(sum(times), 0) FROM failure",
        [],
        |row| {
            Ok(Statistics {
                failures: row.get::<_, i64>(0)?.unsigned_abs(),
                times: row.get::<_, i64>(1)?.unsigned_abs(),
                ..Statistics::default()
            })
        },
    )
}

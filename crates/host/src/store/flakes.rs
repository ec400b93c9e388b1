//! Flaky tests: how often each was run, how often it failed, and how its last runs ended.

use rusqlite::{Connection, OptionalExtension as _, TransactionBehavior, params};
use unbreak_core::Flake;
use unbreak_core::redact::kept;

use super::{now_ms, unwritable};

/// Adds runs.
pub(super) fn note(connection: &mut Connection, flakes: &[Flake]) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let time = i64::try_from(now_ms()).unwrap_or(i64::MAX);
    for flake in flakes {
        // A parameter of a test may be anything.
        let flake = kept(flake).map_err(unwritable)?;
        let test = &flake.test;
        let known: Option<String> = transaction
            .prepare_cached("SELECT flake FROM flake WHERE workspace = ?1 AND test = ?2")?
            .query_row(params![flake.workspace, test], |row| row.get(0))
            .optional()?;
        let mut all = match known {
            Some(json) => read(&json)?,
            None => Flake::new(flake.workspace.as_str(), test.as_str()),
        };
        all.join(&flake);
        let json = serde_json::to_string(&all).map_err(unwritable)?;
        transaction
            .prepare_cached("INSERT OR REPLACE INTO flake VALUES (?1, ?2, ?3, ?4)")?
            .execute(params![flake.workspace, test, json, time])?;
    }
    transaction.commit()
}

/// The flaky tests of a workspace, by name.
pub(super) fn of(connection: &Connection, workspace: &str) -> rusqlite::Result<Vec<Flake>> {
    let mut statement =
        connection.prepare_cached("SELECT flake FROM flake WHERE workspace = ?1 ORDER BY test")?;
    let rows = statement.query_map([workspace], |row| row.get::<_, String>(0))?;
    rows.map(|row| read(&row?)).collect()
}

pub(super) fn count(connection: &Connection) -> rusqlite::Result<u64> {
    connection.query_row("SELECT count(*) FROM flake", [], |row| {
        row.get::<_, i64>(0).map(i64::unsigned_abs)
    })
}

fn read(json: &str) -> rusqlite::Result<Flake> {
    serde_json::from_str(json).map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Text, Box::new(error))
    })
}

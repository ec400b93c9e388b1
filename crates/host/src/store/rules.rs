//! Rules: how often a fix of each was tried, kept and rolled back.

use rusqlite::{Connection, params};

use super::RuleCount;

pub(super) fn note(connection: &Connection, id: &str, is_kept: bool) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "INSERT INTO rule VALUES (?1, ?2, ?3)
             ON CONFLICT (id) DO UPDATE SET kept = kept + ?2, taken_back = taken_back + ?3",
        )?
        .execute(params![id, is_kept, !is_kept])
        .map(drop)
}

/// The rules that were used, the most used first.
pub(super) fn count(connection: &Connection) -> rusqlite::Result<Vec<RuleCount>> {
    let mut statement =
        connection.prepare("SELECT id, kept, taken_back FROM rule ORDER BY kept + taken_back DESC, id")?;
    let rows = statement.query_map([], |row| {
        let number = |column| row.get::<_, i64>(column).map(i64::unsigned_abs);
        let (kept, taken_back) = (number(1)?, number(2)?);
        Ok(RuleCount {
            rule: row.get(0)?,
            tried: kept + taken_back,
            kept,
            taken_back,
        })
    })?;
    rows.collect()
}

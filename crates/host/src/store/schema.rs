//! The tables, and opening them.

use std::fs::OpenOptions;
use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};

use super::error::{StoreError, StoreErrorKind};

/// Says in the file's header whose it is: `unbk`.
const APPLICATION: i64 = 0x756e_626b;

/// The version of the tables.
const VERSION: i64 = 2;

/// How long a process waits for another one that writes.
const PATIENCE: Duration = Duration::from_secs(10);

const TABLES: &str = "
CREATE TABLE failure (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    signature TEXT NOT NULL,
    message TEXT NOT NULL,
    terms TEXT NOT NULL,
    postmortem TEXT NOT NULL,
    times INTEGER NOT NULL,
    last_ms INTEGER NOT NULL
);
CREATE INDEX failure_signature ON failure (signature);
CREATE VIRTUAL TABLE failure_terms USING fts5 (
    terms, content = '', tokenize = \"unicode61 remove_diacritics 0 tokenchars '_'\"
);
-- In how many failures a term occurs: rare ones find, common ones only rank.
CREATE TABLE term (term TEXT PRIMARY KEY, failures INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE fix (
    signature TEXT NOT NULL,
    strategy TEXT NOT NULL,
    details TEXT NOT NULL,
    successes INTEGER NOT NULL,
    failures INTEGER NOT NULL,
    last_ms INTEGER NOT NULL,
    PRIMARY KEY (signature, strategy, details)
);
";

/// What version 2 added.
const FLAKES: &str = "
CREATE TABLE flake (
    workspace TEXT NOT NULL,
    test TEXT NOT NULL,
    flake TEXT NOT NULL,
    last_ms INTEGER NOT NULL,
    PRIMARY KEY (workspace, test)
) WITHOUT ROWID;
";

/// Opens the store, and makes its tables when there is none yet.
///
/// # Errors
/// When it is damaged, somebody else's, of a later version, or cannot be used.
pub(super) fn open(path: &Path) -> Result<Connection, StoreError> {
    prepare(path)?;
    let opened = || {
        let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        connection.busy_timeout(PATIENCE)?;
        Ok(connection)
    };
    let mut connection = opened().map_err(|error| StoreError::of(path, error))?;
    // Both numbers of one moment: another process may be making the tables.
    let seen = connection
        .unchecked_transaction()
        .and_then(|moment| header(&moment));
    let (application, version) = seen.map_err(|error| StoreError::of(path, error))?;
    match (application, version) {
        (0, 0) => create(&mut connection, path)?,
        (APPLICATION, VERSION) => {}
        (APPLICATION, 1) => upgrade(&mut connection).map_err(|error| StoreError::of(path, error))?,
        (APPLICATION, _) => return Err(StoreError::new(path, StoreErrorKind::Newer)),
        _ => return Err(StoreError::new(path, StoreErrorKind::Foreign)),
    }
    settle(&connection).map_err(|error| StoreError::of(path, error))?;
    Ok(connection)
}

/// An empty file that nobody else may read: errors tell what people work on.
fn prepare(path: &Path) -> Result<(), StoreError> {
    let unusable = |_| StoreError::new(path, StoreErrorKind::Unusable);
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent).map_err(unusable)?;
    }
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop).map_err(unusable)
}

fn header(connection: &Connection) -> rusqlite::Result<(i64, i64)> {
    let number = |name| connection.query_row(name, [], |row| row.get(0));
    Ok((number("PRAGMA application_id")?, number("PRAGMA user_version")?))
}

fn create(connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
    let make = |connection: &mut Connection| {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        if header(&transaction)? == (0, 0) {
            let tables: i64 =
                transaction.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get(0))?;
            if tables > 0 {
                return Ok(false);
            }
            transaction.execute_batch(TABLES)?;
            transaction.execute_batch(FLAKES)?;
            transaction.pragma_update(None, "application_id", APPLICATION)?;
            transaction.pragma_update(None, "user_version", VERSION)?;
        }
        // Otherwise another process was quicker.
        transaction.commit()?;
        write_ahead(connection)?;
        Ok(true)
    };
    match make(connection) {
        Ok(true) => Ok(()),
        Ok(false) => Err(StoreError::new(path, StoreErrorKind::Foreign)),
        Err(error) => Err(StoreError::of(path, error)),
    }
}

/// Switches to the write-ahead log. For that alone SQLite does not wait until nobody else reads.
fn write_ahead(connection: &Connection) -> rusqlite::Result<()> {
    let since = Instant::now();
    loop {
        match connection.pragma_update(None, "journal_mode", "WAL") {
            Err(error)
                if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
                    && since.elapsed() < PATIENCE =>
            {
                std::thread::sleep(Duration::from_millis(2));
            }
            done => return done,
        }
    }
}

/// Brings a store of version 1 up to date.
fn upgrade(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Otherwise another process was quicker.
    if header(&transaction)? == (APPLICATION, 1) {
        transaction.execute_batch(FLAKES)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
    }
    transaction.commit()
}

/// After a power cut the last entries may be missing; after the death of a process none is.
fn settle(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    connection.pragma_update(None, "cache_size", -16_000)
}

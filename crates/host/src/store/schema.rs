//! The tables of the store, and how it is opened.

use std::fs::OpenOptions;
use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};

use super::error::{StoreError, StoreErrorKind};

/// Identifies the application in the file's header: `unbk`.
const APPLICATION: i64 = 0x756e_626b;

/// The version of the tables.
const VERSION: i64 = 4;

/// How long a process waits for another one that is writing.
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

/// The addition of version 2.
const FLAKES: &str = "
CREATE TABLE flake (
    workspace TEXT NOT NULL,
    test TEXT NOT NULL,
    flake TEXT NOT NULL,
    last_ms INTEGER NOT NULL,
    PRIMARY KEY (workspace, test)
) WITHOUT ROWID;
";

/// The addition of version 3.
const PATTERNS: &str = "
CREATE TABLE pattern (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL,
    type TEXT NOT NULL,
    template TEXT NOT NULL,
    origin TEXT NOT NULL,
    imported INTEGER NOT NULL,
    successes INTEGER NOT NULL,
    failures INTEGER NOT NULL,
    last_ms INTEGER NOT NULL,
    UNIQUE (key, template)
);
CREATE INDEX pattern_type ON pattern (type, last_ms);
";

/// The addition of version 4.
const RULES: &str = "
CREATE TABLE rule (
    id TEXT PRIMARY KEY,
    kept INTEGER NOT NULL,
    taken_back INTEGER NOT NULL
) WITHOUT ROWID;
";

/// The upgrades from each version to the next one, from version 1 on.
const UPGRADES: [&str; 3] = [FLAKES, PATTERNS, RULES];

/// Opens the store, and creates it if there is none yet.
///
/// # Errors
/// If it is damaged, belongs to another program, has a later version, or cannot be used.
pub(super) fn open(path: &Path) -> Result<Connection, StoreError> {
    let failed = |error| StoreError::of(path, error);
    let unusable = |_| StoreError::new(path, StoreErrorKind::Unusable);
    if !path.try_exists().map_err(unusable)? {
        make(path)?;
    }
    // A store is never empty, see `make`: this one has lost its content.
    if std::fs::metadata(path).map_err(unusable)?.len() == 0 {
        return Err(StoreError::new(path, StoreErrorKind::Corrupt));
    }
    let mut connection = connect(path).map_err(failed)?;
    // Both numbers at the same moment: another process may be upgrading it.
    let seen = connection
        .unchecked_transaction()
        .and_then(|moment| header(&moment));
    match seen.map_err(failed)? {
        (APPLICATION, VERSION) => {}
        (APPLICATION, 1..VERSION) => upgrade(&mut connection).map_err(failed)?,
        (APPLICATION, _) => return Err(StoreError::new(path, StoreErrorKind::Newer)),
        _ => return Err(StoreError::new(path, StoreErrorKind::Foreign)),
    }
    settle(&connection).map_err(failed)?;
    Ok(connection)
}

fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    connection.busy_timeout(PATIENCE)?;
    Ok(connection)
}

/// Creates a store under another name, and gives it its own when it is complete, so that an empty file is
/// never a new store. Several processes may be doing this at once; the first that finishes creates it.
fn make(path: &Path) -> Result<(), StoreError> {
    let unusable = |_| StoreError::new(path, StoreErrorKind::Unusable);
    let new = path.with_extension("new");
    prepare(&new).map_err(unusable)?;
    match connect(&new).and_then(|mut connection| create(&mut connection)) {
        Ok(()) => {}
        // Another process was quicker, and has taken the name.
        Err(_) if path.exists() => return Ok(()),
        Err(error) => return Err(StoreError::of(path, error)),
    }
    if std::fs::hard_link(&new, path).is_err() && !path.exists() {
        // Some file systems have no links.
        std::fs::rename(&new, path).map_err(unusable)?;
    }
    // Gone already if another process was quicker.
    let _ = std::fs::remove_file(&new);
    Ok(())
}

/// An empty file that only its owner may read: errors show what people work on.
fn prepare(path: &Path) -> std::io::Result<()> {
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent)?;
    }
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}

fn header(connection: &Connection) -> rusqlite::Result<(i64, i64)> {
    let number = |name| connection.query_row(name, [], |row| row.get(0));
    Ok((number("PRAGMA application_id")?, number("PRAGMA user_version")?))
}

fn create(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Otherwise another process was quicker.
    if header(&transaction)? == (0, 0) {
        transaction.execute_batch(TABLES)?;
        UPGRADES
            .iter()
            .try_for_each(|tables| transaction.execute_batch(tables))?;
        transaction.pragma_update(None, "application_id", APPLICATION)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
    }
    transaction.commit()
}

/// Switches to the write-ahead log. Only for this, SQLite does not wait for other readers.
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

/// Brings a store of an earlier version up to date.
fn upgrade(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let (_, version) = header(&transaction)?;
    // Another process may have been quicker: then there is nothing to do.
    let done = usize::try_from(version - 1).unwrap_or_default();
    let mut missing = UPGRADES.iter().skip(done);
    missing.try_for_each(|tables| transaction.execute_batch(tables))?;
    transaction.pragma_update(None, "user_version", VERSION.max(version))?;
    transaction.commit()
}

/// After a power cut the last entries may be missing, but not after the death of a process.
fn settle(connection: &Connection) -> rusqlite::Result<()> {
    write_ahead(connection)?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    connection.pragma_update(None, "cache_size", -16_000)
}

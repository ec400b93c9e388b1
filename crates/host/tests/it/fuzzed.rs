//! Foreign bytes: journals, stores, sessions, manifests and messages of plug-ins.

#[cfg(feature = "plugins")]
mod plugin;
mod session;

use std::fs;
use std::path::Path;

use unbreak_fuzz::{Target, files_below, trait_of};
use unbreak_host::plugins::Manifest;
use unbreak_host::workspace::{Tree, WorkspaceError};

use crate::workspace::{Place, after_death, change, copy_all};

/// The only file of that name below a directory.
fn below(directory: &Path, name: &str) -> Option<std::path::PathBuf> {
    fs::read_dir(directory).ok()?.flatten().find_map(|entry| {
        let path = entry.path();
        if path.is_dir() {
            below(&path, name)
        } else {
            path.ends_with(name).then_some(path)
        }
    })
}

/// A run that died in the middle of its second step, with its journal in the format without checksums:
/// in the other one each changed byte is noticed at once.
struct Death {
    place: Place,
    state: tempfile::TempDir,
    journal: String,
}

impl Death {
    fn new() -> Self {
        let place = Place::with(&[("a", "one"), ("b", "one"), ("dir/c", "one")]);
        let mut run = place.begin();
        let kept = run.apply(&[&change(&place, "a", "one", "two")]).unwrap();
        run.commit(kept).unwrap();
        let open = run.apply(&[&change(&place, "b", "one", "two")]).unwrap();
        let (_, state) = after_death(&place);
        std::mem::forget((run, open));
        fs::remove_file(below(state.path(), "journal-copy").unwrap()).unwrap();
        let text = fs::read_to_string(below(state.path(), "journal").unwrap()).unwrap();
        let objects = text.lines().map(|line| &line[line.find('{').unwrap()..]);
        let old = objects.fold(String::new(), |text, object| text + object + "\n");
        let journal = old.replacen("\"version\":2", "\"version\":1", 1);
        Self {
            place,
            state,
            journal,
        }
    }

    /// The next start, with these bytes as the journal: it makes the files whole or says what is wrong, and
    /// it writes nothing but what the run had written or found.
    fn check(&self, journal: &[u8]) -> u64 {
        for (file, text) in [("a", "two"), ("b", "two"), ("dir/c", "one")] {
            self.place.write(file, text);
        }
        let copy = tempfile::tempdir().unwrap();
        let state = copy.path().join("state");
        copy_all(&self.state.path().join("state"), &state);
        fs::write(below(&state, "journal").unwrap(), journal).unwrap();
        let tree = Tree::open_with_state(self.place.root(), &state).unwrap();
        let recovered = tree.recover();
        for (path, (_, bytes)) in self.place.everything() {
            let is_known = path.is_dir() || matches!(bytes.as_slice(), b"one" | b"two");
            assert!(is_known, "{} holds {bytes:?} after {recovered:?}", path.display());
        }
        if let Err(error) = &recovered {
            assert!(!error.to_string().is_empty());
        }
        let history = tree.history().map(|runs| runs.len());
        trait_of(match recovered {
            Ok(None) => "nothing".to_owned(),
            Ok(Some(it)) => format!("{} {} {history:?}", it.kept.len(), it.taken_back.len()),
            Err(WorkspaceError::Journal { .. }) => "journal".to_owned(),
            Err(WorkspaceError::NotRestored { .. }) => "not restored".to_owned(),
            Err(WorkspaceError::State { .. }) => "state".to_owned(),
            Err(_) => "other".to_owned(),
        })
    }
}

#[test]
fn any_journal_is_followed_or_refused() {
    let death = Death::new();
    Target {
        name: "journal",
        seeds: vec![death.journal.clone().into_bytes()],
        words: &[
            "{\"record\":\"rollback\",\"step\":1}\n",
            "{\"record\":\"commit\",\"step\":1}\n",
            "\"file\":\"../a\"",
            "\"file\":\"/etc/x\"",
            "\"step\":0",
            "\"before\":null",
            "\"after\":null",
            "\"directories\":[\"dir\"]",
        ],
        inputs: 400,
        most_bytes: 16 << 10,
        check: &|input| death.check(input),
    }
    .run();
}

#[test]
fn any_manifest_is_read_as_it_is_written_or_refused() {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let templates = workspace.join("crates/cli/templates");
    let mut seeds = files_below(&[&workspace.join("plugins"), &templates], 4096);
    seeds.retain(|file| file.starts_with(b"id = "));
    seeds.push(b"id = \"two\\nlines\"".to_vec());
    seeds.push(b"id = \"a\"\nversion = \"1\"\nsummary = \"a\"\nkind = \"library\"\nprotocol = 1\nlibrary = \"a\"\nprovides = [\"parser:a\"]\nparsers = [\"../a\"]".to_vec());
    Target {
        name: "manifest",
        seeds,
        words: &[
            "provides = [\"parser:a\"]",
            "kind = \"library\"",
            "kind = \"declarative\"",
            "parsers = [\"../a\"]",
            "protocol = 1",
            "sha256 = \"\"",
        ],
        inputs: 5000,
        most_bytes: 4096,
        check: &manifest,
    }
    .run();
}

fn manifest(input: &[u8]) -> u64 {
    let Ok(text) = std::str::from_utf8(input) else {
        return 0;
    };
    match Manifest::parse("fuzzed", text) {
        Ok(manifest) => {
            let plain = |file: &String| !file.contains(['/', '\\']) && file != "..";
            assert!(manifest.parsers.iter().all(plain), "{:?}", manifest.parsers);
            assert!(
                !manifest.id.is_empty()
                    && manifest
                        .id
                        .bytes()
                        .all(|byte| byte.is_ascii_graphic() && byte != b'/')
            );
            trait_of((
                1,
                format!("{:?}", manifest.kind),
                manifest.provides.len(),
                manifest.capabilities.len(),
            ))
        }
        Err(error) => {
            let message = error.to_string();
            assert_eq!(message.lines().count(), 1, "{message:?}");
            trait_of((
                2,
                message
                    .split_once(':')
                    .map(|(_, rest)| rest.chars().take(24).collect::<String>()),
            ))
        }
    }
}

#[cfg(feature = "store")]
#[test]
fn any_store_is_read_or_refused() {
    use unbreak_core::Symptoms;
    use unbreak_core::session::Postmortem;
    use unbreak_host::store::Store;

    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("valid.db");
    let all: Vec<_> = (0..40)
        .map(|n| Postmortem::new(format!("s{n}"), format!("KeyError: {n} in a table"), "no default"))
        .collect();
    Store::at(&path).import(all.iter().map(|one| (one, 1))).unwrap();
    let valid = fs::read(&path).unwrap();
    let check = |input: &[u8]| {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("damaged.db");
        fs::write(&path, input).unwrap();
        let store = Store::at(&path);
        let mut symptoms = Symptoms::default();
        symptoms.message = "KeyError: 7 in a table".to_owned();
        let found = store.find(&symptoms, 5).map(|similar| similar.len());
        assert!(found.as_ref().is_ok_and(|found| *found <= 5) || found.is_err());
        let counted = store.statistics().map(|_| ());
        let learned = store.patterns().map(|patterns| patterns.len());
        let imported = store.import(all.iter().take(2).map(|one| (one, 1))).map(|_| ());
        let kind = |error: &unbreak_host::store::StoreError| format!("{:?}", error.kind());
        trait_of((
            found.map_err(|error| kind(&error)),
            counted.map_err(|error| kind(&error)),
            learned.map_err(|error| kind(&error)),
            imported.map_err(|error| kind(&error)),
        ))
    };
    Target {
        name: "store",
        most_bytes: valid.len() + 4096,
        seeds: vec![valid],
        words: &["CREATE TABLE", "postmortems", "SQLite format 3\0"],
        inputs: 60,
        check: &check,
    }
    .run();
}

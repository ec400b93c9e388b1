//! Python trusts its byte code by size and whole seconds, and so do checkers that remember files.

use std::os::unix::fs::MetadataExt as _;

use unbreak_core::{Command, Runner as _};
use unbreak_host::runner::{CancelToken, Limits, ProcessRunner};

use super::{Place, change};

fn value(place: &Place) -> String {
    let runner = ProcessRunner::new(place.root(), Limits::default(), CancelToken::new());
    let command = Command::new("python3", ["-c", "import module; print(module.value)"]);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let done = runtime.block_on(runner.run(&command)).unwrap();
    done.stdout_text().trim().to_owned()
}

#[test]
fn a_fix_of_the_same_size_in_the_same_second_is_seen() {
    let place = Place::with(&[("module.py", "value = 1\n"), ("module_b.py", "")]);
    place.write("__pycache__/module_b.cpython-312.pyc", "another module's");
    place.write(
        "__pycache__/module.cpython-312-pytest-8.3.pyc",
        "rewritten by pytest",
    );
    let mut run = place.begin();
    for _ in 0..3 {
        assert_eq!(value(&place), "1");
        let applied = run.apply(&[&change(&place, "module.py", "1", "2")]).unwrap();
        assert_eq!(value(&place), "2");
        run.rollback(applied).unwrap();
    }
    assert_eq!(value(&place), "1");
    assert!(place.path("__pycache__/module_b.cpython-312.pyc").exists());
    assert!(
        !place
            .path("__pycache__/module.cpython-312-pytest-8.3.pyc")
            .exists()
    );
}

#[test]
fn texts_that_follow_within_a_second_have_seconds_of_their_own() {
    let place = Place::with(&[("module.py", "value = 1\n")]);
    let second = || place.path("module.py").metadata().unwrap().mtime();
    let mut run = place.begin();
    let mut seconds = vec![second()];
    for _ in 0..3 {
        let applied = run.apply(&[&change(&place, "module.py", "1", "2")]).unwrap();
        seconds.push(second());
        run.rollback(applied).unwrap();
        seconds.push(second());
    }
    assert!(
        seconds.is_sorted_by(|before, after| before < after),
        "{seconds:?}"
    );
}

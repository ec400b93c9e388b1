//! Paths that cannot leave the workspace.

use proptest::prelude::*;
use unbreak_core::{PathError, RelPath};

#[test]
fn a_path_is_normalised() {
    let cases = [
        ("a", "a"),
        ("a/b.py", "a/b.py"),
        ("./a//b/../c", "a/c"),
        ("a/", "a"),
        ("a/./.", "a"),
        ("a/b/../../c", "c"),
        (".gitignore", ".gitignore"),
        (".github/workflows/ci.yml", ".github/workflows/ci.yml"),
        ("git/.gitkeep", "git/.gitkeep"),
        ("x.git/config", "x.git/config"),
        ("...", "..."),
        ("a b/ü.py", "a b/ü.py"),
    ];
    for (path, normal) in cases {
        assert_eq!(RelPath::new(path).unwrap().as_str(), normal, "{path}");
    }
}

#[test]
fn every_way_out_is_refused_by_its_name() {
    type Kind = fn(String) -> PathError;
    let cases: &[(&str, Kind)] = &[
        ("/etc/passwd", PathError::Absolute),
        ("//server/share", PathError::Absolute),
        ("..", PathError::Outside),
        ("../sibling", PathError::Outside),
        ("a/../../b", PathError::Outside),
        ("./../a", PathError::Outside),
        (".git", PathError::GitDir),
        (".git/config", PathError::GitDir),
        ("./a/../.git/hooks/pre-commit", PathError::GitDir),
        ("vendor/lib/.git/HEAD", PathError::GitDir),
        (".GIT/config", PathError::GitDir),
        (".Git", PathError::GitDir),
        ("git~1/config", PathError::GitDir),
        ("GIT~1", PathError::GitDir),
        (".git./config", PathError::GitDir),
        (".git ", PathError::GitDir),
        (".git. . ./config", PathError::GitDir),
        (".git::$INDEX_ALLOCATION/config", PathError::GitDir),
        ("a\\.git\\config", PathError::GitDir),
        (".g\u{200c}it/config", PathError::GitDir),
        ("\u{feff}.git", PathError::GitDir),
        (".gi\u{202e}t/hooks", PathError::GitDir),
        (".git\u{206a}", PathError::GitDir),
    ];
    for (path, kind) in cases {
        assert_eq!(RelPath::new(path), Err(kind((*path).to_owned())), "{path:?}");
    }
    for nothing in ["", ".", "./", "a/.."] {
        assert_eq!(RelPath::new(nothing), Err(PathError::Empty), "{nothing:?}");
    }
    assert_eq!(RelPath::new("a\0b"), Err(PathError::Nul("a\\0b".to_owned())));
}

#[test]
fn its_parts_have_names() {
    let cases = [
        ("src/a/b.test.ts", "b.test.ts", "src/a", "ts"),
        ("Makefile", "Makefile", "", ""),
        ("a.d/Makefile", "Makefile", "a.d", ""),
        ("x.py", "x.py", "", "py"),
    ];
    for (path, name, parent, extension) in cases {
        let path = RelPath::new(path).unwrap();
        assert_eq!(
            (path.file_name(), path.parent(), path.extension()),
            (name, parent, extension)
        );
    }
}

#[test]
fn json_cannot_bring_in_what_new_refuses() {
    assert_eq!(
        serde_json::from_str::<RelPath>(r#""a//b""#).unwrap().as_str(),
        "a/b"
    );
    for path in [r#""../a""#, r#""/a""#, r#"".git/x""#, r#""""#] {
        assert!(serde_json::from_str::<RelPath>(path).is_err(), "{path}");
    }
}

proptest! {
    #[test]
    fn whatever_is_accepted_stays_inside(path in r"(\.|\.\.|[a-c]|\.git|/|//| |\\){0,12}") {
        if let Ok(inside) = RelPath::new(&path) {
            let parts: Vec<&str> = inside.as_str().split('/').collect();
            prop_assert!(parts.iter().all(|part| !["", ".", "..", ".git"].contains(part)), "{inside}");
            prop_assert_eq!(RelPath::new(inside.as_str()), Ok(inside));
        }
    }
}

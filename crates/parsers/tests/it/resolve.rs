//! Paths as tools print them become paths in the workspace.

use std::path::Path;

use unbreak_core::{Diagnostic, ErrorType, Frame, Location, Severity};
use unbreak_parsers::{Resolved, Resolver};

const FILES: [&str; 8] = [
    "src/shop.py",
    "tests/test_shop.py",
    "setup.py",
    "packages/web/src/app.py",
    "a b/c.py",
    "go_test.go",
    "store/a_test.go",
    "node_modules/lib/index.py",
];

fn is_file(path: &str) -> bool {
    FILES.contains(&path)
}

fn resolved(root: &str, cwd: &str, file: &str) -> String {
    let mut diagnostic = at(file);
    Resolver::new(Path::new(root), Path::new(cwd)).resolve(
        &mut diagnostic,
        &mut Resolved::default(),
        &is_file,
    );
    diagnostic.location.file.expect("a file")
}

fn at(file: &str) -> Diagnostic {
    Diagnostic::new(ErrorType::Runtime, Severity::Error, "x").at(Location::line(file, 3))
}

#[test]
fn paths_become_relative_to_the_root() {
    const CASES: [(&str, &str, &str); 16] = [
        ("/work", "src/shop.py", "src/shop.py"),
        ("/work", "./src/shop.py", "src/shop.py"),
        ("/work", "/work/src/shop.py", "src/shop.py"),
        ("/work", "/work/src/../setup.py", "setup.py"),
        ("/work/src", "shop.py", "src/shop.py"),
        ("/work/tests", "../src/shop.py", "src/shop.py"),
        ("/work/tests", "src/shop.py", "src/shop.py"),
        ("/work/packages/web", "src/app.py", "packages/web/src/app.py"),
        ("/work", "src\\shop.py", "src/shop.py"),
        ("/work", "a b/c.py", "a b/c.py"),
        ("/work", "file:///work/src/shop.py", "src/shop.py"),
        ("/work", "/app/src/shop.py", "src/shop.py"),
        ("/work", "new/file.py", "new/file.py"),
        ("/work", "example.com/shop/store/a_test.go", "store/a_test.go"),
        ("/work", "example.com/shop/go_test.go", "go_test.go"),
        (
            "/work",
            "/usr/lib/python3.13/json/decoder.py",
            "/usr/lib/python3.13/json/decoder.py",
        ),
    ];
    for (cwd, file, expected) in CASES {
        assert_eq!(resolved("/work", cwd, file), expected, "{file} from {cwd}");
    }
}

#[test]
fn windows_paths_fold_case() {
    assert_eq!(
        resolved("C:\\Work", "C:\\Work", "c:\\work\\src\\shop.py"),
        "src/shop.py"
    );
    assert_eq!(resolved("C:\\Work", "C:\\Work\\src", "shop.py"), "src/shop.py");
    assert_eq!(
        resolved("C:\\Work", "C:\\Work", "D:\\other\\x.py"),
        "D:/other/x.py"
    );
}

#[test]
fn pseudo_files_stay() {
    for file in ["<string>", "<stdin>", "<frozen importlib._bootstrap>"] {
        assert_eq!(resolved("/work", "/work", file), file);
    }
}

#[test]
fn a_place_in_a_library_moves_to_the_caller() {
    let mut diagnostic = at("/usr/lib/python3.13/json/decoder.py");
    let places = [
        "/work/tests/test_shop.py",
        "/work/src/shop.py",
        "/work/.venv/lib/python3.13/site-packages/lib/x.py",
        "/work/node_modules/lib/index.py",
        "/usr/lib/python3.13/json/decoder.py",
    ];
    diagnostic.frames = places
        .iter()
        .zip(1..)
        .map(|(file, line)| Frame::new(Location::line(*file, line), None))
        .collect();
    Resolver::new(Path::new("/work"), Path::new("/work")).resolve(
        &mut diagnostic,
        &mut Resolved::default(),
        &is_file,
    );
    let own: Vec<bool> = diagnostic.frames.iter().map(|frame| frame.in_workspace).collect();
    assert_eq!(own, [true, true, false, false, false]);
    assert_eq!(diagnostic.location, Location::line("src/shop.py", 2));
}

#[test]
fn a_place_in_the_workspace_stays() {
    let mut diagnostic = at("/work/src/shop.py");
    diagnostic.frames = vec![Frame::new(Location::line("/work/tests/test_shop.py", 9), None)];
    Resolver::new(Path::new("/work"), Path::new("/work")).resolve(
        &mut diagnostic,
        &mut Resolved::default(),
        &is_file,
    );
    assert_eq!(diagnostic.location, Location::line("src/shop.py", 3));
}

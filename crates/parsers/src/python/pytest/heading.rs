//! The line above a report: `____ TestCart.test_total[1] ____`.

use unbreak_core::{Diagnostic, ErrorType, Location, Severity};

/// The subject of a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Heading {
    /// A file that could not be collected.
    Collection(String),
    /// A test, by its qualified name within its file: `TestCart.test_total[1]`.
    Test(String),
}

impl Heading {
    /// Reads the line: a text between two runs of underscores, or of the bars of pytest-sugar.
    pub(super) fn parse(line: &str) -> Option<Self> {
        let line = line.trim_end();
        let frame = line.chars().next().filter(|first| matches!(first, '_' | '―'))?;
        let text = line.trim_matches(frame).strip_prefix(' ')?.strip_suffix(' ')?;
        if !line.ends_with(frame) || text.trim_matches([frame, ' ']).is_empty() {
            return None;
        }
        if let Some(path) = text.strip_prefix("ERROR collecting ") {
            return Some(Self::Collection(path.to_owned()));
        }
        let kinds = ["ERROR at setup of ", "ERROR at teardown of ", "[doctest] "];
        let test = kinds.iter().find_map(|kind| text.strip_prefix(kind));
        Some(Self::Test(without_subtest(test.unwrap_or(text)).to_owned()))
    }

    /// The part that tells reports apart; [`key`] makes it of a full name.
    pub(super) fn key(&self) -> &str {
        match self {
            Self::Collection(path) => path,
            Self::Test(name) => name,
        }
    }

    /// The diagnostic of a report that is nothing but this text.
    pub(super) fn told(&self, text: String) -> Diagnostic {
        let told = |kind| Diagnostic::new(kind, Severity::Error, text);
        let mut diagnostic = match self {
            Self::Collection(path) => told(ErrorType::Runtime).at(Location::file(path)),
            Self::Test(_) => told(ErrorType::Assertion),
        };
        diagnostic.test = Some(self.key().to_owned());
        diagnostic
    }

    /// The full name, if the test is in the file of the stack's outermost place.
    pub(super) fn guess(&self, first_file: Option<&str>) -> Option<String> {
        match self {
            Self::Collection(path) => Some(path.clone()),
            Self::Test(name) => {
                let file = first_file.filter(|file| !file.ends_with("conftest.py"))?;
                let (path, parameter) = name.split_at(name.find('[').unwrap_or(name.len()));
                Some(format!("{file}::{}{parameter}", path.replace('.', "::")))
            }
        }
    }
}

/// The test's name without the suffix of its subtests: ` [message] (i=1)`.
fn without_subtest(name: &str) -> &str {
    let ends = [" [", " ("].iter().filter_map(|start| name.find(start));
    let end = ends.min().filter(|end| {
        let before = &name[..*end];
        before.matches('[').count() == before.matches(']').count()
    });
    &name[..end.unwrap_or(name.len())]
}

/// pytest's heading above the report of a test with this full name: `TestCart.test_total[a::b]` for
/// `tests/test_cart.py::TestCart::test_total[a::b]`. A file that cannot be collected is named in
/// full.
pub(super) fn key(node: &str) -> String {
    let Some((_, within)) = node.split_once("::") else {
        return node.to_owned();
    };
    let (path, parameter) = within.split_at(within.find('[').unwrap_or(within.len()));
    path.replace("::", ".") + parameter
}

//! What runtimes, bundlers and linters say of names and modules of JavaScript.

use regex::Captures;
use unbreak_core::{Diagnostic, ErrorType};

use crate::wording::Wording;

/// What is complained of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Complaint {
    /// Nothing of this name is in scope.
    UndefinedName(String),
    /// There is no such module.
    MissingModule(String),
    /// The module is there, and exports nothing of this name.
    MissingExport { module: String, name: String },
    /// What goes by the name is nothing that can be called.
    NotCallable(String),
    /// The value has nothing of this name that can be called, or nothing at all.
    MissingMember(String),
    /// A value is `undefined`, or another than a test expects; which, nobody says.
    WrongValue,
}

/// The words of one complaint, and what they mean.
struct Words {
    wording: Wording,
    means: fn(&Captures<'_>) -> Complaint,
}

macro_rules! words {
    ($wording:literal, $means:expr) => {
        Words {
            wording: Wording::new($wording),
            means: $means,
        }
    };
}

const NAME: fn(&Captures<'_>) -> Complaint = |found| Complaint::UndefinedName(found["name"].to_owned());
const MODULE: fn(&Captures<'_>) -> Complaint = |found| Complaint::MissingModule(found["module"].to_owned());
const EXPORT: fn(&Captures<'_>) -> Complaint = |found| Complaint::MissingExport {
    module: found["module"].to_owned(),
    name: found["name"].to_owned(),
};
const NOT_CALLABLE: fn(&Captures<'_>) -> Complaint = |found| Complaint::NotCallable(found["name"].to_owned());
const VALUE: fn(&Captures<'_>) -> Complaint = |_| Complaint::WrongValue;
const MEMBER: fn(&Captures<'_>) -> Complaint = |found| Complaint::MissingMember(found["name"].to_owned());

/// In the order in which they are tried: what says more comes first.
static WORDS: [Words; 22] = [
    // Node and other runtimes on V8, for ES modules.
    words!(
        r"The requested module '(?P<module>[^']+)' does not provide an export named '(?P<name>[\w$]+)'",
        EXPORT
    ),
    // The same where the module is in CommonJS.
    words!(
        r"Named export '(?P<name>[\w$]+)' not found\. The requested module '(?P<module>[^']+)'",
        EXPORT
    ),
    // esbuild, Vite, tsup.
    words!(
        r#"No matching export in "(?P<module>[^"]+)" for import "(?P<name>[\w$]+)""#,
        EXPORT
    ),
    // Rollup, Rolldown.
    words!(
        r#"^"(?P<name>[\w$]+)" is not exported by "(?P<module>[^"]+)""#,
        EXPORT
    ),
    // webpack.
    words!(
        r"export '(?P<name>[\w$]+)' \(imported as '[\w$]+'\) was not found in '(?P<module>[^']+)'",
        EXPORT
    ),
    // eslint-plugin-import.
    words!(r"^(?P<name>[\w$]+) not found in '(?P<module>[^']+)'", EXPORT),
    // TypeScript: TS2305, TS2614, TS2724.
    words!(
        r#"^(?:Module )?'"(?P<module>[^"]+)"' has no exported member (?:named )?'(?P<name>[\w$]+)'"#,
        EXPORT
    ),
    // TypeScript: TS2459.
    words!(
        r#"^Module '"(?P<module>[^"]+)"' declares '(?P<name>[\w$]+)' locally, but it is not exported"#,
        EXPORT
    ),
    // Node, Jest and TypeScript (TS2307).
    words!(r"Cannot find (?:module|package) '(?P<module>[^']+)'", MODULE),
    // Node, of what begins with `node:`.
    words!(r"No such built-in module: (?P<module>\S+)", MODULE),
    // esbuild; Vite and Vitest.
    words!(
        r#"(?:Could not resolve|Failed to resolve import) "(?P<module>[^"]+)""#,
        MODULE
    ),
    // webpack.
    words!(r"Can't resolve '(?P<module>[^']+)' in", MODULE),
    // eslint-plugin-import.
    words!(r"Unable to resolve path to module '(?P<module>[^']+)'", MODULE),
    // V8: x.y is not a function; also "is not a constructor".
    words!(
        r"(?:^|[\s(])(?:[\w$\]\[]+\??\.|\(intermediate value\)\.)+(?P<name>[\w$]+) is not a (?:function|constructor)",
        MEMBER
    ),
    // V8, of what bundlers make of imports: a name that was imported and is not there.
    words!(
        r"^(?:\(0 , [\w$]+\.)?(?P<name>[\w$]+)\)? is not a (?:function|constructor)",
        NOT_CALLABLE
    ),
    // V8: what was asked of `undefined`.
    words!(r"Cannot (?:read|set) properties of undefined", VALUE),
    words!(
        r"Cannot destructure property '[\w$]+' of '.+' as it is undefined",
        VALUE
    ),
    words!(r"(?:undefined|[\w$\]\)]) is not iterable", VALUE),
    // TypeScript: TS2339, TS2551.
    words!(r"^Property '(?P<name>[\w$]+)' does not exist on type", MEMBER),
    // TypeScript: TS2304, TS2552.
    words!(r"^Cannot find name '(?P<name>[\w$]+)'", NAME),
    // ESLint's no-undef, oxlint.
    words!(r"^'(?P<name>[\w$]+)' is not defined", NAME),
    // V8.
    words!(r"(?:^|\s)(?P<name>[\w$]+) is not defined", NAME),
];

/// Endings of files in JavaScript and TypeScript, and of those that hold some.
pub(crate) const ENDINGS: &[&str] = &[
    "js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx", "vue", "svelte",
];

impl Complaint {
    /// What a diagnostic complains of, if its file is of the language, or Node names none.
    pub(crate) fn of(diagnostic: &Diagnostic) -> Option<Self> {
        let file = super::place(diagnostic).file.as_deref();
        if !file.map_or(diagnostic.parser == "node", is_script) {
            return None;
        }
        let said = WORDS.iter().find_map(|words| {
            let found = words.wording.read(&diagnostic.message)?;
            Some((words.means)(&found))
        });
        let is_assertion = diagnostic.error_type == ErrorType::Assertion;
        said.or_else(|| is_assertion.then_some(Self::WrongValue))
    }
}

pub(crate) fn is_script(file: &str) -> bool {
    file.rsplit_once('.')
        .is_some_and(|(_, ending)| ENDINGS.contains(&ending))
}

//! What a diagnostic complains of, whichever tool said it.
//!
//! The interpreter, ruff, flake8, mypy, pyright and pylint have many wordings for few faults. The
//! strategies reason about the faults; this is the only place that knows the wordings.

use std::sync::LazyLock;

use regex::{Captures, Regex};
use unbreak_core::Diagnostic;
use unbreak_core::pattern::pattern;

use super::modules::is_identifier;
use crate::wording::Wording;

/// A fault in the names, imports or arguments of a Python program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Complaint {
    /// No module of this dotted name can be found.
    MissingModule(String),
    /// A module (where the tool names it) does not have a name that is imported from it.
    MissingMember {
        /// The name.
        name: String,
        /// The module, as the tool names it.
        module: Option<String>,
    },
    /// A relative import leads out of the package, or there is no package.
    RelativeImport {
        /// Whether the file was imported as part of a package.
        in_package: bool,
    },
    /// A name that nothing binds.
    UndefinedName(String),
    /// A local name that is read before anything is bound to it.
    UnboundName(String),
    /// An object, class or module does not have an attribute.
    MissingAttribute {
        /// What should have had it.
        owner: Owner,
        /// The attribute.
        name: String,
    },
    /// A call passes a keyword that the callee does not take.
    UnexpectedKeyword {
        /// The callee, as the tool names it.
        callee: Option<String>,
        /// The keyword.
        keyword: String,
    },
    /// A call passes one positional argument more than the callee takes.
    SurplusArgument {
        /// The callee, as the interpreter names it.
        callee: String,
    },
    /// A dictionary does not have a key.
    MissingKey(String),
    /// A test asks for a fixture that nobody defines.
    MissingFixture(String),
    /// A method without `self`.
    MissingSelf,
    /// An import that nothing uses.
    UnusedImport(String),
    /// A local variable that nothing reads.
    UnusedVariable(String),
}

/// Classes with a `__getattr__` of their own (enumerations before Python 3.12) often say only the name.
fn bare_attribute(diagnostic: &Diagnostic) -> Option<Complaint> {
    let is_attribute = diagnostic.code.as_deref() == Some("AttributeError");
    let name = diagnostic.message.trim();
    (is_attribute && is_identifier(name)).then(|| attribute(Owner::Unknown, name.to_owned()))
}

/// `KeyError` says the key, and nothing else.
fn key(diagnostic: &Diagnostic) -> Option<Complaint> {
    let said = diagnostic.message.trim();
    let quoted = |quote: char| said.strip_prefix(quote)?.strip_suffix(quote);
    let key = quoted('\'').or_else(|| quoted('"'))?;
    (diagnostic.code.as_deref() == Some("KeyError")).then(|| Complaint::MissingKey(key.to_owned()))
}

/// What should have had an attribute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Owner {
    /// An instance of a class of this name.
    Instance(String),
    /// A class of this name itself.
    Class(String),
    /// A module of this dotted name, where the tool says it.
    Module(Option<String>),
    /// The tool does not say.
    Unknown,
}

impl Complaint {
    /// What a diagnostic about Python complains of, if it is of this kind.
    pub(crate) fn of(diagnostic: &Diagnostic) -> Option<Self> {
        if !is_python(diagnostic) {
            return None;
        }
        let worded = WORDINGS
            .iter()
            .find_map(|(wording, make)| wording.read(&diagnostic.message).map(|said| make(&said)));
        worded
            .or_else(|| bare_attribute(diagnostic))
            .or_else(|| key(diagnostic))
    }
}

/// The names that the tool itself offers ("Did you mean: 'total'?", `maybe "total"?`), in its order.
pub(crate) fn hints(diagnostic: &Diagnostic) -> Vec<String> {
    static OFFER: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"(?i:did you mean|did you forget to import|maybe)\b[^?\n]*"));
    static NAME: LazyLock<Regex> = LazyLock::new(|| pattern(r#"['"`]([\w.]+)['"`]"#));
    let notes = diagnostic.notes.iter().map(|note| note.message.as_str());
    let texts = std::iter::once(diagnostic.message.as_str())
        .chain(diagnostic.advice.as_deref())
        .chain(notes);
    texts
        .flat_map(|text| OFFER.find_iter(text))
        .flat_map(|offer| NAME.captures_iter(offer.as_str()))
        .map(|name| name[1].to_owned())
        .collect()
}

/// Whether a diagnostic is about a Python file.
pub(crate) fn is_python(diagnostic: &Diagnostic) -> bool {
    let frames = diagnostic.frames.iter().map(|frame| &frame.location);
    std::iter::once(&diagnostic.location)
        .chain(frames)
        .filter_map(|location| location.file.as_deref())
        .any(is_python_file)
}

/// Whether a file holds Python, by its name.
pub(crate) fn is_python_file(file: &str) -> bool {
    [".py", ".pyi", ".pyw"]
        .iter()
        .any(|ending| file.ends_with(ending))
}

type Make = fn(&Captures<'_>) -> Complaint;

/// The wordings, the most particular first.
static WORDINGS: LazyLock<Vec<(Wording, Make)>> = LazyLock::new(|| {
    let wordings: [(&'static str, Make); _] = [
        // CPython, mypy, pyright, pylint: imports
        (r"^No module named %Q?(%N)%Q?", |c| {
            Complaint::MissingModule(name(c, 1))
        }),
        (r"module named %Q(%N)%Q", |c| Complaint::MissingModule(name(c, 1))),
        (r"^Import %Q(%N)%Q could not be resolved$", |c| {
            Complaint::MissingModule(name(c, 1))
        }),
        (r"^Unable to import %Q(%N)%Q", |c| {
            Complaint::MissingModule(name(c, 1))
        }),
        (
            r"cannot import name %Q(%N)%Q from (?:partially initialized module )?%Q(%N)%Q",
            missing_member,
        ),
        (r"^No name %Q(%N)%Q in module %Q(%N)%Q", missing_member),
        (r"^%Q(%N)%Q is unknown import symbol", |c| {
            Complaint::MissingMember {
                name: name(c, 1),
                module: None,
            }
        }),
        (r"attempted relative import beyond", |_| {
            Complaint::RelativeImport { in_package: true }
        }),
        (r"attempted relative import", |_| Complaint::RelativeImport {
            in_package: false,
        }),
        // names
        (r"^(?i:undefined variable) %Q(%N)%Q", |c| {
            Complaint::UndefinedName(name(c, 1))
        }),
        (r"^name %Q(%N)%Q is not defined", |c| {
            Complaint::UndefinedName(name(c, 1))
        }),
        (r"^Name %Q(%N)%Q is not defined", |c| {
            Complaint::UndefinedName(name(c, 1))
        }),
        (r"^%Q(%N)%Q is not defined$", |c| {
            Complaint::UndefinedName(name(c, 1))
        }),
        (r"^(?i:undefined name) %Q(%N)%Q", |c| {
            Complaint::UndefinedName(name(c, 1))
        }),
        (
            r"(?:local|free) variable %Q(%N)%Q (?:where it is not|referenced before)",
            |c| Complaint::UnboundName(name(c, 1)),
        ),
        // attributes
        (
            r"^(?:partially initialized )?module %Q(%N)%Q has no attribute %Q(%N)%Q",
            module_attribute,
        ),
        (
            r"^Module %Q(%N)%Q has no attribute %Q(%N)%Q",
            missing_member_reversed,
        ),
        (r"^Module has no attribute %Q(%N)%Q", |c| {
            attribute(Owner::Module(None), name(c, 1))
        }),
        (r"^Module %Q(%N)%Q has no %Q(%N)%Q member", module_attribute),
        (r"^%Q(%N)%Q is not a known attribute of module %Q(%N)%Q", |c| {
            attribute(Owner::Module(Some(name(c, 2))), name(c, 1))
        }),
        (
            r"^type object %Q(%N)%Q has no attribute %Q(%N)%Q",
            class_attribute,
        ),
        (
            r"^%Q[Tt]ype\[(%N)(?:\[.*\])?\]%Q has no attribute %Q(%N)%Q",
            class_attribute,
        ),
        (r"^Class %Q(%N)%Q has no %Q(%N)%Q member", class_attribute),
        (
            r"^Cannot access attribute %Q(%N)%Q for class %Qtype\[(%N)\*?\]%Q",
            |c| attribute(Owner::Class(name(c, 2)), name(c, 1)),
        ),
        (
            r"^Cannot access attribute %Q(%N)%Q for class %Q(%N)(?:\[.*\])?\*?%Q",
            |c| attribute(Owner::Instance(name(c, 2)), name(c, 1)),
        ),
        (r"^%Q(%N)%Q object has no attribute %Q(%N)%Q", instance_attribute),
        (
            r"^%Q(%N)(?:\[.*\])?%Q has no attribute %Q(%N)%Q",
            instance_attribute,
        ),
        (
            r"^Instance of %Q(%N)%Q has no %Q(%N)%Q member",
            instance_attribute,
        ),
        // mypy: the class lists the attributes that it may have.
        (
            r"^Trying to assign name %Q(%N)%Q that is not in %Q__slots__%Q",
            |c| attribute(Owner::Unknown, name(c, 1)),
        ),
        (r"^fixture %Q(%N)%Q not found", |c| {
            Complaint::MissingFixture(name(c, 1))
        }),
        // arguments
        (
            r"^([\w.<>]+)\(\) got an unexpected keyword argument %Q(%N)%Q",
            |c| keyword(c.get(1), name(c, 2)),
        ),
        (r"^%Q(%N)%Q is an invalid keyword argument for (%N)\(\)", |c| {
            keyword(c.get(2), name(c, 1))
        }),
        (r"^Unexpected keyword argument %Q(%N)%Q for %Q(%N)%Q", |c| {
            keyword(c.get(2), name(c, 1))
        }),
        (r"^Unexpected keyword argument %Q(%N)%Q", |c| {
            keyword(None, name(c, 1))
        }),
        (r"^No parameter named %Q(%N)%Q", |c| keyword(None, name(c, 1))),
        (
            r"^([\w.<>]+)\(\) takes (?:from \d+ to )?\d+ positional arguments? but \d+ w",
            |c| Complaint::SurplusArgument { callee: name(c, 1) },
        ),
        (r"^Method must have at least one argument", |_| {
            Complaint::MissingSelf
        }),
        (
            r"^(?i:first argument) of a method should be named %Qself%Q",
            |_| Complaint::MissingSelf,
        ),
        (r"^Instance methods should take a %Qself%Q parameter", |_| {
            Complaint::MissingSelf
        }),
        (
            r"^Method %Q(?:%N)%Q (?:has no argument|should have %Qself%Q as first argument)",
            |_| Complaint::MissingSelf,
        ),
        // what is left over
        (r"^%Q(?:(?:[\w.]+) as )?(%N)%Q imported but unused", |c| {
            Complaint::UnusedImport(name(c, 1))
        }),
        (r"^Unused import (?:%N as )?(%N)", |c| {
            Complaint::UnusedImport(name(c, 1))
        }),
        (r"^Unused (%N) imported from %N(?: as (%N))?", |c| {
            Complaint::UnusedImport(if c.get(2).is_some() {
                name(c, 2)
            } else {
                name(c, 1)
            })
        }),
        (
            r"^(?i:local variable) %Q(%N)%Q is assigned to but never used",
            |c| Complaint::UnusedVariable(name(c, 1)),
        ),
        (r"^Unused variable %Q(%N)%Q", |c| {
            Complaint::UnusedVariable(name(c, 1))
        }),
    ];
    wordings
        .map(|(spelled, make)| (Wording::new(spelled), make))
        .into()
});

fn name(captures: &Captures<'_>, group: usize) -> String {
    captures.get(group).map_or("", |found| found.as_str()).to_owned()
}

fn missing_member(c: &Captures<'_>) -> Complaint {
    Complaint::MissingMember {
        name: name(c, 1),
        module: Some(name(c, 2)),
    }
}

/// mypy speaks of `from module import name` in the words it has for attributes.
fn missing_member_reversed(c: &Captures<'_>) -> Complaint {
    Complaint::MissingMember {
        name: name(c, 2),
        module: Some(name(c, 1)),
    }
}

fn module_attribute(c: &Captures<'_>) -> Complaint {
    attribute(Owner::Module(Some(name(c, 1))), name(c, 2))
}

fn class_attribute(c: &Captures<'_>) -> Complaint {
    attribute(Owner::Class(name(c, 1)), name(c, 2))
}

fn instance_attribute(c: &Captures<'_>) -> Complaint {
    attribute(Owner::Instance(name(c, 1)), name(c, 2))
}

fn attribute(owner: Owner, name: String) -> Complaint {
    Complaint::MissingAttribute { owner, name }
}

fn keyword(callee: Option<regex::Match<'_>>, keyword: String) -> Complaint {
    let callee = callee.map(|found| found.as_str().to_owned());
    Complaint::UnexpectedKeyword { callee, keyword }
}

//! `config_fix`: files that a command reads and cannot.
//!
//! Tools often name such a file badly, or not at all. So the files that the command, its output and the failing
//! line name are read here first, and one that has the fault is the suspect. One file here is one kind of fault:
//! [markers of a merge](conflict), what is there [twice], [line ends](line_ends), [make's recipes](makefile), [sections](ini),
//! [variables](environment), paths in [another case](letter_case) or [misspelt](misspelt_path), [kinds of value](value_type), [programs](shebang), [words that a tool lists](listed_value),
//! [values and comments of other languages](plain_data), [sources](unlinked) and [libraries](library) that are not linked, [variables](shared_variable) that headers define, [elements](xml). The syntax of JSON, TOML and YAML is searched by [`syntax_fix`](crate::syntax_fix).

mod conflict;
mod environment;
mod ini;
mod letter_case;
#[cfg(feature = "c")]
mod library;
mod line_ends;
mod listed_value;
mod makefile;
mod missing_target;
pub(crate) mod misspelt_path;
#[cfg(feature = "languages")]
mod mocha_options;
mod plain_data;
#[cfg(feature = "c")]
mod shared_variable;
mod shebang;
mod twice;
#[cfg(feature = "c")]
mod unlinked;
mod value_type;
#[cfg(feature = "languages")]
mod xml;

use async_trait::async_trait;
use unbreak_core::{
    Analysis, Candidate, Confidence, Descriptor, Diagnostic, ErrorType, Evidence, Example, Fact, Fix,
    FixContext, FixStrategy, RelPath, RuleId, SafetyClass, StrategyError, register_strategy,
};

use crate::describe::describe;
use crate::rule;
use crate::syntax_fix::patch;
use crate::weights::asking;

const ID: &str = "config_fix";

/// Larger files are data.
const MOST_BYTES: usize = 1_000_000;

/// The greatest number of files that are read when nothing names the broken one.
const MOST_FILES: usize = 400;

const DOCS: &str = "\
## What it fixes

Invalid files that the failing command reads:

- Makefile recipes that are indented with spaces, a rule without a colon, a condition without an end.
- Windows line ends in scripts that a shell or the system runs.
- Headers and keys of INI files: a bracket or `=` is missing.
- `True` and `False` in JSON and TOML, and comments in manifests that are strict JSON.
- Assignments with spaces in a `.env` that a shell reads.
- A path whose case differs from the only file that it can mean, or that has one misspelt part.
- A misspelt key or value, if the tool lists or documents the valid ones; the program in the first line of a
  script.
- A misspelt script of a package or target of a Makefile, if the command asks for it by its right name.
- A source file that the build file does not name, if it is the only one that defines a missing symbol.
- A library that a Makefile or CMake does not link, if a missing function is known to be in it.
- A variable that a header defines, which the linker finds once for each source.
- A number in quotes, or a string without quotes, if the tool requires the other.
- The options of Mocha in `test/mocha.opts`, which Mocha 8 and later do not read: they are written into `package.json`.
- XML elements: an end tag is missing or misspelt, a bracket or an ampersand is not escaped.
- Merge markers: each side is offered, for all files at once; the only marker of a file is removed. A definition
  that is there twice with the same text, as merges leave it: the second one is removed.

## Why

Such a file stops the command early, and the message often names neither the file nor the line. Therefore this
strategy first reads the files that the command reads.

## Fix safety

A change is proposed only if the file is valid afterwards. Recipes and line ends are safe, because the language
allows no other repair; so are assignments, the second of two equal definitions, a library that is known to have the missing function, a variable that
becomes `extern` in its header, and a path for which only one file
exists. Corrections of misspelt words and completions of a Makefile need confirmation. A side of a merge is a guess, because only people know which one was
intended: it needs `--allow guess`, or `--yes` and tests that fail with the other side.
";

static EXAMPLES: [Example; 3] = [
    Example::new(
        "a recipe that is indented with spaces",
        "all:\n    @echo done\n",
        "all:\n\t@echo done\n",
    ),
    Example::new(
        "a rule without its colon",
        "all: hello\n\nhello\n\t@echo done\n",
        "all: hello\n\nhello:\n\t@echo done\n",
    ),
    Example::new(
        "a condition without its end",
        "ifdef DEBUG\nFLAGS = -g\n\nall:\n\t@echo $(FLAGS)\n",
        "ifdef DEBUG\nFLAGS = -g\nendif\n\nall:\n\t@echo $(FLAGS)\n",
    ),
];

static DESCRIPTOR: Descriptor = describe(
    ID,
    "repairs configuration files, scripts and merges that cannot be read",
    DOCS,
    &[],
    &EXAMPLES,
);

/// The strategy.
#[derive(Debug, Clone, Copy, Default)]
pub struct ConfigFix;

register_strategy!(ConfigFix);

/// A file whose text becomes another.
struct Rewrite {
    file: RelPath,
    before: String,
    after: String,
}

/// A change of one or several files.
struct Offer {
    title: String,
    reason: String,
    confidence: f64,
    evidence: Evidence,
    safety: SafetyClass,
    rewrites: Vec<Rewrite>,
}

/// A failure, and what the rules may ask about it.
struct Case<'a> {
    diagnostic: &'a Diagnostic,
    context: &'a FixContext<'a>,
}

/// Finds faults of one kind.
type Rule = fn(&Case<'_>) -> Vec<Offer>;

const RULES: &[(RuleId, Rule)] = &[
    (rule::any::merge::SIDE, conflict::offers),
    (rule::any::merge::LEFTOVER, conflict::leftover),
    (rule::any::merge::TWICE, twice::offers),
    (rule::any::makefile::TAB, makefile::offers),
    (rule::any::script::LINE_ENDS, line_ends::offers),
    (rule::any::ini::LINE, ini::offers),
    (rule::any::variables::SPACES, environment::offers),
    (rule::any::path::LETTER_CASE, letter_case::offers),
    (rule::any::path::MISSPELT, misspelt_path::offers),
    (rule::any::target::MISSPELT, missing_target::offers),
    (rule::any::value::LISTED, listed_value::offers),
    (rule::any::value::TYPE, value_type::offers),
    #[cfg(feature = "c")]
    (rule::c::link::SOURCE, unlinked::offers),
    #[cfg(feature = "c")]
    (rule::c::link::LIBRARY, library::offers),
    #[cfg(feature = "c")]
    (rule::c::link::SHARED_VARIABLE, shared_variable::offers),
    (rule::any::plain_data::AS_WRITTEN, plain_data::offers),
    (rule::any::script::PROGRAM, shebang::offers),
    #[cfg(feature = "languages")]
    (rule::data::xml::ELEMENT, xml::offers),
    #[cfg(feature = "languages")]
    (rule::javascript::mocha::OPTIONS_FILE, mocha_options::offers),
];

#[async_trait]
impl FixStrategy for ConfigFix {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn rules(&self) -> Vec<unbreak_core::RuleDescription> {
        crate::rule::of(ID)
    }

    fn assess(&self, diagnostic: &Diagnostic) -> Option<Candidate> {
        let may_be_reading = match diagnostic.error_type {
            ErrorType::Syntax | ErrorType::Unknown | ErrorType::Build | ErrorType::Runtime => true,
            ErrorType::Type | ErrorType::Lint if diagnostic.message.contains("onflict marker") => true,
            _ => {
                let message = &diagnostic.message;
                matches!(diagnostic.fact, Some(Fact::DuplicateDefinition { .. }))
                    || letter_case::missing(diagnostic).is_some()
                    || misspelt_path::is_said(diagnostic)
                    || may_lack_options(diagnostic)
                    || listed_value::is_said(message)
                    || value_type::is_said(message)
            }
        };
        (diagnostic.is_error() && may_be_reading).then(|| {
            Candidate::new(
                ID,
                "repair a file that is read",
                "see whether a file that the command reads is broken",
                asking::rarely(),
            )
        })
    }

    async fn propose(
        &self,
        analysis: &Analysis,
        context: &FixContext<'_>,
    ) -> Result<Vec<Fix>, StrategyError> {
        let case = Case {
            diagnostic: &analysis.diagnostic,
            context,
        };
        let fixes = RULES.iter().flat_map(|(id, rule)| {
            let offers = rule(&case).into_iter();
            offers.map(|offer| Ok(fix(offer)?.by(id.clone())))
        });
        fixes.collect()
    }
}

/// Returns whether a failure may follow from options that a test runner did not read.
#[cfg(feature = "languages")]
fn may_lack_options(diagnostic: &Diagnostic) -> bool {
    mocha_options::is_suspect(diagnostic)
}

#[cfg(not(feature = "languages"))]
fn may_lack_options(_diagnostic: &Diagnostic) -> bool {
    false
}

impl Case<'_> {
    /// The text of a file, if it is one that people write.
    fn read(&self, file: &RelPath) -> Option<String> {
        let text = self.context.workspace.read_text(file).ok()?;
        (text.len() <= MOST_BYTES).then_some(text)
    }

    /// The file that the diagnostic is about.
    fn named(&self) -> Option<RelPath> {
        let file = self.context.workspace.locate(self.diagnostic.file()?)?;
        self.context.workspace.is_file(&file).then_some(file)
    }

    /// Returns whether a file is named by the command, its output, or the line that reads it.
    fn is_mentioned(&self, file: &RelPath) -> bool {
        let name = file.as_str().rsplit('/').next().unwrap_or_default();
        let reading = self.named().and_then(|file| self.read(&file));
        let is_read = || reading.as_ref().is_some_and(|text| text.contains(name));
        self.context.command.words().any(|word| word.ends_with(name))
            || self.context.output.contains(name)
            || is_read()
    }

    /// The files that may be the broken one and end so, the mentioned ones only.
    fn suspects(&self, is_wanted: impl Fn(&RelPath) -> bool) -> Vec<(RelPath, String)> {
        let files = self.context.workspace.files();
        let wanted = files.iter().filter(|file| is_wanted(file)).take(MOST_FILES);
        let mentioned = wanted.filter(|file| self.is_mentioned(file));
        mentioned
            .filter_map(|file| Some((file.clone(), self.read(file)?)))
            .collect()
    }
}

fn fix(offer: Offer) -> Result<Fix, StrategyError> {
    let mut edits = Vec::new();
    for rewrite in &offer.rewrites {
        edits.extend(patch::edits(&rewrite.file, &rewrite.before, &rewrite.after)?);
    }
    Ok(Fix::new(ID, offer.title, Confidence::new(offer.confidence))
        .because(offer.reason)
        .evidence(offer.evidence)
        .safety(offer.safety)
        .of_this_text()
        .edits(edits))
}

//! `rule_fix`: the rule files that come with the program. A rule is read when the first diagnostic
//! arrives that it may answer.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use async_trait::async_trait;
use serde_json::Value;
use unbreak_core::pattern::literal;
use unbreak_core::rule::{RuleDescription, Switches};
use unbreak_core::{
    Analysis, Candidate, Descriptor, Diagnostic, Example, Fix, FixContext, FixStrategy, Options,
    OptionsError, StrategyError, register_strategy,
};

use super::example::describe as describe_rule;
use super::fact::StatedFact;
use super::language::Tongue;
use super::rule::{MigrationRule, Rules};
use super::strategy::{assess, propose};
use crate::code_words::{has_word, is_word};
use crate::describe::describe;

const ID: &str = "rule_fix";

const DOCS: &str = "\
## What it fixes

Code that was written for an older version of a language or a library: modules that were removed, functions
that were renamed, arguments that changed. Each rule is an entry in a file; `unbreak list rules` shows them,
and `unbreak explain RULE` shows one with an example.

## Why

Whoever changed the library also wrote down what replaces the old form. Likeness of names finds some of these
replacements, and misses those that have another name, another module or other arguments.

## Fix safety

A rule says whether the new form means the same as the old one. If it does, its change is safe; if not, it is
kept only if you agree. Names are changed only where the file's imports bind them, never in strings, comments
or where something else has the name.
";

static EXAMPLES: [Example; 2] = [
    Example::new(
        "an abstract class that moved",
        "from collections import Mapping, OrderedDict\n\nprint(isinstance(OrderedDict(), Mapping))\n",
        "from collections import OrderedDict\nfrom collections.abc import Mapping\n\n\
         print(isinstance(OrderedDict(), Mapping))\n",
    ),
    Example::new(
        "a method of dictionaries that went",
        "stock = {\"tea\": 3}\nprint(stock.has_key(\"tea\"))\n",
        "stock = {\"tea\": 3}\nprint(\"tea\" in stock)\n",
    ),
];

static DESCRIPTOR: Descriptor = describe(
    ID,
    "applies migrations to newer versions of languages and libraries, with rules that are data",
    DOCS,
    &[],
    &EXAMPLES,
);

/// A file that comes with the program, as the build script wrote it down.
struct Shipped {
    name: &'static str,
    text: &'static str,
    languages: &'static [&'static str],
    /// The file as JSON, without its rules.
    head: &'static str,
    rules: &'static [Entry],
    whole: OnceLock<Option<Rules>>,
}

/// One rule of a file.
struct Entry {
    /// Words one of which is in every diagnostic that the rule answers, unless a message tells it.
    names: &'static [&'static str],
    /// Expressions one of which such a message matches.
    messages: &'static [&'static str],
    /// The words of each of these that are in every match.
    literals: OnceLock<Vec<&'static str>>,
    /// The rule as JSON, without its examples.
    table: &'static str,
    /// A file of this rule alone.
    rules: OnceLock<Option<Rules>>,
}

impl Shipped {
    /// Its rules with their examples. A file that cannot be read has none; a test reads them all.
    fn whole(&self) -> Option<&Rules> {
        let read = || Rules::parse(self.name, self.text).ok();
        self.whole.get_or_init(read).as_ref()
    }

    /// The rules that may answer one of these diagnostics, without examples.
    fn rules(&'static self, questions: &[Words<'_>]) -> impl Iterator<Item = &'static Rules> {
        let may_answer = |entry: &&Entry| questions.iter().any(|words| words.have_a_clue(entry));
        let entries: Vec<&'static Entry> = self.rules.iter().filter(may_answer).collect();
        entries.into_iter().filter_map(|entry| {
            let read = || Rules::of_one(self.name, self.head, entry.table).ok();
            entry.rules.get_or_init(read).as_ref()
        })
    }
}

impl Entry {
    fn literals(&self) -> &[&'static str] {
        let all = || self.messages.iter().map(|message| literal(message)).collect();
        self.literals.get_or_init(all)
    }
}

/// All that a diagnostic says.
struct Words<'d> {
    texts: Vec<Cow<'d, str>>,
    /// The words in them, of letters, digits and `_`.
    words: BTreeSet<String>,
}

impl<'d> Words<'d> {
    fn of(diagnostic: &'d Diagnostic) -> Self {
        let fact = StatedFact::of(diagnostic).into_iter();
        let stated = fact.flat_map(|fact| [Some(fact.name), fact.of]).flatten();
        let advice = diagnostic.advice.as_deref();
        let said = [Some(diagnostic.message.as_str()), advice];
        let said = said.into_iter().flatten().map(Cow::Borrowed);
        let texts: Vec<Cow<'d, str>> = said.chain(stated.map(Cow::Owned)).collect();
        let words = texts.iter().flat_map(|text| text.split(|c| !is_word(c)));
        Self {
            words: words.map(str::to_owned).collect(),
            texts,
        }
    }

    fn have_a_clue(&self, entry: &Entry) -> bool {
        let says = |literal: &&str| self.texts.iter().any(|text| text.contains(literal));
        let names = |name: &&str| match name.chars().all(is_word) {
            true => name.is_empty() || self.words.contains(*name),
            false => self.texts.iter().any(|text| has_word(text, name)),
        };
        entry.names.iter().any(names) || entry.literals().iter().any(says)
    }
}

include!(concat!(env!("OUT_DIR"), "/rules.rs"));

/// All shipped rules.
fn all() -> impl Iterator<Item = (&'static Rules, &'static MigrationRule)> + Clone {
    of(FILES.iter().filter_map(Shipped::whole))
}

/// The rules for some diagnostics and the languages of their files; the others are not read.
fn concerning<'d>(
    diagnostics: impl Iterator<Item = &'d Diagnostic>,
) -> impl Iterator<Item = (&'static Rules, &'static MigrationRule)> {
    let diagnostics: Vec<&Diagnostic> = diagnostics.collect();
    let tongues: Vec<_> = diagnostics.iter().map(|diagnostic| tongues(diagnostic)).collect();
    let words: Vec<Words<'_>> = diagnostics.into_iter().map(Words::of).collect();
    let is_for = |languages: &[&str], tongues: &Vec<&Tongue>| {
        tongues.is_empty() || tongues.iter().any(|tongue| tongue.is_one_of(languages))
    };
    let files = FILES
        .iter()
        .filter(|file| tongues.iter().any(|tongues| is_for(file.languages, tongues)));
    let found: Vec<&'static Rules> = files.flat_map(|file| file.rules(&words)).collect();
    of(found.into_iter())
}

fn of(
    files: impl Iterator<Item = &'static Rules> + Clone,
) -> impl Iterator<Item = (&'static Rules, &'static MigrationRule)> + Clone {
    files.flat_map(|file| file.rules.iter().map(move |rule| (file, rule)))
}

/// The languages of the files that a diagnostic names; none where these are not known.
fn tongues(diagnostic: &Diagnostic) -> Vec<&'static Tongue> {
    let frames = diagnostic.frames.iter().map(|frame| &frame.location);
    let places = frames.chain([&diagnostic.location]);
    let files = places.filter_map(|place| place.file.as_deref());
    files.filter_map(Tongue::of_file).collect()
}

/// The strategy.
#[derive(Debug, Clone, Default)]
pub struct RuleFix {
    switches: Switches,
}

register_strategy!(RuleFix::default());

impl RuleFix {
    /// The names and texts of the files.
    pub fn files() -> impl Iterator<Item = (&'static str, &'static str)> {
        FILES.iter().map(|file| (file.name, file.text))
    }

    fn enabled<'d>(
        &self,
        diagnostics: impl Iterator<Item = &'d Diagnostic>,
    ) -> impl Iterator<Item = (&'static Rules, &'static MigrationRule)> {
        concerning(diagnostics).filter(|(_, rule)| self.switches.allow(&rule.id))
    }
}

#[async_trait]
impl FixStrategy for RuleFix {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn options_schema(&self) -> Option<Value> {
        Some(Switches::schema())
    }

    fn configured(&self, options: &Options) -> Result<Arc<dyn FixStrategy>, OptionsError> {
        let switches = Switches::of(options)?;
        switches.check(&all().map(|(_, rule)| rule.id.as_str()))?;
        Ok(Arc::new(Self { switches }))
    }

    fn rules(&self) -> Vec<RuleDescription> {
        all()
            .map(|(file, rule)| describe_rule(file, rule, self.switches.allow(&rule.id)))
            .collect()
    }

    fn assess(&self, diagnostic: &Diagnostic) -> Option<Candidate> {
        assess(ID, self.enabled(std::iter::once(diagnostic)), diagnostic)
    }

    async fn propose(
        &self,
        analysis: &Analysis,
        context: &FixContext<'_>,
    ) -> Result<Vec<Fix>, StrategyError> {
        propose(ID, self.enabled(analysis.diagnostics()), analysis, context).await
    }
}

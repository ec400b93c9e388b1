//! `rule_fix`: the rule files that come with the program. Each is read when the first diagnostic arrives that
//! may concern its language.

use std::sync::{Arc, OnceLock};

use async_trait::async_trait;
use serde_json::Value;
use unbreak_core::rule::RuleDescription;
use unbreak_core::{
    Analysis, Candidate, Descriptor, Diagnostic, Example, Fix, FixContext, FixStrategy, Options,
    OptionsError, StrategyError, register_strategy,
};

use super::example::describe as describe_rule;
use super::language::Tongue;
use super::rule::{MigrationRule, Rules};
use super::strategy::{Switches, assess, propose};
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
    "changes what a newer version of a language or library wants otherwise, by rules that are data",
    DOCS,
    &[],
    &EXAMPLES,
);

/// A file that comes with the program, as the build script wrote it down.
struct Shipped {
    name: &'static str,
    text: &'static str,
    languages: &'static [&'static str],
    /// The file as JSON, without the examples of its rules.
    tables: &'static str,
    whole: OnceLock<Option<Rules>>,
    rules: OnceLock<Option<Rules>>,
}

impl Shipped {
    /// Its rules with their examples. A file that cannot be read has none; a test reads them all.
    fn whole(&self) -> Option<&Rules> {
        let read = || Rules::parse(self.name, self.text).ok();
        self.whole.get_or_init(read).as_ref()
    }

    /// Its rules without examples.
    fn rules(&self) -> Option<&Rules> {
        let read = || Rules::without_examples(self.name, self.tables).ok();
        self.rules.get_or_init(read).as_ref()
    }
}

include!(concat!(env!("OUT_DIR"), "/rules.rs"));

/// All shipped rules.
fn all() -> impl Iterator<Item = (&'static Rules, &'static MigrationRule)> + Clone {
    of(FILES.iter().filter_map(Shipped::whole))
}

/// The rules for the languages of some diagnostics; the other files are not read.
fn concerning<'d>(
    diagnostics: impl Iterator<Item = &'d Diagnostic>,
) -> impl Iterator<Item = (&'static Rules, &'static MigrationRule)> {
    let tongues: Vec<_> = diagnostics.map(tongues).collect();
    let is_for = |languages: &[&str], tongues: &Vec<&Tongue>| {
        tongues.is_empty() || tongues.iter().any(|tongue| tongue.is_one_of(languages))
    };
    let files = FILES
        .iter()
        .filter(move |file| tongues.iter().any(|tongues| is_for(file.languages, tongues)));
    of(files.filter_map(Shipped::rules))
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

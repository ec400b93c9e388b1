//! `rule_fix`: the rule files that come with the program. Each is read when the first diagnostic arrives that
//! may concern its language.

use std::sync::{Arc, LazyLock};

use async_trait::async_trait;
use serde_json::Value;
use unbreak_core::rule::RuleDescription;
use unbreak_core::{
    Analysis, Candidate, Descriptor, Diagnostic, Example, Fix, FixContext, FixStrategy, Options,
    OptionsError, StrategyError, register_strategy,
};

use super::example::describe as describe_rule;
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

/// A file that comes with the program.
struct Shipped {
    name: &'static str,
    text: &'static str,
}

macro_rules! shipped {
    ($($name:literal),* $(,)?) => {
        [$(Shipped {
            name: concat!("rules/", $name),
            text: include_str!(concat!("../../rules/", $name)),
        }),*]
    };
}

static FILES: &[Shipped] = &shipped![
    "migrations/pypi/celery.toml",
    "migrations/pypi/click.toml",
    "migrations/pypi/cryptography.toml",
    "migrations/pypi/django.toml",
    "migrations/pypi/flask.toml",
    "migrations/pypi/httpx.toml",
    "migrations/pypi/matplotlib.toml",
    "migrations/pypi/networkx.toml",
    "migrations/pypi/numpy.toml",
    "migrations/pypi/openai.toml",
    "migrations/pypi/pandas.toml",
    "migrations/pypi/pillow.toml",
    "migrations/pypi/pydantic.toml",
    "migrations/pypi/pytest.toml",
    "migrations/pypi/pyyaml.toml",
    "migrations/pypi/redis.toml",
    "migrations/pypi/scikit-learn.toml",
    "migrations/pypi/scipy.toml",
    "migrations/pypi/setuptools.toml",
    "migrations/pypi/sqlalchemy.toml",
    "migrations/pypi/urllib3.toml",
    "python/stdlib.toml",
];

/// All shipped rules. A file that cannot be read has none; a test reads them all.
static RULES: LazyLock<Vec<Rules>> = LazyLock::new(|| {
    FILES
        .iter()
        .filter_map(|file| Rules::parse(file.name, file.text).ok())
        .collect()
});

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

    fn enabled(&self) -> impl Iterator<Item = (&'static Rules, &'static MigrationRule)> {
        let all = RULES
            .iter()
            .flat_map(|file| file.rules.iter().map(move |rule| (file, rule)));
        all.filter(|(_, rule)| self.switches.allow(&rule.id))
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
        let ids = RULES
            .iter()
            .flat_map(|file| file.rules.iter().map(|rule| rule.id.as_str()));
        switches.check(&ids)?;
        Ok(Arc::new(Self { switches }))
    }

    fn rules(&self) -> Vec<RuleDescription> {
        let all = RULES
            .iter()
            .flat_map(|file| file.rules.iter().map(move |rule| (file, rule)));
        all.map(|(file, rule)| describe_rule(file, rule, self.switches.allow(&rule.id)))
            .collect()
    }

    fn assess(&self, diagnostic: &Diagnostic) -> Option<Candidate> {
        assess(ID, self.enabled(), diagnostic)
    }

    async fn propose(
        &self,
        analysis: &Analysis,
        context: &FixContext<'_>,
    ) -> Result<Vec<Fix>, StrategyError> {
        propose(ID, self.enabled(), analysis, context).await
    }
}

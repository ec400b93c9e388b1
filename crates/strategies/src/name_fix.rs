//! `name_fix`: misspelt names, attributes and keyword arguments; a missing `self`.
//!
//! One file here is one fault: a name that nothing binds, an attribute or a keyword that is not
//! there, a method without `self`, a definition that is misspelt itself. `spelling` decides between
//! a use and its definition.

mod attribute;
mod fixture;
mod key;
mod keyword;
mod misnamed;
mod missing_self;
mod missing_super;
mod outer_scope;
mod spelling;
mod undefined;

use std::sync::Arc;

use async_trait::async_trait;
use ruff_text_size::TextSize;
use unbreak_core::{
    Analysis, Candidate, Descriptor, Diagnostic, Example, Fact, Fix, FixContext, FixStrategy, OwnerKind,
    SafetyClass, StrategyError, register_strategy,
};

use crate::describe::describe;
use crate::elsewhere::{self, Subject};
use crate::message;
use crate::offer::{Offer, rank};
use crate::python::fact::fact;
use crate::python::imports::imported;
use crate::python::inquiry::Inquiry;
use crate::python::project::Parsed;
use crate::python::site::{Site, sites};
use crate::weights::asking;
use attribute::MissingAttribute;
use keyword::UnexpectedKeyword;
use undefined::Undefined;

const ID: &str = "name_fix";

const DOCS: &str = "\
## What it fixes

- A misspelt name: `entires` for `entries`, `pritn` for `print`.
- A misspelt attribute or method: `invoice.totl`, `json.dmps`, `self.itmes`.
- A wrong keyword argument: `round_up(minutes, steps=15)` where the parameter is `step`.
- A method or attribute used without `self.`, and a method that does not take `self`; a class method without its
  decorator; a constructor that does not call the one of the base class, which sets the missing attribute.
- A name of the module or of the function around that is read before it is assigned: it is declared `global` or
  `nonlocal`.
- A fixture that pytest does not find, using the fixtures that it lists. The name in the test changes if
  `--allow` permits it; otherwise the definition changes, if nothing else uses it.
- A misspelt definition, if all its uses spell the name correctly.
- In Go and Java: a misspelt name, field, method or member of a package; in Go also a name that is not exported.
- In Rust: a name with the same words in another order, and a field that contains one of the words.
- In C and C++ also: an undeclared variable, which is declared with the type that its use implies.

## Why

Misspelt names are the most common fault, and the intended name is nearly always in scope: bound in the
same function, defined in the class, or a parameter of the callee.

## Fix safety

These changes are safe, because the old code cannot have worked. Candidates are names that are visible
at the place. They are ranked by spelling, by how the name is used (called, with an attribute), by where
it is bound, and by whether it is used at all. The number of uses decides whether a use or its
definition is changed; uses in tests count twice.
";

static EXAMPLES: [Example; 3] = [
    Example::new(
        "a misspelt variable",
        "def total(prices):\n    return sum(pricse)\n\n\nprint(total([1, 2]))\n",
        "def total(prices):\n    return sum(prices)\n\n\nprint(total([1, 2]))\n",
    ),
    Example::new(
        "a wrong keyword argument",
        "def round_up(minutes, step=15):\n    return -(-minutes // step) * step\n\n\nprint(round_up(20, steps=30))\n",
        "def round_up(minutes, step=15):\n    return -(-minutes // step) * step\n\n\nprint(round_up(20, step=30))\n",
    ),
    Example::new(
        "a method called without self",
        "class Clock:\n    def hour(self):\n        return 3\n\n    def show(self):\n        print(hour())\n\n\nClock().show()\n",
        "class Clock:\n    def hour(self):\n        return 3\n\n    def show(self):\n        print(self.hour())\n\n\nClock().show()\n",
    ),
];

static DESCRIPTOR: Descriptor = describe(
    ID,
    "corrects misspelt names, attributes and keyword arguments, and adds a missing self",
    DOCS,
    crate::LANGUAGES,
    &EXAMPLES,
);

/// The strategy.
#[derive(Debug, Clone, Copy, Default)]
pub struct NameFix;

register_strategy!(NameFix);

#[async_trait]
impl FixStrategy for NameFix {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn rules(&self) -> Vec<unbreak_core::RuleDescription> {
        crate::rule::of(ID)
    }

    fn assess(&self, diagnostic: &Diagnostic) -> Option<Candidate> {
        if let Some(candidate) = elsewhere::assess(Subject::Name, diagnostic) {
            return Some(candidate);
        }
        let (action, description, confidence) = match fact(diagnostic)? {
            Fact::UndefinedName { name, .. } => (
                "correct name",
                format!("find a visible name like '{name}'"),
                asking::likely(),
            ),
            Fact::UnboundName { name, .. } => (
                "correct name",
                format!("find a local name like '{name}'"),
                asking::perhaps(),
            ),
            Fact::UnknownMember { name, .. } => (
                "correct attribute",
                format!("find an attribute like '{name}'"),
                asking::likely(),
            ),
            Fact::UnexpectedArgument { name: keyword, .. } => (
                "correct keyword",
                format!("find the parameter that '{keyword}' means"),
                asking::sure(),
            ),
            Fact::SurplusArgument { callee: Some(callee) } => (
                "add self",
                format!("check whether '{callee}' is missing self"),
                asking::even(),
            ),
            Fact::MissingArgument {
                callee: Some(callee), ..
            } if callee.contains('.') => (
                "make it a class method",
                format!("check whether '{callee}' is a class method"),
                asking::perhaps(),
            ),
            Fact::MissingFixture { name } => (
                "correct fixture",
                format!("find a fixture like '{name}'"),
                asking::likely(),
            ),
            Fact::MissingKey { key } => (
                "correct key",
                format!("find a key like '{key}'"),
                asking::perhaps(),
            ),
            Fact::MissingReceiver => ("add self", "add self to the method".to_owned(), asking::sure()),
            Fact::MissingExport { name, .. } => (
                "correct definition",
                format!("see whether the definition of '{name}' is misspelt"),
                asking::seldom(),
            ),
            _ => return None,
        };
        Some(Candidate::new(ID, action, description, confidence))
    }

    async fn propose(
        &self,
        analysis: &Analysis,
        context: &FixContext<'_>,
    ) -> Result<Vec<Fix>, StrategyError> {
        if let Some(fixes) = elsewhere::repair(Subject::Name, analysis, context).await? {
            return Ok(fixes);
        }
        if message::names_replacement(&analysis.diagnostic) {
            return Ok(Vec::new());
        }
        let Some(fact) = fact(&analysis.diagnostic) else {
            return Ok(Vec::new());
        };
        let case = Case {
            inquiry: Inquiry::new(context).await,
            analysis,
            context,
            sites: sites(&analysis.diagnostic, context.workspace),
        };
        let offers = match fact {
            Fact::UnboundName { name, .. } => case.unbound(name).await?,
            Fact::UndefinedName { name, .. } => case.undefined(name).await?,
            Fact::UnknownMember {
                name,
                owner,
                owner_kind,
                ..
            } => {
                let owner = Owner::of(*owner_kind, owner.as_deref());
                case.attribute(owner, name).await?
            }
            Fact::UnexpectedArgument { callee, name, .. } => case.keyword(callee.as_deref(), name).await?,
            Fact::SurplusArgument { callee: Some(callee) } => {
                missing_self::called(&case.inquiry.project, callee)?
            }
            Fact::MissingArgument {
                callee: Some(callee), ..
            } => missing_self::called_on_class(&case.inquiry.project, callee)?,
            Fact::MissingReceiver => case.missing_self()?,
            Fact::MissingFixture { name } => case.fixture(name)?,
            Fact::MissingKey { key } => return Ok(guesses(case.key(key)?)),
            Fact::MissingExport { name, .. } => case.misnamed(name).await?,
            _ => Vec::new(),
        };
        Ok(rank(ID, offers))
    }
}

/// Marks all offers as guesses: the content of a dictionary may come from anywhere.
fn guesses(offers: Vec<Offer>) -> Vec<Fix> {
    let mut fixes = rank(ID, offers);
    for fix in &mut fixes {
        fix.safety = SafetyClass::Unsafe;
    }
    fixes
}

/// The owner of the missing attribute, as far as the tool reports it.
#[derive(Debug, Clone, Copy)]
enum Owner<'a> {
    /// An instance of a class of this name.
    Instance(&'a str),
    /// A class of this name itself.
    Class(&'a str),
    /// A module of this dotted name.
    Module(Option<&'a str>),
    Unknown,
}

impl<'a> Owner<'a> {
    fn of(kind: OwnerKind, name: Option<&'a str>) -> Self {
        match (kind, name) {
            (OwnerKind::Instance, Some(name)) => Self::Instance(name),
            (OwnerKind::Class, Some(name)) => Self::Class(name),
            (OwnerKind::Module, name) => Self::Module(name),
            _ => Self::Unknown,
        }
    }
}

/// An analysis with what is needed to examine it.
struct Case<'a> {
    inquiry: Inquiry<'a>,
    analysis: &'a Analysis,
    context: &'a FixContext<'a>,
    sites: Vec<Site>,
}

impl Case<'_> {
    /// The names that the tool offers.
    fn hints(&self) -> &[String] {
        let fact = self.analysis.diagnostic.fact.as_ref();
        fact.map_or(&[], Fact::instead)
    }

    fn parsed(&self, site: &Site) -> Option<Arc<Parsed>> {
        self.inquiry.project.parsed(&site.file)
    }

    async fn unbound(&self, name: &str) -> Result<Vec<Offer>, StrategyError> {
        if let Some((site, parsed)) = self
            .sites
            .first()
            .and_then(|site| Some((site, self.parsed(site)?)))
            && let Some(line) = parsed.source.line(site.line)
        {
            let at = TextSize::new(u32::try_from(line.end.saturating_sub(1)).unwrap_or(u32::MAX));
            if let Some(offer) = outer_scope::declare(&parsed, name, at)? {
                return Ok(vec![offer]);
            }
        }
        self.undefined(name).await
    }

    async fn undefined(&self, name: &str) -> Result<Vec<Offer>, StrategyError> {
        let Some((site, parsed)) = self
            .sites
            .first()
            .and_then(|site| Some((site, self.parsed(site)?)))
        else {
            return Ok(Vec::new());
        };
        let hints = self.hints();
        let case = Undefined::new(&self.inquiry, &parsed, name, &self.reported_in(site));
        let mut offers = case.offers(hints).await?;
        if name == "self" {
            offers.extend(self.missing_self()?);
        }
        Ok(offers)
    }

    /// The places in the first site's file that any diagnostic of the analysis points at.
    fn reported_in(&self, first: &Site) -> Vec<Site> {
        let nearest = self.analysis.diagnostics().filter_map(|diagnostic| {
            let all = sites(diagnostic, self.context.workspace);
            all.into_iter().next()
        });
        nearest.filter(|site| site.file == first.file).collect()
    }

    async fn attribute(&self, owner: Owner<'_>, name: &str) -> Result<Vec<Offer>, StrategyError> {
        if let Owner::Instance(class) = owner
            && let Some(offer) = missing_super::call(&self.inquiry.project, class, name)?
        {
            return Ok(vec![offer]);
        }
        let hints = self.hints();
        for site in &self.sites {
            let Some(parsed) = self.parsed(site) else {
                continue;
            };
            if let Some(case) = MissingAttribute::at(&self.inquiry, &parsed, owner, name, site) {
                return Ok(case.offers(hints).await?);
            }
        }
        let Some((parsed, site)) = attribute::only_access(&self.inquiry.project, name) else {
            return Ok(Vec::new());
        };
        match MissingAttribute::at(&self.inquiry, &parsed, owner, name, &site) {
            Some(case) => Ok(case.offers(hints).await?),
            None => Ok(Vec::new()),
        }
    }

    async fn keyword(&self, callee: Option<&str>, keyword: &str) -> Result<Vec<Offer>, StrategyError> {
        let hints = self.hints();
        for site in &self.sites {
            let Some(parsed) = self.parsed(site) else {
                continue;
            };
            if let Some(case) = UnexpectedKeyword::at(&self.inquiry, &parsed, callee, keyword, site) {
                return Ok(case.offers(hints).await?);
            }
        }
        Ok(Vec::new())
    }

    fn missing_self(&self) -> Result<Vec<Offer>, StrategyError> {
        let Some((site, parsed)) = self
            .sites
            .first()
            .and_then(|site| Some((site, self.parsed(site)?)))
        else {
            return Ok(Vec::new());
        };
        let line = parsed.source.line(site.line).unwrap_or_default();
        let text = &parsed.source.text()[line.clone()];
        let code = line.start + text.len() - text.trim_start().len();
        let at = TextSize::new(u32::try_from(code).unwrap_or(u32::MAX));
        Ok(missing_self::around(&parsed, at)?)
    }

    fn fixture(&self, name: &str) -> Result<Vec<Offer>, StrategyError> {
        let site = self.sites.first();
        let Some((site, parsed)) = site.and_then(|site| Some((site, self.parsed(site)?))) else {
            return Ok(Vec::new());
        };
        let diagnostic = &self.analysis.diagnostic;
        let workspace = self.context.workspace;
        Ok(fixture::offers(
            &parsed.source,
            site.line,
            name,
            diagnostic,
            workspace,
        )?)
    }

    fn key(&self, key: &str) -> Result<Vec<Offer>, StrategyError> {
        let site = self.sites.first();
        let offers = site.map(|site| key::offers(&self.inquiry.project, site, key));
        Ok(offers.transpose()?.unwrap_or_default())
    }

    async fn misnamed(&self, name: &str) -> Result<Vec<Offer>, StrategyError> {
        let modules = self.inquiry.project.modules();
        for site in &self.sites {
            let Some(parsed) = self.parsed(site) else {
                continue;
            };
            let imports = imported(&parsed.source);
            let import = imports
                .iter()
                .find(|import| import.name() == name && import.from.is_some());
            let module = import.and_then(|import| import.absolute_module(&site.file, modules));
            if let Some(module) = module {
                return Ok(misnamed::offers(&self.inquiry, &module, name).await?);
            }
        }
        Ok(Vec::new())
    }
}

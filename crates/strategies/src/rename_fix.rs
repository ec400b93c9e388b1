//! `rename_fix`: finishes a rename that was done half.
//!
//! A name is missing, and the module that should have it defines another one that nothing outside uses: then
//! one of the two was renamed and the other side did not follow. The side with fewer places yields. Where git
//! shows which side changed, [`history_fix`](crate::history_fix) knows better.

mod alone;
mod implementer;
#[cfg(feature = "c")]
mod prototype;

use async_trait::async_trait;
use unbreak_core::policy::guard::is_test_file;
use unbreak_core::{
    Analysis, Candidate, Confidence, Descriptor, DeterminedBy, Diagnostic, Edit, Fact, Fix, FixContext,
    FixStrategy, RelPath, StrategyError, register_strategy,
};

use crate::code_words::{Family, words};
use crate::declared::defined;
use crate::describe::describe;
use crate::proposal::{by, rank};
use crate::renaming::{Renaming, pages, parameters};
use crate::weights::{asking, confidence};

#[cfg(feature = "languages")]
pub(crate) use self::alone::is_renamed_alone;

const ID: &str = "rename_fix";

const DOCS: &str = "\
## What it fixes

- A function, type or constant that was renamed only in its module or only at its uses: `from shop import
  subtotal` fails, and `net_sum` in `shop.py` is the only definition there that no other file uses.
- A definition or member that nothing uses, where a name like its own is used and not defined: `walkTree` and
  `walk`.
- A member that an interface or an abstract class requires, where the implementing type has one of a similar
  name: it gets the required name.
- A prototype in C whose definition was changed: it gets the parameters of the definition, if every call passes
  them.

## Why

Such a pair of names need not be spelled alike. They belong together because each misses its counterpart.

## Fix safety

Both renames are offered, each in all files of the project, the one with fewer places first. Of a definition
without any use, only that one is offered, and it always needs confirmation. The calls have to fit
the parameters of the definition. A rename is one of several changes that fit: it is kept without confirmation only
if a test that failed runs the edited lines and passes. Changing a prototype that all calls and the definition
contradict is safe.
";

static DESCRIPTOR: Descriptor = describe(
    ID,
    "finishes a rename that reached only the definition or only its users",
    DOCS,
    crate::LANGUAGES,
    &[],
);

/// The strategy.
#[derive(Debug, Clone, Copy, Default)]
pub struct RenameFix;

register_strategy!(RenameFix);

#[async_trait]
impl FixStrategy for RenameFix {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn rules(&self) -> Vec<unbreak_core::RuleDescription> {
        crate::rule::of(ID)
    }

    fn assess(&self, diagnostic: &Diagnostic) -> Option<Candidate> {
        #[cfg(feature = "c")]
        if let Some(name) = prototype::name(diagnostic) {
            let description = format!("compare the prototype of '{name}' with its definition");
            return Some(Candidate::new(ID, "finish change", description, asking::seldom()));
        }
        if let Some(lacking) = implementer::Lacking::of(diagnostic) {
            let description = format!(
                "look for a misspelt '{}' in '{}'",
                lacking.name, lacking.implementer
            );
            return Some(Candidate::new(ID, "rename member", description, asking::seldom()));
        }
        let fact = diagnostic.fact.as_ref()?;
        if let Some(alone::Missing { name, .. }) = alone::Missing::of(fact) {
            let description = format!("see whether '{name}' has another name where it is defined");
            return Some(Candidate::new(ID, "finish rename", description, asking::seldom()));
        }
        let (name, module) = missing(fact)?;
        Some(Candidate::new(
            ID,
            "finish rename",
            format!("see whether '{name}' has another name in '{module}'"),
            asking::seldom(),
        ))
    }

    async fn propose(
        &self,
        analysis: &Analysis,
        context: &FixContext<'_>,
    ) -> Result<Vec<Fix>, StrategyError> {
        #[cfg(feature = "c")]
        if let Some(name) = prototype::name(&analysis.diagnostic) {
            return prototype::offers(context.workspace, name);
        }
        if let Some(lacking) = implementer::Lacking::of(&analysis.diagnostic) {
            return lacking.offers(context.workspace);
        }
        let diagnostic = &analysis.diagnostic;
        let place = diagnostic.innermost_own_frame().map(|frame| &frame.location);
        let file = place.unwrap_or(&diagnostic.location).file.as_deref();
        if let Some(missing) = diagnostic.fact.as_ref().and_then(alone::Missing::of)
            && let Some(file) = file.and_then(|file| context.workspace.locate(file))
        {
            let offers = alone::offers(context.workspace, &file, &missing)?;
            let rule = &crate::rule::any::undefined_name::RENAMED_ALONE;
            return Ok(rank(ID, by(rule, offers).collect()));
        }
        let found = diagnostic.fact.as_ref().and_then(missing);
        let Some((name, module)) = found else {
            return Ok(Vec::new());
        };
        finished(context, name, module)
    }
}

/// The missing name, and the module that should have it.
fn missing(fact: &Fact) -> Option<(&str, &str)> {
    let (name, module) = match fact {
        Fact::MissingExport { name, module, .. } => (name.as_str(), module.as_deref()?),
        Fact::UnresolvedImport { path, missing, .. } => {
            let (module, name) = path.rsplit_once("::")?;
            (missing.as_deref().is_none_or(|missing| missing == name)).then_some((name, module))?
        }
        _ => return None,
    };
    // What scripts export by default has no name that could be another.
    (name != "default").then_some((name, module))
}

/// The renames of the one definition that may be meant, and of its users.
fn finished(context: &FixContext<'_>, name: &str, module: &str) -> Result<Vec<Fix>, StrategyError> {
    let workspace = context.workspace;
    let Some((home, family)) = home(context, module) else {
        return Ok(Vec::new());
    };
    let text = workspace.read_text(&home)?;
    let orphans = text
        .lines()
        .filter(|line| !line.starts_with([' ', '\t', '}']))
        .filter_map(defined);
    let orphans = orphans.filter(|other| *other != name && is_public(family, &text, other));
    let orphans = orphans.filter(|other| {
        let outside = pages(workspace, family, other)
            .into_iter()
            .filter(|page| page.file != home);
        outside.count() == 0
    });
    let orphans: Vec<&str> = orphans.collect();
    // Of several, the one that is called nearly so and that its own file does not use either.
    let is_alone = |other: &&&str| words(&text, other).count() == 1 && alone::is_like(other, name);
    let mut alike = orphans.iter().filter(is_alone);
    let other = match (orphans.as_slice(), alike.next(), alike.next()) {
        ([other], ..) | (_, Some(other), None) => *other,
        _ => return Ok(Vec::new()),
    };
    let uses = Renaming::of_free(workspace, family, &home, name, other);
    let definition = Renaming::of_free(workspace, family, &home, other, name);
    let (follow, give_way) = (uses.following()?.edits, definition.following()?.edits);
    let fits = alone::is_class(&text, other) || parameters::fit(workspace, family, &text, (other, name));
    if follow.is_empty() || !fits {
        return Ok(Vec::new());
    }
    let reason = format!("'{name}' is not defined in {home}, and no other file uses '{other}' there");
    let has_more_uses = written(&give_way) < written(&follow);
    let fix = |old: &str, new: &str, edits: Vec<Edit>, is_first: bool| {
        let confidence = if is_first {
            confidence::possible()
        } else {
            confidence::open()
        };
        Fix::new(
            ID,
            format!("rename '{old}' to '{new}'"),
            Confidence::new(confidence),
        )
        .by(crate::rule::any::undefined_name::ORPHAN)
        .because(reason.clone())
        .evidence(DeterminedBy::Fitting)
        .of_this_text()
        .edits(edits)
    };
    let mut fixes = vec![fix(name, other, follow, !has_more_uses)];
    if !give_way.is_empty() {
        fixes.push(fix(other, name, give_way, has_more_uses));
    }
    fixes.sort_by(|a, b| b.confidence.get().total_cmp(&a.confidence.get()));
    Ok(fixes)
}

/// The places outside of tests that people wrote a name at; a test follows whoever is right.
fn written(edits: &[Edit]) -> usize {
    edits.iter().filter(|edit| !is_test_file(&edit.file)).count()
}

/// The one file of the project that is a module.
fn home(context: &FixContext<'_>, module: &str) -> Option<(RelPath, &'static Family)> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let module = module.trim_matches(['"', '\'']);
    let module = module
        .strip_suffix(".js")
        .or_else(|| module.strip_suffix(".mjs"))
        .unwrap_or(module);
    let last = module.rsplit(|c| !is_part(c)).next()?;
    let files = context.workspace.files();
    let mut fitting = files.iter().filter_map(|file| {
        let family = Family::of(file.as_str())?;
        (family.module(file) == last).then(|| (file.clone(), family))
    });
    match (fitting.next(), fitting.next()) {
        (Some(home), None) => Some(home),
        _ => None,
    }
}

/// Returns whether a definition is there for other files.
fn is_public(family: &Family, text: &str, name: &str) -> bool {
    let mut lines = text.lines().filter(|line| defined(line) == Some(name));
    lines.any(|line| family.is_public(line, name))
}

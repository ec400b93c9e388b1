//! `history_fix`: restores the earlier state of the failing place.
//!
//! In a git work tree the last changes show what broke. One file here is one rule: an uncommitted
//! hunk is [restored](restore), a use follows the [rename](renamed) of its definition or the [example] of
//! other uses, and a [parameter], a [decorator] or what a commit [deleted] is put back. git is only read.

mod argument;
mod behind;
mod data_key;
mod decorator;
mod definition;
mod deleted;
mod doubled;
mod example;
mod fixture;
pub(crate) mod git;
mod implementation;
mod literal;
mod lost;
mod meant;
mod missing;
mod modifier;
mod moved_path;
mod object;
mod order;
mod parameter;
mod part;
mod patch;
mod place;
mod prototype;
mod renamed;
mod restore;
mod sibling;
mod signature;
mod token;
mod undone;

use std::sync::{Arc, OnceLock};

use async_trait::async_trait;
use unbreak_core::{
    Analysis, Candidate, Confidence, Descriptor, DeterminedBy, Diagnostic, Edit, Evidence, Fix, FixContext,
    FixStrategy, RelPath, RuleId, SafetyClass, StrategyError, register_strategy,
};

use self::git::{Answers, Git};
use self::missing::Missing;
use self::patch::{Hunk, Patch};
use self::place::Place;
use crate::config_fix::misspelt_path::{is_said, read_by_programs};
use crate::describe::describe;
use crate::weights::asking;

const ID: &str = "history_fix";

/// The greatest number of proposals for one analysis; the host tries no more.
const MOST: usize = 3;

/// The greatest number of files that are searched.
const MOST_FILES: usize = 2000;

/// Larger files are data that programs write.
const LARGEST_FILE: usize = 1 << 18;

const DOCS: &str = "\
## What it fixes

Failures in a git work tree that the last changes explain:

- An uncommitted change at the failing place or in lines that contain the missing name: the lines are restored as
  at HEAD.
- A name that is missing because its definition was renamed, in the working tree or in one of the last 50
  commits: the use is renamed too. If only the use was changed, it is changed back.
- An argument that is refused, or a name that is undefined in its function, because the last change to the
  definition removed the parameter: the definition is restored.
- A name that is missing because one of the last 50 commits deleted its definition, although it is still used: the
  definition is restored, with the imports that only it used. The same for an import or a re-export.
- A call whose arguments do not fit because the last change to the parameters left it behind: arguments are dropped,
  moved, get the new keyword or become the keys of an object; for a new parameter other calls show the value.
- A type error at a call of a definition whose type a change altered: the words that the change replaced beside another
  use are replaced here too.
- A decorator, annotation or attribute that a change removed from a definition which the failing place names: it is
  restored, unless the change also touched uses of the definition.
- A name that is missing because a change renamed all uses of a definition, but not the definition: it is renamed too.
- A definition that others cannot see because a change took `pub` or `export` from it: it gets the word back.
- A prototype in C that is still that of the definition before a change: it follows. One that a change altered alone
  gets back what it said.
- A key or a text value that is unknown because it was renamed where it is defined: the use is renamed too. A key whose
  entry a change took away, and nothing else about it: the entry is restored. A key that a change renamed in all code:
  the only file of data that still has the old one follows.
- A path that leads nowhere because one of the last 50 commits moved the file or directory: the only file that names
  it gets the new path.
- A type that lacks a member of its interface because the member was renamed in the interface: it is renamed in
  all types that implement the interface, and where these use it themselves.
- Words that an uncommitted change, or else the last commit, took away without adding any, in a few lines of code: they
  are restored.
- A line that such a change wrote twice: one of the two goes.
- A slip within lines that such a change rewrote: a name with a typing error, a lost `await`, `return` or negation, a
  member that lost its object, a call that lost an argument, a lost `*` or `&`, an exchanged type, a comparison that
  became another, one more or less. Only this part is taken back.
- In a change of more than 20 places, lines, words and slips come back in the failing files only, and lines that it wrote
  anew do not.
- A use that a rename in such a change left behind, also where the failure does not name it.
- A failed assertion after a small commit that touched no test: its places, one after the other, then all of them.
- A member that moved, or an argument that is missing, if the change to the definition shows at other uses what
  to write: the remaining use is changed in the same way.

## Why

A failure is usually caused by the last change, and the text before it is known to have worked.

## Fix safety

- Safe: the missing name is in the restored lines and nothing new is lost with them; the definition was renamed
  and the new name is used elsewhere; a commit deleted nothing else about the name and defined nothing new, and
  code other than tests uses the name; a change removed nothing but decorators; a call lost its `await`; a name with
  a typing error is nowhere else, and the right one is; a value that others use is not returned any more; an undefined
  member lost `this.`, `self.` or `Self::`; a variable that is assigned again became a constant; the compiler reports the
  argument, the sign, the type, the last `return` or the first value of a name that the change took from the failing
  lines, and the change says nothing else of it; brackets no longer match; or other uses show what to write.
- Unsafe, because the change may have been intended: a place that the failure does not point at, a failing assertion,
  several changed lines, words that a commit took away, an operator that it changed, a rename that nothing else follows,
  that left the definition behind, or that leaves uses of the old name behind which no compiler would report, an argument
  that only one other call got.
- A guess, because the change has another interpretation: the body of the renamed definition changed too, a
  parameter was removed on purpose, a new definition came with the change.

A definition that was deleted together with uses of it stays deleted. Other lines that were only added are never removed.
Without git nothing is proposed.
";

static DESCRIPTOR: Descriptor = describe(
    ID,
    "restores the text of an earlier commit at the failing place, and follows renames",
    DOCS,
    &[],
    &[],
);

/// The strategy.
#[derive(Debug, Default)]
pub struct HistoryFix {
    answers: Answers,
}

register_strategy!(HistoryFix::default());

#[async_trait]
impl FixStrategy for HistoryFix {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn rules(&self) -> Vec<unbreak_core::RuleDescription> {
        crate::rule::of(ID)
    }

    fn assess(&self, diagnostic: &Diagnostic) -> Option<Candidate> {
        let has_name = || {
            diagnostic
                .fact
                .as_ref()
                .is_some_and(|fact| fact.missing_name().is_some())
        };
        let has_place = diagnostic.location.line.is_some()
            || !diagnostic.frames.is_empty()
            || has_name()
            || is_said(diagnostic);
        (diagnostic.is_error() && has_place).then(|| {
            Candidate::new(
                ID,
                "look at the last changes",
                "see what stood there at the last commits",
                asking::rarely(),
            )
        })
    }

    async fn propose(
        &self,
        analysis: &Analysis,
        context: &FixContext<'_>,
    ) -> Result<Vec<Fix>, StrategyError> {
        let Some(git) = Git::of(context, &self.answers) else {
            return Ok(Vec::new());
        };
        let Some(since) = git.uncommitted().await else {
            return Ok(Vec::new());
        };
        let case = Case {
            context,
            diagnostic: &analysis.diagnostic,
            places: place::places(analysis, context.workspace),
            missing: Missing::of(&analysis.diagnostic),
            uncommitted: since.clone().before_the_run(context.workspace),
            since,
            last: OnceLock::new(),
            git,
        };
        case.fixes().await
    }

    fn release(&self) {
        self.answers.forget();
    }
}

/// A change, and how sure the history makes it.
struct Offer {
    title: String,
    reason: String,
    confidence: f64,
    is_safe: bool,
    /// Whether the history leaves no other reading.
    is_determined: bool,
    edits: Vec<Edit>,
}

/// An analysis and the git state of its tree.
struct Case<'a> {
    context: &'a FixContext<'a>,
    diagnostic: &'a Diagnostic,
    /// The places of the failure, the innermost first.
    places: Vec<Place>,
    missing: Option<Missing>,
    /// The changes since HEAD but for those of this run.
    uncommitted: Patch,
    /// All changes since HEAD.
    since: Patch,
    last: OnceLock<Option<Patch>>,
    git: Git<'a>,
}

/// What changed, the newest first.
struct Changes<'c> {
    uncommitted: &'c Patch,
    commits: Arc<[Patch]>,
}

impl Changes<'_> {
    fn iter(&self) -> impl Iterator<Item = &Patch> {
        std::iter::once(self.uncommitted).chain(self.commits.iter())
    }
}

impl Case<'_> {
    /// The proposals of the rules up to the first that leaves no doubt.
    async fn fixes(&self) -> Result<Vec<Fix>, StrategyError> {
        let mut fixes = Vec::new();
        for attempt in order::attempts(self.missing.as_ref()) {
            let offers = (attempt.look)(self).await?;
            let is_clear = offers.iter().any(|offer| offer.is_safe);
            for fix in ranked(&attempt.rule, offers) {
                match fixes.iter_mut().find(|known: &&mut Fix| known.edits == fix.edits) {
                    Some(known) if fix.safety < known.safety => *known = fix,
                    Some(_) => {}
                    None => fixes.push(fix),
                }
            }
            if is_clear && attempt.is_about_the_failure || fixes.len() >= MOST {
                break;
            }
        }
        fixes.truncate(MOST);
        Ok(fixes)
    }

    /// What the last commit changed, where the lines stand now.
    async fn last_commit(&self) -> Option<&Patch> {
        if self.last.get().is_none() {
            let last = self.git.last_commit().await;
            // Nobody else asks meanwhile; if they did, they would hear the same.
            let _ = self.last.set(last.map(|last| last.followed_through(&self.since)));
        }
        self.last.get()?.as_ref()
    }

    /// The changes to a name, uncommitted or in the newest commits.
    async fn changes_about(&self, name: &str) -> Changes<'_> {
        Changes {
            uncommitted: &self.uncommitted,
            commits: self.git.commits_about(name).await,
        }
    }

    /// The texts that programs read, but for large ones, which programs write.
    fn texts(&self) -> Vec<(RelPath, String)> {
        let workspace = self.context.workspace;
        let read = read_by_programs(workspace, MOST_FILES).into_iter();
        let texts = read.filter_map(|file| {
            let text = workspace.read_text(&file).ok()?;
            (text.len() <= LARGEST_FILE).then_some((file, text))
        });
        texts.collect()
    }

    /// The name that is missing, or nothing.
    fn name(&self) -> &str {
        match &self.missing {
            Some(Missing::Name(name)) => name,
            _ => "",
        }
    }

    /// What is called with arguments that do not fit, or nothing.
    fn callee(&self) -> &str {
        match &self.missing {
            Some(Missing::Parameter { callee, .. } | Missing::Argument { callee }) => callee,
            _ => "",
        }
    }

    /// The keyword that a call has too many.
    fn keyword(&self) -> Option<&str> {
        match &self.missing {
            Some(Missing::Parameter { keyword, .. }) => keyword.as_deref(),
            _ => None,
        }
    }

    /// Returns whether the failure points into a file.
    fn has_place_in(&self, file: &RelPath) -> bool {
        self.places.iter().any(|place| place.file == *file)
    }

    /// Returns whether a change may have a slip in a file: a large one has many places that fit no failure, and each
    /// trial is a run. There only the failing files are suspected.
    fn may_have_a_slip(&self, patch: &Patch, file: &RelPath) -> bool {
        !patch.is_work() || self.has_place_in(file)
    }

    /// Returns whether the failure points at lines of a hunk, or at most `near` lines beside them.
    fn points_at(&self, hunk: &Hunk, near: u32) -> bool {
        let mut places = self.places.iter().filter(|place| place.file == hunk.file);
        places.any(|place| hunk.covers(place.line, near))
    }

    /// The lines and columns that the failure points at.
    fn reported(&self) -> Vec<(RelPath, u32, Option<u32>)> {
        let places = self.places.iter();
        places
            .map(|place| (place.file.clone(), place.line, place.column))
            .collect()
    }
}

fn ranked(rule: &RuleId, mut offers: Vec<Offer>) -> Vec<Fix> {
    offers.sort_by(|a, b| b.confidence.total_cmp(&a.confidence));
    let is_only = offers.len() == 1;
    offers.truncate(MOST);
    let fixes = offers.into_iter().map(|offer| {
        let mut evidence = Evidence::new(match offer.is_determined {
            true => DeterminedBy::History,
            false => DeterminedBy::Fitting,
        });
        evidence.is_only_candidate = is_only;
        let safety = if offer.is_safe {
            SafetyClass::Safe
        } else {
            SafetyClass::Unsafe
        };
        Fix::new(ID, offer.title, Confidence::new(offer.confidence))
            .by(rule.clone())
            .because(offer.reason)
            .safety(safety)
            .evidence(evidence)
            .edits(offer.edits)
            .of_this_text()
    });
    fixes.collect()
}

//! Secrets in the values that events and reports consist of.
//!
//! Each type is destructured without `..`, so that a new field does not compile until it is decided whether
//! it may hold a secret.

use std::borrow::Cow;

use super::{names, of_words, redact, replaced};
use crate::analysis::{Analysis, Candidate};
use crate::capability::Command;
use crate::diagnosis::{Diagnosis, Remedy, Sighting};
use crate::diagnostic::{Diagnostic, Frame, Location, Note, SuggestedEdit, Suggestion};
use crate::event::{EventKind, FixOutcome, FixResult, ModelCall, Rehearsed};
use crate::fact::Fact;
use crate::fix::{Edit, FileOp, Fix};
use crate::model::Prompt;
use crate::policy::escalation::Ladder;
use crate::report::{KeptFix, RefusedFix, Report};
use crate::session::{Input, Postmortem};

/// A value that may hold secrets.
pub trait Redact {
    /// Removes the secrets.
    fn redact(&mut self);
}

impl Redact for String {
    fn redact(&mut self) {
        if let Cow::Owned(clean) = redact(self) {
            *self = clean;
        }
    }
}

impl<T: Redact> Redact for Option<T> {
    fn redact(&mut self) {
        self.iter_mut().for_each(T::redact);
    }
}

impl<T: Redact> Redact for Vec<T> {
    fn redact(&mut self) {
        self.iter_mut().for_each(T::redact);
    }
}

/// Names of files, mostly: they are redacted too, except those that are paths by their type.
impl Redact for Location {
    fn redact(&mut self) {
        let Self {
            file,
            line: _,
            column: _,
            end_line: _,
            end_column: _,
        } = self;
        file.redact();
    }
}

impl Redact for Frame {
    fn redact(&mut self) {
        let Self {
            location,
            function,
            in_workspace: _,
            innermost: _,
        } = self;
        each(&mut [location, function]);
    }
}

/// Redacts each of these parts.
fn each(parts: &mut [&mut dyn Redact]) {
    parts.iter_mut().for_each(|part| part.redact());
}

impl Redact for Diagnostic {
    fn redact(&mut self) {
        let Self {
            parser: _,
            error_type: _,
            severity: _,
            code,
            message,
            fact,
            location,
            snippet,
            frames,
            notes,
            advice,
            suggestions,
            test,
            phase: _,
            output: _,
        } = self;
        each(&mut [
            code,
            message,
            fact,
            location,
            snippet,
            frames,
            notes,
            advice,
            suggestions,
            test,
        ]);
    }
}

impl Redact for Fact {
    fn redact(&mut self) {
        match self {
            Self::UndefinedName {
                name,
                used_as: _,
                instead,
            }
            | Self::UnboundName { name, instead } => each(&mut [name, instead]),
            Self::UnknownMember {
                name,
                owner,
                owner_kind: _,
                used_as: _,
                instead,
            }
            | Self::MissingExport {
                name,
                module: owner,
                instead,
            }
            | Self::MissingFeature {
                name,
                package: owner,
                instead,
            }
            | Self::UnexpectedArgument {
                name,
                callee: owner,
                instead,
            } => each(&mut [name, owner, instead]),
            Self::UnresolvedImport {
                path,
                missing,
                within,
            } => each(&mut [path, missing, within]),
            Self::WrongKindOfName {
                name,
                expected,
                found,
            } => each(&mut [name, expected, found]),
            Self::MissingImplementation {
                names,
                owner,
                implementer,
            } => each(&mut [names, owner, implementer]),
            Self::NotVisible {
                name,
                owner,
                is_exported: _,
            } => each(&mut [name, owner]),
            Self::MissingModule { module, within } => each(&mut [module, within]),
            Self::SurplusArgument { callee } | Self::NotIterable { found: callee } => callee.redact(),
            Self::MissingKey { key: name }
            | Self::MissingModuleFile { module: name }
            | Self::MissingFixture { name }
            | Self::FieldOrder { name }
            | Self::UnusedName { name, what: _ } => name.redact(),
            Self::SharedDefault { name, found } => {
                name.redact();
                found.redact();
            }
            Self::NotCallable { name, found } => each(&mut [name, found]),
            Self::MissingToken { expected, before } => each(&mut [expected, before]),
            Self::UnexpectedToken { token: name }
            | Self::MissingHeader { header: name }
            | Self::DuplicateDefinition { name }
            | Self::MissingSize { name }
            | Self::NoMembers { name }
            | Self::NotAssignable { found: name }
            | Self::NotAPointer { found: name }
            | Self::NotSubscriptable { found: name }
            | Self::MissingConstructor { callee: name }
            | Self::WrongUse { found: name }
            | Self::NotAwaited { callee: name }
            | Self::NotAwaitable { found: name } => name.redact(),
            Self::NoResult { name, owner } => each(&mut [name, owner]),
            Self::UnterminatedText { delimiter: text }
            | Self::InvalidEscape { sequence: text }
            | Self::BadSuffix { suffix: text }
            | Self::MisplacedStatement { token: text }
            | Self::WrongAccess { expected: text } => text.redact(),
            Self::ConflictingSpecifiers { names } => names.redact(),
            Self::MissingArgument { callee, names } => each(&mut [callee, names]),
            Self::TypeMismatch {
                expected,
                found,
                role: _,
                argument: _,
                name,
                callee,
            } => each(&mut [expected, found, name, callee]),
            Self::WrongFormat {
                expected,
                found,
                argument: _,
            } => each(&mut [expected, found]),
            Self::WrongOperands {
                operator,
                left,
                right,
            } => each(&mut [operator, left, right]),
            Self::WrongArguments {
                callee: name,
                expected: _,
                found: _,
            }
            | Self::PossiblyMissing { name, used_as: _ } => name.redact(),
            Self::MissingField { names, owner } => each(&mut [names, owner]),
            Self::NothingToOverride { owner } => owner.redact(),
            Self::WrongIndex {
                found: name,
                owner: part,
            }
            | Self::WrongReceiver { name, expected: part }
            | Self::UnhandledException {
                exception: name,
                expected: part,
            } => each(&mut [name, part]),
            Self::UntypedValue { name } | Self::NotConstant { name } => name.redact(),
            Self::MissingSuperCall
            | Self::DuplicateKey
            | Self::AwaitOutsideAsync
            | Self::RecursiveFuture
            | Self::CapturedEnvironment
            | Self::MissingLifetime
            | Self::LifetimeTooShort
            | Self::WrongValueCount {
                expected: _,
                found: _,
            }
            | Self::MissingReturn
            | Self::LiteralIdentity
            | Self::UnexpectedEnd
            | Self::EmptyCharacter
            | Self::RelativeImport { in_package: _ }
            | Self::MissingReceiver
            | Self::MissingValue => {}
        }
    }
}

impl Redact for Note {
    fn redact(&mut self) {
        let Self { message, location } = self;
        each(&mut [message, location]);
    }
}

impl Redact for Suggestion {
    fn redact(&mut self) {
        let Self {
            title,
            applicability: _,
            edits,
        } = self;
        each(&mut [title, edits]);
    }
}

impl Redact for SuggestedEdit {
    fn redact(&mut self) {
        let Self {
            location,
            replacement,
        } = self;
        each(&mut [location, replacement]);
    }
}

impl Redact for Analysis {
    fn redact(&mut self) {
        let Self {
            id: _,
            diagnostic,
            also,
            root_cause,
            candidates,
            related_files,
            confidence: _,
        } = self;
        each(&mut [diagnostic, also, root_cause, candidates, related_files]);
    }
}

impl Redact for Candidate {
    fn redact(&mut self) {
        let Self {
            strategy: _,
            action,
            description,
            confidence: _,
        } = self;
        each(&mut [action, description]);
    }
}

/// A redacted fix can be shown, but no longer applied.
impl Redact for Fix {
    fn redact(&mut self) {
        let Self {
            strategy: _,
            rule: _,
            further_rules: _,
            title,
            rationale,
            confidence: _,
            safety: _,
            evidence: _,
            edits,
            files,
            commands,
            needs,
            of_this_text: _,
        } = self;
        each(&mut [title, rationale, edits, files, commands, needs]);
    }
}

impl Redact for Edit {
    fn redact(&mut self) {
        let Self {
            file: _,
            range: _,
            original,
            replacement,
        } = self;
        each(&mut [original, replacement]);
    }
}

impl Redact for FileOp {
    fn redact(&mut self) {
        if let Self::Create { content, .. } = self {
            content.redact();
        }
    }
}

impl Redact for Command {
    fn redact(&mut self) {
        let Self {
            program,
            args,
            directory: _,
            env,
            stdin,
            timeout: _,
        } = self;
        let words: Vec<&str> = std::iter::once(&*program)
            .chain(&*args)
            .map(String::as_str)
            .collect();
        let mut found = of_words(&words);
        // From the end, so that a replacement does not move the ones that follow.
        found.sort_unstable_by(|(one, a), (other, b)| (other, b.start).cmp(&(one, a.start)));
        found.dedup_by(|next, last| next.0 == last.0 && next.1.end > last.1.start);
        for (index, part) in found {
            let word = match index {
                0 => &mut *program,
                _ => &mut args[index - 1],
            };
            *word = replaced(word, &[part]).into_owned();
        }
        each(&mut [program, args, stdin]);
        for (name, value) in env {
            match names::hides(name, value) {
                true => super::REDACTED.clone_into(value),
                false => value.redact(),
            }
        }
    }
}

impl Redact for Prompt {
    fn redact(&mut self) {
        let Self {
            system,
            turns,
            user,
            schema: _,
            max_tokens: _,
            temperature: _,
        } = self;
        each(&mut [system, user]);
        for turn in turns {
            turn.text.redact();
        }
    }
}

impl Redact for EventKind {
    fn redact(&mut self) {
        match self {
            Self::Execute { command: text, .. }
            | Self::Verify { verdict: text, .. }
            | Self::Stuck { reason: text }
            | Self::UnknownError { excerpt: text } => text.redact(),
            Self::Parse { diagnostics, .. } => diagnostics.redact(),
            Self::Analyze { analyses } => analyses.redact(),
            Self::Fix { fix, diff, .. } => each(&mut [fix, diff]),
            Self::FixResults { results } => results.redact(),
            Self::Rehearse { fixes, command_ms: _ } => fixes.redact(),
            Self::Rollback { fixes, reason } => each(&mut [fixes, reason]),
            Self::Model { call } => call.redact(),
            Self::Attempt {
                analysis: _,
                ladder,
                verdict,
            } => each(&mut [ladder, verdict]),
            Self::NoFix { reasons } => reasons.redact(),
            Self::Start { .. }
            | Self::Success { .. }
            | Self::MaxIterations { .. }
            | Self::BudgetExhausted { .. } => {}
        }
    }
}

impl Redact for ModelCall {
    fn redact(&mut self) {
        let Self {
            model: _,
            input_tokens: _,
            output_tokens: _,
            cost: _,
            ms: _,
            error,
            prompt,
        } = self;
        if let Some(error) = error {
            error.redact();
        }
        if let Some(prompt) = prompt {
            prompt.redact();
        }
    }
}

impl Redact for Ladder {
    fn redact(&mut self) {
        for hint in &mut self.hints {
            hint.text.redact();
        }
        for replan in &mut self.replans {
            replan.narrows.redact();
        }
    }
}

impl Redact for Rehearsed {
    fn redact(&mut self) {
        let Self {
            title,
            helps: _,
            verdict,
        } = self;
        each(&mut [title, verdict]);
    }
}

impl Redact for FixResult {
    fn redact(&mut self) {
        let Self {
            analysis: _,
            message,
            place,
            outcome,
            attempts: _,
        } = self;
        each(&mut [message, place]);
        match outcome {
            FixOutcome::Fixed { title: text, .. }
            | FixOutcome::Failed { reason: text }
            | FixOutcome::Skipped { reason: text } => text.redact(),
        }
    }
}

/// All but the diff of the whole run, which is meant to be applied.
impl Redact for Report {
    fn redact(&mut self) {
        let Self {
            run_id: _,
            sandbox: _,
            models: _,
            command,
            outcome: _,
            exit: _,
            first_exit: _,
            iterations: _,
            runs: _,
            diagnoses,
            fixed,
            remaining,
            unresolved,
            refused,
            diff: _,
            dry_run: _,
            command_ms: _,
            tools_ms: _,
            model_ms: _,
            engine_ms: _,
            warnings,
            output_tail,
        } = self;
        each(&mut [
            command,
            diagnoses,
            fixed,
            remaining,
            unresolved,
            refused,
            warnings,
            output_tail,
        ]);
    }
}

impl Redact for Diagnosis {
    fn redact(&mut self) {
        let Self {
            kind: _,
            subject,
            summary,
            seen: Sighting { text, location },
            because,
            remedies,
            confidence: _,
        } = self;
        each(&mut [subject, summary, text, location, because, remedies]);
    }
}

impl Redact for Remedy {
    fn redact(&mut self) {
        let Self {
            system: _,
            command,
            needs: _,
        } = self;
        command.redact();
    }
}

impl Redact for KeptFix {
    fn redact(&mut self) {
        let Self {
            iteration: _,
            strategy: _,
            rule: _,
            further_rules: _,
            title,
            rationale,
            confidence: _,
            safety: _,
            evidence: _,
            right_because,
            wrong_if,
            diagnostic,
            also: _,
            diff,
            verified,
        } = self;
        each(&mut [
            title,
            rationale,
            right_because,
            wrong_if,
            diagnostic,
            diff,
            verified,
        ]);
    }
}

impl Redact for RefusedFix {
    fn redact(&mut self) {
        let Self {
            strategy: _,
            title,
            rule: _,
            reason,
        } = self;
        each(&mut [title, reason]);
    }
}

/// All but patches, which are meant to be applied.
impl Redact for Input {
    fn redact(&mut self) {
        match self {
            Self::Reproduced(seen) => seen.message.redact(),
            Self::Bisected(culprit) => culprit.summary.redact(),
            Self::Asked { question: text }
            | Self::Answered { answer: text }
            | Self::BisectSkipped { reason: text }
            | Self::Hypothesised { claim: text, .. }
            | Self::Probing { experiment: text, .. }
            | Self::Probed { note: text, .. }
            | Self::Verified { note: text, .. } => text.redact(),
            Self::Proposed { proposal, .. } => proposal.title.redact(),
            Self::Postmortem(postmortem) => postmortem.redact(),
            Self::ProbeRemoved { .. } | Self::Localised { .. } | Self::Closed => {}
        }
    }
}

impl Redact for Postmortem {
    fn redact(&mut self) {
        each(&mut [&mut self.message, &mut self.root_cause, &mut self.fix]);
    }
}

//! A rule, checked.

use super::answer::{Answer, Captures, Question, sample};
use super::argument::Argument;
use super::error::RuleFileError;
use super::expression::Expression;
use super::python::{Path, Renames};
use super::rewrite::Rewrite;
use super::setting::Setting;
use super::text::{
    CommandText, EditText, ExampleText, FileChangeText, FileText, ImportText, PackageText, RewriteText,
    RuleText, SafetyText, ScopeText, SettingText,
};

/// All rules of one file.
#[derive(Debug)]
pub(super) struct Rules {
    pub(super) id: String,
    pub(super) summary: String,
    pub(super) version: Option<String>,
    pub(super) languages: Vec<String>,
    pub(super) package: Option<PackageText>,
    pub(super) rules: Vec<MigrationRule>,
}

/// One rule.
#[derive(Debug)]
pub(super) struct MigrationRule {
    pub(super) id: String,
    pub(super) summary: String,
    pub(super) safety: SafetyText,
    pub(super) since: Option<String>,
    pub(super) source: Option<String>,
    /// How far changes reach whose place the diagnostic does not name.
    pub(super) scope: Option<ScopeText>,
    /// A word: the files that have it are changed, wherever the diagnostic points.
    pub(super) mentioning: Option<String>,
    pub(super) languages: Vec<String>,
    pub(super) answers: Vec<Answer>,
    pub(super) renames: Renames,
    /// The same in languages other than Python.
    pub(super) qualified: Vec<(String, String)>,
    /// Members of any object: old and new.
    pub(super) members: Vec<(String, String)>,
    pub(super) rewrites: Vec<Rewrite>,
    pub(super) arguments: Vec<Argument>,
    pub(super) edits: Vec<EditText>,
    pub(super) imports: Vec<ImportText>,
    pub(super) files: Vec<FileChangeText>,
    pub(super) settings: Vec<Setting>,
    pub(super) commands: Vec<CommandText>,
    pub(super) examples: Vec<ExampleText>,
}

impl Rules {
    /// Returns whether its rules are for a language; without languages, for all.
    pub(super) fn is_for(&self, language: &str) -> bool {
        self.languages.is_empty() || self.languages.iter().any(|own| own == language)
    }

    /// Reads a file; `name` is who is blamed.
    ///
    /// # Errors
    /// When it is not as it must be.
    pub(super) fn parse(name: &str, text: &str) -> Result<Self, RuleFileError> {
        let file: FileText = toml::from_str(text).map_err(|error| {
            let message = error.to_string().trim().replace('\n', "; ");
            RuleFileError::new(message).in_file(name)
        })?;
        if let Some(rule) = file.rules.iter().find(|rule| rule.examples.is_empty()) {
            return Err(RuleFileError::new("it has no example")
                .at("example")
                .hint("add [[rule.example]] with before, after and message")
                .of_rule(&rule.id)
                .in_file(name));
        }
        let read = Self::of(name, file)?;
        for rule in &read.rules {
            rule.check()
                .map_err(|error| error.of_rule(&rule.id).in_file(name))?;
        }
        Ok(read)
    }

    /// One rule of a file, of which `head` is all but the rules; both are JSON without examples. Its patterns are
    /// not checked: this takes longer than all else that is done with most rules.
    pub(super) fn of_one(name: &str, head: &str, rule: &str) -> Result<Self, RuleFileError> {
        let invalid = |error: serde_json::Error| RuleFileError::new(error.to_string()).in_file(name);
        let mut file: FileText = serde_json::from_str(head).map_err(invalid)?;
        file.rules.push(serde_json::from_str(rule).map_err(invalid)?);
        Self::of(name, file)
    }

    fn of(name: &str, file: FileText) -> Result<Self, RuleFileError> {
        let FileText {
            id,
            summary,
            version,
            languages,
            package,
            rules,
        } = file;
        let mut checked: Vec<MigrationRule> = Vec::new();
        for rule in rules {
            let id = rule.id.clone();
            let blame = |error: RuleFileError| error.of_rule(&id).in_file(name);
            if checked.iter().any(|known| known.id == id) {
                return Err(blame(RuleFileError::new("two rules have this id").at("id")));
            }
            checked.push(MigrationRule::new(rule, &languages).map_err(blame)?);
        }
        if checked.is_empty() {
            return Err(RuleFileError::new("it has no rule")
                .in_file(name)
                .hint("add a [[rule]] with id, summary, safety and what it changes"));
        }
        Ok(Self {
            id,
            summary,
            version,
            languages,
            package,
            rules: checked,
        })
    }

    /// Modules that need no import of their own.
    pub(super) fn loaded(&self) -> &[String] {
        self.package.as_ref().map_or(&[], |package| &package.loaded)
    }

    /// The modules of which one must be imported for a rule to apply.
    pub(super) fn modules(&self) -> &[String] {
        self.package.as_ref().map_or(&[], |package| &package.modules)
    }
}

impl MigrationRule {
    fn new(text: RuleText, languages: &[String]) -> Result<Self, RuleFileError> {
        check_id(&text.id)?;
        let is_member = |name: &str| name.starts_with('.');
        if let Some((old, new)) = text
            .rename
            .iter()
            .find(|(old, new)| is_member(old) != is_member(new))
        {
            return Err(
                RuleFileError::new(format!("'{old}' and '{new}' are not of one kind"))
                    .at("rename")
                    .hint("'.name' is a member of any object, 'module.name' a qualified name"),
            );
        }
        let mut answers: Vec<Answer> = Vec::new();
        for answer in text.answers {
            answers.push(Answer::stated(answer)?);
        }
        if answers.is_empty() {
            answers.extend(text.rename.keys().map(|old| Answer::of_rename(old)));
            answers.extend(text.argument.iter().flat_map(Answer::of_argument));
        }
        if answers.is_empty() {
            return Err(RuleFileError::new("it answers nothing")
                .at("answers")
                .hint("add answers = [{ message = '...' }]"));
        }
        answers.extend(text.rename.keys().filter_map(|old| Answer::of_star(old)));
        let mut rewrites = Vec::new();
        for rewrite in text.rewrite.into_iter().flat_map(RewriteText::alternatives) {
            rewrites.push(Rewrite::new(rewrite));
        }
        let mut arguments = Vec::new();
        for argument in text.argument {
            arguments.push(Argument::new(argument)?);
        }
        let mut settings = Vec::new();
        for setting in text.setting.into_iter().flat_map(SettingText::alternatives) {
            settings.push(Setting::new(setting)?);
        }
        for change in &text.file {
            check_file(change)?;
        }
        if let Some(command) = text.command.iter().find(|command| command.run.is_empty()) {
            return Err(
                RuleFileError::new(format!("no program to run, for '{}'", command.allow)).at("command.run"),
            );
        }
        let (members, renames): (Vec<_>, Vec<_>) =
            text.rename.into_iter().partition(|(old, _)| is_member(old));
        let is_python = languages.iter().any(|language| language == "python");
        let (renames, qualified) = match is_python {
            true => (renames, Vec::new()),
            false => (Vec::new(), renames),
        };
        let bare = |name: String| name.trim_start_matches('.').to_owned();
        let does_something = !(renames.is_empty()
            && qualified.is_empty()
            && members.is_empty()
            && rewrites.is_empty()
            && arguments.is_empty()
            && text.edit.is_empty()
            && text.import.is_empty()
            && text.file.is_empty()
            && settings.is_empty()
            && text.command.is_empty());
        if !does_something {
            return Err(RuleFileError::new("it changes nothing")
                .hint("add rename, [[rule.rewrite]], [[rule.argument]], [[rule.edit]], import, file, setting or command"));
        }
        Ok(Self {
            id: text.id,
            summary: text.summary,
            safety: text.safety,
            since: text.since,
            source: text.source,
            scope: text.scope,
            mentioning: text.mentioning,
            languages: languages.to_vec(),
            answers,
            renames: Renames(
                renames
                    .into_iter()
                    .map(|(old, new)| (Path::of(&old), Path::of(&new)))
                    .collect(),
            ),
            qualified,
            members: members
                .into_iter()
                .map(|(old, new)| (bare(old), bare(new)))
                .collect(),
            rewrites,
            arguments,
            edits: text.edit,
            imports: text.import,
            files: text.file,
            settings,
            commands: text.command,
            examples: text.examples,
        })
    }

    /// # Errors
    /// When a pattern or an expression is not valid.
    fn check(&self) -> Result<(), RuleFileError> {
        for rewrite in &self.rewrites {
            rewrite.check(&self.languages)?;
        }
        for argument in &self.arguments {
            argument.check()?;
        }
        for edit in &self.edits {
            Expression::new(sample(&edit.find)).check().map_err(|error| {
                RuleFileError::new(format!("no regular expression: {error}")).at("edit.find")
            })?;
        }
        Ok(())
    }

    /// Returns whether imports are all that the rule changes.
    pub(super) fn only_imports(&self) -> bool {
        !self.imports.is_empty()
            && self.renames.0.is_empty()
            && self.qualified.is_empty()
            && self.members.is_empty()
            && self.rewrites.is_empty()
            && self.arguments.is_empty()
            && self.edits.is_empty()
    }

    /// Returns the captures of a diagnostic that the rule handles.
    pub(super) fn captures(&self, question: &Question<'_>) -> Option<Captures> {
        let captures = self.answers.iter().find_map(|answer| answer.captures(question))?;
        self.has_part_for(question).then_some(captures)
    }

    /// Returns whether a rule that only renames has the name that a fact says is missing.
    fn has_part_for(&self, question: &Question<'_>) -> bool {
        let only_renames = self.rewrites.is_empty()
            && self.arguments.is_empty()
            && self.edits.is_empty()
            && self.settings.is_empty();
        let missing = question
            .fact
            .as_ref()
            .filter(|fact| fact.kind == "unknown-member");
        match missing {
            Some(fact)
                if only_renames
                    && self.qualified.is_empty()
                    && !(self.members.is_empty() && self.renames.0.is_empty()) =>
            {
                self.members.iter().any(|(old, _)| *old == fact.name)
                    || self.renames.0.iter().any(|(old, _)| old.has_part(&fact.name))
            }
            _ => true,
        }
    }
}

fn check_id(id: &str) -> Result<(), RuleFileError> {
    let is_part = |part: &str| {
        !part.is_empty()
            && part
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_')
    };
    if id.contains('/') && id.split('/').all(is_part) {
        return Ok(());
    }
    Err(RuleFileError::new(format!("'{id}' is not an id of a rule"))
        .at("id")
        .hint("write language/package/what, in lower case: python/numpy/product"))
}

fn check_file(change: &FileChangeText) -> Result<(), RuleFileError> {
    let operations = [&change.create, &change.rename, &change.delete];
    let is_one = operations.iter().filter(|it| it.is_some()).count() == 1;
    let fits = change.rename.is_some() == change.to.is_some()
        && (change.content.is_none() || change.create.is_some());
    if is_one && fits {
        return Ok(());
    }
    Err(RuleFileError::new("one of 'create', 'rename' with 'to', and 'delete' is wanted").at("file"))
}

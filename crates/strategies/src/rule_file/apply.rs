//! Applies a rule to a project, for one cause.

mod code;
mod difference;
mod place;
mod resolved;
mod template;
mod written;

use std::collections::{BTreeMap, BTreeSet};

use unbreak_core::{
    Command, Confidence, DeterminedBy, Diagnostic, FileOp, Fix, FixContext, RelPath, SafetyClass,
    StrategyError,
};

use self::difference::edits;
pub(super) use self::difference::words;
use self::place::{Spot, line_at, lines_of, spots};
use self::template::PYTHON;
use super::answer::{Captures, Question, fill};
use super::language::Tongue;
use super::python::Names;
use super::rule::{MigrationRule, Rules};
use super::text::{FileChangeText, SafetyText, ScopeText};
use crate::python::inquiry::Inquiry;
use crate::python::project::Parsed;

/// The confidence of a safe rule: the library's documentation defines the change, and the example ran. A message that
/// says what to write is nearer to the case, and comes first. A module that happens to have the same name comes
/// later.
const SAFE: Confidence = Confidence::new(0.96);
/// The confidence of a rule that needs confirmation.
const ASKING: Confidence = Confidence::new(0.7);

/// The most files that are read for a word.
const MOST_FILES: usize = 2_000;

/// Returns the confidence of a rule.
pub(super) fn claimed(safety: SafetyText) -> Confidence {
    match safety {
        SafetyText::Safe => SAFE,
        SafetyText::Ask => ASKING,
    }
}

/// The work of one rule.
pub(super) struct Application<'a> {
    pub(super) rule: &'a MigrationRule,
    pub(super) file: &'a Rules,
    pub(super) context: &'a FixContext<'a>,
    pub(super) inquiry: &'a Inquiry<'a>,
    /// The texts as the rule has them so far.
    texts: BTreeMap<RelPath, String>,
    /// The edits of lines that were made, by file, line and captures.
    edited: BTreeSet<(RelPath, Option<u32>, Captures)>,
    /// The member that the diagnostic says is missing.
    missing: Option<String>,
}

impl<'a> Application<'a> {
    pub(super) fn new(
        rule: &'a MigrationRule,
        file: &'a Rules,
        context: &'a FixContext<'a>,
        inquiry: &'a Inquiry<'a>,
    ) -> Self {
        Self {
            rule,
            file,
            context,
            inquiry,
            texts: BTreeMap::new(),
            edited: BTreeSet::new(),
            missing: None,
        }
    }

    /// The same, after what other rules have made of the texts.
    pub(super) fn after(mut self, texts: BTreeMap<RelPath, String>) -> Self {
        self.texts = texts;
        self
    }

    /// The texts that the rule has changed.
    pub(super) fn into_texts(self) -> BTreeMap<RelPath, String> {
        self.texts
    }

    /// The fix for all diagnostics of a cause that the rule answers.
    pub(super) async fn fix<'d>(
        &mut self,
        strategy: &str,
        diagnostics: impl Iterator<Item = &'d Diagnostic>,
    ) -> Result<Option<Fix>, StrategyError> {
        let mut operations: Vec<FileOp> = Vec::new();
        let mut commands: Vec<Command> = Vec::new();
        for diagnostic in diagnostics {
            let question = Question::of(diagnostic);
            let Some(mut captures) = self.rule.captures(&question) else {
                continue;
            };
            let file = diagnostic
                .file()
                .and_then(|file| self.context.workspace.locate(file));
            captures.extend(file.map(|file| ("file".to_owned(), file.to_string())));
            let missing = question.fact.filter(|fact| fact.kind == "unknown-member");
            let missing = missing.map(|fact| fact.name);
            self.missing = missing.filter(|name| captures.get("name") == Some(name));
            self.change_code(diagnostic, &captures).await?;
            self.change_settings(&captures);
            self.edit_files(&captures);
            let files = self
                .rule
                .files
                .iter()
                .filter_map(|change| file_operation(change, &captures));
            operations.extend(files);
            let programs = self
                .rule
                .commands
                .iter()
                .filter_map(|command| program(&command.run, &captures));
            commands.extend(programs);
        }
        operations.dedup();
        commands.dedup();
        let mut fix = Fix::new(strategy, self.title(), claimed(self.rule.safety))
            .because(self.reason())
            .safety(self.safety())
            .evidence(DeterminedBy::Rule);
        fix.rule = Some(self.rule.id.clone().into());
        for (file, text) in &self.texts {
            fix.edits.extend(edits(file, &self.read(file)?, text)?);
        }
        fix.files = operations;
        fix.commands = commands;
        fix.needs = self.rule.commands.first().map(|command| command.allow.clone());
        Ok((!fix.is_noop()).then_some(fix))
    }

    fn title(&self) -> String {
        self.rule.summary.trim_end_matches('.').to_owned()
    }

    fn reason(&self) -> String {
        let package = self.file.package.as_ref().map(|package| package.name.as_str());
        let since = self.rule.since.as_deref();
        let at = match (package, since) {
            (Some(package), Some(since)) => format!(", since {package} {since}"),
            (None, Some(since)) => format!(", since {since}"),
            _ => String::new(),
        };
        let source = self.rule.source.as_ref().map(|source| format!(": {source}"));
        format!("rule {}{at}{}", self.rule.id, source.unwrap_or_default())
    }

    fn safety(&self) -> SafetyClass {
        match self.rule.safety {
            _ if !self.rule.commands.is_empty() => SafetyClass::NeedsApproval,
            SafetyText::Safe => SafetyClass::Safe,
            SafetyText::Ask => SafetyClass::Unsafe,
        }
    }

    fn read(&self, file: &RelPath) -> Result<String, StrategyError> {
        Ok(self.context.workspace.read_text(file)?)
    }

    /// The text of a file as the rule has it so far.
    fn text(&self, file: &RelPath) -> Option<String> {
        self.texts.get(file).cloned().or_else(|| self.read(file).ok())
    }

    fn names<'p>(&'p self, parsed: &'p Parsed) -> Names<'p> {
        Names::of(parsed, self.inquiry.project.modules()).with_loaded(self.file.loaded())
    }

    /// Changes the first place on the diagnostic's way that the rule has something to change at.
    async fn change_code(
        &mut self,
        diagnostic: &Diagnostic,
        captures: &Captures,
    ) -> Result<(), StrategyError> {
        if let Some(word) = &self.rule.mentioning {
            return self.change_mentioning(word, captures).await;
        }
        for spot in spots(diagnostic, self.context.workspace) {
            if !spot.tongue.is_one_of(&self.rule.languages) || !self.is_about(&spot) {
                continue;
            }
            if !self
                .change_file(&spot.file, Some(spot.line), spot.tongue, captures)
                .await?
            {
                continue;
            }
            if self.rule.scope == Some(ScopeText::Project) {
                self.change_others(&spot, captures).await?;
            }
            return Ok(());
        }
        Ok(())
    }

    /// Changes every file of the project that has a word.
    async fn change_mentioning(&mut self, word: &str, captures: &Captures) -> Result<(), StrategyError> {
        let Some(word) = fill(word, captures) else {
            return Ok(());
        };
        for spot in self.mentioning(&word) {
            if self.is_about(&spot) {
                self.change_file(&spot.file, Some(spot.line), spot.tongue, captures)
                    .await?;
            }
        }
        Ok(())
    }

    /// The first line with a word in each file of the project, in the rule's languages.
    fn mentioning(&self, word: &str) -> Vec<Spot> {
        let spot = |file: &RelPath, text: &str, tongue| {
            let at = text.find(word)?;
            let line = line_at(&lines_of(text), at);
            let file = file.clone();
            Some(Spot { file, line, tongue })
        };
        if PYTHON.is_one_of(&self.rule.languages) {
            let files = self.inquiry.project.mentioning(word);
            let sources = files.iter().map(|parsed| &parsed.source);
            return sources
                .filter_map(|source| spot(source.file(), source.text(), &PYTHON))
                .collect();
        }
        let workspace = self.context.workspace;
        let files = workspace.files();
        let own = files.iter().filter_map(|file| {
            let tongue = Tongue::of_file(file.as_str())?;
            tongue.is_one_of(&self.rule.languages).then_some((file, tongue))
        });
        own.take(MOST_FILES)
            .filter_map(|(file, tongue)| spot(file, &workspace.read_text(file).ok()?, tongue))
            .collect()
    }

    /// Returns whether the file imports the package that the rule is about. Where the project's own modules hand it
    /// on, one of them does; where the stack must pass through the package, it calls the file.
    fn is_about(&self, spot: &Spot) -> bool {
        let modules = self.file.modules();
        let answers = &self.rule.answers;
        let is_called = !answers.is_empty() && answers.iter().all(|answer| answer.through().is_some());
        if modules.is_empty() || is_called || spot.tongue.name != "python" {
            return true;
        }
        let project = &self.inquiry.project;
        let imports = |parsed: &Parsed| {
            let names = Names::of(parsed, project.modules());
            modules.iter().any(|module| names.imports_from(module))
        };
        project.parsed(&spot.file).is_some_and(|parsed| imports(&parsed))
            || modules
                .iter()
                .filter_map(|module| module.split('.').next())
                .flat_map(|module| project.mentioning(module))
                .any(|parsed| imports(&parsed))
    }

    async fn change_others(&mut self, done: &Spot, captures: &Captures) -> Result<(), StrategyError> {
        let inquiry = self.inquiry;
        let files: Vec<RelPath> = inquiry
            .project
            .modules()
            .iter()
            .map(|(file, _)| file.clone())
            .collect();
        for file in files.into_iter().filter(|file| *file != done.file) {
            self.change_file(&file, None, done.tongue, captures).await?;
        }
        Ok(())
    }

    fn change_settings(&mut self, captures: &Captures) {
        for setting in &self.rule.settings {
            let Some(file) = fill(&setting.file, captures).and_then(|file| RelPath::new(&file).ok()) else {
                continue;
            };
            let changed = self
                .text(&file)
                .and_then(|text| setting.apply(file.as_str(), &text, captures));
            if let Some(text) = changed {
                self.texts.insert(file, text);
            }
        }
    }
}

fn file_operation(change: &FileChangeText, captures: &Captures) -> Option<FileOp> {
    let path = |text: &Option<String>| RelPath::new(&fill(text.as_ref()?, captures)?).ok();
    if let Some(file) = path(&change.create) {
        let content = fill(change.content.as_deref().unwrap_or_default(), captures)?;
        return Some(FileOp::Create { file, content });
    }
    if let Some(file) = path(&change.delete) {
        return Some(FileOp::Delete { file });
    }
    Some(FileOp::Rename {
        from: path(&change.rename)?,
        to: path(&change.to)?,
    })
}

fn program(words: &[String], captures: &Captures) -> Option<Command> {
    let filled: Option<Vec<String>> = words.iter().map(|word| fill(word, captures)).collect();
    let filled = filled?;
    let (program, arguments) = filled.split_first()?;
    Some(Command::new(program, arguments))
}

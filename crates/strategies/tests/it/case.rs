//! Runs a strategy on a project and a tool's output.

use std::collections::BTreeSet;
use std::sync::Arc;

use unbreak_core::fix::apply_edits;
use unbreak_core::{
    Analysis, Command, Completed, Confidence, Diagnostic, ExitState, FileOp, Fix, FixContext, FixStrategy,
    Reader, Registry, RelPath, Runner, StrategyError, Workspace,
};
use unbreak_parsers::{Pipeline, Resolved, Resolver};

use super::world::{Processes, Tree};

// Named once, so that the linker keeps what registers itself.
use unbreak_parsers as _;
use unbreak_strategies as _;

/// The directory that captured outputs speak of.
pub(crate) const NEUTRAL_ROOT: &str = "/home/dev/project";

/// Everything that is linked into this program.
pub(crate) fn registry() -> Registry {
    Registry::builder().with_linked().build().unwrap()
}

/// A strategy by its id.
pub(crate) fn strategy(id: &str) -> Arc<dyn FixStrategy> {
    Arc::clone(
        registry()
            .strategy(id)
            .unwrap_or_else(|| panic!("no strategy is called {id}")),
    )
}

/// The diagnostics in an output, with their places found in the tree.
pub(crate) fn diagnose(tree: &dyn Workspace, command: &Command, output: &str) -> Vec<Diagnostic> {
    let output = output.replace(NEUTRAL_ROOT, tree.root().to_str().unwrap());
    let pipeline = Pipeline::new(registry().parsers().cloned());
    let parsed = pipeline.parse(output.as_bytes(), Some(ExitState::Code(1)));
    let directory = command.directory.as_ref().map_or("", RelPath::as_str);
    let resolver = Resolver::new(tree.root(), &tree.root().join(directory));
    let is_file = |path: &str| tree.locate(path).is_some_and(|file| tree.is_file(&file));
    let mut diagnostics = parsed.diagnostics;
    for diagnostic in &mut diagnostics {
        resolver.resolve(diagnostic, &mut Resolved::default(), &is_file);
    }
    diagnostics
}

/// Reads tools' answers with every parser that is linked in.
struct Parsers<'a>(&'a Tree);

impl Reader for Parsers<'_> {
    fn read(&self, command: &Command, completed: &Completed) -> Vec<Diagnostic> {
        let output = [completed.stdout.as_slice(), b"\n", &completed.stderr].concat();
        diagnose(self.0, command, &String::from_utf8_lossy(&output))
    }

    fn understand(&self, diagnostic: &mut Diagnostic) {
        unbreak_parsers::facts::fill(diagnostic);
    }
}

/// The proposals of a strategy for the first diagnostic that it handles and that says
/// `about`; others that say the same in the same file belong to the same cause. `output` is what the
/// command printed, for those that look at more than the diagnostics.
pub(crate) fn propose(
    strategy: &dyn FixStrategy,
    tree: &Tree,
    command: &Command,
    diagnostics: &[Diagnostic],
    about: &str,
    output: &str,
) -> Vec<Fix> {
    asked(strategy, tree, command, diagnostics, about, output).1
}

/// The same with the diagnostic.
pub(crate) fn asked(
    strategy: &dyn FixStrategy,
    tree: &Tree,
    command: &Command,
    diagnostics: &[Diagnostic],
    about: &str,
    output: &str,
) -> (Diagnostic, Vec<Fix>) {
    let analysis = analysis(strategy, diagnostics, about);
    let question = Question {
        tree,
        command,
        diagnostics,
        output,
    };
    let fixes = question
        .fixes(strategy, &analysis, &Processes::in_tree(tree))
        .unwrap();
    (analysis.diagnostic, fixes)
}

/// The analysis of the first diagnostic that the strategy knows something about and that says `about`.
pub(crate) fn analysis(strategy: &dyn FixStrategy, diagnostics: &[Diagnostic], about: &str) -> Analysis {
    let known = |diagnostic: &&Diagnostic| {
        strategy.assess(diagnostic).is_some() && diagnostic.message.contains(about)
    };
    let first = diagnostics.iter().find(known);
    let Some(first) = first else {
        let messages: Vec<&str> = diagnostics
            .iter()
            .map(|diagnostic| diagnostic.message.as_str())
            .collect();
        panic!(
            "{} knows nothing about any of {messages:#?}",
            strategy.descriptor().id
        );
    };
    let is_same = |other: &&Diagnostic| {
        !std::ptr::eq(*other, first) && other.message == first.message && other.file() == first.file()
    };
    Analysis {
        id: 1,
        diagnostic: first.clone(),
        also: diagnostics.iter().filter(is_same).cloned().collect(),
        root_cause: first.message.clone(),
        candidates: Vec::new(),
        related_files: Vec::new(),
        confidence: Confidence::new(0.5),
    }
}

/// A project and what the command printed there.
#[derive(Clone, Copy)]
pub(crate) struct Question<'a> {
    pub(crate) tree: &'a Tree,
    pub(crate) command: &'a Command,
    pub(crate) diagnostics: &'a [Diagnostic],
    pub(crate) output: &'a str,
}

impl Question<'_> {
    /// The proposals of a strategy that asks programs through `runner`.
    pub(crate) fn fixes(
        &self,
        strategy: &dyn FixStrategy,
        analysis: &Analysis,
        runner: &dyn Runner,
    ) -> Result<Vec<Fix>, StrategyError> {
        let allowed = BTreeSet::new();
        let mut context = FixContext::new(self.tree, runner, self.command, &allowed);
        let scratch = tempfile::tempdir().unwrap();
        context.scratch = Some(scratch.path());
        context.diagnostics = self.diagnostics;
        context.output = self.output;
        let parsers = Parsers(self.tree);
        context.reader = Some(&parsers);
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let fixes = runtime.block_on(strategy.propose(analysis, &context))?;
        for fix in &fixes {
            assert!(!fix.is_noop(), "{} changes nothing", fix.title);
            assert!(!fix.rationale.is_empty(), "{} does not say why", fix.title);
            assert_eq!(fix.strategy, strategy.descriptor().id);
            assert!(fix.rule.is_some(), "{} names no rule", fix.title);
        }
        Ok(fixes)
    }
}

/// Makes the changes of a fix.
pub(crate) fn apply(tree: &Tree, fix: &Fix) {
    let files: BTreeSet<&RelPath> = fix.edits.iter().map(|edit| &edit.file).collect();
    for file in files {
        let text = tree.read_text(file).unwrap();
        let edits = fix.edits.iter().filter(|edit| &edit.file == file);
        tree.write(file, &apply_edits(&text, edits).unwrap());
    }
    for operation in &fix.files {
        match operation {
            FileOp::Create { file, content } => tree.write(file, content),
            FileOp::Delete { file } => tree.remove(file),
            FileOp::Rename { from, to } => {
                tree.write(to, &tree.read_text(from).unwrap());
                tree.remove(from);
            }
            other => panic!("no strategy of these does {other:?}"),
        }
    }
}

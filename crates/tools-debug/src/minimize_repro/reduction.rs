//! The things that can be reduced, and the order of the passes.

use std::path::{Path, PathBuf};

use unbreak_core::{ToolContext, ToolError};

use super::input::Input;
use super::oracle::Oracle;
use super::search::{Search, Stop};
use super::shape::{self, Shape};
#[cfg(feature = "grammars")]
use super::syntax;
use super::text;
use super::tree::Tree;

/// The thing to reduce.
#[derive(Debug, Clone)]
pub(super) enum Matter {
    /// A file of this name.
    Text(String, Vec<u8>),
    /// Arguments.
    Items(Vec<String>),
    /// A directory.
    Tree(Tree),
}

impl Matter {
    /// # Errors
    /// When it cannot be read, or is empty.
    pub(super) fn of(input: &Input, root: &Path) -> Result<Self, ToolError> {
        let Some(name) = &input.input else {
            return Ok(Self::Items(input.items.clone()));
        };
        let path: PathBuf = root.join(name);
        if path.is_dir() {
            return Tree::read(&path).map(Self::Tree);
        }
        let text = std::fs::read(&path)
            .map_err(|error| ToolError::Input(format!("{} cannot be read: {error}", path.display())))?;
        if text.is_empty() {
            return Err(ToolError::Input(format!("{} is empty", path.display())));
        }
        let name = path.file_name().and_then(|name| name.to_str());
        Ok(Self::Text(name.unwrap_or("input").to_owned(), text))
    }

    /// The whole of it as the first candidate.
    pub(super) fn candidate(&self) -> (Shape, Vec<u8>) {
        match self {
            Self::Text(name, text) => (Shape::File(name.clone()), text.clone()),
            Self::Items(items) => (Shape::Items(items.clone()), shape::numbered(items.len())),
            Self::Tree(tree) => (Shape::Files(tree.clone()), shape::numbered(tree.files.len())),
        }
    }

    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Text(_, text) => text.len(),
            Self::Items(items) => items.iter().map(|item| item.len() + 1).sum(),
            Self::Tree(tree) => tree.size(),
        }
    }

    pub(super) fn parts(&self) -> usize {
        match self {
            Self::Text(..) => 1,
            Self::Items(items) => items.len(),
            Self::Tree(tree) => tree.files.len(),
        }
    }
}

/// Searches one after the other, under one budget.
pub(super) struct Reduction<'a> {
    oracle: &'a Oracle<'a>,
    context: &'a ToolContext<'a>,
    budget: Option<u64>,
    jobs: usize,
    calls: u64,
}

/// The result, and why it is not smaller.
type Left<T> = (T, Result<(), Stop>);

impl<'a> Reduction<'a> {
    pub(super) fn new(oracle: &'a Oracle<'a>, context: &'a ToolContext<'a>, input: &Input) -> Self {
        Self {
            oracle,
            context,
            budget: input.budget_calls,
            jobs: input.jobs.unwrap_or_else(processors),
            calls: 0,
        }
    }

    /// The number of questions to the oracle.
    pub(super) fn calls(&self) -> u64 {
        self.calls
    }

    /// Makes it as small as possible. The result fails in the same way, whatever ended the reduction.
    pub(super) async fn of(&mut self, matter: Matter) -> Left<Matter> {
        let (shape, text) = matter.candidate();
        match matter {
            Matter::Text(name, _) => {
                let (text, ended) = self.content(&shape, text, &name).await;
                (Matter::Text(name, text), ended)
            }
            Matter::Items(items) => {
                let (left, ended) = self.lines(&shape, text).await;
                let left = shape::numbers(&left).into_iter();
                let items = left.filter_map(|number| items.get(number).cloned());
                (Matter::Items(items.collect()), ended)
            }
            Matter::Tree(tree) => {
                let (tree, ended) = self.tree(tree).await;
                (Matter::Tree(tree), ended)
            }
        }
    }

    /// Whole files, then parts of each; and again, while that makes files superfluous.
    async fn tree(&mut self, mut tree: Tree) -> Left<Tree> {
        for round in 0.. {
            let before = tree.files.len();
            let ended = self.files(&mut tree).await;
            let is_settled = round > 0 && tree.files.len() == before;
            if ended.is_err() || is_settled {
                return (tree, ended);
            }
            for path in tree.by_size() {
                let ended = self.within(&mut tree, &path).await;
                if ended.is_err() {
                    return (tree, ended);
                }
            }
        }
        (tree, Ok(()))
    }

    async fn files(&mut self, tree: &mut Tree) -> Result<(), Stop> {
        let (shape, text) = Matter::Tree(tree.clone()).candidate();
        let (left, ended) = self.lines(&shape, text).await;
        *tree = tree.only(&shape::numbers(&left));
        ended
    }

    async fn within(&mut self, tree: &mut Tree, path: &str) -> Result<(), Stop> {
        let shape = Shape::Within(tree.clone(), path.to_owned());
        let Some(entry) = tree.files.get_mut(path) else {
            return Ok(());
        };
        if entry.bytes.is_empty() {
            return Ok(());
        }
        let (left, ended) = self.content(&shape, entry.bytes.clone(), path).await;
        entry.bytes = left;
        ended
    }

    /// A text from which any part may be removed.
    async fn content(&mut self, shape: &Shape, text: Vec<u8>, name: &str) -> Left<Vec<u8>> {
        let mut search = self.search(shape, text);
        let ended = reduce(&mut search, Path::new(name)).await;
        let (left, calls) = (search.smallest().to_vec(), search.calls());
        self.calls += calls;
        (left, ended)
    }

    /// A text from which lines may be removed.
    async fn lines(&mut self, shape: &Shape, text: Vec<u8>) -> Left<Vec<u8>> {
        let mut search = self.search(shape, text);
        let ended = text::reduce_lines(&mut search).await;
        let (left, calls) = (search.smallest().to_vec(), search.calls());
        self.calls += calls;
        (left, ended)
    }

    fn search<'s>(&self, shape: &'s Shape, text: Vec<u8>) -> Search<'s>
    where
        'a: 's,
    {
        Search::new(self.oracle, self.context, shape, text).limited(self.budget, self.calls, self.jobs)
    }
}

#[cfg_attr(
    not(feature = "grammars"),
    expect(unused_variables, reason = "the ending names a grammar")
)]
async fn reduce(search: &mut Search<'_>, name: &Path) -> Result<(), Stop> {
    if search.ask(&[Vec::new()]).await?[0] {
        search.keep(Vec::new());
        return Ok(());
    }
    #[cfg(feature = "grammars")]
    if let Some(grammar) = syntax::Grammar::of(name) {
        return syntax::reduce(search, grammar).await;
    }
    text::reduce(search).await
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

//! Delta debugging over sets: finds a smallest subset with a property.

use std::collections::HashMap;

use async_trait::async_trait;
use unbreak_core::ToolError;

use crate::join;

/// Tests whether a subset has the property.
#[async_trait]
pub(crate) trait Oracle: Sync {
    /// Returns whether these elements, in ascending order, have it. Concurrent questions have different `slot`s.
    async fn holds(&self, slot: usize, chosen: &[usize]) -> Result<bool, ToolError>;
}

/// The result of a reduction, with its effort.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reduced {
    /// Removing any single one of these breaks it.
    pub(crate) kept: Vec<usize>,
    /// The number of questions to the oracle.
    pub(crate) calls: usize,
}

/// Reduces `all`, which has the property, to a subset from which no single element can be removed
/// (Zeller and Hildebrandt 2002: ddmin). `jobs` questions are asked at a time; the first one that
/// holds counts, so that the result does not depend on chance.
///
/// # Errors
/// When the oracle fails.
pub(crate) async fn ddmin(oracle: &dyn Oracle, all: Vec<usize>, jobs: usize) -> Result<Reduced, ToolError> {
    let mut search = Search {
        oracle,
        jobs: jobs.max(1),
        known: HashMap::new(),
        calls: 0,
    };
    let mut kept = all;
    let mut parts = 2;
    while kept.len() > 1 {
        parts = parts.min(kept.len());
        let chunks: Vec<&[usize]> = kept.chunks(kept.len().div_ceil(parts)).collect();
        let complements: Vec<Vec<usize>> = (0..chunks.len()).map(|out| without(&chunks, out)).collect();
        let subsets: Vec<Vec<usize>> = chunks.iter().map(|chunk| chunk.to_vec()).collect();
        if let Some(smaller) = search.first(subsets).await? {
            (kept, parts) = (smaller, 2);
        } else if let Some(smaller) = search.first(complements).await? {
            (kept, parts) = (smaller, parts.saturating_sub(1).max(2));
        } else if parts < kept.len() {
            parts *= 2;
        } else {
            break;
        }
    }
    Ok(Reduced {
        kept,
        calls: search.calls,
    })
}

fn without(chunks: &[&[usize]], out: usize) -> Vec<usize> {
    let rest = chunks.iter().enumerate().filter(|(at, _)| *at != out);
    rest.flat_map(|(_, chunk)| chunk.iter().copied()).collect()
}

struct Search<'a> {
    oracle: &'a dyn Oracle,
    jobs: usize,
    known: HashMap<Vec<usize>, bool>,
    calls: usize,
}

impl Search<'_> {
    /// The first of the candidates that does it.
    async fn first(&mut self, candidates: Vec<Vec<usize>>) -> Result<Option<Vec<usize>>, ToolError> {
        for batch in candidates.chunks(self.jobs) {
            self.ask(batch).await?;
            if let Some(found) = batch.iter().find(|one| self.known.get(*one) == Some(&true)) {
                return Ok(Some(found.clone()));
            }
        }
        Ok(None)
    }

    async fn ask(&mut self, batch: &[Vec<usize>]) -> Result<(), ToolError> {
        let mut unknown: Vec<&Vec<usize>> = batch
            .iter()
            .filter(|one| !one.is_empty() && !self.known.contains_key(*one))
            .collect();
        // With two parts, each is the complement of the other.
        unknown.dedup();
        self.calls += unknown.len();
        let asked = unknown
            .iter()
            .enumerate()
            .map(|(slot, one)| self.oracle.holds(slot, one));
        let answers = join::all(asked).await;
        for (one, answer) in unknown.into_iter().zip(answers) {
            self.known.insert(one.clone(), answer?);
        }
        Ok(())
    }
}

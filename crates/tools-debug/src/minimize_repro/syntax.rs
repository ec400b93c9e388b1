//! Reduction along the syntax tree.
//!
//! Each pass is a file: the changes it tries on one parse of the current text. No pass needs to
//! know the meaning of a language's constructs: a candidate that does not parse is dropped without
//! a call, and the oracle decides whether one that does is still interesting.

mod delete;
mod grammar;
mod hoist;
mod layout;
mod lists;
mod names;
mod stub;
mod token;
mod transplant;
mod tree;

pub(super) use grammar::Grammar;

use super::screen::Screen;
use super::search::{Search, Stop};
use super::text;

/// The greatest size at which all pairs of names and expressions are tried.
const SMALL: usize = 1_500;

/// Until nothing of it can be left out, replaced or simplified any more.
pub(super) async fn reduce(search: &mut Search<'_>, grammar: &'static Grammar) -> Result<(), Stop> {
    if !grammar.parses(search.current()) {
        return text::reduce(search).await;
    }
    search.screen = Screen::of(grammar);
    layout::strip(search, grammar).await?;
    if grammar.is_data {
        return data(search, grammar).await;
    }
    coarse(search, grammar).await?;
    loop {
        while round(search, grammar).await? {}
        search.forget();
        search.thorough = true;
        let changed = round(search, grammar).await?;
        search.thorough = false;
        if !changed {
            return Ok(());
        }
    }
}

/// Parts of data are independent: one that could not be removed once never can be.
async fn data(search: &mut Search<'_>, grammar: &'static Grammar) -> Result<(), Stop> {
    let mut before = usize::MAX;
    while search.current().len() < before {
        before = search.current().len();
        delete::levels(search, grammar, 0).await?;
        hoist::run(search, grammar, 0).await?;
        stub::run(search, grammar).await?;
    }
    names::shorten(search, grammar).await?;
    text::each(search, text::characters).await
}

/// Removes much with few calls: parts of lists, the large ones first.
async fn coarse(search: &mut Search<'_>, grammar: &'static Grammar) -> Result<(), Stop> {
    for share in [16, 64] {
        loop {
            let before = search.current().len();
            delete::levels(search, grammar, before / share).await?;
            hoist::run(search, grammar, before / share).await?;
            // It is repeated only if it was effective: the rounds do the rest.
            if search.current().len() > before / 2 {
                break;
            }
        }
    }
    Ok(())
}

/// One round of all passes; returns whether it changed anything.
async fn round(search: &mut Search<'_>, grammar: &'static Grammar) -> Result<bool, Stop> {
    let before = search.current().to_vec();
    delete::levels(search, grammar, 0).await?;
    hoist::run(search, grammar, 0).await?;
    stub::run(search, grammar).await?;
    if search.current().len() <= SMALL {
        names::merge(search, grammar).await?;
        transplant::run(search, grammar).await?;
        token::run(search, grammar).await?;
    }
    if search.current() == before {
        layout::squeeze(search, grammar).await?;
        names::shorten(search, grammar).await?;
        text::each(search, text::characters).await?;
    }
    Ok(search.current() != before)
}

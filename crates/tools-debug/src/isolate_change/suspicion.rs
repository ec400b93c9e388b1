//! Estimates which pieces of a change are likeliest to be at fault, so that they are tested first.

use std::path::Path;

use schemars::JsonSchema;
use serde::Deserialize;
use unbreak_core::ToolError;

use super::Hunk;
use super::stage::Passes;
use crate::ddmin::Oracle as _;
use crate::failure::Failure;
use crate::join;

/// A function that may be at fault; of equals the first is the likeliest.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub(super) struct Suspect {
    file: String,
    #[serde(default)]
    function: Option<String>,
}

impl Suspect {
    /// The functions on the stack of a failure, the innermost first.
    pub(super) fn of_failure(failure: &Failure) -> impl Iterator<Item = Self> {
        let frames = failure.errors.iter().flat_map(|error| error.frames.iter().rev());
        frames.filter_map(|frame| {
            Some(Self {
                file: frame.location.file.clone()?,
                function: frame.function.clone(),
            })
        })
    }

    fn is_file_of(&self, hunk: &Hunk) -> bool {
        Path::new(&hunk.file).ends_with(&self.file)
    }

    fn is_function_of(&self, hunk: &Hunk) -> bool {
        let function = self.function.as_deref().map(name);
        function.is_some() && self.is_file_of(hunk) && hunk.function.as_deref().map(name) == function
    }
}

/// The last part of a qualified name.
fn name(function: &str) -> &str {
    function.rsplit(['.', ':']).next().unwrap_or(function)
}

/// The smallest of growing parts of the likeliest pieces that does it, or else all of them: with one run
/// for each doubling it is found where the suspicion is right, and little is lost where it is not.
///
/// # Errors
/// When the oracle fails.
pub(super) async fn narrow(
    oracle: &Passes<'_>,
    hunks: &[Hunk],
    all: Vec<usize>,
    suspects: &[Suspect],
    runs: &mut usize,
) -> Result<Vec<usize>, ToolError> {
    for batch in guesses(hunks, &all, suspects).chunks(oracle.stage.jobs()) {
        *runs += batch.len();
        let asked = batch.iter().enumerate();
        let answers = join::all(asked.map(|(slot, guess)| oracle.holds(slot, guess))).await;
        for (guess, answer) in batch.iter().zip(answers) {
            if answer? {
                return Ok(guess.clone());
            }
        }
    }
    Ok(all)
}

/// The likeliest piece, the two likeliest, the four likeliest, and so on.
fn guesses(hunks: &[Hunk], all: &[usize], suspects: &[Suspect]) -> Vec<Vec<usize>> {
    let place = |is: &dyn Fn(&Suspect) -> bool| suspects.iter().position(is);
    let rank = |at: usize| {
        let function = place(&|suspect| suspect.is_function_of(&hunks[at]));
        let file = || place(&|suspect| suspect.is_file_of(&hunks[at]));
        function.or_else(|| Some(suspects.len() + file()?))
    };
    let mut ranked: Vec<(usize, usize)> = all.iter().filter_map(|at| Some((rank(*at)?, *at))).collect();
    ranked.sort_unstable();
    let sizes = std::iter::successors(Some(1), |size| Some(size * 2)).take_while(|size| *size < ranked.len());
    // All of the pieces that do it together were asked about already.
    let whole = (ranked.len() < all.len()).then_some(ranked.len());
    let sizes = sizes.chain(whole.filter(|size| *size > 0));
    let guess = |size: usize| {
        let mut guess: Vec<usize> = ranked[..size].iter().map(|(_, at)| *at).collect();
        guess.sort_unstable();
        guess
    };
    sizes.map(guess).collect()
}

//! An orchestrator of its own with the retry policy of this crate: a worker that guesses a number until a check
//! accepts it.
//!
//! ```console
//! $ cargo run -p unbreak-core --example retry_loop
//! ```

#![expect(clippy::print_stdout, reason = "an example shows what happens")]

use unbreak_core::policy::retry::{
    ClassifyInput, Decision, DecisionInput, Failure, FailureSource, RepairInstruction, RetryMemory,
    RetryPolicy, Verification, classify,
};

/// Answers the way a model does that needs two hints.
fn worker(prompt: &str) -> &'static str {
    match (prompt.contains("too small"), prompt.contains("too large")) {
        (_, true) => "six",
        (true, _) => "eight",
        _ => "four",
    }
}

fn check(answer: &str) -> Result<(), Verification> {
    match answer {
        "six" => Ok(()),
        "four" => Err(Verification::failed("four is too small")),
        other => Err(Verification::failed(format!("{other} is too large"))),
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let policy = RetryPolicy::default();
    let mut memory = RetryMemory::new();
    let mut prompt = "Guess the number.".to_owned();
    let mut attempt = 1;
    while let Err(failed) = check(worker(&prompt)) {
        let failure = Failure::Verification(failed);
        let record = classify(&ClassifyInput::new(failure, FailureSource::Verify, attempt))?;
        let decided = DecisionInput::new(record.clone(), memory, policy.clone()).decided();
        memory = decided.memory;
        println!("attempt {attempt}: {}, {:?}", record.message, decided.decision);
        let Decision::Retry { attempt: next } = decided.decision else {
            return Ok(());
        };
        attempt = next.get();
        prompt = prompt + "\n\n" + &RepairInstruction::of(&record).prompt_suffix;
    }
    println!("attempt {attempt}: right");
    Ok(())
}

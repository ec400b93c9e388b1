//! Debug sessions.

use std::io::{self, Write};

use serde_json::{Value, json};
use unbreak_core::session::{Outcome, Probe, Record, Standing};
use unbreak_host::debug::Saved;

use super::{diff, style, visible_line};

/// The session for programs: the machine's record, the confidence of each hypothesis, and the measurements.
pub(crate) fn json(saved: &Saved) -> Value {
    let record = saved.session.record();
    let mut shown = json!(record);
    let confidences = record.beliefs().into_iter().map(|(_, confidence)| confidence);
    for (hypothesis, confidence) in shown["hypotheses"]
        .as_array_mut()
        .into_iter()
        .flatten()
        .zip(confidences)
    {
        hypothesis["confidence"] = confidence.into();
    }
    shown["evidence"] = json!(saved.evidence);
    shown
}

/// Writes the session for people: the findings, the hypotheses with their confidence, and the next step.
///
/// # Errors
/// If `out` cannot be written.
pub(crate) fn text(out: &mut dyn Write, saved: &Saved) -> io::Result<()> {
    let record = saved.session.record();
    let (title, faint) = (style::TITLE, style::FAINT);
    writeln!(
        out,
        "{title}debug session {}{title:#}: {}",
        record.id,
        visible_line(&record.command.to_string())
    )?;
    known(out, saved, record)?;
    beliefs(out, record)?;
    for probe in record
        .probes
        .iter()
        .filter(|probe| probe.result.is_none() || probe.handle.is_some())
    {
        standing_probe(out, probe)?;
    }
    if !record.places.is_empty() {
        writeln!(out, "places:")?;
    }
    for place in record.places.iter().take(5) {
        writeln!(
            out,
            "  {} {faint}{}{faint:#}",
            visible_line(&place.to_string()),
            visible_line(&place.why)
        )?;
    }
    fix(out, saved, record)?;
    end(out, record)
}

fn known(out: &mut dyn Write, saved: &Saved, record: &Record) -> io::Result<()> {
    if let Some(seen) = &record.reproduction {
        let (count, of) = (seen.matches, seen.attempts);
        writeln!(
            out,
            "reproduced: {count} of {of}: {}",
            visible_line(&seen.message)
        )?;
    }
    if let Some(flaky) = &saved.evidence.flakiness
        && flaky["failures"]["count"] != flaky["failures"]["of"]
    {
        let failures = &flaky["failures"];
        writeln!(
            out,
            "further runs: failed {} of {}",
            failures["count"], failures["of"]
        )?;
    }
    if let Some(culprit) = &record.culprit {
        let commit = culprit.commit.as_deref().unwrap_or_default();
        let commit = commit.get(..10).unwrap_or(commit);
        writeln!(out, "brought by: {commit} {}", visible_line(&culprit.summary))?;
    }
    if let Some(reason) = &record.bisect_skipped {
        writeln!(out, "no bisection: {}", visible_line(reason))?;
    }
    guilty(out, saved)
}

/// The part of the culprit that causes the failure.
fn guilty(out: &mut dyn Write, saved: &Saved) -> io::Result<()> {
    let Some(isolation) = saved
        .evidence
        .isolation
        .as_ref()
        .filter(|found| found["isolated"] == true)
    else {
        return Ok(());
    };
    writeln!(
        out,
        "by {}",
        visible_line(isolation["note"].as_str().unwrap_or_default())
    )?;
    let hunks = isolation["hunks"].as_array().into_iter().flatten();
    for hunk in hunks.filter(|hunk| hunk["guilty"] == true) {
        let text = |name: &str| hunk[name].as_str().unwrap_or_default();
        writeln!(
            out,
            "  {}:{} {}",
            visible_line(text("file")),
            hunk["line"],
            visible_line(text("function"))
        )?;
        diff::render(out, text("text").lines(), "    ")?;
    }
    Ok(())
}

fn beliefs(out: &mut dyn Write, record: &Record) -> io::Result<()> {
    const SHOWN: usize = 8;
    let mut beliefs = record.beliefs();
    if beliefs.is_empty() {
        return Ok(());
    }
    let rounds = if record.rounds == 1 { "round" } else { "rounds" };
    writeln!(out, "hypotheses, after {} {rounds} of probes:", record.rounds)?;
    beliefs.sort_by(|a, b| b.1.total_cmp(&a.1));
    for (hypothesis, confidence) in beliefs.iter().take(SHOWN) {
        let (id, claim) = (hypothesis.id, visible_line(&hypothesis.claim));
        writeln!(out, "  {id:>2} {:>3.0} % {claim}", confidence * 100.0)?;
        for probe in record.probes.iter().filter(|probe| probe.hypothesis == id) {
            result(out, probe)?;
        }
    }
    match beliefs.len().saturating_sub(SHOWN) {
        0 => Ok(()),
        more => writeln!(out, "  and {more} less likely ones"),
    }
}

fn result(out: &mut dyn Write, probe: &Probe) -> io::Result<()> {
    let Some(result) = &probe.result else {
        return Ok(());
    };
    let sign = match result.outcome {
        Outcome::Supports => "supports",
        Outcome::Refutes => "refutes",
        Outcome::Inconclusive => "says nothing",
    };
    let faint = style::FAINT;
    let note = visible_line(&result.note);
    writeln!(
        out,
        "           {faint}{sign} (× {}): {note}{faint:#}",
        result.ratio
    )
}

fn standing_probe(out: &mut dyn Write, probe: &Probe) -> io::Result<()> {
    let state = match probe.result {
        None => "waits for its result",
        Some(_) => "is still in a file",
    };
    let handle = probe.handle.as_deref().unwrap_or_default();
    writeln!(
        out,
        "probe {} {state}: {} {}",
        probe.id,
        visible_line(&probe.experiment),
        visible_line(handle)
    )
}

fn fix(out: &mut dyn Write, saved: &Saved, record: &Record) -> io::Result<()> {
    let Some(proposal) = &record.proposal else {
        return Ok(());
    };
    let shotgun = if proposal.shotgun {
        ", a shot in the dark"
    } else {
        ""
    };
    writeln!(
        out,
        "fix: {} ({:.0} %{shotgun})",
        visible_line(&proposal.title),
        proposal.confidence * 100.0
    )?;
    diff::render(out, proposal.patch.lines(), "    ")?;
    match &saved.evidence.verification {
        Some(said) => writeln!(out, "  {}", visible_line(said)),
        None => Ok(()),
    }
}

fn end(out: &mut dyn Write, record: &Record) -> io::Result<()> {
    if let Some(written) = &record.postmortem {
        let how = format!("{:?}", written.resolution).to_lowercase();
        writeln!(out, "postmortem: {how}: {}", visible_line(&written.root_cause))?;
    }
    let hint = style::HINT;
    match &record.standing {
        Standing::Open => writeln!(out, "{hint}next{hint:#}: {}", record.state.name()),
        Standing::Paused { question } => writeln!(out, "{hint}paused{hint:#}: {}", visible_line(question)),
        Standing::Stuck { reason } => writeln!(out, "{hint}stuck{hint:#}: {}", visible_line(reason)),
        Standing::Closed => writeln!(out, "closed"),
    }
}

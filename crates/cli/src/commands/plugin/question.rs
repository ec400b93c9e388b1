//! Asks whether a plug-in is trusted.

use std::io::{self, Write};

use unbreak_host::plugins::{Candidate, Gate, Grants, Isolation, Verdict};

use crate::render::{style, visible};
use crate::terminal;

/// Asks; everything but a yes is a no.
pub(super) fn ask(candidate: &Candidate, changed: bool) -> bool {
    let mut answer = String::new();
    let asked = put(&mut terminal::stderr(), candidate, changed);
    let answered = asked.and_then(|()| io::stdin().read_line(&mut answer));
    answered.is_ok() && terminal::is_yes(&answer)
}

fn put(out: &mut dyn Write, candidate: &Candidate, changed: bool) -> io::Result<()> {
    let (hint, manifest) = (style::HINT, &candidate.manifest);
    let news = if changed { ", which has changed," } else { "" };
    writeln!(
        out,
        "\n{hint}is this plug-in{news} trusted?{hint:#} {} {} ({})",
        manifest.id,
        visible(&manifest.version),
        visible(&candidate.path.display().to_string())
    )?;
    if !manifest.summary.is_empty() {
        writeln!(out, "  {}", visible(&manifest.summary))?;
    }
    if !candidate.is_declarative() {
        writeln!(out, "  it is native code, which runs with your rights")?;
    }
    for capability in &manifest.capabilities {
        writeln!(out, "  it asks for {}", visible(&capability.to_string()))?;
    }
    write!(out, "[y/N] ")?;
    out.flush()
}

/// Asks at the terminal, if there is one.
pub(crate) struct Operator;

impl Gate for Operator {
    fn decide(&mut self, candidate: &Candidate, changed: bool) -> Verdict {
        if terminal::can_ask() && ask(candidate, changed) {
            let granted: Grants = candidate.manifest.capabilities.iter().cloned().collect();
            return Verdict::Trust(Isolation::Child, granted);
        }
        Verdict::Refuse
    }
}

//! Triggers that count only in their place.

use std::sync::Arc;

use regex_syntax::ParserBuilder;
use regex_syntax::hir::{Class, Hir, HirKind, Look};
use unbreak_core::parser::Confirm;

use super::file::PlacedTrigger;
use crate::format::may_begin_line;

/// Looks at places where a trigger ends; none when every place will do.
///
/// # Errors
/// When the required text after a trigger is not valid.
pub(super) fn confirm(triggers: &[PlacedTrigger]) -> Result<Option<Confirm>, String> {
    let places: Vec<Place> = triggers.iter().map(Place::new).collect::<Result<_, _>>()?;
    if places.is_empty() {
        return Ok(None);
    }
    let confirm = move |output: &[u8], end: usize| places.iter().all(|place| place.admits(output, end));
    Ok(Some(Arc::new(confirm)))
}

/// The required surroundings of a trigger.
struct Place {
    text: Box<[u8]>,
    begins_line: bool,
    then: Option<Then>,
}

impl Place {
    fn new(trigger: &PlacedTrigger) -> Result<Self, String> {
        Ok(Self {
            text: trigger.text.as_bytes().into(),
            begins_line: trigger.begins_line,
            then: trigger.then.as_deref().map(Then::parse).transpose()?,
        })
    }

    /// Returns whether the trigger that ends before byte `end` is another one, or is in its required place.
    fn admits(&self, output: &[u8], end: usize) -> bool {
        if !output[..end].ends_with(&self.text) {
            return true;
        }
        let begins = !self.begins_line || may_begin_line(output, end, self.text.len());
        begins && self.then.as_ref().is_none_or(|then| then.is_at(&output[end..]))
    }
}

/// A sequence of classes of bytes, each repeated as often as it can be: no search engine is needed where
/// millions of places are looked at.
struct Then {
    runs: Vec<Run>,
    ends_line: bool,
}

struct Run {
    class: [bool; 256],
    least: usize,
    most: usize,
}

impl Then {
    fn parse(text: &str) -> Result<Self, String> {
        let wrong = || format!("'{text}' is not a sequence of characters, classes and repetitions");
        let mut parser = ParserBuilder::new().unicode(false).utf8(false).build();
        let hir = parser.parse(text).map_err(|_| wrong())?;
        let mut then = Self {
            runs: Vec::new(),
            ends_line: false,
        };
        then.add(&hir).ok_or_else(wrong)?;
        Ok(then)
    }

    fn add(&mut self, hir: &Hir) -> Option<()> {
        match hir.kind() {
            HirKind::Concat(parts) => parts.iter().try_for_each(|part| self.add(part)),
            HirKind::Literal(literal) => {
                literal
                    .0
                    .iter()
                    .for_each(|byte| self.push(&[*byte..=*byte], 1, 1));
                Some(())
            }
            HirKind::Class(Class::Bytes(_)) => self.add_class(hir, 1, 1),
            HirKind::Repetition(repetition) => {
                let most = repetition.max.map_or(usize::MAX, |most| most as usize);
                self.add_class(&repetition.sub, repetition.min as usize, most)
            }
            HirKind::Look(Look::End) => {
                self.ends_line = true;
                Some(())
            }
            _ => None,
        }
    }

    fn add_class(&mut self, hir: &Hir, least: usize, most: usize) -> Option<()> {
        match hir.kind() {
            HirKind::Class(Class::Bytes(class)) => {
                let ranges = class.ranges().iter().map(|range| range.start()..=range.end());
                self.push(&ranges.collect::<Vec<_>>(), least, most);
                Some(())
            }
            HirKind::Literal(literal) if literal.0.len() == 1 => {
                self.push(&[literal.0[0]..=literal.0[0]], least, most);
                Some(())
            }
            _ => None,
        }
    }

    fn push(&mut self, ranges: &[std::ops::RangeInclusive<u8>], least: usize, most: usize) {
        let mut class = [false; 256];
        for byte in ranges.iter().cloned().flatten() {
            class[usize::from(byte)] = true;
        }
        self.runs.push(Run { class, least, most });
    }

    /// Returns whether the output begins so.
    fn is_at(&self, mut output: &[u8]) -> bool {
        for run in &self.runs {
            let matching = output.iter().take(run.most);
            let length = matching.take_while(|byte| run.class[usize::from(**byte)]).count();
            if length < run.least {
                return false;
            }
            output = &output[length..];
        }
        !self.ends_line || matches!(output.first(), None | Some(b'\n' | b'\r'))
    }
}

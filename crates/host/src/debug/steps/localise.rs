//! Finds file and line: joins the culprit with the lines that failing tests run.

use unbreak_core::Fix;
use unbreak_core::session::{Input, Place};

use super::super::{Advance, Debugger};
use crate::error::AgentError;

/// The most places.
const MOST: usize = 10;

impl Debugger<'_> {
    pub(in crate::debug) async fn localise(&mut self) -> Result<Advance, AgentError> {
        let mut places = self.guilty_places();
        let top = self.saved.session.record().top();
        places.extend(top.and_then(|(top, _)| top.place.clone()));
        places.extend(self.saved.evidence.suspects());
        let mut distinct: Vec<Place> = Vec::new();
        for place in places {
            let is_known = |known: &Place| known.file == place.file && known.function == place.function;
            if !distinct.iter().any(is_known) {
                distinct.push(place);
            }
        }
        distinct.truncate(MOST);
        if distinct.is_empty() {
            return Ok(Advance::Waits(
                "there is no place in the files that could be named".to_owned(),
            ));
        }
        self.tell(Input::Localised { places: distinct })?;
        Ok(Advance::Moved)
    }

    /// The parts of the culprit that cause the failure, at their present places, with their suspiciousness by
    /// coverage.
    fn guilty_places(&self) -> Vec<Place> {
        let evidence = &self.saved.evidence;
        let suspects = evidence.suspects();
        let isolated: Option<Fix> = evidence
            .isolation
            .as_ref()
            .and_then(|isolation| serde_json::from_value(isolation["fix"].clone()).ok());
        let now = |file: &str| {
            let edit = isolated
                .iter()
                .flat_map(|fix| &fix.edits)
                .find(|edit| edit.file.as_str() == file)?;
            let tree = self.around.agent.tree();
            let text = unbreak_core::Workspace::read_text(tree, &edit.file).ok()?;
            u32::try_from(text.get(..edit.range.start)?.matches('\n').count() + 1).ok()
        };
        let guilty = evidence.guilty().into_iter().map(|hunk| {
            let mut place = hunk.place("what broke it: with it the command fails, without it it passes");
            place.line = now(&hunk.file).unwrap_or(place.line);
            let in_function = |suspect: &&Place| {
                let ends_alike = suspect
                    .function
                    .as_deref()
                    .zip(place.function.as_deref())
                    .is_some_and(|(known, own)| known.rsplit('.').next() == Some(own));
                suspect.file == place.file && ends_alike
            };
            if let Some(suspect) = suspects.iter().find(in_function) {
                place.score = suspect.score;
                place.function.clone_from(&suspect.function);
                place.why = format!("{}; {}", place.why, suspect.why);
            }
            place
        });
        guilty.collect()
    }
}

//! The behaviour of tests in other surroundings.

use unbreak_core::ToolError;

use super::super::cause::{Cause, Evidence};
use super::super::setting::{Setting, Surroundings};
use super::{SURE, Study};
use crate::statistics::chance;

/// Runs in other surroundings.
const AROUND: u32 = 6;

impl Study<'_> {
    /// Other surroundings: a test that always fails without a network needs one, and a test that
    /// fails only when the processors are busy depends on elapsed time.
    pub(super) async fn surround(&mut self) -> Result<(), ToolError> {
        self.without_network(Surroundings::Offline, "without a network")
            .await?;
        for (around, what) in [
            (Surroundings::OneProcessor, "on one processor"),
            (Surroundings::Busy, "on busy processors"),
        ] {
            if !self.wants(Cause::Race) || !self.lab.can_be(around).await {
                continue;
            }
            let setting = Setting::BASE.in_surroundings(around);
            self.repeat(&setting, AROUND, what).await?;
            for test in self.tests() {
                let usual = self.seen(&Setting::BASE, &test).always();
                let count = self.seen(&setting, &test);
                if usual == Some(false) && count.failures > 0 || usual == Some(true) && count.passes > 0 {
                    let often = format!("{} of {}", count.failures, count.runs());
                    let why = format!("with everything else the same it fails in {often} runs {what}");
                    self.accuse(&test, Evidence::new(Cause::Race, why));
                }
            }
        }
        let is_open = |test: &String| self.varies(test) && !self.evidence.contains_key(test);
        let is_any = self.wants(Cause::Network) && self.tests().iter().any(is_open);
        if is_any && self.lab.can_be(Surroundings::Isolated).await {
            self.without_network(
                Surroundings::Isolated,
                "without any network, not even within the machine",
            )
            .await?;
        }
        Ok(())
    }

    async fn without_network(&mut self, around: Surroundings, what: &str) -> Result<(), ToolError> {
        let setting = Setting::BASE.in_surroundings(around);
        self.repeat(&setting, AROUND, what).await?;
        for test in self.tests() {
            let (usual, now) = (self.usually(&test), self.seen(&setting, &test));
            let is_sure = chance((usual.failures, usual.runs()), (now.failures, now.runs())) <= SURE;
            // A test that talks to itself does not count as depending on a network, unless it is seen to.
            let is_suspect = around == Surroundings::Offline || self.varies(&test);
            if now.always() == Some(true) && is_sure && is_suspect {
                self.accuse(
                    &test,
                    Evidence::new(Cause::Network, format!("it always fails {what}")),
                );
            }
        }
        Ok(())
    }
}

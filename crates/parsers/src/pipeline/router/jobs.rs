//! Determines the job that a line belongs to.

use super::super::clean::clean;
use super::super::lane::{Lane, MOST, PATIENCE};
use super::super::past::lines;
use super::super::prefix;
use super::super::stream::LINE_CAP;
use super::Router;

/// The knowledge about the line before. A single line with a job's prefix may be an entry of a list.
pub(super) enum Before {
    /// The job it begins with.
    Shown(u64),
    /// No line yet.
    Skipped,
}

impl Router {
    /// The job of the next line, or 0 where its prefix turns out not to be a job's.
    pub(super) fn confirmed(&mut self, job: u64) -> u64 {
        let before = std::mem::replace(&mut self.job_before, Before::Shown(job));
        let known = prefix::is_sure(job) || self.is_established(&before);
        if known { job } else { 0 }
    }

    /// Returns whether the line before also belongs to a job.
    fn is_established(&self, before: &Before) -> bool {
        match before {
            _ if !self.others.is_empty() => true,
            Before::Shown(job) => *job != 0,
            Before::Skipped => self.lane.past.ends_with_job(),
        }
    }

    /// Goes on with the lines of another job.
    pub(super) fn switch(&mut self, job: u64) {
        if job == self.lane.name {
            return;
        }
        let known = self.others.iter().position(|lane| lane.name == job);
        let at = match known {
            Some(at) => at,
            None if self.others.len() < MOST => {
                let mut lane = Lane::new(job, &self.roster);
                lane.past = self.main().past.of(job);
                self.others.push(lane);
                self.others.len() - 1
            }
            None => return self.switch(0),
        };
        std::mem::swap(&mut self.lane, &mut self.others[at]);
    }

    /// Lines that no parser is interested in, where prefixes were learned.
    pub(super) fn skip_learned(&mut self, raw: &[u8]) {
        self.job_before = Before::Skipped;
        for line in lines(raw) {
            let (text, job) = clean(&line[..line.len().min(LINE_CAP)]);
            let (text, job) = self.learned.strip(&text, job);
            self.switch(job);
            self.lane.past.push(text);
        }
    }

    /// The lines of the present lane turn out to be of a job that has a name.
    pub(super) fn name_lane(&mut self, job: u64) {
        if job == 0 || self.lane.name != 0 || self.others.len() >= MOST {
            return;
        }
        let mut main = Lane::new(0, &self.roster);
        main.past = self.lane.past.of(0);
        self.lane.name = job;
        self.others.push(main);
    }

    /// The lines that are of no job.
    fn main(&self) -> &Lane {
        self.others
            .iter()
            .find(|lane| lane.name == 0)
            .unwrap_or(&self.lane)
    }

    /// Ends blocks of jobs without output for long.
    pub(super) fn close_forgotten(&mut self) {
        let shown = self.shown;
        let forgotten = |lane: &Lane| lane.is_engaged() && shown - lane.last > PATIENCE;
        while let Some(at) = self.others.iter().position(forgotten) {
            std::mem::swap(&mut self.lane, &mut self.others[at]);
            self.end_engaged();
            std::mem::swap(&mut self.lane, &mut self.others[at]);
        }
    }
}

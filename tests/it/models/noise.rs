//! Answers without a meaning.

use std::cell::Cell;

use unbreak_loopback::{ChatServer, Reply};

use super::{repair, site};
use crate::harness::block;

/// Numbers that look drawn at random, the same each time (xorshift64*; Vigna, 2016).
struct Noise(Cell<u64>);

impl Noise {
    fn below(&self, limit: usize) -> usize {
        let mut state = self.0.get();
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        self.0.set(state);
        usize::try_from(state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33).unwrap() % limit
    }

    fn text(&self, length: usize) -> String {
        let letter = || char::from_u32(u32::try_from(self.below(0x2ff)).unwrap()).unwrap();
        (0..length).map(|_| letter()).collect()
    }

    /// An answer of one of several kinds.
    fn answer(&self) -> String {
        let text = self.text(1 + self.below(300));
        match self.below(6) {
            0 => text,
            1 => block("sums.py", "    return a - b", &text),
            2 => block(&text, &self.text(20), &self.text(20)),
            3 => format!("sums.py\n<<<<<<< SEARCH\n{text}"),
            4 => "<<<<<<< SEARCH\n=======\n>>>>>>> REPLACE\n".repeat(1 + self.below(2_000)),
            _ => self.text(100_000),
        }
    }
}

#[test]
fn noise_from_a_server_changes_nothing() {
    for seed in 1..=8 {
        let site = site();
        let before = site.snapshot();
        let noise = Noise(Cell::new(seed));
        let server = ChatServer::start(move |_| Reply::Text(noise.answer())).unwrap();
        let ended = repair(&site, &server).with_code(1);
        assert!(ended.report().fixed.is_empty(), "seed {seed}");
        assert_eq!(site.snapshot().changed_since(&before), [""; 0], "seed {seed}");
        let asked = server.asked().len();
        assert!((1..=40).contains(&asked), "seed {seed}: {asked} questions");
    }
}

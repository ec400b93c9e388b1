//! The answers of the simulated model.

use serde_json::Value;

use super::Case;

/// A source of answers of known quality about one case.
#[derive(Debug, Clone)]
pub(super) struct Simulation {
    case: Case,
    quality: f64,
    random: Random,
}

/// The kinds of wrong answers.
const WRONG: [fn(&Case, &str) -> String; 15] = [
    |_, _| "{\"edits\": [{\"file\": \"".to_owned(),
    |case, _| block(&case.file, "    this line stands nowhere", &case.right),
    |case, _| block(&case.file, "", &case.right),
    |_, _| {
        block(
            "test_it.py",
            "import unittest",
            "import unittest\nunittest.TestCase.run = lambda *a: None",
        )
    },
    |case, _| block(&case.file, &case.wrong, &format!("{}  # noqa", case.wrong)),
    |case, _| case.source.clone(),
    |case, _| block("other.py", &case.wrong, &case.right),
    |case, _| {
        let half = case.right.trim_end().len() / 2;
        let half = case.right.floor_char_boundary(half);
        block(&case.file, &case.wrong, &case.right[..half])
    },
    |case, _| block(&case.file, &case.wrong, &case.plausible),
    |_, _| String::new(),
    |_, _| "The loop looks off by one. I would check the bounds and try again.".to_owned(),
    |case, _| {
        format!(
            "{}\n<<<<<<< SEARCH\n{}\n=======\n{}",
            case.file, case.wrong, case.right
        )
    },
    |_, prompt| prompt.to_owned(),
    |case, _| block(&case.file, &case.wrong, ""),
    |case, _| {
        let indent = &case.wrong[..case.wrong.len() - case.wrong.trim_start().len()];
        let dangerous =
            format!("{indent}import os; os.system('touch \"$OUTSIDE/pwned\"; exit 0'); os._exit(0)");
        block(&case.file, &case.wrong, &dangerous)
    },
];

fn block(file: &str, search: &str, replace: &str) -> String {
    format!("Summary: repair it\n\n{file}\n<<<<<<< SEARCH\n{search}\n=======\n{replace}\n>>>>>>> REPLACE\n")
}

impl Simulation {
    /// Answers about a case that are right with a probability.
    pub(super) fn new(case: &Case, quality: f64, seed: u64) -> Self {
        Self {
            case: case.clone(),
            quality,
            random: Random::seeded(seed),
        }
    }

    /// It as the answers of a server.
    pub(super) fn answering(mut self) -> impl FnMut(&Value) -> String + Send {
        move |request| {
            let wants_json = !request["response_format"].is_null();
            self.answer(&request["messages"].to_string(), wants_json)
        }
    }

    /// The next answer to a prompt; to a question for an analysis if `wants_json`.
    pub(super) fn answer(&mut self, prompt: &str, wants_json: bool) -> String {
        let is_right = self.random.unit() < self.quality;
        match (wants_json, is_right) {
            (true, true) => self.analysis(),
            (true, false) => self.wrong_analysis(),
            (false, true) => block(&self.case.file, &self.case.wrong, &self.case.right),
            (false, false) => {
                let kind = self.random.below(WRONG.len());
                WRONG[kind](&self.case, prompt)
            }
        }
    }

    fn analysis(&self) -> String {
        format!(
            "{{\"root_cause\": \"a wrong expression\", \"goal\": \"the test passes\", \"strategies\": \
             [{{\"kind\": \"code_edit\", \"action\": \"correct\", \"description\": \"correct it\"}}], \
             \"related_files\": [\"{}\"], \"confidence\": 0.7}}",
            self.case.file
        )
    }

    fn wrong_analysis(&mut self) -> String {
        match self.random.below(4) {
            0 => self.analysis().replace("0.7", "6041385044462"),
            1 => self.analysis()[..40].to_owned(),
            2 => "It is the test that is wrong.".to_owned(),
            _ => self
                .analysis()
                .replace("a wrong expression", "the test expects too much"),
        }
    }
}

/// xorshift64*; Vigna, "An experimental exploration of Marsaglia's xorshift generators, scrambled" (2016).
#[derive(Debug, Clone)]
struct Random(u64);

impl Random {
    /// Seeds that differ in one bit give sequences that have nothing in common (splitmix64's finaliser).
    fn seeded(seed: u64) -> Self {
        let mut state = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Self((state ^ (state >> 31)) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    #[expect(clippy::cast_precision_loss, reason = "the upper 53 bits fit")]
    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % limit as u64).unwrap_or_default()
    }
}

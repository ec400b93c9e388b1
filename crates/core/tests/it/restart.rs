//! The storm guard with a clock that the test sets.

use proptest::prelude::*;
use unbreak_core::policy::restart::{RestartDecision, RestartHistory, RestartPolicy};

const MINUTE: u64 = 60_000;
const START: u64 = 1_700_000_000_000;

/// Asks for a restart at each of these times, and says which were allowed.
fn allowed(policy: &RestartPolicy, times: impl IntoIterator<Item = u64>) -> Vec<bool> {
    let mut history = RestartHistory::default();
    let ask = |now| match policy.decide(&history, now) {
        RestartDecision::Restart { history: next, .. } => {
            history = next;
            true
        }
        RestartDecision::Halt(_) => false,
    };
    times.into_iter().map(ask).collect()
}

fn at_minutes(minutes: &[u64]) -> Vec<bool> {
    let times = minutes.iter().map(|minute| START + minute * MINUTE);
    allowed(&RestartPolicy::default(), times)
}

#[test]
fn the_fourth_restart_within_an_hour_is_a_storm() {
    let cases: [(&[u64], &[bool]); 6] = [
        (&[0, 1, 2, 3], &[true, true, true, false]),
        (&[0, 20, 40, 59], &[true, true, true, false]),
        (&[0, 20, 40, 60], &[true, true, true, true]),
        (&[0, 20, 40, 60, 70, 80], &[true, true, true, true, false, true]),
        // What was refused does not count.
        (&[0, 1, 2, 3, 4, 60], &[true, true, true, false, false, true]),
        // The clock is set back, and put right again.
        (&[100, 0, 1, 2, 59, 60], &[true, true, true, false, false, true]),
    ];
    for (minutes, expected) in cases {
        assert_eq!(at_minutes(minutes), expected, "{minutes:?}");
    }
}

#[test]
fn a_storm_says_when_it_is_over() {
    let policy = RestartPolicy::default();
    let mut history = RestartHistory::default();
    for minute in 0..3 {
        let RestartDecision::Restart {
            number,
            history: next,
        } = policy.decide(&history, START + minute * MINUTE)
        else {
            panic!("the first three are allowed");
        };
        assert_eq!(u64::from(number), minute + 1);
        history = next;
    }
    let RestartDecision::Halt(storm) = policy.decide(&history, START + 5 * MINUTE) else {
        panic!("the fourth is a storm");
    };
    assert_eq!(storm.allowed_again_ms, START + 60 * MINUTE);
    assert_eq!(storm.restarts_ms, history.times_ms());
    let said = storm.to_string();
    assert_eq!(
        said,
        "restart storm: 3 restarts in the last hour, and no more are allowed"
    );
    let again = policy.decide(&history, storm.allowed_again_ms);
    assert!(matches!(again, RestartDecision::Restart { .. }));
}

proptest! {
    #[test]
    fn no_window_ever_holds_more_than_the_most(
        most in 0_u32..5,
        window in 1_u64..100,
        steps in proptest::collection::vec(0_u64..60, 0..60),
    ) {
        let policy = RestartPolicy::new(most, std::time::Duration::from_millis(window));
        let times: Vec<u64> = steps.iter().scan(START, |now, step| { *now += step; Some(*now) }).collect();
        let allowed = allowed(&policy, times.iter().copied());
        let made: Vec<u64> = times.iter().zip(&allowed).filter(|(_, made)| **made).map(|(time, _)| *time).collect();
        for (index, time) in made.iter().enumerate() {
            let within = made[index..].iter().take_while(|later| **later - time < window).count();
            prop_assert!(within <= most as usize, "{made:?}");
        }
    }

    #[test]
    fn a_clock_that_jumps_blocks_no_longer_than_the_window(jumps in proptest::collection::vec(0_u64..1_000_000, 0..20)) {
        let policy = RestartPolicy::default();
        let mut history = RestartHistory::default();
        for jump in jumps {
            if let RestartDecision::Restart { history: next, .. } = policy.decide(&history, START + jump) {
                history = next;
            }
        }
        // Set back for good: an hour later everything has expired.
        let now = START - 1_000;
        let decided = policy.decide(&history, now);
        if let RestartDecision::Halt(storm) = decided {
            prop_assert_eq!(storm.allowed_again_ms, now + policy.window_ms);
        }
    }

    #[test]
    fn a_history_survives_json(times in proptest::collection::vec(any::<u32>(), 0..5)) {
        let policy = RestartPolicy::new(9, std::time::Duration::from_secs(9));
        let mut history = RestartHistory::default();
        for time in times {
            if let RestartDecision::Restart { history: next, .. } = policy.decide(&history, u64::from(time)) {
                history = next;
            }
        }
        let text = serde_json::to_string(&history).unwrap();
        prop_assert_eq!(serde_json::from_str::<RestartHistory>(&text).unwrap(), history);
    }
}

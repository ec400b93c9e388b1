//! Whatever is done to a file: what is proposed fits the file, parses, and loses little of it.

use std::collections::BTreeSet;

use proptest::prelude::*;
use ruff_python_parser::parse_module;
use unbreak_core::{
    Analysis, Command, Confidence, Diagnostic, ErrorType, Fix, FixContext, FixStrategy, Location, Severity,
};
use unbreak_strategies::syntax_fix::SyntaxFix;

use super::super::world::Processes;
use super::{applied, pairs, tree};

/// One thing done to a text. Places are fractions of its length, so that they suit every text.
#[derive(Debug, Clone)]
enum Damage {
    Insert(f64, String),
    Remove(f64, usize),
    Indent(f64, usize),
    CutOff(f64),
}

impl Damage {
    fn on(&self, text: &str) -> String {
        match self {
            Self::Insert(at, what) => {
                let at = place(text, *at);
                format!("{}{what}{}", &text[..at], &text[at..])
            }
            Self::Remove(at, length) => {
                let start = place(text, *at);
                let end = text.ceil_char_boundary((start + length).min(text.len()));
                format!("{}{}", &text[..start], &text[end..])
            }
            Self::Indent(at, width) => {
                let start = text[..place(text, *at)]
                    .rfind('\n')
                    .map_or(0, |newline| newline + 1);
                let rest = text[start..].trim_start_matches(' ');
                format!("{}{}{rest}", &text[..start], " ".repeat(*width))
            }
            Self::CutOff(at) => text[..place(text, *at)].to_owned(),
        }
    }
}

fn place(text: &str, fraction: f64) -> usize {
    text.floor_char_boundary((text.len() as f64 * fraction) as usize)
}

fn damage() -> impl Strategy<Value = Damage> {
    let signs = prop::sample::select(vec![
        "(", ")", "[", "]", "{", "}", ":", ",", ".", "=", "==", "'", "\"", "\"\"\"", "'''", "\\", "\t", "\n",
        "\r\n", "#", "/*", "*/", "/", "//", "!", "@", "$", "?", "`", "0", "é", "“", "\u{a0}", "\u{3000}",
        "😀", "\0", " if ", "else", "def ", "class ", "return ", "lambda ", "async ", "f\"", "{x", "    ",
        "<<<<<<< ",
    ]);
    prop_oneof![
        4 => (0.0..1.0, signs).prop_map(|(at, sign)| Damage::Insert(at, sign.to_owned())),
        1 => (0.0..1.0, ".{0,12}").prop_map(|(at, any)| Damage::Insert(at, any)),
        3 => (0.0..1.0, 1_usize..12).prop_map(|(at, length)| Damage::Remove(at, length)),
        2 => (0.0..1.0, 0_usize..13).prop_map(|(at, width)| Damage::Indent(at, width)),
        1 => (0.2..1.0).prop_map(Damage::CutOff),
    ]
}

fn damaged() -> impl Strategy<Value = String> {
    let wholes: Vec<String> = pairs().into_values().filter_map(|pair| pair.after).collect();
    let damages = prop::collection::vec(damage(), 1..5);
    (prop::sample::select(wholes), damages)
        .prop_map(|(whole, damages)| damages.iter().fold(whole, |text, damage| damage.on(&text)))
}

/// The proposals for a text, without asking an interpreter.
fn proposals(text: &str) -> Vec<Fix> {
    let tree = tree(text);
    let runner = Processes::in_tree(&tree);
    let command = Command::new("python3", ["main.py"]);
    let allowed = BTreeSet::new();
    let diagnostic = Diagnostic::new(ErrorType::Syntax, Severity::Fatal, "invalid syntax")
        .at(Location::line("main.py", 1));
    let analysis = Analysis {
        id: 1,
        diagnostic,
        also: Vec::new(),
        root_cause: "invalid syntax".to_owned(),
        candidates: Vec::new(),
        related_files: Vec::new(),
        confidence: Confidence::new(0.9),
    };
    let context = FixContext::new(&tree, &runner, &command, &allowed);
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime
        .block_on(SyntaxFix::default().propose(&analysis, &context))
        .unwrap()
}

fn solid(text: &str) -> usize {
    text.chars().filter(|c| !c.is_whitespace()).count()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn proposals_fit_and_parse(text in damaged()) {
        for fix in proposals(&text) {
            let repaired = applied(&text, &fix);
            prop_assert!(parse_module(&repaired).is_ok(), "{}:\n{repaired}", fix.title);
            prop_assert!(solid(&repaired) * 10 + 200 >= solid(&text) * 9, "{}", fix.title);
            prop_assert!((0.0..=1.0).contains(&fix.confidence.get()));
            prop_assert!(!fix.is_noop());
        }
    }
}

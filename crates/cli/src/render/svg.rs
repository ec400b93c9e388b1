//! Pictures: the runs of a bisection, and the hypotheses of a debug session. Plain SVG, in the reader's
//! colours.

use std::io::{self, Write};

use serde_json::Value;
use unbreak_core::session::{Outcome, Record};

use super::visible_line;

const STYLE: &str = "svg{color-scheme:light dark;background:#fff}\
text{font:13px ui-monospace,monospace;fill:#1f2328}\
.faint{fill:#59636e}.title{font-weight:600}.track{fill:#eaeef2}\
.good{fill:#1a7f37}.bad{fill:#c1212b}.skip{fill:#8a5700}.bar{fill:#0969da}\
@media(prefers-color-scheme:dark){svg{background:#0d1117}text{fill:#e6edf3}.faint{fill:#9198a1}.track{fill:#212830}\
.good{fill:#3fb950}.bad{fill:#ff7b72}.skip{fill:#d29922}.bar{fill:#4493f8}}";

const WIDTH: u32 = 720;
const LEFT: u32 = 20;
const ROW: u32 = 26;

/// The longest text on a line, in characters.
const LONGEST: usize = 84;

/// A picture while its lines are written.
struct Picture {
    body: String,
    y: u32,
}

impl Picture {
    fn new() -> Self {
        Self {
            body: String::new(),
            y: 12,
        }
    }

    /// Begins a line and returns its baseline.
    fn line(&mut self) -> u32 {
        self.y += ROW;
        self.y
    }

    fn text(&mut self, x: u32, y: u32, class: &str, text: &str) {
        let text = escaped(text);
        self.body.push_str(&format!(
            "<text x=\"{x}\" y=\"{y}\" class=\"{class}\">{text}</text>\n"
        ));
    }

    fn bar(&mut self, x: u32, y: u32, width: u32, class: &str) {
        let y = y.saturating_sub(11);
        self.body.push_str(&format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"13\" rx=\"3\" class=\"{class}\"/>\n"
        ));
    }

    fn write(self, out: &mut dyn Write, title: &str) -> io::Result<()> {
        let height = self.y + ROW;
        let title = escaped(title);
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
             height=\"{height}\" role=\"img\">\n<title>{title}</title>\n<style>{STYLE}</style>\n{}</svg>",
            self.body
        )
    }
}

/// The runs of a bisection in their order, and their result. `report` is the output of the tool `git_bisect`.
///
/// # Errors
/// If `out` cannot be written.
pub fn bisect(out: &mut dyn Write, report: &Value) -> io::Result<()> {
    const BARS: u32 = 330;
    let mut picture = Picture::new();
    let runs = report["runs"].as_array().map_or(&[][..], Vec::as_slice);
    let time = |run: &Value| run["duration_ms"].as_u64().unwrap_or_default();
    let longest = runs.iter().map(time).max().unwrap_or_default().max(1);
    let found = &report["first_bad"];
    let title = match found["summary"].as_str() {
        Some(summary) => format!("{} {summary}", short(&found["id"])),
        None => "no single commit was found".to_owned(),
    };
    let y = picture.line();
    picture.text(LEFT, y, "title", &title);
    let y = picture.line();
    let sure = (report["confidence"].as_f64().unwrap_or_default() * 100.0).floor();
    let commits = report["commits"].as_u64().unwrap_or_default();
    let told = format!("{commits} commits, {} runs, {sure:.0} % confidence", runs.len());
    picture.text(LEFT, y, "faint", &told);
    for (number, run) in runs.iter().enumerate() {
        let y = picture.line();
        let verdict = run["verdict"].as_str().unwrap_or("skip");
        let class = match verdict {
            "good" => "good",
            "bad" => "bad",
            _ => "skip",
        };
        picture.text(LEFT, y, "faint", &format!("{:>3}", number + 1));
        let mark = if run["commit"] == found["id"] { " ◀" } else { "" };
        picture.text(
            60,
            y,
            class,
            &format!("{} {verdict}{mark}", short(&run["commit"])),
        );
        let width = u32::try_from(time(run) * 300 / longest).unwrap_or(300).max(2);
        picture.bar(BARS, y, width, class);
        picture.text(BARS + width + 8, y, "faint", &super::duration(time(run)));
    }
    picture.write(out, &title)
}

/// The confidence of each hypothesis of a debug session, and the results of its probes.
///
/// # Errors
/// If `out` cannot be written.
pub fn beliefs(out: &mut dyn Write, record: &Record) -> io::Result<()> {
    const BARS: u32 = 560;
    let mut picture = Picture::new();
    let y = picture.line();
    picture.text(LEFT, y, "title", &record.command.to_string());
    let y = picture.line();
    picture.text(
        LEFT,
        y,
        "faint",
        &format!("session {}, {}", record.id, record.state.name()),
    );
    if record.hypotheses.is_empty() {
        let y = picture.line();
        picture.text(LEFT, y, "faint", "there is no hypothesis yet");
    }
    for (hypothesis, confidence) in record.beliefs() {
        let y = picture.line();
        picture.text(LEFT, y, "", &format!("{}. {}", hypothesis.id, hypothesis.claim));
        let y = picture.line();
        let share = confidence.clamp(0.0, 1.0);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a share of the width of a bar"
        )]
        let width = (share * f64::from(BARS)) as u32;
        picture.bar(LEFT, y, BARS, "track");
        picture.bar(LEFT, y, width, "bar");
        picture.text(LEFT + BARS + 12, y, "", &format!("{:.0} %", share * 100.0));
        for probe in record
            .probes
            .iter()
            .filter(|probe| probe.hypothesis == hypothesis.id)
        {
            let y = picture.line();
            let (class, said) = match probe.result.as_ref().map(|result| result.outcome) {
                Some(Outcome::Supports) => ("good", "supports"),
                Some(Outcome::Refutes) => ("bad", "refutes"),
                Some(Outcome::Inconclusive) => ("skip", "says nothing"),
                None => ("faint", "not known yet"),
            };
            picture.text(LEFT + 20, y, class, said);
            picture.text(LEFT + 130, y, "faint", &probe.experiment);
        }
    }
    picture.write(out, &format!("debug session {}", record.id))
}

fn short(commit: &Value) -> String {
    commit.as_str().unwrap_or_default().chars().take(10).collect()
}

/// One line of foreign text in XML, cut to a length that fits.
fn escaped(text: &str) -> String {
    let line = visible_line(text);
    let mut shown: String = line.chars().take(LONGEST).collect();
    if line.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    quick_xml::escape::escape(shown).into_owned()
}

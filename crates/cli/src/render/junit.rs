//! JUnit XML, as CI systems read it: a test case for each diagnostic. The output fits the strictest of the
//! dialects (the schema of Ant's reports, which requires a time and a host), and so the others.

use std::io::{self, Seek as _, Write};
use std::time::SystemTime;

use quick_xml::escape::escape;
use tempfile::SpooledTempFile;
use unbreak_core::{Diagnostic, Severity};

use super::findings::{Ending, Findings};
use super::message;

/// The most bytes of test cases in memory: their number comes before them, so they wait for the end.
const IN_MEMORY: usize = 4 << 20;

/// The name of the test suite.
const SUITE: &str = "unbreak";

/// A report while it is written.
#[derive(Debug)]
pub struct Junit {
    cases: SpooledTempFile,
    /// Warnings, which are not failures.
    remarks: SpooledTempFile,
    count: u64,
    failures: u64,
}

impl Default for Junit {
    fn default() -> Self {
        Self {
            cases: SpooledTempFile::new(IN_MEMORY),
            remarks: SpooledTempFile::new(IN_MEMORY),
            count: 0,
            failures: 0,
        }
    }
}

impl Junit {
    fn case(&mut self, place: &str, name: &str, diagnostic: &Diagnostic) -> io::Result<()> {
        self.count += 1;
        write!(
            self.cases,
            "    <testcase classname=\"{}\" name=\"{}\" time=\"0\">",
            text(place),
            text(name)
        )?;
        let said = format!("{}: {}", diagnostic.place(), message(diagnostic));
        if matches!(diagnostic.severity, Severity::Fatal | Severity::Error) {
            self.failures += 1;
            let code = diagnostic
                .code
                .as_deref()
                .unwrap_or(diagnostic.error_type.as_str());
            writeln!(
                self.cases,
                "<failure message=\"{}\" type=\"{}\">{}</failure></testcase>",
                text(message(diagnostic)),
                text(code),
                text(&body(diagnostic, &said))
            )
        } else {
            writeln!(self.remarks, "{}: {}", diagnostic.severity.as_str(), text(&said))?;
            writeln!(self.cases, "</testcase>")
        }
    }
}

/// The text of a failure: the place, the source, the tool's advice.
fn body(diagnostic: &Diagnostic, said: &str) -> String {
    let parts = [
        Some(said),
        diagnostic.snippet.as_deref(),
        diagnostic.advice.as_deref(),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join("\n")
}

impl Findings for Junit {
    fn found(&mut self, _: &mut dyn Write, diagnostic: &Diagnostic, _: Option<&str>) -> io::Result<()> {
        let place = diagnostic.file().unwrap_or(&diagnostic.parser).to_owned();
        let line = diagnostic.location.line.map(|line| format!("line {line}: "));
        let name = match &diagnostic.test {
            Some(test) => test.clone(),
            None => format!("{}{}", line.unwrap_or_default(), message(diagnostic)),
        };
        self.case(&place, &name, diagnostic)
    }

    fn end(&mut self, out: &mut dyn Write, ending: &Ending) -> io::Result<()> {
        let unexplained = ending.summary.unexplained();
        let errors = u8::from(unexplained.is_some());
        let (tests, failures) = (self.count + u64::from(errors), self.failures);
        writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
        writeln!(out, "<testsuites>")?;
        let now = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
        let now = now.trim_end_matches('Z');
        writeln!(
            out,
            "  <testsuite id=\"0\" package=\"{SUITE}\" name=\"{SUITE}\" timestamp=\"{now}\" \
             hostname=\"localhost\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" time=\"0\">\n    \
             <properties>\n      \
             <property name=\"unbreak\" value=\"{}\"/>\n    \
             </properties>",
            env!("CARGO_PKG_VERSION")
        )?;
        self.cases.rewind()?;
        io::copy(&mut self.cases, out)?;
        if let Some(failure) = unexplained {
            let failure = text(&failure);
            writeln!(
                out,
                "    <testcase classname=\"{SUITE}\" name=\"the command\" time=\"0\">\
                 <error message=\"{failure}\" type=\"unexplained\"/></testcase>"
            )?;
        }
        write!(out, "    <system-out>")?;
        self.remarks.rewind()?;
        io::copy(&mut self.remarks, out)?;
        writeln!(
            out,
            "</system-out>\n    <system-err/>\n  </testsuite>\n</testsuites>"
        )
    }
}

/// Text for XML: characters that no XML document may contain are left out (XML 1.0, production 2).
fn text(text: &str) -> String {
    let allowed = |c: &char| match c {
        '\t' | '\n' | '\r' => true,
        '\u{fffe}' | '\u{ffff}' => false,
        c => *c >= ' ',
    };
    escape(text.chars().filter(allowed).collect::<String>()).into_owned()
}

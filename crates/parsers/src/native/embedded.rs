//! Compilers for microcontrollers with unique line formats: IAR, Keil, Cosmic, TASKING, and TI's assembler.

use unbreak_core::{Descriptor, Diagnostic, Example, Line, Location, Severity, register_parser};

use super::LANGUAGES;
use crate::format::{self, Flow, Format, Open, guess, severity};

register_parser!(
    Format::new(
        &DESCRIPTOR,
        &[
            " Error[",
            " Warning[",
            " Fatal error[",
            " Remark[",
            " Severity-",
            "*** ERROR ",
            "*** WARNING ",
            "*** FATAL ",
            "#error cp",
            "#warning cp",
            ": [\"",
            "ERROR!   at line ",
            "WARNING! at line "
        ]
    )
    .block(begin, follow)
);

const DOCS: &str = r#"
## What it understands

- IAR: `"main.c",12  Error[Pe020]: identifier "x" is undefined`, going on in lines indented by ten blanks, and
  its checker C-STAT: `"main.c",12 Severity-High[ARR-inv-index]: message`;
- Keil C51 and C166: `*** ERROR C202 IN LINE 12 OF main.c: 'x': undefined identifier`, and their assembler:
  `*** ERROR A45 IN 12 (main.a51, LINE 12): message`;
- TI's assembler: `"main.asm", ERROR!   at line 12: [E0002] message`;
- Cosmic: `#error cpstm8 main.c:12(5) missing ;`;
- TASKING: `ctc E208: ["main.c" 12/5] syntax error`.

armcc, Green Hills, TI's C compiler and Diab print `"main.c", line 12: Error: #20: ...`, which is another
parser's.

## Versions seen

Written from the compilers' manuals.
"#;

static EXAMPLES: [Example; 5] = [
    Example::new(
        "IAR",
        "\"C:\\project\\main.c\",12  Error[Pe020]: identifier \"x\" is undefined\n",
        r#"[{"severity": "error", "code": "Pe020", "file": "C:\\project\\main.c", "line": 12,
             "message": "identifier \"x\" is undefined"}]"#,
    ),
    Example::new(
        "Keil",
        "*** ERROR C202 IN LINE 12 OF SRC\\MAIN.C: 'x': undefined identifier\n",
        r#"[{"severity": "error", "code": "C202", "file": "SRC\\MAIN.C", "line": 12, "message": "'x': undefined identifier"}]"#,
    ),
    Example::new(
        "Cosmic",
        "#error cpstm8 main.c:12(5) missing ;\n",
        r#"[{"severity": "error", "file": "main.c", "line": 12, "column": 5, "message": "missing ;"}]"#,
    ),
    Example::new(
        "TI's assembler",
        "\"main.asm\", ERROR!   at line 12: [E0002] Illegal mnemonic specified\n",
        r#"[{"severity": "error", "code": "E0002", "file": "main.asm", "line": 12, "message": "Illegal mnemonic specified"}]"#,
    ),
    Example::new(
        "TASKING",
        "ctc E208: [\"src/main.c\" 12/5] syntax error - token \";\" expected\n",
        r#"[{"severity": "error", "code": "E208", "file": "src/main.c", "line": 12, "column": 5}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "embedded",
    "IAR, Keil, Cosmic, TASKING and TI's assembler",
    DOCS,
    LANGUAGES,
    &EXAMPLES,
);

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    let text = line.text;
    iar(text)
        .or_else(|| keil(text))
        .or_else(|| cosmic(text))
        .or_else(|| tasking(text))
        .or_else(|| ti_assembler(text))
}

/// IAR breaks long messages.
fn follow(open: &mut Open, line: &str) -> Flow {
    const INDENTATION: &str = "          ";
    let more = line.strip_prefix(INDENTATION).map(str::trim_end);
    let iar = open.previous.starts_with(['"', ' ']);
    match more.filter(|more| iar && !more.is_empty() && !more.starts_with([' ', '^'])) {
        Some(more) => {
            open.diagnostic.message.push(' ');
            open.diagnostic.message.push_str(more);
            Flow::Taken
        }
        None => Flow::Over,
    }
}

fn finding(severity: Severity, message: &str, location: Location) -> Diagnostic {
    let message = message.trim();
    Diagnostic::new(guess::error_type(severity, message), severity, message).at(location)
}

/// `"main.c",12  Error[Pe020]: message`.
fn iar(text: &str) -> Option<Diagnostic> {
    let (file, rest) = text.strip_prefix('"')?.split_once("\",")?;
    let (line, rest) = rest.split_once(' ')?;
    let (label, rest) = rest.trim_start().split_once('[')?;
    let (code, message) = rest.split_once("]:")?;
    let severity = severity::word(label.trim_start_matches("Severity-"))?;
    let location = Location::line(file, line.parse().ok()?);
    Some(finding(severity, message, location).with_code(code))
}

/// `*** ERROR C202 IN LINE 12 OF main.c: message`, `*** ERROR A45 IN 12 (main.a51, LINE 12): message`.
fn keil(text: &str) -> Option<Diagnostic> {
    let (head, rest) = text.strip_prefix("*** ")?.split_once(" IN ")?;
    let (label, code) = head.split_once(' ')?;
    let (place, message) = rest.split_once(": ")?;
    let location = match place.strip_prefix("LINE ") {
        Some(place) => {
            let (line, file) = place.split_once(" OF ")?;
            Location::line(file, line.trim().parse().ok()?)
        }
        None => {
            let (file, line) = place
                .strip_suffix(')')?
                .split_once(" (")?
                .1
                .split_once(", LINE ")?;
            Location::line(file, line.trim().parse().ok()?)
        }
    };
    Some(finding(severity::word(label)?, message, location).with_code(code))
}

/// `#error cpstm8 main.c:12(5) message`.
fn cosmic(text: &str) -> Option<Diagnostic> {
    let (label, rest) = text.strip_prefix('#')?.split_once(" cp")?;
    let (_, rest) = rest.split_once(' ')?;
    let (place, message) = rest.split_once(' ')?;
    let (file, place) = place.rsplit_once(':')?;
    let (line, column) = match place.strip_suffix(')').and_then(|place| place.split_once('(')) {
        // `5+2`: the column, and how many the place is wide.
        Some((line, column)) => (line, Some(column.split('+').next()?.parse().ok()?)),
        None => (place, None),
    };
    let mut location = Location::line(file, line.parse().ok()?);
    location.column = column;
    Some(finding(severity::word(label)?, message, location))
}

/// `"main.asm", ERROR!   at line 12: [E0002] message`.
fn ti_assembler(text: &str) -> Option<Diagnostic> {
    let (file, rest) = text.strip_prefix('"')?.split_once("\", ")?;
    let (label, rest) = rest.split_once('!')?;
    let (line, rest) = rest.trim_start().strip_prefix("at line ")?.split_once(':')?;
    let (code, message) = rest.trim_start().strip_prefix('[')?.split_once(']')?;
    let location = Location::line(file, line.trim().parse().ok()?);
    Some(finding(severity::word(label)?, message, location).with_code(code))
}

/// `ctc E208: ["main.c" 12/5] message`.
fn tasking(text: &str) -> Option<Diagnostic> {
    let (head, rest) = text.split_once(": [\"")?;
    let (_, code) = head.split_once(' ')?;
    let (file, rest) = rest.split_once("\" ")?;
    let (place, message) = rest.split_once("] ")?;
    let (line, column) = place
        .split_once('/')
        .map_or((place, None), |(line, column)| (line, Some(column)));
    let mut location = Location::line(file, line.parse().ok()?);
    location.column = column.and_then(|column| column.parse().ok());
    let severity = match code.get(..1)? {
        // A system error: the compiler itself failed.
        "S" => Severity::Fatal,
        letter => severity::letter(letter)?,
    };
    Some(finding(severity, message, location).with_code(code))
}

//! Adds an import where the file's own order wants it.

use std::collections::BTreeSet;

use ruff_python_ast::Stmt;
use ruff_text_size::Ranged;
use unbreak_core::{Edit, FixError};

use super::{Imported, Wanted, merge, of_statement};
use crate::python::source::Source;

/// The sections of an import block, in the order that PEP 8 gives them and isort keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Section {
    Future,
    StandardLibrary,
    ThirdParty,
    Own,
    Relative,
}

/// Knowledge needed to distinguish the sections of imports.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sections<'a> {
    /// Top-level modules of the standard library.
    pub(crate) stdlib: &'a BTreeSet<String>,
    /// Top-level modules of the workspace.
    pub(crate) own: &'a BTreeSet<&'a str>,
}

impl Sections<'_> {
    fn of(&self, module: &str) -> Section {
        let top = module.split('.').next().unwrap_or_default();
        match top {
            "" => Section::Relative,
            "__future__" => Section::Future,
            top if self.own.contains(top) => Section::Own,
            top if self.stdlib.contains(top) => Section::StandardLibrary,
            _ => Section::ThirdParty,
        }
    }
}

/// The edit that makes a file import something: into a `from ... import` of the same module where
/// there is one, else as a line of its own, in its section and in the section's order.
pub(crate) fn add(source: &Source, wanted: &Wanted, sections: Sections<'_>) -> Result<Edit, FixError> {
    let block = block(source);
    let sibling = block.iter().find(|imports| is_sibling(imports, wanted));
    if let (Some(sibling), Some(member), false) = (sibling, &wanted.member, is_one_name_a_line(&block)) {
        return merge::merge(source, sibling, member, wanted.alias.as_deref());
    }
    let line = format!("{wanted}{}", source.newline());
    let section = sections.of(&wanted.module);
    let mut same = Vec::new();
    for imports in &block {
        if sections.of(&imports[0].module()) == section {
            same.push(imports.as_slice());
        }
    }
    if same.is_empty() {
        return new_section(source, &block, section, &line, sections);
    }
    match same.iter().find(|imports| comes_before(wanted, imports, &same)) {
        Some(next) => source.insert(start_with_comments(source, next[0].statement), line),
        None => after(source, same[same.len() - 1][0].statement, &line),
    }
}

/// The imports at the head of a module, each statement as the names it binds. Conditional imports
/// (`if TYPE_CHECKING:`, `try:`) are passed over; the first statement of another kind ends the block.
fn block(source: &Source) -> Vec<Vec<Imported<'_>>> {
    let body = source.body();
    let rest = body.iter().skip(usize::from(docstring(source).is_some()));
    let head = rest.take_while(|statement| {
        matches!(
            statement,
            Stmt::Import(_) | Stmt::ImportFrom(_) | Stmt::If(_) | Stmt::Try(_)
        )
    });
    let imports: Vec<_> = head.map(of_statement).filter(|names| !names.is_empty()).collect();
    if !imports.is_empty() {
        return imports;
    }
    // `sys.path.insert(...)` and the like stand first: the first imports after them are the block.
    let first = body
        .iter()
        .skip_while(|statement| of_statement(statement).is_empty());
    first
        .map(of_statement)
        .take_while(|names| !names.is_empty())
        .collect()
}

fn docstring(source: &Source) -> Option<&Stmt> {
    let first = source.body().first()?;
    let Stmt::Expr(expression) = first else {
        return None;
    };
    expression.value.is_string_literal_expr().then_some(first)
}

/// Returns whether names of one module are imported by statements of their own (isort's `force_single_line`).
fn is_one_name_a_line(block: &[Vec<Imported<'_>>]) -> bool {
    let from: Vec<&Vec<Imported<'_>>> = block.iter().filter(|imports| imports[0].from.is_some()).collect();
    let repeats = |pair: &[&Vec<Imported<'_>>]| pair[0][0].module() == pair[1][0].module();
    from.iter().all(|imports| imports.len() == 1) && from.windows(2).any(repeats)
}

fn is_sibling(imports: &[Imported<'_>], wanted: &Wanted) -> bool {
    imports[0].from.is_some()
        && imports[0].module() == wanted.module
        && imports.iter().all(|imported| imported.name() != "*")
}

/// Returns whether the new import belongs before a statement of its section. `import a` is before every
/// `from b import c` (isort's default), unless the section mixes them.
fn comes_before(wanted: &Wanted, next: &[Imported<'_>], section: &[&[Imported<'_>]]) -> bool {
    let is_sorted = |by_kind: &bool| section.is_sorted_by_key(|imports| key_of(imports, *by_kind));
    let Some(by_kind) = [true, false].into_iter().find(is_sorted) else {
        return false;
    };
    key(&wanted.module, wanted.member.is_some(), by_kind) < key_of(next, by_kind)
}

fn key_of(imports: &[Imported<'_>], by_kind: bool) -> (bool, i64, String) {
    key(&imports[0].module(), imports[0].from.is_some(), by_kind)
}

/// `from` after plain imports, more dots before fewer, then by name without regard to case.
fn key(module: &str, is_from: bool, by_kind: bool) -> (bool, i64, String) {
    let name = module.trim_start_matches('.');
    let dots = i64::try_from(module.len() - name.len()).unwrap_or(0);
    (is_from && by_kind, -dots, name.to_lowercase())
}

fn after(source: &Source, statement: &Stmt, text: &str) -> Result<Edit, FixError> {
    let end = source.whole_lines(statement).end;
    let missing = if source.text()[..end].ends_with('\n') {
        ""
    } else {
        source.newline()
    };
    source.insert(end, format!("{missing}{text}"))
}

/// The first section of its kind, set off by blank lines if the others are.
fn new_section(
    source: &Source,
    block: &[Vec<Imported<'_>>],
    section: Section,
    line: &str,
    sections: Sections<'_>,
) -> Result<Edit, FixError> {
    let Some(last) = block.last() else {
        return first_import(source, line);
    };
    let blank = if is_compact(source, block, sections) {
        ""
    } else {
        source.newline()
    };
    let later = block
        .iter()
        .find(|imports| sections.of(&imports[0].module()) > section);
    match later {
        Some(later) => {
            let at = start_with_comments(source, later[0].statement);
            source.insert(at, format!("{line}{blank}"))
        }
        None => after(source, last[0].statement, &format!("{blank}{line}")),
    }
}

/// Returns whether sections follow each other without a blank line.
fn is_compact(source: &Source, block: &[Vec<Imported<'_>>], sections: Sections<'_>) -> bool {
    block.windows(2).any(|pair| {
        let (one, two) = (&pair[0][0], &pair[1][0]);
        let differ = sections.of(&one.module()) != sections.of(&two.module());
        let next_line = source.line_of(one.statement.end()) + 1;
        differ && source.line_of(two.statement.start()) == next_line
    })
}

/// The start of a statement's line, or of the comments directly above it; the comments that open
/// the file (licence, encoding) belong to the file.
fn start_with_comments(source: &Source, statement: &Stmt) -> usize {
    let own = source.line_of(statement.start());
    let text = |line: u32| source.line(line).map_or("", |range| &source.text()[range]);
    let mut first = own;
    while first > 1 && text(first - 1).trim_start().starts_with('#') {
        first -= 1;
    }
    let line = if first == 1 { own } else { first };
    source.line(line).map_or(0, |range| range.start)
}

/// The only import of a file: below its docstring or its opening comments, set off by blank lines.
fn first_import(source: &Source, line: &str) -> Result<Edit, FixError> {
    let newline = source.newline();
    let head = match docstring(source) {
        Some(docstring) => source.whole_lines(docstring).end,
        None => end_of_opening_comments(source),
    };
    let (above, below) = source.text().split_at(head);
    let before = match above {
        "" | "\u{feff}" => String::new(),
        above if above.ends_with('\n') => newline.to_owned(),
        _ => newline.repeat(2),
    };
    let wanted = match next_statement(source, head) {
        None => 0,
        Some(Stmt::FunctionDef(_) | Stmt::ClassDef(_)) => 2,
        Some(_) => 1,
    };
    let blank = below.lines().take_while(|line| line.trim().is_empty()).count();
    let gap = usize::saturating_sub(wanted, blank);
    source.insert(head, format!("{before}{line}{}", newline.repeat(gap)))
}

fn end_of_opening_comments(source: &Source) -> usize {
    let bom = usize::from(source.text().starts_with('\u{feff}')) * '\u{feff}'.len_utf8();
    let lines = source.text()[bom..].split_inclusive('\n');
    let comments = lines.take_while(|line| line.starts_with('#'));
    bom + comments.map(str::len).sum::<usize>()
}

fn next_statement(source: &Source, from: usize) -> Option<&Stmt> {
    let mut body = source.body().iter();
    body.find(|statement| statement.start().to_usize() >= from)
}

//! Functions declared with `()`, which said nothing about their parameters before C23 and says that there are none
//! since.
//!
//! Source: <https://gcc.gnu.org/gcc-15/porting_to.html#c23-fn-decls-without-parameters>

use std::collections::BTreeMap;
use std::ops::Range;

use unbreak_core::{DeterminedBy, Diagnostic, Edit, Fact, Fix, FixError, RelPath, Workspace};

use super::Failure;
use super::declarator::{Declared, declarator, declared, hollow_cast, is_hollow_pointer, normal, parameters};
use super::source::{Source, includes};
use super::symbols::arguments;
use super::token::Kind;
use super::{is_cpp, library};
use crate::c_text;
use crate::code_words::is_header;
use crate::rule::c::compile;

/// Writes the parameters: those of the function's definition, or those of the type that the compiler says is needed.
pub(super) fn fix(failure: &Failure<'_>) -> Result<Option<Fix>, FixError> {
    let (workspace, file, text) = (failure.workspace, failure.file, failure.text);
    let diagnostic = failure.diagnostic;
    // In C++ it has always meant that there are none.
    if is_cpp(file.as_str()) {
        return Ok(None);
    }
    let source = Source::new(text);
    let Some(place) = source.token_at_place(&diagnostic.location) else {
        return Ok(None);
    };
    let project = Project::new(workspace, file);
    let change = match &diagnostic.fact {
        Some(Fact::DuplicateDefinition { name: Some(name) }) => {
            match project.is_declared_by_a_library(diagnostic) {
                true => own_declaration(file, &source, name, place),
                false => Project::by_definition(name, &project.survey(name)),
            }
        }
        Some(Fact::SurplusArgument { callee: Some(callee) }) => {
            let name = last_name(callee);
            let survey = project.survey(name);
            let dropped = || project.without_arguments(&source, (name, &survey), place, diagnostic);
            Project::by_definition(name, &survey).or_else(dropped)
        }
        Some(Fact::TypeMismatch {
            expected: Some(expected),
            found: Some(found),
            argument,
            callee,
            ..
        }) => {
            let parameter = argument.zip(callee.as_deref());
            project.by_type(&source, place, (expected, found), parameter)
        }
        _ => None,
    };
    let Some(change) = change.filter(|change| !change.places.is_empty()) else {
        return Ok(None);
    };
    let mut fix = failure.answer(
        change.title,
        compile::EMPTY_PARAMETERS,
        DeterminedBy::Resolution,
        "an empty list of parameters means none since C23",
    );
    let mut lists: BTreeMap<RelPath, String> = BTreeMap::new();
    for (file, range, new) in change.places {
        let text = workspace.read_text(&file).unwrap_or_default();
        if is_header(&file) {
            let list = lists.entry(file.clone()).or_default();
            list.extend([&new, ","]);
        }
        fix = fix.edit(Edit::replace(&file, &text, range, new)?);
    }
    for (header, list) in lists {
        let text = workspace.read_text(&header).unwrap_or_default();
        for edit in super::includes_for(&header, &text, &list)? {
            fix = fix.edit(edit);
        }
    }
    Ok(Some(fix))
}

/// A change of declarations.
struct Change {
    title: String,
    places: Vec<(RelPath, Range<usize>, String)>,
}

impl Change {
    /// Writes parameters into brackets without any.
    fn write<'d>(name: &str, list: &str, hollow: impl Iterator<Item = &'d Declared>) -> Self {
        Self {
            title: format!("write the parameters of '{name}': ({list})"),
            places: hollow
                .map(|it| (it.file.clone(), it.inside.clone(), list.to_owned()))
                .collect(),
        }
    }
}

/// The texts of C, the failing file first.
struct Project<'w> {
    workspace: &'w dyn Workspace,
    files: Vec<RelPath>,
}

/// What is written about a name.
#[derive(Default)]
struct Survey {
    declared: Vec<Declared>,
    calls: Vec<Call>,
}

struct Call {
    file: RelPath,
    /// The number of arguments.
    passed: usize,
    /// The bytes between the brackets.
    inside: Range<usize>,
}

impl<'w> Project<'w> {
    fn new(workspace: &'w dyn Workspace, file: &RelPath) -> Self {
        let all = workspace.files();
        let others = all
            .iter()
            .filter(|other| c_text::is_c(other) && *other != file)
            .take(c_text::MOST_FILES);
        Self {
            workspace,
            files: std::iter::once(file).chain(others).cloned().collect(),
        }
    }

    /// Whether the other declaration is outside the project.
    fn is_declared_by_a_library(&self, diagnostic: &Diagnostic) -> bool {
        let mut files = diagnostic
            .notes
            .iter()
            .filter_map(|note| note.location.file.as_deref());
        files.any(|file| {
            self.workspace
                .locate(file)
                .is_none_or(|file| !self.files.contains(&file))
        })
    }

    /// Everything about a name. If several files define such a function, only what is in the failing file and in
    /// headers: the others may be parts of other programs.
    fn survey(&self, name: &str) -> Survey {
        let mut survey = Survey::default();
        for file in &self.files {
            let Ok(text) = self.workspace.read_text(file) else {
                continue;
            };
            if !text.contains(name) {
                continue;
            }
            let source = Source::new(&text);
            for at in source.all(name) {
                match declared(&source, at, file) {
                    Some(declared) => survey.declared.push(declared),
                    None if source.word(at + 1) == "(" => {
                        let close = source.partner(at + 1).unwrap_or(at + 1);
                        let passed = arguments(&source, at + 1, close).len();
                        survey.calls.push(Call {
                            file: file.clone(),
                            passed,
                            inside: source.range(at + 1).end..source.start(close),
                        });
                    }
                    None => {}
                }
            }
        }
        if survey.declared.iter().filter(|it| it.is_definition).count() > 1 {
            let is_near = |file: &RelPath| is_header(file) || *file == self.files[0];
            survey.declared.retain(|it| is_near(&it.file));
            survey.calls.retain(|call| is_near(&call.file));
        }
        survey
    }

    /// Follows the only definition of a function, which has parameters. Where nothing passes them and nothing reads
    /// them, the definition has too many.
    fn by_definition(name: &str, survey: &Survey) -> Option<Change> {
        let functions = || survey.declared.iter().filter(|it| it.pointer.is_none());
        let mut definitions = functions().filter(|it| it.is_definition);
        let (Some(definition), None) = (definitions.next(), definitions.next()) else {
            return None;
        };
        if matches!(definition.list.as_str(), "" | "void") || definition.list.contains("...") {
            return None;
        }
        let count = top_level(&definition.list).len();
        if survey.calls.iter().all(|call| call.passed == count) {
            return Some(Change::write(
                name,
                &definition.list,
                functions().filter(|it| it.is_hollow()),
            ));
        }
        let is_needless = definition.ignores_parameters
            && survey.calls.iter().all(|call| call.passed == 0)
            && functions().all(|it| it.is_definition || it.is_hollow());
        is_needless.then(|| Change {
            title: format!("remove the parameters of '{name}', which nothing passes or reads"),
            places: vec![(
                definition.file.clone(),
                definition.inside.clone(),
                "void".to_owned(),
            )],
        })
    }

    /// Drops the arguments of a call whose callee has no parameters: they were ignored, since the declaration that the
    /// compiler points at is `()`.
    fn without_arguments(
        &self,
        source: &Source<'_>,
        (name, survey): (&str, &Survey),
        place: usize,
        diagnostic: &Diagnostic,
    ) -> Option<Change> {
        let functions = || survey.declared.iter().filter(|it| it.pointer.is_none());
        let takes_none = functions().all(|it| it.is_hollow() || it.list == "void");
        let is_pointed_at = |it: &Declared| {
            let mut places = diagnostic.notes.iter().map(|note| &note.location);
            places.any(|at| at.file.as_deref() == Some(it.file.as_str()) && at.line == Some(it.line))
        };
        let is_old = functions().any(|it| it.is_hollow() && is_pointed_at(it))
            && functions().any(|it| it.is_definition);
        let open = place + 1;
        let close = source.partner(open)?;
        let is_call = source.word(place) == name && source.word(open) == "(";
        let does_nothing = |at: usize| {
            source.kind(at) != Some(Kind::Mark)
                || matches!(
                    source.word(at),
                    "," | "." | "->" | "&" | "*" | "[" | "]" | "+" | "-"
                )
        };
        let is_idle = (open + 1..close).all(does_nothing);
        (takes_none && is_old && is_call && is_idle).then(|| Change {
            title: format!("drop the arguments of '{name}', which has no parameters"),
            places: vec![(
                self.files[0].clone(),
                source.range(open).end..source.start(close),
                String::new(),
            )],
        })
    }

    /// Follows the type of a pointer to a function: one side has `(void)`, and the other says what is meant.
    fn by_type(
        &self,
        source: &Source<'_>,
        place: usize,
        (expected, found): (&str, &str),
        parameter: Option<(u32, &str)>,
    ) -> Option<Change> {
        match (parameters(expected)?, parameters(found)?) {
            ("void", "void") => None,
            (list, "void") => {
                let list = normal(list);
                if let Some(inside) = hollow_cast(source, place) {
                    return Some(Change {
                        title: format!("write the parameters of the cast: ({list})"),
                        places: vec![(self.files[0].clone(), inside, list)],
                    });
                }
                let value = match source.word(place) {
                    "=" | "&" => place + 1,
                    _ => place,
                };
                self.by_use(last_of_value(source, value)?, &list)
            }
            ("void", list) => {
                let list = normal(list);
                match parameter {
                    Some((number, callee)) => self.by_parameter(last_name(callee), number, &list),
                    None => {
                        let receiver = place.checked_sub(1).filter(|_| source.word(place) == "=")?;
                        self.by_pointer(source.word(receiver), &list)
                    }
                }
            }
            _ => None,
        }
    }

    /// Follows the use of a function where one with parameters is needed.
    fn by_use(&self, name: &str, list: &str) -> Option<Change> {
        let survey = self.survey(name);
        let has_others = survey.declared.iter().any(|it| !it.is_hollow());
        // Who calls it without arguments passes what a handler of signals ignores.
        let can_be_called = list == "int" && survey.calls.iter().all(|call| call.passed == 0);
        if has_others || !survey.calls.is_empty() && !can_be_called {
            return Self::by_definition(name, &survey);
        }
        let mut change = Change::write(name, list, survey.declared.iter());
        let named = named(list)?;
        for (place, it) in change.places.iter_mut().zip(&survey.declared) {
            if it.is_definition {
                place.2.clone_from(&named);
            }
        }
        let calls = survey.calls.iter();
        change
            .places
            .extend(calls.map(|call| (call.file.clone(), call.inside.clone(), "0".to_owned())));
        let definitions = survey.declared.iter().filter(|it| it.is_definition).count();
        let owners: Vec<&Option<String>> = survey
            .declared
            .iter()
            .filter_map(|it| it.pointer.as_ref())
            .collect();
        let is_one = match owners.as_slice() {
            [] => definitions == 1,
            [_] => survey.declared.len() == 1,
            [first, ..] => {
                first.is_some()
                    && owners.len() == survey.declared.len()
                    && owners.iter().all(|it| it == first)
            }
        };
        is_one.then_some(change)
    }

    /// Follows what is assigned to a variable or member of this name.
    fn by_pointer(&self, name: &str, list: &str) -> Option<Change> {
        let survey = self.survey(name);
        let hollow = || {
            let pointers = survey.declared.iter().filter(|it| it.pointer.is_some());
            pointers.filter(|it| it.is_hollow())
        };
        (hollow().count() == 1).then(|| Change::write(name, list, hollow()))
    }

    /// Follows what is passed for a function's parameter, at its definition and its prototypes.
    fn by_parameter(&self, callee: &str, number: u32, list: &str) -> Option<Change> {
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        let mut places = Vec::new();
        for file in &self.files {
            let text = self.workspace.read_text(file).unwrap_or_default();
            if !text.contains(callee) {
                continue;
            }
            let source = Source::new(&text);
            for name in source.all(callee) {
                let Some(open) = declarator(&source, name)
                    .filter(|it| !it.is_pointer)
                    .map(|it| it.open)
                else {
                    continue;
                };
                let all = arguments(&source, open, source.partner(open)?);
                let hollow = |at: &usize| is_hollow_pointer(&source, *at);
                let parameter = all.get(index).cloned().unwrap_or_default();
                if let Some(open) = parameter.clone().find(hollow) {
                    places.push((
                        file.clone(),
                        source.range(open).end..source.start(open + 1),
                        list.to_owned(),
                    ));
                }
            }
        }
        Some(Change {
            title: format!("write the parameters of what '{callee}' is passed: ({list})"),
            places,
        })
    }
}

/// Removes the file's own declaration of a function of a library, which says less than the library's header. In a header
/// that header takes its place, since others rely on it.
fn own_declaration(file: &RelPath, source: &Source<'_>, name: &str, place: usize) -> Option<Change> {
    let statement = source.statement_start(place);
    let is_it = source.word(place) == name
        && source.partner(place + 1) == Some(place + 2)
        && source.word(place + 3) == ";"
        && declarator(source, place).is_some()
        && (statement..place).all(|at| source.word(at) != ",");
    let (start, end) = (source.start(statement), source.range(place + 3).end);
    let text = source.text;
    let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let line_end = text[end..].find('\n').map_or(text.len(), |at| end + at + 1);
    let is_alone = text[line_start..start].trim().is_empty() && text[end..line_end].trim().is_empty();
    let range = if is_alone {
        line_start..line_end
    } else {
        start..end
    };
    let instead = match is_header(file) {
        true => {
            let header = library::header_of(name)?;
            // The declaration of another function of it becomes the include, or one is there.
            let is_earlier = |at: usize| {
                library::header_of(source.word(at)) == Some(header)
                    && source.partner(at + 1) == Some(at + 2)
                    && declarator(source, at).is_some()
            };
            let is_there = (0..source.tokens.len()).any(|at| includes(source.word(at), header))
                || (0..place).any(is_earlier);
            let line = format!("#include <{header}>\n");
            if is_there { String::new() } else { line }
        }
        false => String::new(),
    };
    (is_it && (is_alone || instead.is_empty())).then(|| Change {
        title: format!("remove the declaration of '{name}', which a header of the library declares"),
        places: vec![(file.clone(), range, instead)],
    })
}

/// The last name of `handler`, `ui->handler`, `screen.handler`.
fn last_of_value<'a>(source: &Source<'a>, mut at: usize) -> Option<&'a str> {
    while matches!(source.word(at + 1), "." | "->") {
        at += 2;
    }
    let is_whole = matches!(source.word(at + 1), ")" | "," | ";" | "}");
    (is_whole && source.is_name(at)).then(|| source.word(at))
}

/// The name at the end of `p->total` or `p.total`.
fn last_name(path: &str) -> &str {
    path.rsplit(['.', '>', '*'])
        .next()
        .unwrap_or(path)
        .trim_matches(['(', ')'])
}

/// A list of types as parameters of a definition.
fn named(list: &str) -> Option<String> {
    let kinds = top_level(list);
    if kinds.iter().any(|kind| kind.contains(['(', '[', '.'])) {
        return None;
    }
    let parameters = kinds.iter().enumerate().map(|(index, kind)| {
        let gap = if kind.ends_with('*') { "" } else { " " };
        match index {
            0 => format!("{kind}{gap}unused"),
            _ => format!("{kind}{gap}unused_{}", index + 1),
        }
    });
    Some(parameters.collect::<Vec<_>>().join(", "))
}

/// The parts of a list between the commas that are in no brackets.
fn top_level(list: &str) -> Vec<&str> {
    let mut depth = 0_i32;
    let parts = list.split(move |c: char| {
        depth += i32::from(matches!(c, '(' | '[')) - i32::from(matches!(c, ')' | ']'));
        c == ',' && depth == 0
    });
    parts.map(str::trim).collect()
}

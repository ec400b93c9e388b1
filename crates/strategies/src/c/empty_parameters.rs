//! Functions declared with `()`, which said nothing about their parameters before C23 and says that there are none
//! since.
//!
//! Source: <https://gcc.gnu.org/gcc-15/porting_to.html#c23-fn-decls-without-parameters>

use std::collections::BTreeMap;

use unbreak_core::{
    Confidence, DeterminedBy, Diagnostic, Edit, Fact, Fix, FixError, Location, RelPath, Workspace,
};

use super::source::Source;
use super::symbols::arguments;
use super::token::Kind;
use super::words::{is_keyword, is_type_keyword};
use crate::c_text;
use crate::weights::confidence;

/// Writes the parameters: those of the function's definition, or those of the type that the compiler says is needed.
pub(super) fn fix(
    strategy: &str,
    workspace: &dyn Workspace,
    file: &RelPath,
    text: &str,
    diagnostic: &Diagnostic,
) -> Result<Option<Fix>, FixError> {
    let source = Source::new(text);
    let place = offset(&source, &diagnostic.location).map(|at| source.token_at(at));
    let Some(place) = place else {
        return Ok(None);
    };
    let mut project = Project::new(workspace, file);
    let found = match &diagnostic.fact {
        Some(Fact::DuplicateDefinition { name: Some(name) }) => match project.is_declared_by_a_library(diagnostic) {
            true => return own_declaration(strategy, file, &source, name, place),
            false => project.by_definition(name),
        },
        Some(Fact::SurplusArgument { callee: Some(callee) }) => project.by_definition(last_name(callee)),
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
    let Some(Found { name, list, places }) = found.filter(|found| !found.places.is_empty()) else {
        return Ok(None);
    };
    let mut fix = Fix::new(
        strategy,
        format!("write the parameters of '{name}': ({list})"),
        Confidence::new(confidence::resolved()),
    )
    .by(crate::rule::c::compile::EMPTY_PARAMETERS)
    .evidence(DeterminedBy::Resolution)
    .because("an empty list of parameters means none since C23");
    for (file, at, list) in places {
        let text = project.text(&file);
        fix = fix.edit(Edit::insert(&file, &text, at, list)?);
    }
    Ok(Some(fix))
}

/// What a function is declared with.
struct Found {
    name: String,
    list: String,
    /// Where a list is written, and the list there.
    places: Vec<(RelPath, usize, String)>,
}

/// The texts of C, the failing file first.
struct Project<'w> {
    workspace: &'w dyn Workspace,
    files: Vec<RelPath>,
    texts: BTreeMap<RelPath, String>,
}

/// A declarator with a name.
struct Declarator {
    /// The token of the name.
    name: usize,
    /// The bracket before the parameters.
    open: usize,
    is_definition: bool,
    /// `(*name)()`.
    is_pointer: bool,
}

impl<'w> Project<'w> {
    fn new(workspace: &'w dyn Workspace, file: &RelPath) -> Self {
        let all = workspace.files();
        let others = all.iter().filter(|other| c_text::is_c(other) && *other != file).take(c_text::MOST_FILES);
        Self {
            workspace,
            files: std::iter::once(file).chain(others).cloned().collect(),
            texts: BTreeMap::new(),
        }
    }

    fn text(&mut self, file: &RelPath) -> String {
        let read = || self.workspace.read_text(file).unwrap_or_default();
        self.texts.entry(file.clone()).or_insert_with(read).clone()
    }

    /// Whether the other declaration is outside the project.
    fn is_declared_by_a_library(&self, diagnostic: &Diagnostic) -> bool {
        let mut files = diagnostic.notes.iter().filter_map(|note| note.location.file.as_deref());
        files.any(|file| self.workspace.locate(file).is_none_or(|file| !self.files.contains(&file)))
    }

    /// The lists of a function that the project defines once, with parameters.
    fn by_definition(&mut self, name: &str) -> Option<Found> {
        let mut lists = Vec::new();
        let mut places = Vec::new();
        for file in self.files.clone() {
            let text = self.text(&file);
            if !text.contains(name) {
                continue;
            }
            let source = Source::new(&text);
            for it in declarators(&source, name).filter(|it| !it.is_pointer) {
                let close = source.partner(it.open)?;
                match (it.is_definition, close == it.open + 1) {
                    (true, false) => lists.push(words_between(&source, it.open, close)),
                    (false, true) => places.push((file.clone(), source.end_before(close))),
                    // A definition without parameters may be the one that is meant.
                    (true, true) => return None,
                    (false, false) => {}
                }
            }
        }
        let list = lists.pop().filter(|list| list != "void")?;
        if !lists.is_empty() {
            return None;
        }
        let written = |(file, at)| (file, at, list.clone());
        Some(Found {
            name: name.to_owned(),
            places: places.into_iter().map(written).collect(),
            list,
        })
    }

    /// The lists by the types of a pointer to a function: one has `(void)`, and the other says what is meant.
    fn by_type(
        &mut self,
        source: &Source<'_>,
        place: usize,
        (expected, found): (&str, &str),
        parameter: Option<(u32, &str)>,
    ) -> Option<Found> {
        match (parameters(expected)?, parameters(found)?) {
            ("void", "void") => None,
            (list, "void") => {
                if let Some(cast) = cast(source, place) {
                    return Some(Found {
                        name: source.word(cast + 1).to_owned(),
                        list: list.to_owned(),
                        places: vec![(self.files.first()?.clone(), cast, list.to_owned())],
                    });
                }
                let value = match source.word(place) {
                    "=" | "&" => place + 1,
                    _ => place,
                };
                self.by_use(last_of_value(source, value)?, list)
            }
            ("void", list) => match parameter {
                Some((number, callee)) => self.by_parameter(last_name(callee), number, list),
                None => {
                    let receiver = place.checked_sub(1).filter(|_| source.word(place) == "=")?;
                    self.by_pointer(source.word(receiver), list)
                }
            },
            _ => None,
        }
    }

    /// The lists of a function that is passed where one with parameters is needed.
    fn by_use(&mut self, name: &str, list: &str) -> Option<Found> {
        if let Some(found) = self.by_definition(name) {
            return Some(found);
        }
        let named = named(list)?;
        let mut places = Vec::new();
        let mut definitions = 0;
        // The functions that have a parameter of this name; nothing for other pointers.
        let mut owners = Vec::new();
        for file in self.files.clone() {
            let text = self.text(&file);
            if !text.contains(name) {
                continue;
            }
            let source = Source::new(&text);
            let declarators: Vec<Declarator> = declarators(&source, name).collect();
            // Who calls it without arguments would break.
            let is_called = |at: usize| {
                source.word(at + 1) == "(" && declarators.iter().all(|it| it.name != at)
            };
            if source.all(name).any(is_called) {
                return None;
            }
            for it in declarators {
                let close = source.partner(it.open)?;
                if close != it.open + 1 {
                    return None;
                }
                definitions += usize::from(it.is_definition);
                if it.is_pointer {
                    let around = source.enclosing(it.name - 2, "(");
                    owners.push(around.map(|open| source.word_before(open).to_owned()));
                }
                let list = if it.is_definition { &named } else { list };
                places.push((file.clone(), source.end_before(close), list.to_owned()));
            }
        }
        let is_of_one = owners.len() == 1 || owners.iter().all(|owner| owner.is_some() && *owner == owners[0]);
        let is_one = match owners.len() {
            0 => definitions == 1,
            pointers => is_of_one && pointers == places.len(),
        };
        is_one.then(|| Found {
            name: name.to_owned(),
            list: list.to_owned(),
            places,
        })
    }

    /// The lists of a variable or member of this name, if the project has one of it.
    fn by_pointer(&mut self, name: &str, list: &str) -> Option<Found> {
        let mut places = Vec::new();
        for file in self.files.clone() {
            let text = self.text(&file);
            if !text.contains(name) {
                continue;
            }
            let source = Source::new(&text);
            for it in declarators(&source, name).filter(|it| it.is_pointer) {
                let close = source.partner(it.open).filter(|&close| close == it.open + 1)?;
                places.push((file.clone(), source.end_before(close), list.to_owned()));
            }
        }
        (places.len() == 1).then(|| Found {
            name: name.to_owned(),
            list: list.to_owned(),
            places,
        })
    }

    /// The lists of a function's parameter, at its definition and its prototypes.
    fn by_parameter(&mut self, callee: &str, number: u32, list: &str) -> Option<Found> {
        let mut places = Vec::new();
        let mut name = String::new();
        for file in self.files.clone() {
            let text = self.text(&file);
            if !text.contains(callee) {
                continue;
            }
            let source = Source::new(&text);
            for it in declarators(&source, callee).filter(|it| !it.is_pointer) {
                let all = arguments(&source, it.open, source.partner(it.open)?);
                let index = usize::try_from(number).ok()?.checked_sub(1)?;
                let Some(parameter) = all.get(index) else {
                    continue;
                };
                let mut hollow = parameter.clone().filter(|&at| is_hollow_pointer(&source, at));
                let (Some(open), None) = (hollow.next(), hollow.next()) else {
                    continue;
                };
                let called = source.word(open - 2);
                if called != "*" {
                    called.clone_into(&mut name);
                }
                places.push((file.clone(), source.end_before(open + 1), list.to_owned()));
            }
        }
        Some(Found {
            name,
            list: list.to_owned(),
            places,
        })
    }
}

/// Removes the file's own declaration of a function of a library, which says less than the library's header.
fn own_declaration(
    strategy: &str,
    file: &RelPath,
    source: &Source<'_>,
    name: &str,
    place: usize,
) -> Result<Option<Fix>, FixError> {
    let statement = source.statement_start(place);
    let is_it = source.word(place) == name
        && source.word(place + 1) == "("
        && source.partner(place + 1) == Some(place + 2)
        && source.word(place + 3) == ";"
        && declarators(source, name).any(|it| it.name == place)
        && (statement..place).all(|at| source.word(at) != ",");
    if !is_it {
        return Ok(None);
    }
    let (start, end) = (source.start(statement), source.range(place + 3).end);
    let text = source.text;
    let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let line_end = text[end..].find('\n').map_or(text.len(), |at| end + at + 1);
    let is_alone = text[line_start..start].trim().is_empty() && text[end..line_end].trim().is_empty();
    let range = if is_alone { line_start..line_end } else { start..end };
    let fix = Fix::new(
        strategy,
        format!("remove the declaration of '{name}', which a header of the library declares"),
        Confidence::new(confidence::resolved()),
    )
    .by(crate::rule::c::compile::EMPTY_PARAMETERS)
    .evidence(DeterminedBy::Convention)
    .because("an empty list of parameters means none since C23")
    .edit(Edit::replace(file, text, range, "")?);
    Ok(Some(fix))
}

/// The declarators of functions, and of pointers to them, with a name.
fn declarators<'s>(source: &'s Source<'_>, name: &'s str) -> impl Iterator<Item = Declarator> + 's {
    source.all(name).filter_map(move |at| declarator(source, at))
}

fn declarator(source: &Source<'_>, name: usize) -> Option<Declarator> {
    let is_pointer = source.word(name + 1) == ")" && source.word_before(name) == "*";
    let open = if is_pointer { name + 2 } else { name + 1 };
    let close = source.partner(open).filter(|_| source.word(open) == "(")?;
    let first = match is_pointer {
        true => source.partner(name + 1)?,
        false => name,
    };
    let is_definition = !is_pointer && source.word(close + 1) == "{";
    let is_end = is_pointer || is_definition || matches!(source.word(close + 1), ";" | ",") || is_attribute(source.word(close + 1));
    (is_end && is_behind_a_type(source, first)).then_some(Declarator {
        name,
        open,
        is_definition,
        is_pointer,
    })
}

/// Whether only the words of a declaration precede a declarator: `static const char *`, `int a(), `.
fn is_behind_a_type(source: &Source<'_>, first: usize) -> bool {
    let mut at = first;
    let mut words = 0;
    while let Some(before) = at.checked_sub(1) {
        match source.word(before) {
            "*" | "," => at = before,
            ";" | "{" | "}" | "(" => break,
            ")" => at = source.partner(before).unwrap_or(before),
            word if source.kind(before) == Some(Kind::Word) && is_of_a_type(word) => {
                words += 1;
                at = before;
            }
            _ if source.kind(before) == Some(Kind::Directive) => break,
            _ => return false,
        }
    }
    words > 0
}

/// Whether a word may be in a declaration before the name.
fn is_of_a_type(word: &str) -> bool {
    is_type_keyword(word) || !is_keyword(word)
}

fn is_attribute(word: &str) -> bool {
    word.starts_with("__") || word.chars().all(|c| c.is_ascii_uppercase() || c == '_') && !word.is_empty()
}

/// `(*)()` and `(*name)()`: whether a token is the bracket before the missing parameters.
fn is_hollow_pointer(source: &Source<'_>, at: usize) -> bool {
    let Some(before) = at.checked_sub(1) else {
        return false;
    };
    let star = source.partner(before).filter(|_| source.word(before) == ")");
    source.word(at) == "("
        && source.partner(at) == Some(at + 1)
        && star.is_some_and(|open| source.word(open + 1) == "*" && before - open <= 3)
}

/// The byte between the brackets of `(int (*)()) value`, where a value begins.
fn cast(source: &Source<'_>, place: usize) -> Option<usize> {
    let close = source.partner(place).filter(|_| source.word(place) == "(")?;
    let mut hollow = (place + 1..close).filter(|&at| is_hollow_pointer(source, at));
    let open = hollow.next()?;
    (open + 2 == close).then(|| source.end_before(open + 1))
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
    path.rsplit(['.', '>', '*']).next().unwrap_or(path).trim_matches(['(', ')'])
}

/// The parameters of a pointer to a function, as the compiler writes its type: `void (*)(int)`.
pub(super) fn parameters(kind: &str) -> Option<&str> {
    let (_, rest) = kind.split_once("(*)(")?;
    rest.strip_suffix(')').filter(|list| !list.contains('('))
}

/// A list of types as parameters of a definition.
fn named(list: &str) -> Option<String> {
    let kinds: Vec<&str> = list.split(',').map(str::trim).collect();
    if kinds.iter().any(|kind| kind.contains(['[', '.', '{'])) {
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

/// What is between two brackets, on one line.
fn words_between(source: &Source<'_>, open: usize, close: usize) -> String {
    let text = source.between(open + 1..close);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

pub(super) fn offset(source: &Source<'_>, place: &Location) -> Option<usize> {
    source.lines.offset(source.text, place.line?, place.column?)
}

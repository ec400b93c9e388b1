//! Finds every use of a definition in the project, so that a rename reaches all of them.
//!
//! A free name (a function, type or constant of a module) is used where it is imported by name or written
//! behind the name of its module. A member is used behind a `.`; which object comes before it, the text does
//! not tell. So members are renamed where nothing else in the project has one of that name, and only on the
//! reported lines and in the types that have them otherwise.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use unbreak_core::pattern::pattern;
use unbreak_core::{Edit, FixError, RelPath, Workspace};

use self::parameters::is_parameter;
use self::place::{is_exported, is_label, is_shorthand};
use crate::code_words::{ACCESSES, C, Family, GO, JAVA, RUST, SCRIPT, has_word, is_word};
use crate::declared::{declared, type_around, type_enclosing, type_name};
use crate::lines::{Lines, line_at};

pub(crate) use self::place::{is_member_at, opening, qualifier};

pub(crate) mod parameters;
mod place;

/// The greatest number of files that are searched.
const MOST_FILES: usize = 1000;

/// Larger files are generated, or data.
const LARGEST_FILE: usize = 1 << 20;

/// A definition whose name changed.
pub(crate) struct Renaming<'a> {
    pub(crate) workspace: &'a dyn Workspace,
    pub(crate) family: &'static Family,
    /// The file that defines it.
    pub(crate) home: RelPath,
    pub(crate) old: &'a str,
    pub(crate) new: &'a str,
    /// Whether it belongs to a type or an object.
    pub(crate) is_member: bool,
    /// Types that implement the interface of a member, as far as the tool names them.
    pub(crate) implementers: Vec<String>,
    /// Whether the failure is about the keyword of an argument: a field that its constructor takes.
    pub(crate) is_keyword: bool,
    /// The lines and columns (1-based) that the failure points at.
    pub(crate) reported: Vec<(RelPath, u32, Option<u32>)>,
    /// Whether another type has a member of the name: then only what is reported, and the type itself, follow.
    pub(crate) is_shared: bool,
}

/// A file with the places of a name in its code.
pub(crate) struct Page {
    pub(crate) file: RelPath,
    pub(crate) text: String,
    pub(crate) places: Vec<Range<usize>>,
}

impl<'a> Renaming<'a> {
    /// The rename of a free name of a module.
    pub(crate) fn of_free(
        workspace: &'a dyn Workspace,
        family: &'static Family,
        home: &RelPath,
        old: &'a str,
        new: &'a str,
    ) -> Self {
        Self {
            workspace,
            family,
            home: home.clone(),
            old,
            new,
            is_member: false,
            implementers: Vec::new(),
            is_keyword: false,
            reported: Vec::new(),
            is_shared: false,
        }
    }
}

/// What follows a rename.
#[derive(Debug, Default)]
pub(crate) struct Following {
    pub(crate) edits: Vec<Edit>,
    /// Whether a use is left behind, or followed, of which no compiler would report that it is the wrong one.
    pub(crate) leaves_uses: bool,
    /// Whether something else in the project has the old name, too.
    pub(crate) has_another: bool,
}

impl Renaming<'_> {
    /// The edits that let every use follow, and the types that implement the member.
    ///
    /// # Errors
    /// When a place is not in its file.
    pub(crate) fn following(&self) -> Result<Following, FixError> {
        let pages = pages(self.workspace, self.family, self.old);
        let owner = self.is_member.then(|| self.owner()).flatten();
        let owner = owner.as_deref();
        let is_another = |page: &Page| {
            let mut places = page.places.iter();
            self.is_member && places.any(|place| self.is_another(page, place, owner))
        };
        let has_another = pages.iter().any(is_another);
        let is_common = self.is_member && self.family.has_builtin_member(self.old);
        let is_shared = self.is_shared
            || has_another
            || is_common
            || pages.iter().any(|page| self.is_used_elsewhere(page));
        let mut following = Following {
            edits: Vec::new(),
            leaves_uses: false,
            has_another,
        };
        for page in &pages {
            let uses = self.uses(page, is_shared, owner);
            let is_left = |place: &Range<usize>| is_member_at(&page.text, place) && !uses.contains(place);
            let is_noticed = !self.is_member || is_compiled(&page.file);
            let lines = Lines::of(&page.text);
            // Of two on a reported line, one may belong to something else.
            let is_doubtful = |pair: &[Range<usize>]| {
                is_shared && lines.line_of(pair[0].start) == lines.line_of(pair[1].start)
            };
            following.leaves_uses |=
                !is_noticed && (page.places.iter().any(is_left) || uses.windows(2).any(is_doubtful));
            for place in uses {
                let text = self.at_place(page, &place, owner);
                following
                    .edits
                    .push(Edit::replace(&page.file, &page.text, place, text)?);
            }
        }
        Ok(following)
    }

    /// The edits that rename the definition, which still has the old name, and its uses.
    ///
    /// # Errors
    /// When a place is not in its file.
    pub(crate) fn with_definition(&self) -> Result<Vec<Edit>, FixError> {
        let mut edits = self.following()?.edits;
        let text = self.workspace.read_text(&self.home).unwrap_or_default();
        if let Some(place) = self.definition(&text, self.old) {
            let edit = Edit::replace(&self.home, &text, place, self.new)?;
            if !edits.contains(&edit) {
                edits.push(edit);
            }
        }
        Ok(edits)
    }

    /// The place of the definition under a name, in the text of its file.
    fn definition(&self, text: &str, name: &str) -> Option<Range<usize>> {
        let mut places = self.family.places_of(text, name).into_iter();
        places.find(|place| {
            declared(line_at(text, place.start)) == Some(name)
                && (!self.is_member || self.type_of_member(text, place).is_some())
        })
    }

    /// The type that the definition is a part of.
    fn owner(&self) -> Option<String> {
        let text = self.workspace.read_text(&self.home).ok()?;
        let names = [self.new, self.old].into_iter();
        let place = names.filter_map(|name| self.definition(&text, name)).next()?;
        type_name(self.type_of_member(&text, &place)?).map(str::to_owned)
    }

    /// The beginning of the type that the definition of a member here belongs to.
    fn type_of_member<'t>(&self, text: &'t str, place: &Range<usize>) -> Option<&'t str> {
        match qualifier(text, place) {
            Some("self" | "this") => type_enclosing(text, place.start),
            Some(_) => None,
            None => type_around(text, place.start),
        }
    }

    /// Returns whether a type is the owner of the member, or implements it.
    fn has_the_member(&self, head: &str, owner: Option<&str>) -> bool {
        let mut names = self.implementers.iter().map(String::as_str).chain(owner);
        names.any(|name| has_word(head, name))
    }

    /// Returns whether the type that implements the member defines it here.
    fn is_implementation(&self, page: &Page, place: &Range<usize>, owner: Option<&str>) -> bool {
        !is_member_at(&page.text, place)
            && declared(line_at(&page.text, place.start)) == Some(self.old)
            && type_around(&page.text, place.start).is_some_and(|head| {
                let is_the_owner = owner.is_some() && type_name(head) == owner;
                self.has_the_member(head, owner) && (!is_the_owner || is_stub(&page.file))
            })
    }

    /// Returns whether the type itself still defines the name: a field beside the method, an overload.
    fn is_beside(&self, page: &Page, head: &str, owner: Option<&str>) -> bool {
        owner.is_some() && type_name(head) == owner && page.file == self.home
    }

    /// Returns whether something else of the name is defined here: a member of another type, or a free definition.
    fn is_another(&self, page: &Page, place: &Range<usize>, owner: Option<&str>) -> bool {
        let text = &page.text;
        if declared(line_at(text, place.start)) != Some(self.old) {
            return false;
        }
        match self.type_of_member(text, place) {
            Some(head) => !self.has_the_member(head, owner) || self.is_beside(page, head, owner),
            None if is_member_at(text, place) => false,
            None => {
                // The key of an object may be a member of anything; a checker of types knows of which.
                let is_key = std::ptr::eq(self.family, &raw const SCRIPT)
                    && !is_compiled(&page.file)
                    && text[place.end..].trim_start().starts_with([':', '(']);
                is_key || !line_at(text, place.start).starts_with([' ', '\t'])
            }
        }
    }

    /// What a use becomes. In `{ name }`, the name of a member also stands for a variable, which keeps its name.
    fn at_place(&self, page: &Page, place: &Range<usize>, owner: Option<&str>) -> String {
        let is_shorthand = match std::ptr::eq(self.family, &raw const SCRIPT) {
            true => {
                let follows = self.family.is_import_at(&page.text, place.start)
                    || !self.is_member && is_exported(&page.text, place.start);
                is_shorthand(&page.text, place) && !follows
            }
            false => {
                let is_alone = || !page.text[place.end..].trim_start().starts_with(':');
                is_alone() && owner.is_some_and(|owner| self.is_field_of(page, place, owner))
            }
        };
        match (is_shorthand, self.is_member) {
            (false, _) => self.new.to_owned(),
            (true, true) => format!("{}: {}", self.new, self.old),
            (true, false) => format!("{}: {}", self.old, self.new),
        }
    }

    /// Returns whether a place names a field between the braces behind its type: `Point { x: 1, y }`.
    fn is_field_of(&self, page: &Page, place: &Range<usize>, owner: &str) -> bool {
        let has_fields = [&raw const RUST, &raw const GO].contains(&std::ptr::from_ref(self.family));
        let after = page.text[place.end..].trim_start();
        let is_named = after.starts_with(':') && !after.starts_with("::")
            || std::ptr::eq(self.family, &raw const RUST) && after.starts_with([',', '}']);
        let before = page.text[..place.start].trim_end();
        if !has_fields || !is_named || !before.ends_with(['{', ',']) || !self.knows_home(page) {
            return false;
        }
        let mut at = place.start;
        while let Some(open) = opening(&page.text, at).filter(|open| page.text[*open..].starts_with('{')) {
            let before = page.text[..open].trim_end();
            // Go leaves the type out in a list of values.
            if !before.ends_with(['{', ',', ':']) {
                let name = &before[before.trim_end_matches(is_word).len()..];
                return name == owner || name == "Self" && page.file == self.home;
            }
            at = open;
        }
        false
    }

    /// Returns whether a file that has nothing to do with the definition uses a member of the name.
    fn is_used_elsewhere(&self, page: &Page) -> bool {
        let is_used = || page.places.iter().any(|place| is_member_at(&page.text, place));
        self.is_member && !self.knows_home(page) && is_used()
    }

    fn uses(&self, page: &Page, is_shared: bool, owner: Option<&str>) -> Vec<Range<usize>> {
        let lines = Lines::of(&page.text);
        let is_reported = |place: &Range<usize>| {
            let line = lines.line_of(place.start);
            let here = self
                .reported
                .iter()
                .filter(|(file, at, _)| *file == page.file && *at == line);
            // Java's compiler points at the access before the name.
            let exact = |column| {
                let at = lines.offset(&page.text, line, column);
                let before = at.and_then(|at| page.text.get(at..place.start));
                before.is_some_and(|before| before.is_empty() || ACCESSES.contains(&before.trim()))
            };
            // Without a column, the line alone says which use is meant.
            here.into_iter().any(|(_, _, column)| match column {
                _ if self.is_keyword => is_label(self.family, &page.text, place),
                Some(column) => exact(*column),
                None => is_member_at(&page.text, place) == self.is_member,
            })
        };
        // A prototype binds nothing of its own.
        let binds = |line: &str| declared(line) == Some(self.old) && !is_prototype(self.family, line);
        let is_bound_here = page.text.lines().any(binds);
        let is_home = page.file == self.home;
        let has_it = !self.is_member && (is_home || !is_bound_here) && self.imports(page);
        let is_module = self.is_module();
        let is_use = |place: &&Range<usize>| match self.is_member {
            true => {
                let is_of_self = || self.is_of_self(page, place, owner);
                is_member_at(&page.text, place) && (!is_shared || is_of_self())
                    || self.is_implementation(page, place, owner)
                    || std::ptr::eq(self.family, &raw const JAVA)
                        && !is_member_at(&page.text, place)
                        && page.text[place.end..].starts_with('(')
                        && is_of_self()
                    || owner.is_some_and(|owner| self.is_field_of(page, place, owner))
            }
            false => match qualifier(&page.text, place) {
                Some(owner) => self.is_home_name(&page.text, owner),
                None => {
                    has_it
                        && (!is_module || self.is_path_at(&page.text, place))
                        && !is_label(self.family, &page.text, place)
                        && !is_parameter(&page.text, place, self.old)
                }
            },
        };
        let places = page.places.iter();
        places
            .filter(|place| is_use(place) || is_reported(place))
            .cloned()
            .collect()
    }

    /// Returns whether an object uses its own member: in the type that has it, behind nothing or a word for the object.
    fn is_of_self(&self, page: &Page, place: &Range<usize>, owner: Option<&str>) -> bool {
        let is_own = matches!(
            qualifier(&page.text, place),
            None | Some("self" | "this" | "Self" | "cls" | "super")
        );
        is_own
            && type_enclosing(&page.text, place.start).is_some_and(|head| {
                let is_defined = |place: &Range<usize>| {
                    let is_definition = declared(line_at(&page.text, place.start)) == Some(self.old);
                    is_definition && self.type_of_member(&page.text, place) == Some(head)
                };
                let is_ambiguous = || self.is_beside(page, head, owner) && page.places.iter().any(is_defined);
                self.has_the_member(head, owner) && !is_ambiguous()
            })
    }

    /// Returns whether a file can use the free name alone: it is its own file or package, or it is imported there, by
    /// now perhaps under its new name.
    fn imports(&self, page: &Page) -> bool {
        let has_scope = self.family.shares_scope(&page.file, &self.home);
        has_scope
            || self.family.imports(&page.text).any(|(module, names)| {
                let is_it = |name: &str| name == self.old || name == self.new;
                let has_name = names.contains('*') || words(names).any(is_it);
                has_name && self.may_be_home(module)
            })
    }

    /// Returns whether the definition declares a module of Rust, whose name stands in paths only.
    fn is_module(&self) -> bool {
        let text = self.workspace.read_text(&self.home).unwrap_or_default();
        let declares = |line: &str| {
            let mut words = words(line).skip_while(|word| *word != "mod").skip(1);
            words
                .next()
                .is_some_and(|name| name == self.old || name == self.new)
        };
        std::ptr::eq(self.family, &raw const RUST) && text.lines().any(declares)
    }

    fn is_path_at(&self, text: &str, place: &Range<usize>) -> bool {
        text[place.end..].starts_with("::") || self.family.is_import_at(text, place.start)
    }

    /// Returns whether a file names the module or the file of the definition anywhere.
    fn knows_home(&self, page: &Page) -> bool {
        page.file == self.home
            || self.family.shares_scope(&page.file, &self.home)
            || self.family.imports(&page.text).any(|(module, names)| {
                self.may_be_home(module) || words(names).any(|name| name == self.module())
            })
    }

    /// Returns whether the path of an import can lead to the definition: it ends in its module, or in one of the
    /// project, which may hand the name on.
    fn may_be_home(&self, module: &str) -> bool {
        let last = words(module).next_back().unwrap_or_default();
        let is_relative =
            module.starts_with('.') || RELATIVE.contains(&words(module).next().unwrap_or_default());
        let in_home = || self.home.as_str().split('/').any(|part| part == last);
        is_relative || last == self.module() || in_home()
    }

    /// Returns whether a name in a file stands for the module of the definition.
    fn is_home_name(&self, text: &str, owner: &str) -> bool {
        owner == self.module()
            || aliases(self.family, text).any(|(module, alias)| alias == owner && self.may_be_home(module))
    }

    /// The name of the module that the definition is in.
    fn module(&self) -> &str {
        self.family.module(&self.home)
    }
}

/// Returns whether a compiler or checker of types reads a file.
fn is_compiled(file: &RelPath) -> bool {
    !matches!(file.extension(), "py" | "js" | "jsx" | "mjs" | "cjs")
}

/// Returns whether a line of C declares a function that another line defines.
pub(crate) fn is_prototype(family: &Family, line: &str) -> bool {
    std::ptr::eq(family, &raw const C) && line.trim_end().ends_with(';') && line.contains('(')
}

/// Returns whether a file only declares what another defines.
fn is_stub(file: &RelPath) -> bool {
    file.as_str().ends_with(".d.ts") || file.extension() == "pyi"
}

/// The beginnings of Rust's paths into the same crate.
const RELATIVE: [&str; 3] = ["crate", "super", "self"];

/// The files of a family that hold a name in their code.
pub(crate) fn pages(workspace: &dyn Workspace, family: &'static Family, name: &str) -> Vec<Page> {
    let files = workspace.files();
    let own = files
        .iter()
        .filter(|file| Family::of(file.as_str()).is_some_and(|own| std::ptr::eq(own, family)));
    let read = |file: &RelPath| {
        let text = workspace.read_text(file).ok()?;
        let is_readable = text.len() <= LARGEST_FILE && text.contains(name);
        let places = is_readable.then(|| family.places_of(&text, name))?;
        (!places.is_empty()).then(|| Page {
            file: file.clone(),
            text,
            places,
        })
    };
    own.take(MOST_FILES).filter_map(read).collect()
}

fn words(text: &str) -> impl DoubleEndedIterator<Item = &str> {
    text.split(|c| !is_word(c)).filter(|word| !word.is_empty())
}

/// The other names under which a text has modules: each module with its name there.
fn aliases<'t>(family: &Family, text: &'t str) -> impl Iterator<Item = (&'t str, &'t str)> {
    static AS: LazyLock<Regex> = LazyLock::new(|| pattern(r"([\w.]+)\s+as\s+(\w+)"));
    let whole = family.imports(text).filter(|(_, names)| {
        let name = names.trim().trim_start_matches("* as ");
        !name.is_empty() && name.chars().all(is_word)
    });
    let whole = whole.map(|(module, names)| (module, names.trim().trim_start_matches("* as ")));
    let named = AS
        .captures_iter(text)
        .filter_map(|found| Some((found.get(1)?.as_str(), found.get(2)?.as_str())));
    whole.chain(named)
}

//! Requirements in `pyproject.toml`: the standard's tables, and poetry's.

use toml::{Table, Value};

use super::{Requirement, of_line};

pub(super) fn requirements(text: &str) -> Vec<Requirement> {
    text.parse::<Table>()
        .map_or_else(|_| Vec::new(), |table| of_pyproject(&table))
}

fn of_pyproject(table: &Table) -> Vec<Requirement> {
    let at = |path: &[&str]| {
        path.iter().try_fold(None, |value: Option<&Value>, key| {
            let next = match value {
                None => table.get(*key),
                Some(value) => value.get(key),
            };
            next.map(Some)
        })
    };
    let lists = [
        at(&["project", "dependencies"])
            .flatten()
            .into_iter()
            .collect::<Vec<_>>(),
        values(at(&["project", "optional-dependencies"]).flatten()),
        values(at(&["dependency-groups"]).flatten()),
        values(at(&["tool", "pdm", "dev-dependencies"]).flatten()),
        at(&["tool", "uv", "dev-dependencies"])
            .flatten()
            .into_iter()
            .collect(),
        at(&["build-system", "requires"]).flatten().into_iter().collect(),
    ];
    let texts = lists.into_iter().flatten().filter_map(Value::as_array).flatten();
    let mut found: Vec<Requirement> = texts.filter_map(Value::as_str).filter_map(of_line).collect();
    let poetry = [
        at(&["tool", "poetry", "dependencies"]).flatten(),
        at(&["tool", "poetry", "dev-dependencies"]).flatten(),
    ];
    let groups = values(at(&["tool", "poetry", "group"]).flatten());
    let groups = groups.into_iter().map(|group| group.get("dependencies"));
    let tables = poetry
        .into_iter()
        .chain(groups)
        .flatten()
        .filter_map(Value::as_table);
    let names = tables.flat_map(Table::keys).filter(|name| *name != "python");
    found.extend(names.map(|name| Requirement(name.clone())));
    found
}

fn values(table: Option<&Value>) -> Vec<&Value> {
    let table = table.and_then(Value::as_table);
    table.map_or_else(Vec::new, |table| table.values().collect())
}

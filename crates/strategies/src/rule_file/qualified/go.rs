//! Go: packages, which are named by the last part of their paths.

use std::ops::Range;

use super::{Added, Import, Notation, TreeNode, Wanted, behind_slashes};
use crate::names::go_import;

pub(super) static NOTATION: Notation = Notation {
    separator: ".",
    readings: &["identifier", "package_identifier"],
    declarations: &[
        ("short_var_declaration", "left"),
        ("range_clause", "left"),
        ("parameter_declaration", "name"),
        ("variadic_parameter_declaration", "name"),
        ("var_spec", "name"),
        ("const_spec", "name"),
        ("function_declaration", "name"),
        ("type_parameter_declaration", "name"),
    ],
    parts: behind_slashes,
    imports,
    absolute: |_| None,
    add,
    insert,
};

fn imports(node: &TreeNode<'_>) -> Vec<Import> {
    if node.kind() != "import_spec" {
        return Vec::new();
    }
    imported(node).into_iter().collect()
}

fn imported(spec: &TreeNode<'_>) -> Option<Import> {
    let path = spec.field("path")?.text().trim_matches(['"', '`']).to_owned();
    let name = spec.field("name").map(|name| name.text().into_owned());
    let around = spec.parent()?;
    let is_listed = around.kind() == "import_spec_list";
    let statement: Range<usize> = match is_listed {
        true => around.parent()?.range(),
        false => around.range(),
    };
    Some(Import {
        has_alias: name.is_some(),
        is_default: false,
        local: match name.as_deref() {
            Some(".") => "*".to_owned(),
            Some(name) => name.to_owned(),
            None => package(&path).to_owned(),
        },
        path: vec![path],
        last: None,
        entry: spec.range(),
        list: is_listed.then(|| around.range()),
        names: spec.range(),
        statement,
    })
}

/// The name of a package: the last part of its path that is not a version.
fn package(path: &str) -> &str {
    let is_version = |part: &&str| {
        part.strip_prefix('v')
            .is_some_and(|rest| !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit()))
    };
    let named = path.rsplit('/').find(|part| !is_version(part)).unwrap_or(path);
    named.split(".v").next().unwrap_or(named)
}

fn add(wanted: &Wanted<'_>) -> Option<Added> {
    let (path, members) = wanted.path.split_first()?;
    let local = package(path);
    (wanted.is_free)(local).then(|| Added {
        written: format!("{local}.{}", members.join(".")),
        import: Some(vec![path.clone()]),
    })
}

fn insert(wanted: &Wanted<'_>) -> Option<(usize, String)> {
    Some(go_import(wanted.text, wanted.path.first()?))
}

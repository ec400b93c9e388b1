//! Rust: `use` trees. A path whose first part nothing binds begins with a crate.

use std::ops::Range;

use super::{Added, Import, Notation, TreeNode, Wanted};
use crate::names::rust_use_place;

pub(super) static NOTATION: Notation = Notation {
    separator: "::",
    readings: &["identifier", "type_identifier"],
    declarations: &[
        ("let_declaration", "pattern"),
        ("let_condition", "pattern"),
        ("parameter", "pattern"),
        ("closure_parameters", ""),
        ("for_expression", "pattern"),
        ("match_pattern", ""),
        ("function_item", "name"),
        ("struct_item", "name"),
        ("enum_item", "name"),
        ("trait_item", "name"),
        ("type_item", "name"),
        ("const_item", "name"),
        ("static_item", "name"),
        ("mod_item", "name"),
        ("type_parameter", "name"),
    ],
    parts,
    imports,
    absolute,
    add,
    insert,
};

fn parts(written: &str) -> Vec<String> {
    written.split("::").map(str::to_owned).collect()
}

fn absolute(parts: &[&str]) -> Option<Vec<String>> {
    let is_own = matches!(*parts.first()?, "crate" | "self" | "super" | "Self");
    (parts.len() > 1 && !is_own).then(|| parts.iter().map(|part| (*part).to_owned()).collect())
}

fn imports(node: &TreeNode<'_>) -> Vec<Import> {
    let is_use = node.kind() == "use_declaration";
    let tree = node.field("argument").filter(|_| is_use);
    let mut all = Vec::new();
    if let Some(tree) = tree {
        let place = Place {
            names: tree.range(),
            statement: node.range(),
            list: None,
        };
        collect(&tree, &[], &place, &mut all);
    }
    all
}

/// Where a part of a `use` tree stands.
struct Place {
    names: Range<usize>,
    statement: Range<usize>,
    list: Option<Range<usize>>,
}

fn collect(tree: &TreeNode<'_>, prefix: &[String], place: &Place, all: &mut Vec<Import>) {
    let below = |path: Option<TreeNode<'_>>| -> Vec<String> {
        let own = path.map(|path| parts(&path.text())).unwrap_or_default();
        prefix.iter().cloned().chain(own).collect()
    };
    let mut push = |local: &str, path: Vec<String>, last: Option<Range<usize>>, has_alias: bool| {
        all.push(Import {
            local: local.to_owned(),
            path,
            last,
            has_alias,
            is_default: false,
            entry: tree.range(),
            list: place.list.clone(),
            names: place.names.clone(),
            statement: place.statement.clone(),
        });
    };
    match tree.kind().as_ref() {
        "identifier" | "scoped_identifier" => {
            let path = below(Some(tree.clone()));
            let last = tree.field("name").map_or(tree.range(), |name| name.range());
            if let Some(local) = path.last().cloned() {
                push(&local, path, Some(last), false);
            }
        }
        "self" => {
            if let Some(local) = prefix.last() {
                push(local, prefix.to_vec(), None, false);
            }
        }
        "use_as_clause" => {
            let (Some(path), Some(alias)) = (tree.field("path"), tree.field("alias")) else {
                return;
            };
            let last = path.field("name").map_or(path.range(), |name| name.range());
            push(&alias.text(), below(Some(path)), Some(last), true);
        }
        "use_wildcard" => push("*", below(tree.named_children().next()), None, false),
        "scoped_use_list" => {
            if let Some(list) = tree.field("list") {
                collect(&list, &below(tree.field("path")), place, all);
            }
        }
        "use_list" => {
            let place = Place {
                names: place.names.clone(),
                statement: place.statement.clone(),
                list: Some(tree.range()),
            };
            for entry in tree.named_children() {
                collect(&entry, prefix, &place, all);
            }
        }
        _ => {}
    }
}

/// Short paths are written in full; of longer ones the last part is imported, or the type that it belongs to.
fn add(wanted: &Wanted<'_>) -> Option<Added> {
    let path = wanted.path;
    let last = path.len().checked_sub(1)?;
    let is_type = |part: &String| part.starts_with(char::is_uppercase);
    let unit = path.iter().position(is_type).unwrap_or(last);
    let is_imported = (unit < last || last > 1) && (wanted.is_free)(&path[unit]);
    Some(Added {
        written: path[if is_imported { unit } else { 0 }..].join("::"),
        import: is_imported.then(|| path[..=unit].to_vec()),
    })
}

/// In the order of the existing ones.
fn insert(wanted: &Wanted<'_>) -> Option<(usize, String)> {
    let statement = format!("use {};\n", wanted.path.join("::"));
    let mut start = 0;
    let mut is_within = false;
    let mut behind = None;
    for line in wanted.text.split_inclusive('\n') {
        let begins = line.starts_with("use ");
        if begins && line > statement.as_str() {
            return Some((start, statement));
        }
        start += line.len();
        is_within |= begins;
        if is_within && line.trim_end().ends_with(';') {
            is_within = false;
            behind = Some(start);
        }
    }
    let at = behind.unwrap_or_else(|| rust_use_place(wanted.text));
    Some((at, statement))
}

//! Java: classes and static members. A class that nothing brings is one of `java.lang`.

use super::{Added, Import, Notation, TreeNode, Wanted};
use crate::names::java_import;

pub(super) static NOTATION: Notation = Notation {
    separator: ".",
    readings: &["identifier", "type_identifier"],
    declarations: &[
        ("variable_declarator", "name"),
        ("formal_parameter", "name"),
        ("catch_formal_parameter", "name"),
        ("enhanced_for_statement", "name"),
        ("resource", "name"),
        ("lambda_expression", "parameters"),
        ("class_declaration", "name"),
        ("interface_declaration", "name"),
        ("enum_declaration", "name"),
        ("record_declaration", "name"),
        ("type_parameter", ""),
    ],
    parts: |written| written.split('.').map(str::to_owned).collect(),
    imports,
    absolute,
    add,
    insert,
};

const LANGUAGE: [&str; 2] = ["java", "lang"];

fn begins_class(part: &str) -> bool {
    part.starts_with(char::is_uppercase)
}

fn imports(node: &TreeNode<'_>) -> Vec<Import> {
    if node.kind() != "import_declaration" {
        return Vec::new();
    }
    let Some(name) = node
        .named_children()
        .find(|child| matches!(child.kind().as_ref(), "scoped_identifier" | "identifier"))
    else {
        return Vec::new();
    };
    let path: Vec<String> = name
        .text()
        .split('.')
        .map(|part| part.trim().to_owned())
        .collect();
    let is_all = node.children().any(|child| child.kind() == "asterisk");
    let local = match is_all {
        true => "*".to_owned(),
        false => path.last().cloned().unwrap_or_default(),
    };
    vec![Import {
        local,
        path,
        last: None,
        has_alias: false,
        is_default: false,
        entry: node.range(),
        list: None,
        names: node.range(),
        statement: node.range(),
    }]
}

fn absolute(parts: &[&str]) -> Option<Vec<String>> {
    let own = parts.iter().map(|part| (*part).to_owned());
    match begins_class(parts.first()?) {
        true => Some(LANGUAGE.map(str::to_owned).into_iter().chain(own).collect()),
        false => (parts.len() > 1).then(|| own.collect()),
    }
}

fn add(wanted: &Wanted<'_>) -> Option<Added> {
    let class = wanted.path.iter().position(|part| begins_class(part))?;
    let (path, behind) = wanted.path.split_at(class + 1);
    let simple = &path[class];
    if !(wanted.is_free)(simple) {
        return Some(Added {
            written: wanted.path.join("."),
            import: None,
        });
    }
    let is_given = path[..class] == LANGUAGE;
    Some(Added {
        written: std::iter::once(simple)
            .chain(behind)
            .cloned()
            .collect::<Vec<_>>()
            .join("."),
        import: (!is_given).then(|| path.to_vec()),
    })
}

fn insert(wanted: &Wanted<'_>) -> Option<(usize, String)> {
    Some(java_import(wanted.text, &wanted.path.join(".")))
}

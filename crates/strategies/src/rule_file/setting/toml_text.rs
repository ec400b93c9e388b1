//! TOML, through `toml_edit`.

use toml_edit::{Decor, DocumentMut, Item, RawString, TableLike};

use super::{Change, may_enter};

pub(super) fn apply(text: &str, key: &[String], change: &Change) -> Option<String> {
    let mut document: DocumentMut = text.parse().ok()?;
    let (last, path) = key.split_last()?;
    let table = find(document.as_table_mut(), path, matches!(change, Change::Set(_)))?;
    match change {
        Change::Set(value) => {
            let value = item(value)?;
            match table.get_mut(last) {
                Some(Item::Value(known)) => {
                    let decor = known.decor().clone();
                    let Item::Value(mut value) = value else {
                        return None;
                    };
                    *value.decor_mut() = decor;
                    *known = value;
                }
                _ => {
                    table.insert(last, value);
                }
            }
        }
        Change::Rename(name) => {
            if table.contains_key(name) {
                return None;
            }
            let item = table.remove(last)?;
            table.insert(name, item);
        }
        Change::Remove => {
            table.remove(last)?;
        }
        Change::Add(text) => {
            let list = table
                .entry(last)
                .or_insert(toml_edit::value(toml_edit::Array::new()))
                .as_array_mut()?;
            if !may_enter(text, list.iter().filter_map(toml_edit::Value::as_str)) {
                return None;
            }
            let before = list.len().checked_sub(1);
            list.push(text);
            // In a list of one line each, the new one looks as the one before it.
            let decor = before.and_then(|at| Some(list.get(at)?.decor().clone()));
            if let (Some(at), Some(decor)) = (before, decor.filter(has_own_line)) {
                list.get_mut(at)?.decor_mut().set_suffix("");
                *list.get_mut(at + 1)?.decor_mut() = decor;
            }
        }
    }
    Some(document.to_string())
}

fn has_own_line(decor: &Decor) -> bool {
    let before = decor.prefix().and_then(RawString::as_str);
    before.is_some_and(|before| before.contains('\n'))
}

fn find<'d>(table: &'d mut dyn TableLike, path: &[String], create: bool) -> Option<&'d mut dyn TableLike> {
    let Some((name, rest)) = path.split_first() else {
        return Some(table);
    };
    if create && !table.contains_key(name) {
        let mut fresh = toml_edit::Table::new();
        fresh.set_implicit(!rest.is_empty());
        table.insert(name, Item::Table(fresh));
    }
    find(table.get_mut(name)?.as_table_like_mut()?, rest, create)
}

/// A value as `toml_edit` has it, by way of its text.
fn item(value: &toml::Value) -> Option<Item> {
    value
        .to_string()
        .parse::<toml_edit::Value>()
        .ok()
        .map(Item::Value)
}

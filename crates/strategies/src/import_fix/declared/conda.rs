//! Requirements in a conda environment: `- numpy=1.26`, `- conda-forge::gdal`, and pip's below `- pip:`.

use super::{Requirement, of_line};

pub(super) fn requirements(text: &str) -> Vec<Requirement> {
    let lines = text.lines().skip_while(|line| !line.starts_with("dependencies:"));
    let items = lines
        .skip(1)
        .take_while(|line| line.starts_with([' ', '-', '#']) || line.is_empty());
    let items = items.filter_map(|line| line.trim().strip_prefix("- "));
    items
        .filter(|item| !item.ends_with(':'))
        .filter_map(item)
        .collect()
}

fn item(item: &str) -> Option<Requirement> {
    let item = item.trim().trim_matches(['"', '\'']);
    let item = item.rsplit("::").next().unwrap_or(item);
    let is_pip = item.contains("==") || item.contains('[');
    let name = if is_pip {
        item
    } else {
        item.split(['=', ' ', '<', '>']).next()?
    };
    of_line(name)
}

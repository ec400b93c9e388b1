//! Requirements in files of sections and keys: `setup.cfg`, `tox.ini`.

use super::{Requirement, of_line};

/// `install_requires`, the extras, and what setup and tests need.
pub(super) fn of_setup_cfg(text: &str) -> Vec<Requirement> {
    values(text, is_requirements)
        .filter_map(|line| of_line(&line))
        .collect()
}

/// `deps` of any environment. A line may begin with the factors that it is for: `py27: mock`.
pub(super) fn of_tox(text: &str) -> Vec<Requirement> {
    let is_deps = |_: &str, key: &str| key == "deps";
    let lines = values(text, is_deps);
    let without_factors = lines.map(|line| match line.split_once(": ") {
        Some((_, requirement)) => requirement.trim().to_owned(),
        None => line,
    });
    without_factors.filter_map(|line| of_line(&line)).collect()
}

fn is_requirements(section: &str, key: &str) -> bool {
    let keys = ["install_requires", "setup_requires", "tests_require"];
    section == "[options.extras_require]" || (section == "[options]" && keys.contains(&key))
}

/// The lines of the values whose section and key are wanted; a value continues in indented lines.
fn values(text: &str, is_wanted: impl Fn(&str, &str) -> bool) -> impl Iterator<Item = String> {
    let mut found = Vec::new();
    let (mut section, mut key) = ("", "");
    for line in text.lines() {
        let is_indented = line.starts_with([' ', '\t']);
        if line.starts_with('[') {
            section = line.trim();
        } else if let (false, Some((name, value))) = (is_indented, line.split_once('=')) {
            key = name.trim();
            found.extend(is_wanted(section, key).then(|| value.to_owned()));
        } else if is_indented && is_wanted(section, key) {
            found.push(line.to_owned());
        }
    }
    found.into_iter()
}

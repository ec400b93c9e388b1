//! The recipes of a makefile, as far as they are written out.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::Regex;
use unbreak_core::pattern::pattern;

/// Variables whose values name others are followed this deep.
const DEPTH: usize = 4;

/// A makefile without its conditions and functions.
#[derive(Default)]
struct Makefile<'a> {
    variables: BTreeMap<&'a str, &'a str>,
    rules: Vec<Rule<'a>>,
}

struct Rule<'a> {
    targets: Vec<&'a str>,
    /// What is made before.
    before: Vec<&'a str>,
    recipe: Vec<&'a str>,
}

/// The lines that `make` runs for targets, or for the first one of the file. Lines that need more than the values of
/// variables (`$@`, functions) are left out.
pub(super) fn recipe(text: &str, make: &str, targets: &[&str]) -> String {
    let text = text.replace("\\\n", " ");
    let mut makefile = Makefile::read(&text);
    makefile.variables.insert("MAKE", make);
    let mut wanted = targets.to_vec();
    if wanted.is_empty() {
        let first = makefile.rules.iter().find_map(|rule| rule.targets.first());
        wanted.extend(first);
    }
    let mut lines = Vec::new();
    let mut next = 0;
    while let Some(&target) = wanted.get(next) {
        next += 1;
        for rule in &makefile.rules {
            if rule.targets.contains(&target) {
                lines.extend(rule.recipe.iter().map(|line| makefile.expand(line)));
                for &name in &rule.before {
                    if !wanted.contains(&name) {
                        wanted.push(name);
                    }
                }
            }
        }
    }
    lines.retain(|line| !line.contains('$'));
    lines.join("\n")
}

impl<'a> Makefile<'a> {
    fn read(text: &'a str) -> Self {
        static VARIABLE: LazyLock<Regex> =
            LazyLock::new(|| pattern(r"^(?:export\s+)?(?P<name>[\w.-]+)\s*[:?+]*=\s*(?P<value>[^#]*)"));
        static RULE: LazyLock<Regex> = LazyLock::new(|| {
            pattern(r"^(?P<targets>[\w./-][\w./ -]*?)\s*::?(?:\s+(?P<before>[^#;|=]*))?(?:#.*)?$")
        });
        let mut makefile = Self::default();
        for line in text.lines() {
            if let Some(recipe) = line.strip_prefix('\t') {
                let recipe = recipe.trim_start_matches(['@', '-', '+', ' ']);
                if let Some(rule) = makefile.rules.last_mut() {
                    rule.recipe.push(recipe);
                }
            } else if let Some((_, [name, value])) = VARIABLE.captures(line).map(|found| found.extract()) {
                makefile.variables.insert(name, value.trim_end());
            } else if let Some(found) = RULE.captures(line) {
                let words = |name| {
                    found
                        .name(name)
                        .map_or("", |part| part.as_str())
                        .split_whitespace()
                };
                makefile.rules.push(Rule {
                    targets: words("targets")
                        .filter(|target| !target.starts_with('.'))
                        .collect(),
                    before: words("before").collect(),
                    recipe: Vec::new(),
                });
            }
        }
        makefile
    }

    /// A line with the values of variables.
    fn expand(&self, line: &str) -> String {
        let mut line = line.to_owned();
        for _ in 0..DEPTH {
            for (name, value) in &self.variables {
                line = line
                    .replace(&format!("$({name})"), value)
                    .replace(&format!("${{{name}}}"), value);
            }
        }
        line
    }
}

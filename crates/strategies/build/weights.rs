//! Writes down the weights of the rules that are Rust: a function for each, in a module for each table. A key that
//! no rule uses is a warning, one that is not in the file does not compile.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::{env, fs};

use serde::Deserialize;

const FILE: &str = "weights.toml";

/// A table of the file.
#[derive(Deserialize)]
struct Table {
    about: String,
    /// Where the values come from, if their keys say nothing else.
    origin: String,
    #[serde(flatten)]
    weights: BTreeMap<String, Weight>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Weight {
    is: Value,
    about: String,
    origin: Option<String>,
    /// The bounds of what is fitted.
    least: Option<f64>,
    most: Option<f64>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Value {
    Number(f64),
    Curve(Vec<(f64, f64)>),
}

/// Writes the file that `weights` includes. With the feature `fitting` a number is looked up at run time.
pub(crate) fn write_down() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={FILE}");
    let tables: BTreeMap<String, Table> =
        toml::from_str(&fs::read_to_string(FILE)?).map_err(|error| format!("{FILE}: {error}"))?;
    let is_fitting = env::var_os("CARGO_FEATURE_FITTING").is_some();
    let (mut modules, mut all) = (String::new(), Vec::new());
    for (name, table) in &tables {
        write!(modules, "#[doc = {:?}]\npub(crate) mod {name} {{\n", table.about)?;
        for (key, weight) in &table.weights {
            let path = format!("{name}.{key}");
            let is_known = weight.check(&table.origin);
            is_known.map_err(|problem| format!("{FILE}: {path}: {problem}"))?;
            let number = is_fitting.then_some(all.len());
            weight.write(&mut modules, key, &table.origin, number)?;
            if let Value::Number(_) = weight.is {
                all.push(weight.row(&path));
            }
        }
        modules.push_str("}\n");
    }
    if is_fitting {
        let rows = all.concat();
        writeln!(
            modules,
            "pub(super) static ALL: &[super::fitting::Weight] = &[\n{rows}];"
        )?;
    }
    fs::write(PathBuf::from(env::var("OUT_DIR")?).join("weights.rs"), modules)?;
    Ok(())
}

impl Weight {
    fn check(&self, origin: &str) -> Result<(), &'static str> {
        let Value::Number(is) = self.is else {
            return match (self.least, self.most) {
                (None, None) => Ok(()),
                _ => Err("a curve has no bounds"),
            };
        };
        match (self.least, self.most) {
            _ if self.about.is_empty() || self.origin.as_deref().unwrap_or(origin).is_empty() => {
                Err("it does not say what it is and where it comes from")
            }
            (None, None) => Ok(()),
            (Some(least), Some(most)) if least <= is && is <= most => Ok(()),
            (Some(_), Some(_)) => Err("it is outside of its bounds"),
            _ => Err("it has one bound and not the other"),
        }
    }

    /// Writes the function; `number` is the place of a weight that can be replaced.
    fn write(&self, text: &mut String, key: &str, origin: &str, number: Option<usize>) -> std::fmt::Result {
        let origin = self.origin.as_deref().unwrap_or(origin);
        writeln!(text, "#[doc = {:?}]", format!("{} ({origin})", self.about))?;
        match (&self.is, number) {
            (Value::Curve(points), _) => writeln!(
                text,
                "pub(crate) const fn {key}() -> &'static [(f64, f64)] {{ &{points:?} }}"
            ),
            (Value::Number(is), None) => {
                writeln!(text, "pub(crate) const fn {key}() -> f64 {{ {is:?} }}")
            }
            (Value::Number(_), Some(number)) => writeln!(
                text,
                "pub(crate) fn {key}() -> f64 {{ crate::weights::fitting::value({number}) }}"
            ),
        }
    }

    /// The entry of the table that is there while weights are fitted.
    fn row(&self, path: &str) -> String {
        let Value::Number(is) = self.is else {
            return String::new();
        };
        let bounds = self.least.zip(self.most);
        format!("super::fitting::Weight {{ path: {path:?}, is: {is:?}, bounds: {bounds:?} }},\n")
    }
}

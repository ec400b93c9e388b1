//! The limit of what models may cost, in a file or as a flag.

use std::str::FromStr;

use serde::Deserialize;

/// The most dollars of a run, or `none`.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(try_from = "toml::Value")]
pub struct CostLimit(pub(super) Option<f64>);

impl FromStr for CostLimit {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let dollars = match text {
            "none" => None,
            number => Some(
                number
                    .parse::<f64>()
                    .map_err(|_| "write it as a number of dollars, or none")?,
            ),
        };
        Self::of(dollars)
    }
}

impl TryFrom<toml::Value> for CostLimit {
    type Error = &'static str;

    fn try_from(value: toml::Value) -> Result<Self, Self::Error> {
        match value {
            toml::Value::String(text) => text.parse(),
            number => number.to_string().parse(),
        }
    }
}

impl CostLimit {
    fn of(dollars: Option<f64>) -> Result<Self, &'static str> {
        match dollars {
            Some(dollars) if !dollars.is_finite() || dollars < 0.0 => Err("it is not a number of dollars"),
            _ => Ok(Self(dollars)),
        }
    }
}

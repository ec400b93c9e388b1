//! Command-line arguments that are derived from a tool's schema, so that every tool has them, those of
//! plug-ins included.

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command};
use serde_json::{Map, Value};

/// The property that takes what comes after `--`.
const COMMAND: &str = "command";

/// The ids of the two options that every tool has; a space cannot be part of a property's flag.
const JSON: &str = "whole input";
const SCHEMA: &str = "show schemas";

/// How the text of an argument becomes JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// A flag.
    Switch,
    /// The text itself.
    Text,
    /// The text of each of several arguments.
    Texts,
    /// A number, `true` or `false`, or JSON.
    Json,
}

/// A request to a tool.
pub(super) enum Request {
    /// To show its schemas.
    Schemas,
    /// To call it with this text as its input.
    Json(String),
    /// To call it.
    Input(Value),
}

impl Request {
    /// Reads the arguments of a tool.
    ///
    /// # Errors
    /// If they do not fit the schema, or help was asked for; the error's text is for the user then.
    pub(super) fn read(
        name: &str,
        summary: &str,
        schema: &Value,
        words: &[String],
    ) -> Result<Self, clap::Error> {
        let empty = Map::new();
        let properties = schema["properties"].as_object().unwrap_or(&empty);
        let command = described(name, summary, properties);
        let all = std::iter::once(name).chain(words.iter().map(String::as_str));
        let found = command.clone().try_get_matches_from(all)?;
        // A tool may have properties of these names itself; then the arguments do not exist.
        if let Ok(Some(true)) = found.try_get_one::<bool>(SCHEMA) {
            return Ok(Self::Schemas);
        }
        if let Ok(Some(json)) = found.try_get_one::<String>(JSON) {
            return Ok(Self::Json(json.clone()));
        }
        let mut input = Map::new();
        for (property, about) in properties {
            let value = value_of(&found, property, about);
            if let Some(value) = value.map_err(|reason| refuse(&command, property, &reason))? {
                input.insert(property.clone(), value);
            }
        }
        Ok(Self::Input(Value::Object(input)))
    }
}

fn refuse(command: &Command, property: &str, reason: &str) -> clap::Error {
    let message = format!("--{}: {reason}", flag(property));
    command
        .clone()
        .error(clap::error::ErrorKind::InvalidValue, message)
}

/// The command line of a tool.
fn described(name: &str, summary: &str, properties: &Map<String, Value>) -> Command {
    let json = Arg::new(JSON)
        .long("json")
        .value_name("JSON")
        .exclusive(true)
        .help("The whole input, in place of options");
    let schema = Arg::new(SCHEMA)
        .long("schema")
        .action(ArgAction::SetTrue)
        .exclusive(true)
        .help("Print the JSON schemas of the input and the output");
    Command::new(name.to_owned())
        .bin_name(format!("unbreak tool {name}"))
        .about(summary.to_owned())
        .args(
            properties
                .iter()
                .map(|(property, about)| argument(property, about)),
        )
        .args([json, schema].into_iter().filter(|arg| {
            let own = |property: &String| Some(flag(property).as_str()) == arg.get_long();
            !properties.keys().any(own)
        }))
}

fn argument(property: &str, about: &Value) -> Arg {
    let help = about["description"].as_str().unwrap_or_default().to_owned();
    let arg = Arg::new(property.to_owned()).help(help);
    if property == COMMAND && form_of(about) == Form::Texts {
        return arg.value_name("COMMAND").action(ArgAction::Append).last(true);
    }
    let arg = arg.long(flag(property));
    match form_of(about) {
        Form::Switch => arg.action(ArgAction::SetTrue),
        Form::Texts => one_of(arg, &about["items"]["enum"]).action(ArgAction::Append),
        Form::Text => one_of(arg, &about["enum"]),
        Form::Json => match about["type"].as_str() {
            Some(kind @ ("integer" | "number")) => arg.value_name(kind.to_uppercase()),
            Some("boolean") => arg.value_name("BOOL").value_parser(["true", "false"]),
            _ => arg.value_name("JSON"),
        },
    }
}

fn one_of(arg: Arg, names: &Value) -> Arg {
    match names.as_array() {
        Some(names) => {
            let names = names.iter().filter_map(Value::as_str).map(str::to_owned);
            arg.value_parser(PossibleValuesParser::new(names.collect::<Vec<_>>()))
        }
        None => arg.value_name("TEXT"),
    }
}

fn form_of(about: &Value) -> Form {
    match about["type"].as_str() {
        Some("boolean") if about["default"] != true => Form::Switch,
        Some("string") => Form::Text,
        None if about["enum"].is_array() => Form::Text,
        Some("array") if about["items"]["type"] == "string" || about["items"]["enum"].is_array() => {
            Form::Texts
        }
        _ => Form::Json,
    }
}

fn value_of(found: &ArgMatches, property: &str, about: &Value) -> Result<Option<Value>, String> {
    let form = form_of(about);
    if form == Form::Switch {
        return Ok(found.get_flag(property).then_some(Value::Bool(true)));
    }
    let Some(texts) = found.get_many::<String>(property) else {
        return Ok(None);
    };
    let mut texts = texts.cloned();
    match form {
        Form::Texts => Ok(Some(texts.collect::<Vec<_>>().into())),
        Form::Text => Ok(texts.next().map(Value::String)),
        _ => match texts.next() {
            Some(text) => serde_json::from_str(&text).map(Some).map_err(|_| {
                format!(
                    "'{text}' is not valid, expected {}",
                    about["type"].as_str().unwrap_or("valid JSON")
                )
            }),
            None => Ok(None),
        },
    }
}

fn flag(property: &str) -> String {
    property.replace('_', "-")
}

//! Data formats and query languages: linters and validators.

#[cfg(feature = "check-jsonschema")]
mod check_jsonschema;
#[cfg(feature = "cue")]
mod cue;
#[cfg(feature = "dbt")]
mod dbt;
#[cfg(feature = "graphql-schema-linter")]
mod graphql_schema_linter;
#[cfg(feature = "js-yaml")]
mod js_yaml;
#[cfg(feature = "json-tool")]
mod json_tool;
#[cfg(feature = "jsonlint")]
mod jsonlint;
#[cfg(feature = "jsonnet")]
mod jsonnet;
#[cfg(feature = "msgfmt")]
mod msgfmt;
#[cfg(feature = "prisma-lint")]
mod prisma_lint;
#[cfg(feature = "qt-linguist")]
mod qt_linguist;
#[cfg(feature = "rapper")]
mod rapper;
#[cfg(feature = "saxon")]
mod saxon;
#[cfg(feature = "sgml")]
mod sgml;
#[cfg(feature = "sql-clients")]
mod sql_clients;
#[cfg(feature = "sql-engines")]
mod sql_engines;
#[cfg(feature = "sqlfluff")]
mod sqlfluff;
#[cfg(feature = "sqlint")]
mod sqlint;
#[cfg(feature = "squawk")]
mod squawk;
#[cfg(feature = "taplo")]
mod taplo;
#[cfg(feature = "thrift")]
mod thrift;
#[cfg(feature = "tombi")]
mod tombi;
#[cfg(feature = "xmllint")]
mod xmllint;
#[cfg(feature = "yaml-loaders")]
mod yaml_loaders;

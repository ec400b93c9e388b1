//! kubectl: manifests that it refuses.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "error: error validating ",
            "error: unable to recognize ",
            "resource mapping not found for name: ",
            "Error from server (",
            " is invalid: ",
            "error: the path ",
        ]
    )
    .lines(&LINES)
);

const DOCS: &str = r#"
## What it understands

`error: error validating "FILE": message`, `Error from server (REASON): error when creating "FILE": message`,
kinds that the cluster does not know, and objects that are invalid (`The Service "shop" is invalid: ...`). A
manifest that is not YAML is told by the parser of YAML's libraries.

## Versions seen

kubectl 1.20 to 1.31, from its source.
"#;

static LINES: [Pattern; 6] = [
    Pattern::of(
        ErrorType::Build,
        r#"^error: error validating "(?<file>[^"]+)": (?:error validating data: )?{message}(?:; if you choose to ignore these errors.*)?$"#,
    ),
    Pattern::of(
        ErrorType::Build,
        r#"^(?:error: )?unable to recognize "(?<file>[^"]+)": {message}$"#,
    ),
    Pattern::of(
        ErrorType::Build,
        r#"^(?:error: )?resource mapping not found for name: ".*" from "(?<file>[^"]+)": {message}$"#,
    ),
    Pattern::of(
        ErrorType::Build,
        r#"^Error from server(?: \((?<code>\w+)\))?: error when (?:creating|applying patch|replacing|retrieving current configuration of:?) "(?<file>[^"]+)": {message}$"#,
    ),
    Pattern::of(
        ErrorType::Build,
        r"^Error from server \((?<code>\w+)\): {message}$",
    ),
    Pattern::of(
        ErrorType::Build,
        r#"^(?<message>The [A-Z]\w+ "[^"]+" is invalid: .+|error: the path "[^"]+" does not exist)$"#,
    ),
];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "a manifest of another shape",
        r#"error: error validating "pod.yaml": error validating data: ValidationError(Pod.spec): unknown field "imagee" in io.k8s.api.core.v1.PodSpec; if you choose to ignore these errors, turn validation off with --validate=false
"#,
        r#"[{"type": "build", "severity": "error", "file": "pod.yaml", "message": "ValidationError(Pod.spec): unknown field \"imagee\" in io.k8s.api.core.v1.PodSpec"}]"#,
    ),
    Example::new(
        "the server refuses it",
        r#"Error from server (BadRequest): error when creating "pod.yaml": Pod in version "v1" cannot be handled as a Pod
"#,
        r#"[{"severity": "error", "code": "BadRequest", "file": "pod.yaml"}]"#,
    ),
    Example::new(
        "an invalid object",
        r#"The Service "shop" is invalid: spec.ports: Required value
"#,
        r#"[{"severity": "error", "message": "The Service \"shop\" is invalid: spec.ports: Required value"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "kubectl",
    "kubectl: manifests that it refuses",
    DOCS,
    &[Cow::Borrowed("yaml")],
    &EXAMPLES,
);

//! TypeScript's code fixes by name, and how much each presumes.
//!
//! The names are those of the service's `CodeFixAction.fixName`, as TypeScript 6.0 registers them.
//! A name that is not listed comes from a newer version and counts as a guess.

use std::collections::BTreeMap;

use unbreak_core::{DeterminedBy, SafetyClass};

use crate::weights::{confidence, tool};

/// How much a code fix presumes, from least to most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// Corrects existing code: no working code can have meant anything else.
    Correction,
    /// Writes something the types require, in one of several ways.
    Completion,
    /// Writes down as a contract something that a use only suggests.
    Presumption,
    /// Removes, asserts or converts code that may have been meant as it is.
    Guess,
    /// Makes up a declaration or a value so that a use of it compiles. The name may be misspelt,
    /// and the made-up code does nothing: all other proposals come first.
    Stub,
    /// Silences the checker, or changes how it is set up: never proposed.
    Refused,
}

const KINDS: &[(Kind, &[&str])] = &[
    (
        Kind::Correction,
        &[
            "addMissingAsync",
            "addMissingAwait",
            "addMissingAwaitToInitializer",
            "addMissingConst",
            "addMissingInvocationForDecorator",
            "addMissingNewOperator",
            "addMissingResolutionModeImportAttribute",
            "addNameToNamelessParameter",
            "addVoidToPromise",
            "classSuperMustPrecedeThisAccess",
            "constructorForDerivedNeedSuperCall",
            "convertLiteralTypeToMappedType",
            "convertToTypeOnlyExport",
            "convertToTypeOnlyImport",
            "extendsInterfaceBecomesImplements",
            "fixAwaitInSyncFunction",
            "fixExpectedComma",
            "fixImplicitThis",
            "fixImportNonExportedMember",
            "fixIncorrectNamedTupleSyntax",
            "fixInvalidJsxCharacters_expression",
            "fixInvalidJsxCharacters_htmlEntity",
            "fixMissingCallParentheses",
            "fixNaNEquality",
            "fixNoPropertyAccessFromIndexSignature",
            "fixOverrideModifier",
            "fixPropertyOverrideAccessor",
            "fixReturnTypeInAsyncFunction",
            "forgottenThisPropertyAccess",
            "import",
            "invalidImportSyntax",
            "requireInTs",
            "returnValueCorrect",
            "spelling",
            "splitTypeOnlyImport",
            "useBigintLiteral",
            "wrapDecoratorInParentheses",
            "wrapJsxInFragment",
        ],
    ),
    (
        Kind::Completion,
        &[
            "addEmptyExportDeclaration",
            "addMissingConstraint",
            "addMissingDeclareProperty",
            "addOptionalPropertyUndefined",
            "convertFunctionToEs6Class",
            "convertToAsyncFunction",
            "convertToEsModule",
            "convertTypedefToType",
            "fixClassDoesntImplementInheritedAbstractMember",
            "fixClassIncorrectlyImplementsInterface",
            "fixConvertConstToLet",
            "fixConvertToMappedObjectType",
            "fixUnreferenceableDecoratorMetadata",
            "jdocTypes",
            "strictClassInitialization",
            "useDefaultImport",
        ],
    ),
    (
        Kind::Presumption,
        &[
            "add-annotation",
            "annotateWithTypeFromJSDoc",
            "correctQualifiedNameToIndexedAccessType",
            "fixAddModuleReferTypeMissingTypeof",
            "fixPropertyAssignment",
            "inferFromUsage",
            "removeAccidentalCallParentheses",
            "removeUnnecessaryAwait",
            "renameUnmatchedParameter",
            "unusedIdentifier: Prefix",
        ],
    ),
    (
        Kind::Guess,
        &[
            "add-type-assertion",
            "addConvertToUnknownForNonOverlappingTypes",
            "deleteUnmatchedParameter",
            "extract-expression",
            // A member that overrides nothing is mostly misspelt.
            "fixOverrideModifier: Remove",
            "fixUnreachableCode",
            "fixUnusedLabel",
            "unusedIdentifier",
        ],
    ),
    (
        Kind::Stub,
        &[
            "addMissingParam",
            "addOptionalParam",
            "fixMissingAttributes",
            "fixMissingFunctionDeclaration",
            "fixMissingMember",
            "fixMissingProperties",
        ],
    ),
    (
        Kind::Refused,
        &[
            "disableJsDiagnostics",
            "fixCannotFindModule",
            "fixEnableExperimentalDecorators",
            "fixEnableJsxFlag",
            "fixModuleOption",
            "fixTargetOption",
        ],
    ),
];

/// The rank of unlisted fixes.
pub(super) const UNKNOWN: u8 = Kind::Guess as u8;

/// The ranks that order the service's fixes, by name, or by name and the first word of their
/// description; `None` for those never proposed.
pub(super) fn ranks() -> BTreeMap<&'static str, Option<u8>> {
    let named = KINDS
        .iter()
        .flat_map(|(kind, names)| names.iter().map(|name| (*name, kind.rank())));
    named.collect()
}

impl Kind {
    fn rank(self) -> Option<u8> {
        (self != Self::Refused).then_some(self as u8)
    }
}

/// The safety class and the likelihood of a fix of a rank.
pub(super) fn sureness(rank: u8) -> (SafetyClass, f64) {
    match rank {
        0 => (SafetyClass::Safe, confidence::resolved()),
        1 => (SafetyClass::Unsafe, confidence::preferred()),
        2 => (SafetyClass::Unsafe, confidence::open()),
        3 => (SafetyClass::Unsafe, confidence::remote()),
        _ => (SafetyClass::Unsafe, tool::placeholder()),
    }
}

/// The determination of a fix of a rank.
pub(super) fn determined_by(rank: u8) -> DeterminedBy {
    match rank {
        0..=1 => DeterminedBy::ToolEdit,
        // The service does not say that it is sure of these.
        2..=3 => DeterminedBy::ToolHint,
        _ => DeterminedBy::Placeholder,
    }
}

/// The determination of a fix of a rank that leaves bodies unwritten. A [`Kind::Completion`] does
/// so because a declared type requires the members, the others because a use does.
pub(super) fn unwritten(rank: u8) -> DeterminedBy {
    match rank {
        0..=1 => DeterminedBy::Contract,
        _ => DeterminedBy::Placeholder,
    }
}

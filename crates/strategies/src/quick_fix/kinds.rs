//! TypeScript's code fixes by name, and how much each presumes.
//!
//! The names are those of the service's `CodeFixAction.fixName`, as TypeScript 6.0 registers them. What
//! is not listed comes from a version that is newer than this, and counts as a guess.

use std::collections::BTreeMap;

use unbreak_core::{DeterminedBy, SafetyClass};

/// How much a code fix presumes, the least first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// Corrects what is written: nothing that worked can have meant anything else.
    Correction,
    /// Writes what the types ask for, in one of several ways.
    Completion,
    /// Writes down as a contract what a use only hints at.
    Presumption,
    /// Takes away, asserts, or converts what may have been meant as it is.
    Guess,
    /// Makes up a declaration or a value so that a use of it compiles. The name may be misspelt, and
    /// what is made up does nothing: whatever else is proposed comes first.
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
            "addMissingParam",
            "addOptionalParam",
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
            // What overrides nothing is mostly misspelt.
            "fixOverrideModifier: Remove",
            "fixUnreachableCode",
            "fixUnusedLabel",
            "unusedIdentifier",
        ],
    ),
    (
        Kind::Stub,
        &[
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

/// The rank of what is not listed.
pub(super) const UNKNOWN: u8 = Kind::Guess as u8;

/// The ranks by which the service's fixes are ordered, by name, or by name and the first word of what
/// they say; `None` for what is never proposed.
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

/// What a fix of a rank may do, and how likely it is what was meant.
pub(super) fn sureness(rank: u8) -> (SafetyClass, f64) {
    match rank {
        0 => (SafetyClass::Safe, 0.9),
        1 => (SafetyClass::Unsafe, 0.7),
        2 => (SafetyClass::Unsafe, 0.5),
        3 => (SafetyClass::Unsafe, 0.4),
        _ => (SafetyClass::Unsafe, 0.08),
    }
}

/// What determines a fix of a rank.
pub(super) fn determined_by(rank: u8) -> DeterminedBy {
    match rank {
        0..=3 => DeterminedBy::ToolEdit,
        _ => DeterminedBy::Placeholder,
    }
}

/// What determines a fix of a rank that leaves bodies unwritten. A [`Kind::Completion`] does so because a
/// declared type asks for the members, and the others because a use does.
pub(super) fn unwritten(rank: u8) -> DeterminedBy {
    match rank {
        0..=1 => DeterminedBy::Contract,
        _ => DeterminedBy::Placeholder,
    }
}

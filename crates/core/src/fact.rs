//! The fault that a diagnostic reports, in terms that hold for any tool and language.
//!
//! A [`Diagnostic`](crate::Diagnostic) carries the words of its tool; its [`Fact`] says what they mean. Facts
//! are set when diagnostics leave the parsers. Rules answer to facts and read no message, so a rule also
//! works for a tool whose format was only just added as a file.
//!
//! `docs/facts.md` lists the kinds with an example of each; a test compares the list with the code.

use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize};

/// A fault with its named parts.
///
/// In JSON it is an object with the kind and the parts: `{"kind": "undefined-name", "name": "totl"}`. A part
/// that the tool does not report is left out. `instead` holds the names that the tool itself offers, in its
/// order.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Fact {
    /// A name that nothing binds.
    UndefinedName {
        /// The name.
        name: String,
        /// Its use, if the tool says so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        used_as: Option<NameUse>,
        /// Names that the tool offers.
        #[serde(
            default,
            skip_serializing_if = "Vec::is_empty",
            deserialize_with = "one_or_more"
        )]
        instead: Vec<String>,
    },
    /// A local name is read before it is bound.
    UnboundName {
        /// The name.
        name: String,
        /// Names that the tool offers.
        #[serde(
            default,
            skip_serializing_if = "Vec::is_empty",
            deserialize_with = "one_or_more"
        )]
        instead: Vec<String>,
    },
    /// An object, type or module has no member of this name.
    UnknownMember {
        /// The member.
        name: String,
        /// Its owner, as the tool names it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        owner: Option<String>,
        /// The kind of the owner.
        #[serde(default, skip_serializing_if = "OwnerKind::is_unknown")]
        owner_kind: OwnerKind,
        /// The use of the member, if the tool says so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        used_as: Option<NameUse>,
        /// Members that the tool offers.
        #[serde(
            default,
            skip_serializing_if = "Vec::is_empty",
            deserialize_with = "one_or_more"
        )]
        instead: Vec<String>,
    },
    /// No module, package or crate of this name can be found.
    MissingModule {
        /// The module, as the program names it.
        module: String,
        /// The module or package that was searched for it, where the tool says so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        within: Option<String>,
    },
    /// The path of an import cannot be resolved.
    UnresolvedImport {
        /// The path.
        path: String,
        /// The part of it that does not exist, if the tool says so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        missing: Option<String>,
        /// The module that was searched for that part.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        within: Option<String>,
    },
    /// A module is declared, but its file does not exist.
    MissingModuleFile {
        /// The module.
        module: String,
    },
    /// A package has no feature of the requested name.
    MissingFeature {
        /// The feature.
        name: String,
        /// The package.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        package: Option<String>,
        /// Features that the tool offers.
        #[serde(
            default,
            skip_serializing_if = "Vec::is_empty",
            deserialize_with = "one_or_more"
        )]
        instead: Vec<String>,
    },
    /// A module has no member of a name that is imported from it.
    MissingExport {
        /// The name.
        name: String,
        /// The module, as the tool names it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        module: Option<String>,
        /// Names that the tool offers.
        #[serde(
            default,
            skip_serializing_if = "Vec::is_empty",
            deserialize_with = "one_or_more"
        )]
        instead: Vec<String>,
    },
    /// A name stands for another kind of thing than is needed: a type instead of a value.
    WrongKindOfName {
        /// The name.
        name: String,
        /// The needed kind.
        expected: String,
        /// The kind it stands for.
        found: String,
    },
    /// A type does not implement everything that an interface or trait requires.
    MissingImplementation {
        /// The members that are missing.
        #[serde(deserialize_with = "one_or_more")]
        names: Vec<String>,
        /// The interface or trait.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        owner: Option<String>,
        /// The type that lacks them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        implementer: Option<String>,
    },
    /// Something exists, but may not be used from this place.
    NotVisible {
        /// Its name.
        name: String,
        /// The type or module that has it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        owner: Option<String>,
        /// Whether the fault is that it is exported.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        is_exported: bool,
    },
    /// A relative import leads out of its package, or the file is in no package.
    RelativeImport {
        /// Whether the file was imported as part of a package.
        #[serde(default)]
        in_package: bool,
    },
    /// A call passes an argument by a name that the callee does not take.
    UnexpectedArgument {
        /// The name of the argument.
        name: String,
        /// The callee, as the tool names it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        callee: Option<String>,
        /// Names that the tool offers.
        #[serde(
            default,
            skip_serializing_if = "Vec::is_empty",
            deserialize_with = "one_or_more"
        )]
        instead: Vec<String>,
    },
    /// A call passes more arguments by position than the callee takes.
    SurplusArgument {
        /// The callee, as the tool names it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        callee: Option<String>,
    },
    /// A method has no parameter for the object that it is called on.
    MissingReceiver,
    /// A mapping has no such key.
    MissingKey {
        /// The key.
        key: String,
    },
    /// A test asks for a fixture that is not defined.
    MissingFixture {
        /// The fixture.
        name: String,
    },
    /// Something is defined or imported, and nothing uses it.
    UnusedName {
        /// The name, or the path of an import.
        name: String,
        /// The kind of thing that it names.
        what: UnusedKind,
    },
    /// Something is called that is not callable.
    NotCallable {
        /// The name that is called.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The type of what is called.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        found: Option<String>,
    },
    /// Something is iterated over that is not iterable.
    NotIterable {
        /// Its type.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        found: Option<String>,
    },
    /// A token is missing.
    MissingToken {
        /// The expected tokens, or words for kinds of tokens.
        #[serde(
            default,
            skip_serializing_if = "Vec::is_empty",
            deserialize_with = "one_or_more"
        )]
        expected: Vec<String>,
        /// The token that is there.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        before: Option<String>,
    },
    /// A character or token that does not belong there.
    UnexpectedToken {
        /// The token.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<String>,
    },
    /// The text ends in the middle of something.
    UnexpectedEnd,
    /// A text, character or path in quotation marks is not closed.
    UnterminatedText {
        /// The missing delimiter.
        delimiter: String,
    },
    /// A backslash in a text stands before something that it does not escape.
    InvalidEscape {
        /// The backslash and what follows it.
        sequence: String,
    },
    /// A character literal without a character.
    EmptyCharacter,
    /// A number with a suffix that has no meaning.
    BadSuffix {
        /// The suffix.
        suffix: String,
    },
    /// A statement in a place where it is not allowed: `else` without `if`, `break` outside a loop.
    MisplacedStatement {
        /// The word it begins with.
        token: String,
    },
    /// A declaration has specifiers that exclude each other, or the same one twice.
    ConflictingSpecifiers {
        /// The specifiers.
        #[serde(
            default,
            skip_serializing_if = "Vec::is_empty",
            deserialize_with = "one_or_more"
        )]
        names: Vec<String>,
    },
    /// An included file cannot be found, or is not named.
    MissingHeader {
        /// The file.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        header: Option<String>,
    },
    /// Something is defined twice, or in two different ways.
    DuplicateDefinition {
        /// Its name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// Something is declared without its size.
    MissingSize {
        /// Its name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// A call does not pass an argument that its callee requires.
    MissingArgument {
        /// The callee, as the tool names it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        callee: Option<String>,
        /// The parameters without an argument.
        #[serde(
            default,
            skip_serializing_if = "Vec::is_empty",
            deserialize_with = "one_or_more"
        )]
        names: Vec<String>,
    },
    /// A value has another type than the one that is needed.
    TypeMismatch {
        /// The type that is needed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        expected: Option<String>,
        /// The type of the value.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        found: Option<String>,
        /// The use for which the value is needed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        role: Option<ValueRole>,
        /// The number of the argument that it is, from 1.
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "count")]
        argument: Option<u32>,
        /// The parameter or variable that receives the value.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The function that it is passed to, as the tool names it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        callee: Option<String>,
    },
    /// An argument has another type than the format string says.
    WrongFormat {
        /// The type in the format string.
        expected: String,
        /// The type of the argument.
        found: String,
        /// The number of the argument, from 1.
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "count")]
        argument: Option<u32>,
    },
    /// An operator is applied to values for which it is not defined.
    WrongOperands {
        /// The operator.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        operator: Option<String>,
        /// The type of the left operand, or of the only one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<String>,
        /// The type of the right operand.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        right: Option<String>,
    },
    /// A member is accessed with the wrong operator.
    WrongAccess {
        /// The right one.
        expected: String,
    },
    /// A member is accessed on a value whose type has no members.
    NoMembers {
        /// The member.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// The target of an assignment cannot be assigned to.
    NotAssignable {
        /// The kind of target.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        found: Option<String>,
    },
    /// Something that is not a pointer or reference is dereferenced.
    NotAPointer {
        /// Its type.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        found: Option<String>,
    },
    /// Something without elements is subscripted.
    NotSubscriptable {
        /// Its type.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        found: Option<String>,
    },
    /// The result of a call is used, but the callee returns none.
    NoResult {
        /// The callee.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The type that has the method.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        owner: Option<String>,
    },
    /// A type is constructed with arguments, but has no constructor that takes any.
    MissingConstructor {
        /// The type, as the tool names it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        callee: Option<String>,
    },
    /// A value is used in a way that its type does not allow.
    WrongUse {
        /// The type of the value.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        found: Option<String>,
    },
    /// There are more or fewer values than names to unpack them into.
    WrongValueCount {
        /// The number of names.
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "count")]
        expected: Option<u32>,
        /// The number of values.
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "count")]
        found: Option<u32>,
    },
    /// A field that has to be given a value comes after one that has a default.
    FieldOrder {
        /// The field.
        name: String,
    },
    /// The default of a field is one value that all instances would share.
    SharedDefault {
        /// The field.
        name: String,
        /// The type of the default.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        found: Option<String>,
    },
    /// A value is compared with a literal by identity instead of by value.
    LiteralIdentity,
    /// A function ends without the value that it should return.
    MissingReturn,
    /// The result of an asynchronous function is used or dropped without waiting for it.
    NotAwaited {
        /// The function, as the tool names it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        callee: Option<String>,
    },
    /// Something is awaited that is not awaitable.
    NotAwaitable {
        /// Its type.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        found: Option<String>,
    },
    /// A call passes arguments that differ from the callee's parameters in number or kind.
    WrongArguments {
        /// The callee, as the tool names it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        callee: Option<String>,
        /// The number of arguments that it takes.
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "count")]
        expected: Option<u32>,
        /// The number of arguments that it is passed.
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "count")]
        found: Option<u32>,
    },
    /// A value of a record type is made without some of its fields.
    MissingField {
        /// The fields.
        #[serde(
            default,
            skip_serializing_if = "Vec::is_empty",
            deserialize_with = "one_or_more"
        )]
        names: Vec<String>,
        /// The type.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        owner: Option<String>,
    },
    /// Something is indexed by a value of a type that is not an index.
    WrongIndex {
        /// The type of the index.
        found: String,
        /// The type that is indexed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        owner: Option<String>,
    },
    /// A value is used that may be absent.
    PossiblyMissing {
        /// The value, as the program names it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The use of the value.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        used_as: Option<NameUse>,
    },
    /// A value is used whose type is unknown.
    UntypedValue {
        /// Its name.
        name: String,
    },
    /// A member overrides one that its base class does not have.
    NothingToOverride {
        /// The base class.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        owner: Option<String>,
    },
    /// A constructor does not call the one of its base class.
    MissingSuperCall,
    /// A mapping is given the same key twice.
    DuplicateKey,
    /// Something is awaited in a function that is not asynchronous.
    AwaitOutsideAsync,
    /// An asynchronous function calls itself without indirection.
    RecursiveFuture,
    /// An exception or an error is neither handled nor of a type that the function declares.
    UnhandledException {
        /// Its type.
        exception: String,
        /// The type that the function declares, if there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        expected: Option<String>,
    },
    /// A function is called in a constant, but cannot run at compile time.
    NotConstant {
        /// The function.
        name: String,
    },
    /// A function uses a local name of its enclosing function.
    CapturedEnvironment,
    /// A method has another receiver than the interface declares.
    WrongReceiver {
        /// The method.
        name: String,
        /// The declared receiver, if there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        expected: Option<String>,
    },
    /// A reference needs a lifetime that is not written.
    MissingLifetime,
    /// A reference may live longer than what it refers to.
    LifetimeTooShort,
    /// There is no value (`undefined`, `null`, `None`) where one is needed.
    MissingValue,
}

/// The use of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum NameUse {
    /// A function that is called by its name alone.
    Function,
    /// A macro.
    Macro,
    /// A method.
    Method,
    /// A type.
    Type,
    /// A variable or constant.
    Value,
}

/// The kind of owner that should have a member.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum OwnerKind {
    /// An instance of the named type.
    Instance,
    /// The named type itself.
    Class,
    /// The named interface or trait, whose members a type gives.
    Interface,
    /// The named module or package.
    Module,
    /// The tool does not say.
    #[default]
    Unknown,
}

impl OwnerKind {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde requires this signature")]
    fn is_unknown(&self) -> bool {
        *self == Self::Unknown
    }
}

/// The kind of thing that is not used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum UnusedKind {
    /// An import.
    Import,
    /// A variable.
    Variable,
}

/// The use for which a value is needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ValueRole {
    /// An argument of a call.
    Argument,
    /// The value assigned to a variable.
    Assignment,
    /// One side of a comparison.
    Comparison,
    /// The default of a parameter.
    Default,
    /// The result of a function.
    Return,
}

impl Fact {
    /// The names that the tool offers in place of the faulty one.
    pub fn instead(&self) -> &[String] {
        match self {
            Self::UndefinedName { instead, .. }
            | Self::UnboundName { instead, .. }
            | Self::UnknownMember { instead, .. }
            | Self::MissingExport { instead, .. }
            | Self::MissingFeature { instead, .. }
            | Self::UnexpectedArgument { instead, .. } => instead,
            _ => &[],
        }
    }

    /// The name that is reported as missing, without the path before it: a name, a member or an import.
    pub fn missing_name(&self) -> Option<&str> {
        let (Self::UndefinedName { name: path, .. }
        | Self::UnknownMember { name: path, .. }
        | Self::MissingExport { name: path, .. }
        | Self::UnresolvedImport { path, .. }
        | Self::NotCallable { name: Some(path), .. }) = self
        else {
            return None;
        };
        path.rsplit(['.', ':']).next()
    }

    /// The names that the tool offers, for changing, if the kind has them.
    pub fn instead_mut(&mut self) -> Option<&mut Vec<String>> {
        match self {
            Self::UndefinedName { instead, .. }
            | Self::UnboundName { instead, .. }
            | Self::UnknownMember { instead, .. }
            | Self::MissingExport { instead, .. }
            | Self::MissingFeature { instead, .. }
            | Self::UnexpectedArgument { instead, .. } => Some(instead),
            _ => None,
        }
    }

    /// The fact as one line of JSON, for messages.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// Reads a list, or a text that stands for a list of one.
///
/// # Errors
/// If it is neither.
pub fn one_or_more<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum OneOrMore {
        One(String),
        More(Vec<String>),
    }
    Ok(match OneOrMore::deserialize(deserializer)? {
        OneOrMore::One(text) => vec![text],
        OneOrMore::More(texts) => texts,
    })
}

/// Reads a number, or its digits as text.
fn count<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Count {
        Number(u32),
        Digits(String),
    }
    match Option::<Count>::deserialize(deserializer)? {
        None => Ok(None),
        Some(Count::Number(number)) => Ok(Some(number)),
        Some(Count::Digits(digits)) => digits.parse().map(Some).map_err(D::Error::custom),
    }
}

/// Reads the fact of a diagnostic. A kind that this version does not know gives no fact, so that a plug-in
/// may be newer than its host.
pub(crate) fn known<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Fact>, D::Error> {
    let value = Option::<serde_json::Value>::deserialize(deserializer).map_err(D::Error::custom)?;
    Ok(value.and_then(|value| serde_json::from_value(value).ok()))
}

//! The files of tool facts. The build script reads them with these types, too.

use std::collections::BTreeMap;

use serde::Deserialize;

/// A file: the tools of one ecosystem.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Family {
    /// Expressions for whole names of packages, by the names that `packages` of install commands use.
    #[serde(default)]
    pub(crate) package_names: BTreeMap<String, String>,
    #[serde(rename = "tool")]
    pub(crate) tools: Vec<Tool>,
}

/// A tool, or a language.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Tool {
    /// For readers of the file.
    #[serde(rename = "name")]
    pub(crate) _name: String,
    /// Extensions of files that hold a program.
    pub(crate) code: Vec<String>,
    /// Programs that run a file.
    pub(crate) interpreters: Vec<String>,
    /// Programs, without a version, that read the hook which notes the lines that run.
    pub(crate) hooked_programs: Vec<String>,
    /// Programs that run the tasks in a file of theirs.
    pub(crate) task_runners: Vec<String>,
    /// Directories of installed packages.
    pub(crate) installed_in: Vec<String>,
    /// Modules in whose place a file of the project with the same name would be imported.
    pub(crate) modules: Vec<String>,
    /// Modules of a standard library, which a new file of the same name would replace where scripts run.
    pub(crate) library: Vec<String>,
    /// Names, in lower case, of files that configure a check or a test run.
    pub(crate) configuration: Vec<String>,
    /// How the names of such files begin.
    pub(crate) configuration_begins: Vec<String>,
    /// Directories of such files, from the root, with a slash at the end.
    pub(crate) configuration_directories: Vec<String>,
    /// Files that support tests without holding any.
    pub(crate) test_support: Vec<String>,
    /// How the names of such files begin.
    pub(crate) test_support_begins: Vec<String>,
    /// Files that a test runner loads as plug-ins.
    pub(crate) plug_ins: Vec<String>,
    /// The tool is silenced by comments of its name and a word like `disable`.
    pub(crate) silenced_by_name: Vec<String>,
    /// Parsers of its output: it checks the types of the whole program before it reports a breach of style.
    pub(crate) checks_types_first: Vec<String>,
    /// The expressions that the guard searches for in a text.
    pub(crate) marks: BTreeMap<Kind, Vec<Mark>>,
    /// Names of checks that have another name today.
    pub(crate) same_checks: Vec<Renamed>,
    /// Options of its configuration that have no effect any more.
    pub(crate) dropped: Vec<Dropped>,
    /// How the command is told which tests to run.
    pub(crate) selection: Option<Selection>,
    /// The commands that install packages.
    pub(crate) install: Vec<Install>,
    /// Words that start an interpreter in the project's environment.
    pub(crate) launchers: Vec<Vec<String>>,
    /// Files that name the dependencies of a project and their sources.
    pub(crate) manifests: Vec<String>,
    /// Files that make a directory a project that can be installed in place.
    pub(crate) project_files: Vec<String>,
}

/// Names that a tool removed together, each with the name under which the same thing exists, with the same arguments.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Renamed {
    /// Extensions of the files in which the names are used.
    pub(crate) extensions: Vec<String>,
    /// Parts of the messages that say so, where they name none of the old names.
    #[serde(default)]
    pub(crate) says: Vec<String>,
    /// Old name and new name, as they are written; `.name` is a member of anything.
    pub(crate) names: BTreeMap<String, String>,
}

/// Options that a tool does not obey any more, once it says so.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Dropped {
    /// The messages that say so, with `{}` for the option.
    pub(crate) says: Vec<String>,
    /// The options.
    pub(crate) options: Vec<String>,
}

/// The kind of text that an expression finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Kind {
    /// Comments and attributes that silence a checker. The silenced rules are part of the match.
    Silences,
    /// The same, in a comment of any language; without the comment's beginning and the rest of its line.
    Comments,
    /// A suppression; the group matches the silenced rules.
    Silenced,
    /// The value that an entry of a table of cases expects, with its key.
    Expects,
    /// Handlers that catch everything.
    CatchesAll,
    /// Handlers that do nothing.
    Swallows,
    /// Conditions and comparisons that always hold.
    AlwaysTrue,
    /// Ways to escape a type check.
    Untyped,
    /// A whole annotation that says nothing. Inside another type (`dict[str, Any]`) it is common.
    AnyAnnotation,
    /// Ways around a type error that leave the error in the program: a cast, a member looked up by its name.
    EvadesTypes,
    /// The stated types of a function: its return type and its parameters' types.
    StatedType,
    /// An annotation of a language where most code has some.
    Annotation,
    /// Such an annotation that says nothing.
    AnnotatedAny,
    /// The beginning of a function in a language whose types may be left out.
    Function,
    /// Code that detects a test run.
    KnowsTheTest,
    /// Tools and data of tests, which a program does not use.
    OfTests,
    /// Marks that keep a test from running or from counting.
    Skips,
    /// Code that never runs.
    Dead,
    /// Ways to end a run with success.
    Exits,
    /// Calls that start a process, open a connection, run text as code, or find the user's own files.
    ReachesOut,
    /// Files outside the project, as code names them.
    PlacesOutside,
    /// Settings, in any file, that loosen a check.
    Loosens,
    /// Ways to change tests and programs from outside.
    Hooks,
    /// Ways in which support code can change the subject of a test.
    Interferes,
    /// The beginning of a test; its name is the group that matched. For text with blanked strings.
    TestCase,
    /// The beginning of a part of a file that is for tests only.
    TestRegion,
    /// Paths of files that hold tests.
    TestFile,
    /// Whole lines that make a language stricter in the file.
    Strict,
    /// The beginning of a statement that reports a failure.
    Reports,
    /// An assertion.
    Assertion,
    /// An import statement.
    Import,
}

/// An expression (`regex`, several lines).
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Mark {
    /// Every match contains the longest text outside the expression's groups and classes.
    Pattern(String),
    /// Every match contains one of the words.
    WithWords { pattern: String, words: Vec<String> },
}

impl Mark {
    pub(crate) fn pattern(&self) -> &str {
        match self {
            Self::Pattern(pattern) | Self::WithWords { pattern, .. } => pattern,
        }
    }

    pub(crate) fn words(&self) -> Vec<&str> {
        match self {
            Self::Pattern(pattern) => vec![super::literal(pattern)],
            Self::WithWords { words, .. } => words.iter().map(String::as_str).collect(),
        }
    }
}

/// How a test runner is told which tests to run.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Selection {
    /// The runner's name.
    pub(crate) runner: String,
    /// The words that start it: the name of a program, then words in this order, with only options between
    /// them.
    pub(crate) calls: Vec<Vec<String>>,
    /// The place of its options.
    #[serde(default)]
    pub(crate) place: Place,
    /// Options that stand once. `{any}` is a pattern that matches the names as a whole, `{part}` one that
    /// matches texts containing one of them.
    #[serde(default)]
    pub(crate) once: Vec<String>,
    /// Words that stand once for each test; `{name}` is its name.
    #[serde(default)]
    pub(crate) each: Vec<String>,
    /// Whether the command may name files and directories, which are run in addition to the selected tests.
    #[serde(default)]
    pub(crate) has_paths: bool,
    /// Options without a value. The word after any other option may belong to it.
    #[serde(default)]
    pub(crate) flags: Vec<String>,
    /// How the name that the runner prints becomes the name for a selection.
    #[serde(default)]
    pub(crate) name: TestName,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Place {
    /// After the words that start it.
    AfterCall,
    /// Before the arguments of the test program, which follow `--`.
    BeforeDashes,
    /// In place of the arguments of the test program.
    AfterDashes,
    #[default]
    End,
}

#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum TestName {
    #[default]
    AsPrinted,
    /// `package TestName` → `TestName`, as runners for several programs report a test.
    LastWord,
    /// `package TestTable/case` → `TestTable`: a case runs with its whole table.
    WithoutParts,
    /// `suite > test` → `suite test`: patterns see titles with spaces between.
    Titles,
    /// `App\Tests\CartTest::testAdds with data set #1` → `CartTest::testAdds`.
    WithoutNamespace,
    /// `shop.CartTest#adds` → `shop.CartTest.adds`.
    Dotted,
}

/// Install commands that accept the same arguments.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Install {
    /// Each begins with a program and the subcommand; `python` is any interpreter of Python.
    pub(crate) commands: Vec<Vec<String>>,
    /// Options without a value.
    #[serde(default)]
    pub(crate) flags: Vec<String>,
    /// Options whose value is a name.
    #[serde(default)]
    pub(crate) names: Vec<String>,
    /// Options whose value is a file of the tree that exists before the fix.
    #[serde(default)]
    pub(crate) files: Vec<String>,
    /// Options whose value is a directory of the tree with a project that can be installed.
    #[serde(default)]
    pub(crate) projects: Vec<String>,
    /// The syntax of its package names, if it takes any: a key of `package-names`.
    pub(crate) packages: Option<String>,
}

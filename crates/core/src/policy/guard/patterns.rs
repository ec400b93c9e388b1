//! Patterns of tests, assertions and the many ways to silence them.

use regex::Regex;

use crate::pattern::pattern;

use super::marks::Marks;

fn any_of(patterns: &[&str]) -> Regex {
    pattern(&format!("(?m){}", patterns.join("|")))
}

/// Marks that silence one of the many other checkers, in a comment of any language, as named in their
/// documentation.
const OF_OTHER_TOOLS: &str = concat!(
    r"(?:#|//|/\*|--|;|%|<!--|\{-)[^\n]*?\b(?:",
    r"nosec|nosemgrep|noinspection|no\s?critic|NOPMD|nolintlint|skipcq|codespell:ignore|spellchecker:\s*disable",
    r"|(?:cspell|spell-checker|markdownlint|textlint|swiftlint|ktlint|detekt|scalastyle|revive|ameba|credo",
    r"|reek|standard|slim-lint|haml-lint|scss-lint|sass-lint|jscs|vale|buildifier|codenarc|djlint|yamllint",
    r"|rumdl|hadolint|tflint|sqlfluff|luacheck|selene|hlint|dialyzer|phan|lintr|oxlint|dprint|editorconfig-checker)",
    r"[-:\s=](?:\s*)(?:disable|ignore|off|skip|allow|suppress|todo|nowarn|no-check)[\w-]*",
    r"|(?:checkov|terrascan|kics-scan|tfsec|trivy|bandit|semgrep|lint|staticcheck|revive|c8|v8|istanbul|coverage|node:coverage)",
    r"[-:\s](?:\s*)(?:skip|ignore|disable|exclude)[\w-]*",
    r"|pyre-(?:ignore|fixme|unsafe)[\w-]*|cppcheck-suppress[\w-]*|CHECKSTYLE[:.]\s*OFF|ReSharper\s+disable[\w.-]*",
    r"|(?:LCOV|GCOV|GCOVR)_EXCL\w*|DevSkim:\s*ignore|NOSONAR",
    r")[^\n]*",
    // These have no word character in front, or stand in code.
    r"|\$Flow(?:FixMe|Ignore|ExpectedError|Issue)[^\n]*",
    r"|@(?:phan|knip)-?(?:suppress|ignore)[\w-]*|@SuppressFBWarnings\b[^\n]*|@SuppressLint\b[^\n]*",
    r"|\{-#\s*OPTIONS_GHC[^\n]*-(?:Wno|w)\b[^\n]*|#\[rustfmt::skip\]",
);

/// Comments and attributes that silence a checker. The silenced rules are part of the match.
pub(super) static SILENCES: Marks = Marks::new(
    &[
        "type:",
        "noqa",
        "pyright:",
        "mypy:",
        "pyrefly:",
        "ty:",
        "pytype:",
        "pylint:",
        "fmt:",
        "isort:",
        "yapf:",
        "pragma",
        "rubocop:",
        "shellcheck",
        "-disable",
        "-ignore",
        "-suppress",
        "@ts-",
        "phpcs:",
        "#[",
        "#![",
        "nolint",
        "NOLINT",
        "NOSONAR",
        "@Suppress",
        "simplefilter",
        "filterwarnings",
        // The comments of other tools begin like one of these.
        "#",
        "//",
        "/*",
        "--",
        ";",
        "%",
    ],
    || {
        any_of(&[
            OF_OTHER_TOOLS,
            r"#\s*type:\s*ignore[^\n]*",
            r"#\s*(?:ruff:\s*|flake8:\s*|sqlfluff:\s*)?(?i:noqa)[^\n]*",
            // ESLint's configuration in a comment.
            r"/\*\s*(?:eslint\s+[\w@/-]+\s*:|globals?\s|exported\s)[^\n]*",
            r"#\s*(?:pyright|mypy|pyrefly|ty|pytype):[^\n]*\b(?:ignore|disable|off|basic|false|none)[^\n]*",
            r"#\s*pylint:\s*(?:disable|skip)[^\n]*",
            r"#\s*(?:fmt|isort|yapf):\s*(?:off|skip|disable)[^\n]*",
            r"#\s*pragma:\s*no\s?cover",
            r"#\s*rubocop:\s*(?:disable|todo)[^\n]*",
            r"#\s*shellcheck\s+disable[^\n]*",
            r"(?:eslint|oxlint|tslint|stylelint|jshint|prettier|biome|deno-lint)-(?:disable|ignore)[^\n]*",
            r"@ts-(?:ignore|expect-error|nocheck)",
            r"@(?:phpstan|psalm)-(?:ignore|suppress)[\w-]*",
            r"phpcs:(?:ignore|disable)",
            r"#!?\[(?:cfg_attr\([^\]]*)?(?:allow|expect)\s*\([^\n]*",
            r"//\s*nolint\b[^\n]*",
            r"\bNOLINT(?:NEXTLINE|BEGIN)?\b",
            r"\bNOSONAR\b",
            r"@SuppressWarnings\b[^\n]*",
            r"@Suppress\([^\n]*",
            r"#pragma\s+warning\s+disable[^\n]*",
            r"#pragma\s+(?:GCC|clang)\s+diagnostic\s+ignored[^\n]*",
            r#"\b(?:simplefilter|filterwarnings)\(\s*["']ignore[^\n]*"#,
        ])
    },
);

/// A suppression; the group matches the silenced rules.
pub(super) static SILENCED: Marks = Marks::new(&[""], || {
    any_of(&[
        r"(?:ignored?|noqa|disable|off|basic|false|none|skip|todo|allow|expect|nolint|Suppress(?:Warnings)?)(?:-next-line|-line|-file)?([^\n]*)",
    ])
});

/// Handlers that catch everything.
pub(super) static CATCHES_ALL: Marks = Marks::new(&["except", "catch"], || {
    any_of(&[
        r"\bexcept\s*:",
        r"\bexcept\s*\(?\s*(?:\w+\s*,\s*)*(?:Base)?Exception\b",
        r"\bcatch\s*\(\s*\.\.\.\s*\)",
        r"\bcatch\s*\(\s*(?:final\s+)?(?:Throwable|Exception)\b",
    ])
});

/// Handlers that do nothing.
pub(super) static SWALLOWS: Marks = Marks::new(
    &[
        "except",
        "suppress(",
        "catch",
        "finally",
        "recover()",
        "set_hook(",
        "Uncaught",
        "uncaught",
        "unhandled",
        "hook",
    ],
    || {
        any_of(&[
            r"\bexcept\b[^:\n]*:\s*(?:continue|break)[ \t]*$",
            r"\bfinally\s*:\s*return\b",
            r"\bcatch\s*(?:\([^)]*\))?\s*\{\s*void\s+\w+;?\s*\}",
            r"\bcatch_unwind\b|\brecover\(\)|\bset_hook\(",
            r"\bsetDefaultUncaughtExceptionHandler\b",
            r"\b(?:sys\.)?(?:excepthook|unraisablehook)\s*=|\bthreading\.excepthook\b",
            r"\bexcept\b[^:\n]*:\s*(?:pass|\.\.\.)[ \t]*$",
            r"\bsuppress\(",
            r"\bcatch\s*(?:\([^)]*\))?\s*\{\s*\}",
            r"\.catch\(\s*(?:\(\s*\w*\s*\)|\w+)\s*=>\s*\{\s*\}\s*\)",
        ])
    },
);

/// Conditions and comparisons that always hold.
pub(super) static ALWAYS_TRUE: Marks = Marks::new(
    &[
        "True",
        "true",
        "||",
        "+e",
        "assert",
        "__eq__",
        "qual",
        ".ok",
        ".toBe",
        "builtins.",
        "NDEBUG",
    ],
    || {
        any_of(&[
            r"\b__eq__\s*=",
            // The function that asserts is replaced.
            r"\.(?:strictEqual|deepEqual|deepStrictEqual|equal|ok|toBe|toEqual|assertEqual|assertTrue)\s*=[^=>]",
            r"\bbuiltins\.\w+\s*=[^=]",
            r"\b__assert_fail\b|#\s*define\s+(?:NDEBUG|assert)\b",
            r"\bor\s+True\b",
            r"\bTrue\s+or\b",
            r#"["'\w)\]]\s*\|\|\s*(?:true\b|:[ \t]*$)"#,
            r"\btrue\s*\|\|",
            r"\bset\s+\+e\b",
            r"\bdef\s+__eq__\s*\([^)]*\)[^:\n]*:\s*return\s+True\b",
            r"\bassert\s+(?:True|1)[ \t]*(?:,|$)",
            // A tuple, a collection or a string is always true: Python itself warns of the first.
            r"\bassert\s*\((?:[^()]|\([^()]*\))*,[^()]*\)[ \t]*$",
            r"\bassert\s*\[[^\[\]]*\][ \t]*$",
            r#"\bassert\s*["'][^"'\n]*["'][ \t]*(?:,|$)"#,
            r"\bassert!?\(\s*true\s*[,)]",
            r"\bexpect\(\s*true\s*\)",
        ])
    },
);

/// Ways to escape a type check.
pub(super) static UNTYPED: Marks = Marks::new(
    &[
        "no_type_check",
        "cast(",
        "any",
        "never",
        "unknown",
        "declare",
        "globals()",
        "Reflect",
    ],
    || {
        any_of(&[
            r"\bas\s+never\b|\bas\s+unknown\s+as\b|\bdeclare\s+(?:function|const|let|var|module)\b",
            r"\bglobals\(\)\s*\[|\bReflect\.(?:get|apply|construct)\(",
            r"\bno_type_check\w*",
            r"\bcast\(\s*(?:\w+\.)?Any\b",
            r"\bas\s+any\b",
            r"(?:^|\W)<any>",
        ])
    },
);

/// A whole annotation that says nothing. Inside another type (`dict[str, Any]`) it is common.
pub(super) static ANY_ANNOTATION: Marks = Marks::new(&["Any"], || {
    any_of(&[r#"(?::|->)\s*["']?(?:typing\.|t\.)?Any\b"#])
});

/// The stated types of a function: its return type and its parameters' types.
pub(super) static STATED_TYPE: Marks = Marks::new(&["->", ":"], || {
    any_of(&[
        r"^[ \t]*(?:async\s+)?def\s[^\n]*->",
        r"^[ \t]*(?:async\s+)?def\s[^\n]*\w:\s*\w",
        r"\bfunction\b[^\n{]*\w\??:\s*\w",
        r"\bfunction\b[^\n{]*\):\s*\w",
    ])
});

/// An annotation of TypeScript, and one that says nothing. A new declaration may have the latter.
pub(super) static ANNOTATION: Marks = Marks::new(&[":"], || any_of(&[r"[\w)\]]\??:\s*[\w{(\[]"]));
pub(super) static ANNOTATED_ANY: Marks = Marks::new(&["any"], || any_of(&[r":\s*any\b|,\s*any\s*>"]));

/// The beginning of a function in a language whose types may be left out.
pub(super) static FUNCTION: Marks =
    Marks::new(&["def", "function"], || any_of(&[r"\bdef\s", r"\bfunction\b"]));

/// Code that detects a test run.
pub(super) static KNOWS_THE_TEST: Marks = Marks::new(
    &[
        "PYTEST_",
        "sys.modules",
        "_WORKER_ID",
        "cfg",
        "testing.Testing()",
        "_pytest",
        "inspect.stack",
        "_getframe",
        "currentframe",
        ".stack.",
    ],
    || {
        any_of(&[
            r"\binspect\.stack\(|\bsys\._getframe\(|\bcurrentframe\(|\.stack\.(?:includes|match|indexOf)\(",
            r"\bPYTEST_(?:CURRENT_TEST|VERSION|ADDOPTS)\b",
            r#"["'](?:pytest|unittest)["']\s+(?:not\s+)?in\s+sys\.modules"#,
            r"\b(?:JEST|VITEST)_WORKER_ID\b",
            r"\bcfg!\(\s*test\s*\)",
            r"#!?\[cfg\(\s*not\(\s*test\s*\)",
            r"\btesting\.Testing\(\)",
            r"\b_pytest\b",
        ])
    },
);

/// Marks that keep a test from running or from counting.
pub(super) static SKIPS: Marks = Marks::new(
    &[
        "xfail",
        "skip",
        "Skip",
        "SKIP",
        "pytest.exit",
        "expectedFailure",
        "__test__",
        "collect_ignore",
        ".todo",
        ".fail",
        ".only",
        "xit",
        "xtest",
        "xdescribe",
        "xcontext",
        "fit",
        "ftest",
        "fdescribe",
        "fcontext",
        "#[ignore",
        "+build",
        "go:build",
        "@Disabled",
        "@Ignore",
        "assumeT",
        "assumeF",
        "markTest",
        "todo",
        "only",
        "should_panic",
        "del ",
        "test",
    ],
    || {
        any_of(&[
            r"\b(?:it|test|describe|suite)\([^\n]*\{[^\n}]*\b(?:skip|todo|only)\s*:",
            r"\bt\.(?:skip|todo)\(|\bshould_panic\b|\bSkipped\b",
            r"^del\s+test\w*|^test_\w*\s*=|^(?:const|let|var)\s+(?:\{\s*)?(?:test|it|describe)\b[^\n]*=>",
            r"\bcfg\(\s*all\(\s*test\s*,|\bcfg_attr\([^)\n]*\btest\b",
            r"\bxfail\b",
            r"\bmark\.skip(?:if)?\b",
            r"\bpytest\.(?:skip|importorskip|exit)\s*\(",
            r"\b(?:unittest\.)?skip(?:If|Unless|Test)\s*\(",
            r"@(?:unittest\.)?skip\b",
            r"\bexpectedFailure\b",
            r"\bSkipTest\b",
            r"\b__test__\s*=\s*False",
            r"\bcollect_ignore(?:_glob)?\b",
            r"\b(?:it|test|describe|suite|context)\.(?:skip|todo|fails|failing|only)\b",
            r#"^[ \t]*[xf](?:it|test|describe|context)\s*\(\s*["'`]"#,
            r"#\[ignore\b",
            r"\bt\.Skip(?:f|Now)?\s*\(",
            r"^//\s*\+build\b|^//go:build\b",
            r"@(?:Disabled|Ignore)\b",
            r"\b(?:assumeTrue|assumeFalse|assumeThat)\s*\(",
            r"\bmarkTest(?:Skipped|Incomplete)\b",
            r"\bGTEST_SKIP\b",
        ])
    },
);

/// Code that never runs.
pub(super) static DEAD: Marks = Marks::new(
    &[
        "False", "FALSE", "false", " 0", "\t0", "\n0", "\r0", "\x0B0", "\x0C0", "(0", "cfg",
    ],
    || {
        any_of(&[
            r"\b(?:if|while)\s+(?:False|0)\s*:",
            r"\b(?:if|while)\s*\(\s*(?:false|0)\s*\)",
            r"\bif\s+false\b",
            r"^[ \t]*#[ \t]*if[ \t]+(?:0|false)\b",
            r"#!?\[cfg\(\s*(?:any\(\s*\)|FALSE|false|not\(\s*all\(\s*\)\s*\))",
        ])
    },
);

/// Ways to end a run with success.
pub(super) static EXITS: Marks = Marks::new(
    &[
        "exit",
        "Exit",
        "quit",
        "halt",
        "exec",
        "signal",
        "sigaction",
        "constructor",
        "addShutdownHook",
        "shutdown",
    ],
    || {
        any_of(&[
            r"\b_exit\(|\b_Exit\(|\bquick_exit\(|\breallyExit\(|\bRuntime\b[^\n]*\bhalt\(|\bsyscall\.Exit\(",
            r"\batexit\b|\bat_exit\b|\bon_exit\b|\bregister_shutdown_function\b|\baddShutdownHook\b",
            r"\bprocess\.exitCode\s*=|\bexitstatus\s*=",
            r"\bos\.exec[lv]\w*\(|\bsignal\.signal\(|\bsignal\(\s*SIG\w+|\bsigaction\(\s*SIG\w+",
            r"__attribute__\s*\(\(\s*constructor",
            r"\b(?:sys\.exit|os\._exit|process\.exit|process::exit|System\.exit|os\.Exit)\(\s*0?\s*\)",
            r"(?:^|[^.\w])(?:quit|exit)\(\s*0?\s*\)",
            r"\braise\s+SystemExit\b(?:\(\s*0?\s*\))?[ \t]*$",
            r"^\s*exit(?:\s+0)?[ \t]*$",
        ])
    },
);

/// Calls that start a process, open a connection, run text as code, or find the user's own files.
pub(super) static REACHES_OUT: Marks = Marks::new(
    &[
        "os.",
        "subprocess",
        "open(",
        "eval(",
        "exec",
        "socket",
        "url",
        "requests.",
        "http",
        "child_process",
        "cp.",
        "spawn",
        "Function(",
        "XMLHttpRequest",
        "WebSocket",
        "Command",
        "connect",
        "Dial",
        "Process",
        "system(",
        "passthru",
        "proc_open",
        "Open3",
        "expanduser",
        "home",
        "Home",
        "getpw",
    ],
    || {
        any_of(&[
            r"\bos\.(?:system|popen|startfile|posix_spawn\w*|spawn\w+)\(|\bsubprocess\.\w+\(|\b[Pp]open\(|\bpty\.spawn\(",
            r"(?:^[ \t]*|[=(,:;{&|+\[]\s*|\breturn\s+)(?:eval|exec)\(|\bnew\s+Function\(|\bcreate_subprocess_\w+\(",
            r"\bsocket\.(?:socket|create_connection)\(|\burlopen\(|\burlretrieve\(",
            r"\b(?:requests|httpx|aiohttp|urllib3)\.(?:get|post|put|patch|delete|head|request|Session|Client|\w*Manager)\w*\(",
            r"\b(?:child_process|cp)\.\w+\(|\b(?:exec|execFile|spawn)Sync\(|\bexecFile\(|(?:^|[^:.\w])spawn\(",
            r"\bnew\s+(?:XMLHttpRequest|WebSocket)\b|\bhttps?\.(?:get|request)\(",
            r"\bprocess::Command::new\(|\bCommand::new\([^\n]*\)\s*\.(?:args?|spawn|output|status)\(|\b(?:TcpStream|UdpSocket|UnixStream)::(?:connect|bind)\(",
            r"\bexec\.Command(?:Context)?\(|\bhttp\.(?:Get|Post|PostForm|NewRequest)\w*\(|\bnet\.Dial\w*\(",
            r"\bgetRuntime\(\)\s*\.exec\(|\bnew\s+ProcessBuilder\(|\bProcess\.Start\(",
            r#"\bsystem\(\s*["'$]|\b(?:shell_exec|passthru|proc_open)\(|\bOpen3\.\w+"#,
            r"\bexpanduser\(|\bPath\.home\(|\bhomedir\(|\bUserHomeDir\(|\bhome_dir\(|\bgetpw(?:uid|nam)\(",
        ])
    },
);

/// Files outside the project, as code names them.
pub(super) static PLACES_OUTSIDE: Marks = Marks::new(&["/", "~", "."], || {
    any_of(&[
        r#"["'`](?:[^"'`\n]*/)?\.(?:ssh|aws|gnupg|kube|docker|netrc|npmrc|pypirc|git-credentials|bash_history)\b"#,
        r#"\bfetch\(\s*["'`]https?:"#,
        r#"\(\s*[rbuf]*["'`](?:~/|/(?:etc|root|home|tmp|var|proc|dev/shm|Users)/)"#,
    ])
});

/// Settings, in any file, that loosen a check.
pub(super) static LOOSENS: Marks = Marks::new(
    &[
        "false",
        "allow",
        "skip",
        "testFailureIgnore",
        "ignoreFailures",
        "NoWarn",
        "WILL_FAIL",
        "-Wno-",
        "-fpermissive",
        "continue-on-error",
        "allow_failure",
        "-DNDEBUG",
    ],
    || {
        any_of(&[
            r"\s-DNDEBUG\b",
            r"^\s*(?:harness|autotests|test|doctest)\s*=\s*false\b",
            r#"=\s*"allow""#,
            r"\b(?:skipTests|maven\.test\.skip|testFailureIgnore|ignoreFailures)\b",
            r"<NoWarn>",
            r"\bWILL_FAIL\b",
            r"\s-Wno-[\w-]+",
            r"\s-fpermissive\b",
            r"\bcontinue-on-error:\s*true\b",
            r"\ballow_failure:\s*true\b",
        ])
    },
);

/// Ways to change tests and programs from outside.
pub(super) static HOOKS: Marks = Marks::new(&["pytest_", "hookimpl", "process.on"], || {
    any_of(&[
        r"\bdef\s+pytest_\w+",
        r"\bpytest_plugins\b",
        r"\bhookimpl\b",
        r#"\bprocess\.on(?:ce)?\(\s*["'](?:uncaughtException|unhandledRejection|exit|beforeExit)"#,
    ])
});

/// Ways in which support code can change the subject of a test.
pub(super) static INTERFERES: Marks = Marks::new(
    &[
        "autouse",
        "monkeypatch",
        "patch",
        "sys.modules",
        "setattr(",
        "builtins.",
        "mock",
        "Mock",
        "spyOn",
    ],
    || {
        any_of(&[
            r"\bautouse\s*=\s*True\b",
            r"\bmonkeypatch\b",
            r"\b(?:mock|mocker)\.patch\b|\bpatch(?:\.\w+)?\(",
            r"\bsys\.modules\s*\[",
            r"\bsetattr\(",
            r"\bbuiltins\.\w+\s*=",
            r"\b(?:jest|vi)\.(?:mock|spyOn|setMock|doMock)\(",
        ])
    },
);

/// The beginning of a test; its name is the group that matched. Applied to text with blanked strings.
pub(super) static TEST_CASE: Marks = Marks::new(&[""], || {
    any_of(&[
        r"^[ \t]*(?:async\s+)?def\s+(test\w*)",
        r"^[ \t]*class\s+(Test\w*)",
        r#"^[ \t]*(?:it|test|specify|describe)(?:\.\w+)*\s*(?:\([^()\n]*\))?\s*\(\s*("[^"\n]*"|'[^'\n]*'|`[^`\n]*`)"#,
        r"#\[(?:\w+::)*test\b[^\]\n]*\]\s*(?:#\[[^\]\n]*\]\s*)*(?:pub\s+)?(?:async\s+)?fn\s+(\w+)",
        r"^func\s+((?:Test|Fuzz|Example)\w*)\s*\(",
        r"^[ \t]*@(?:Parameterized)?Test\b[^\n]*\s+(?:[\w<>@.]+\s+)*(\w+)\s*\(",
        r"^[ \t]*TEST(?:_F|_P)?\s*\(([^)\n]*)\)",
        r"\bfunction\s+(test\w+)\s*\(",
    ])
});

/// The beginning of a part of a file that is for tests only.
pub(super) static TEST_REGION: Marks = Marks::new(&["cfg("], || {
    any_of(&[r"#\[cfg\(\s*test\s*\)\]\s*(?:pub\s+)?mod\s+\w+"])
});

/// Names of files that hold tests.
pub(super) static TEST_FILE: Marks = Marks::new(&["test", "Test", "spec"], || {
    any_of(&[
        r"(?:^|/)test_[^/]*\.py$",
        r"(?:^|/)[^/]*_test\.(?:py|go|rb|exs|cc|cpp|dart)$",
        r"(?:^|/)tests?\.py$",
        r"(?:^|/)[^/]*\.(?:test|spec)\.[cm]?[jt]sx?$",
        r"(?:^|/)__tests__/[^/]*\.[cm]?[jt]sx?$",
        r"(?:^|/)[^/]*_spec\.rb$",
        r"(?:^|/)[^/]*Tests?\.(?:java|kt|cs|php|swift|scala)$",
        r"(?:^|/)tests/[^/]*\.rs$",
    ])
});

/// An assertion.
pub(super) static ASSERTION: Marks = Marks::new(
    &[
        "assert",
        "expect",
        "raises",
        "warns",
        "fail",
        "EXPECT_",
        "ASSERT_",
        "should",
        "require.",
        ".Error",
        ".Fatal",
        "approx",
        "parametrize",
    ],
    || {
        any_of(&[
            r"\bassert\w*",
            r"\bexpect\w*\s*\(",
            r"\braises\b|\bwarns\b",
            r"\bfail\s*\(",
            r"\bEXPECT_\w+|\bASSERT_\w+",
            r"\.should\b",
            r"\brequire\.\w+\(",
            r"\bt\.(?:Error|Fatal)f?\(",
            r"\bshould_panic\b",
            r"\bapprox\b",
            r"\bparametrize\b",
        ])
    },
);

/// An import statement.
pub(super) static IMPORT: Marks = Marks::new(
    &["import", "use", "extern", "include", "require", "using"],
    || {
        any_of(&[
            r"\A\s*import[\s{*]",
            r"\A\s*from\s+\S+\s+import\b",
            r"\A\s*(?:pub\s+)?use\s",
            r"\A\s*extern\s+crate\s",
            r"\A\s*#\s*include\b",
            r"\A\s*require(?:_relative)?\s",
            r"\A\s*using\s",
            r"\A\s*(?:const|let|var)\s[^=]*=\s*require\(",
        ])
    },
);

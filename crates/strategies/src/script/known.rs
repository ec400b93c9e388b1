//! Names that Node, well-known packages and the language itself are known for.

/// Modules of Node's that are imported whole, under their own names.
pub(super) const BUILTIN: &[&str] = &[
    "assert",
    "buffer",
    "cluster",
    "console",
    "crypto",
    "dns",
    "fs",
    "http",
    "https",
    "net",
    "os",
    "path",
    "process",
    "querystring",
    "readline",
    "stream",
    "tls",
    "tty",
    "url",
    "util",
    "vm",
    "zlib",
];

/// Names that Node's modules export: `module : names`.
const NODE: &str = include_str!("node.txt");

/// Node's modules that export a name, the usual one first.
pub(super) fn node_modules(name: &str) -> Vec<&'static str> {
    let lines = NODE.lines().filter_map(|line| line.split_once(" : "));
    let homes = lines.filter(|(_, names)| names.split(' ').any(|own| own == name));
    homes.map(|(module, _)| module).collect()
}

/// Distinctive names that packages export, where they are declared.
pub(super) const KNOWN: &[(&str, &[&str])] = &[
    (
        "react",
        &[
            "useState",
            "useEffect",
            "useMemo",
            "useCallback",
            "useRef",
            "useContext",
            "useReducer",
            "createContext",
            "forwardRef",
            "Fragment",
            "Suspense",
            "lazy",
            "memo",
        ],
    ),
    ("react-dom/client", &["createRoot"]),
    (
        "vue",
        &[
            "ref",
            "reactive",
            "computed",
            "watch",
            "onMounted",
            "defineComponent",
            "createApp",
        ],
    ),
    (
        "vitest",
        &[
            "describe",
            "it",
            "test",
            "expect",
            "beforeEach",
            "afterEach",
            "vi",
        ],
    ),
    ("@jest/globals", &["jest"]),
    ("zod", &["z"]),
    ("rxjs", &["Observable", "Subject", "BehaviorSubject"]),
];
/// Packages that are imported whole, and the names that they go by.
pub(super) const WHOLE: &[(&str, &str)] = &[
    ("React", "react"),
    ("ReactDOM", "react-dom"),
    ("_", "lodash"),
    ("$", "jquery"),
    ("express", "express"),
    ("axios", "axios"),
    ("moment", "moment"),
    ("chalk", "chalk"),
];

/// Names that the language and its hosts define.
pub(super) const GLOBALS: &[&str] = &[
    "console",
    "process",
    "require",
    "module",
    "exports",
    "globalThis",
    "window",
    "document",
    "Promise",
    "Object",
    "Array",
    "String",
    "Number",
    "Boolean",
    "Symbol",
    "JSON",
    "Math",
    "Date",
    "RegExp",
    "Error",
    "TypeError",
    "RangeError",
    "Map",
    "Set",
    "WeakMap",
    "WeakSet",
    "Buffer",
    "URL",
    "URLSearchParams",
    "setTimeout",
    "setInterval",
    "clearTimeout",
    "clearInterval",
    "setImmediate",
    "queueMicrotask",
    "fetch",
    "parseInt",
    "parseFloat",
    "isNaN",
    "isFinite",
    "encodeURIComponent",
    "decodeURIComponent",
    "structuredClone",
    "undefined",
    "Infinity",
    "NaN",
    "Intl",
    "Proxy",
    "Reflect",
    "__dirname",
    "__filename",
];
/// Names in other languages.
pub(super) const FOREIGN: &[(&str, &str)] = &[
    ("None", "null"),
    ("nil", "null"),
    ("NULL", "null"),
    ("nullptr", "null"),
    ("True", "true"),
    ("False", "false"),
    ("TRUE", "true"),
    ("FALSE", "false"),
    ("self", "this"),
    ("print", "console.log"),
    ("println", "console.log"),
    ("puts", "console.log"),
    ("echo", "console.log"),
];

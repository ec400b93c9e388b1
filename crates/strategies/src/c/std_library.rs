//! The standard library of C++: which header declares what of `std`.

use super::library::CPP;

/// Names of `std` with the header that is usual for them, where the two are not called the same
/// (ISO/IEC 14882:2020, "Headers" of each clause of the library).
const STD: &[(&str, &[&str])] = &[
    ("iostream", &["cout", "cin", "cerr", "clog", "endl", "flush"]),
    ("fstream", &["ifstream", "ofstream"]),
    ("sstream", &["stringstream", "istringstream", "ostringstream"]),
    (
        "iomanip",
        &["setw", "setprecision", "setfill", "put_time", "quoted"],
    ),
    (
        "string",
        &["to_string", "stoi", "stol", "stoll", "stod", "stof", "getline"],
    ),
    (
        "algorithm",
        &[
            "sort",
            "stable_sort",
            "find",
            "find_if",
            "count",
            "count_if",
            "reverse",
            "copy",
            "copy_if",
            "transform",
            "remove_if",
            "unique",
            "fill",
            "max",
            "min",
            "minmax",
            "clamp",
            "max_element",
            "min_element",
            "all_of",
            "any_of",
            "none_of",
            "for_each",
            "lower_bound",
            "upper_bound",
            "binary_search",
            "equal",
            "rotate",
            "shuffle",
            "generate",
            "next_permutation",
            "replace",
            "nth_element",
            "partial_sort",
            "merge",
            "is_sorted",
        ],
    ),
    (
        "numeric",
        &[
            "accumulate",
            "iota",
            "inner_product",
            "partial_sum",
            "reduce",
            "gcd",
            "lcm",
        ],
    ),
    (
        "memory",
        &[
            "unique_ptr",
            "shared_ptr",
            "weak_ptr",
            "make_unique",
            "make_shared",
            "allocator",
        ],
    ),
    (
        "utility",
        &["pair", "make_pair", "move", "swap", "forward", "exchange"],
    ),
    (
        "functional",
        &["function", "bind", "ref", "cref", "greater", "less", "hash"],
    ),
    (
        "iterator",
        &[
            "back_inserter",
            "ostream_iterator",
            "istream_iterator",
            "distance",
            "advance",
            "next",
            "prev",
        ],
    ),
    ("map", &["multimap"]),
    ("set", &["multiset"]),
    ("queue", &["priority_queue"]),
    ("tuple", &["make_tuple", "tie", "get"]),
    (
        "stdexcept",
        &[
            "runtime_error",
            "logic_error",
            "invalid_argument",
            "out_of_range",
            "domain_error",
        ],
    ),
    ("limits", &["numeric_limits"]),
    (
        "mutex",
        &["lock_guard", "unique_lock", "scoped_lock", "call_once"],
    ),
    ("future", &["async", "promise"]),
    (
        "random",
        &[
            "mt19937",
            "random_device",
            "uniform_int_distribution",
            "uniform_real_distribution",
        ],
    ),
    ("optional", &["nullopt", "make_optional"]),
    ("variant", &["visit", "monostate", "holds_alternative"]),
    (
        "cstdint",
        &["uint8_t", "uint16_t", "uint32_t", "uint64_t", "int64_t"],
    ),
];

/// The header that declares a name of `std`.
pub(super) fn header_of_std(name: &str) -> Option<&'static str> {
    const OF_THEIR_NAME: &[&str] = &[
        "array",
        "optional",
        "variant",
        "span",
        "atomic",
        "future",
        "bitset",
        "string_view",
    ];
    let called_so = CPP.iter().chain(OF_THEIR_NAME).find(|header| **header == name);
    let listed = || STD.iter().find(|(_, names)| names.contains(&name));
    called_so.copied().or_else(|| listed().map(|(header, _)| *header))
}

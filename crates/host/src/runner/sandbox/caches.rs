//! The directories in which build tools keep downloads and compiled files: writable in the sandbox, so that
//! ordinary commands work there.
//!
//! Only parts without programs or settings of the user are listed: a command that may write `~/.cargo/bin` or
//! `~/.gradle/init.d` would act outside of the sandbox the next time.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// The cache of a tool.
struct Cache {
    /// The program that uses the cache.
    tool: &'static str,
    /// The variable that names the directory.
    variable: &'static str,
    /// The directory otherwise, below the user's home.
    home: &'static str,
    /// The writable parts of it; all of it if none is named.
    parts: &'static [&'static str],
}

const fn cache(tool: &'static str, variable: &'static str, home: &'static str) -> Cache {
    Cache {
        tool,
        variable,
        home,
        parts: &[],
    }
}

const fn parts(mut cache: Cache, parts: &'static [&'static str]) -> Cache {
    cache.parts = parts;
    cache
}

/// The first is for every program that keeps to the XDG Base Directory Specification: pip, uv, Go's
/// build cache, ccache, sccache, Yarn, Deno, Bazel and many more. The others are named in the
/// documentation of each tool.
const CACHES: &[Cache] = &[
    cache("", "XDG_CACHE_HOME", ".cache"),
    parts(
        cache("cargo", "CARGO_HOME", ".cargo"),
        &[
            "registry",
            "git",
            ".package-cache",
            ".package-cache-mutate",
            ".global-cache",
        ],
    ),
    cache("cargo", "CARGO_TARGET_DIR", ""),
    cache("cargo", "CARGO_BUILD_TARGET_DIR", ""),
    cache("cargo", "CARGO_BUILD_BUILD_DIR", ""),
    cache("npm", "npm_config_cache", ".npm"),
    cache("corepack", "COREPACK_HOME", ""),
    cache("node", "TURBO_CACHE_DIR", ""),
    cache("node", "NX_CACHE_DIRECTORY", ""),
    cache("yarn", "YARN_CACHE_FOLDER", ".yarn/berry/cache"),
    cache("pnpm", "PNPM_STORE_PATH", ".local/share/pnpm/store"),
    cache("bun", "BUN_INSTALL_CACHE_DIR", ".bun/install/cache"),
    cache("deno", "DENO_DIR", ""),
    cache("pip", "PIP_CACHE_DIR", ""),
    cache("uv", "UV_CACHE_DIR", ""),
    cache("pre-commit", "PRE_COMMIT_HOME", ""),
    cache("pylint", "PYLINTHOME", ""),
    cache("python3", "MPLCONFIGDIR", ""),
    cache("mypy", "MYPY_CACHE_DIR", ""),
    cache("ruff", "RUFF_CACHE_DIR", ""),
    cache("python3", "PYTHONPYCACHEPREFIX", ""),
    cache("python3", "HF_HOME", ""),
    cache("python3", "TORCH_HOME", ""),
    cache("pytest", "HYPOTHESIS_STORAGE_DIRECTORY", ""),
    cache("go", "GOCACHE", ""),
    cache("go", "GOMODCACHE", "go/pkg"),
    cache("go", "GOTMPDIR", ""),
    parts(cache("go", "GOPATH", ""), &["pkg"]),
    parts(
        cache("gradle", "GRADLE_USER_HOME", ".gradle"),
        &[
            "caches",
            "daemon",
            "native",
            "wrapper",
            "workers",
            "notifications",
            ".tmp",
            "jdks",
            "kotlin",
        ],
    ),
    parts(cache("mvn", "", ".m2"), &["repository", "wrapper", "build-cache"]),
    parts(cache("sbt", "", ".sbt"), &["boot"]),
    cache("sbt", "", ".ivy2/cache"),
    cache("ccache", "CCACHE_DIR", ".ccache"),
    cache("sccache", "SCCACHE_DIR", ""),
    cache("zig", "ZIG_GLOBAL_CACHE_DIR", ""),
    cache("zig", "ZIG_LOCAL_CACHE_DIR", ""),
    cache("dotnet", "NUGET_PACKAGES", ".nuget/packages"),
    cache("dotnet", "", ".local/share/NuGet"),
    parts(cache("bundle", "BUNDLE_USER_HOME", ".bundle"), &["cache"]),
    cache("composer", "COMPOSER_CACHE_DIR", ".composer/cache"),
    cache("dart", "PUB_CACHE", ".pub-cache"),
    cache("stack", "STACK_ROOT", ".stack"),
    cache("cabal", "", ".cabal/packages"),
    parts(cache("mix", "HEX_HOME", ".hex"), &["packages", "cache.ets"]),
];

/// The directories of installed packages: writable for an installation that the operator allowed.
const PACKAGES: &[Cache] = &[
    cache("", "VIRTUAL_ENV", ""),
    cache("", "CONDA_PREFIX", ""),
    cache("", "PYTHONUSERBASE", ".local/lib"),
    cache("", "", ".local/bin"),
    parts(cache("pyenv", "PYENV_ROOT", ".pyenv"), &["versions", "shims"]),
];

/// The system's own directories for packages, if the user may write there.
const SYSTEM_PACKAGES: [&str; 2] = ["/usr/local/lib", "/usr/local/bin"];

/// The caches on this system. A directory that a tool would create on first use is created, because only an
/// existing one can be opened in a sandbox.
pub(super) fn caches() -> Vec<PathBuf> {
    let found = CACHES.iter().flat_map(|cache| cache.places().collect::<Vec<_>>());
    found.collect()
}

/// The places of installed packages, with that of the environment that a program belongs to.
pub(super) fn packages(program: &str) -> Vec<PathBuf> {
    let own = Path::new(program).parent().and_then(Path::parent);
    let own = own.filter(|prefix| prefix.join("pyvenv.cfg").is_file());
    let system = SYSTEM_PACKAGES
        .iter()
        .map(PathBuf::from)
        .filter(|place| rustix::fs::access(place, rustix::fs::Access::WRITE_OK).is_ok());
    let found = PACKAGES
        .iter()
        .flat_map(|cache| cache.places().collect::<Vec<_>>());
    found.chain(own.map(Path::to_owned)).chain(system).collect()
}

impl Cache {
    fn places(&self) -> impl Iterator<Item = PathBuf> {
        let base = self.base();
        let parts: Vec<PathBuf> = match (&base, self.parts) {
            (None, _) => Vec::new(),
            (Some(base), []) => vec![base.clone()],
            (Some(base), parts) => parts.iter().map(|part| base.join(part)).collect(),
        };
        parts
            .into_iter()
            .filter(|place| place.exists() || self.make(place))
    }

    /// The directory, as set in the environment, or below the user's home.
    fn base(&self) -> Option<PathBuf> {
        let named = Some(self.variable).filter(|name| !name.is_empty());
        let named = named.and_then(env::var_os).map(PathBuf::from);
        let usual = || {
            let home = env::home_dir().filter(|home| home.is_absolute())?;
            (!self.home.is_empty()).then(|| home.join(self.home))
        };
        let base = named.filter(|path| path.is_absolute()).or_else(usual)?;
        // A variable that names the home directory or the root would open everything.
        let is_too_much = env::home_dir().is_some_and(|home| home.starts_with(&base));
        (!is_too_much).then_some(base)
    }

    /// Creates the first missing directory on a path, for a tool that is installed.
    fn make(&self, place: &Path) -> bool {
        let is_first = self.parts.first().is_none_or(|first| place.ends_with(first));
        let is_used = self.variable == "XDG_CACHE_HOME" || is_installed(self.tool);
        is_first && is_used && fs::create_dir_all(place).is_ok()
    }
}

fn is_installed(tool: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    !tool.is_empty() && env::split_paths(&path).any(|directory| directory.join(tool).is_file())
}

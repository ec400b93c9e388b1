//! Landlock: rules of the kernel that a thread sets for itself and everything it starts.
//!
//! Reading is not restricted; writing is restricted to the named places. The rules add up and know no
//! exceptions below a directory, so `.git` in a workspace stays writable, and neither modes nor owners of
//! files are covered (`Documentation/userspace-api/landlock.rst` in the kernel's sources).

use super::Walls;

#[cfg(not(target_os = "linux"))]
mod rules {
    use super::Walls;

    pub(in super::super) fn restrict(_walls: &Walls) -> Result<(), String> {
        Err("only Linux has it".to_owned())
    }

    pub(in super::super) fn version() -> Result<u32, String> {
        Err("only Linux has it".to_owned())
    }
}

#[cfg(target_os = "linux")]
mod rules {
    use std::path::Path;

    use landlock::{
        ABI, AccessFs, BitFlags, CompatLevel, Compatible as _, PathBeneath, PathFd, Ruleset,
        RulesetAttr as _, RulesetCreatedAttr as _, RulesetError, RulesetStatus, Scope,
    };

    use super::Walls;

    /// The latest version whose rules about files are used: later ones are about devices and sockets, which
    /// ordinary commands need.
    const FILES: ABI = ABI::V3;
    /// The version since which signals are confined.
    const SIGNALS: ABI = ABI::V6;

    /// Devices that are writable for all.
    const DEVICES: &[&str] = &[
        "/dev/null",
        "/dev/zero",
        "/dev/full",
        "/dev/random",
        "/dev/urandom",
        "/dev/tty",
        "/dev/ptmx",
    ];
    /// Directories of the system that hold only what programs share while they run.
    const SHARED: &[&str] = &["/dev/pts", "/dev/shm"];

    /// Keeps this thread, and everything it starts, from writing outside.
    pub(in super::super) fn restrict(walls: &Walls) -> Result<(), String> {
        let done = rules(walls).map_err(|error| error.to_string())?;
        match done {
            RulesetStatus::NotEnforced => Err("the kernel does not enforce it".to_owned()),
            _ => Ok(()),
        }
    }

    fn rules(walls: &Walls) -> Result<RulesetStatus, RulesetError> {
        let mut rules = Ruleset::default()
            .set_compatibility(CompatLevel::BestEffort)
            .handle_access(AccessFs::from_write(FILES))?
            .scope(Scope::Signal)?
            .create()?;
        for place in walls.writable() {
            rules = allow(rules, &place)?;
        }
        let shared = SHARED.iter().chain(DEVICES).map(Path::new);
        for place in shared.chain(walls.devices()) {
            rules = allow(rules, place)?;
        }
        Ok(rules.no_new_privs(true).restrict_self()?.ruleset)
    }

    /// A place that no longer exists needs no rule.
    fn allow(
        rules: landlock::RulesetCreated,
        place: &Path,
    ) -> Result<landlock::RulesetCreated, RulesetError> {
        let Ok(opened) = PathFd::new(place) else {
            return Ok(rules);
        };
        let access = match place.is_dir() {
            true => AccessFs::from_write(FILES) & !(AccessFs::MakeChar | AccessFs::MakeBlock),
            false => BitFlags::from(AccessFs::WriteFile) | AccessFs::Truncate,
        };
        rules.add_rule(PathBeneath::new(opened, access))
    }

    /// The version of the kernel's rules, as far as this program knows them.
    pub(in super::super) fn version() -> Result<u32, String> {
        let has = |abi: ABI| {
            let files = Ruleset::default()
                .set_compatibility(CompatLevel::HardRequirement)
                .handle_access(AccessFs::from_write(abi));
            let scoped = files.and_then(|rules| match abi >= SIGNALS {
                true => rules.scope(Scope::Signal),
                false => Ok(rules),
            });
            scoped.and_then(Ruleset::create).is_ok()
        };
        let known = [
            (6, ABI::V6),
            (5, ABI::V5),
            (4, ABI::V4),
            (3, ABI::V3),
            (2, ABI::V2),
            (1, ABI::V1),
        ];
        let found = known.into_iter().find(|(_, abi)| has(*abi));
        found
            .map(|(version, _)| version)
            .ok_or_else(|| "the kernel has none, or does not let this program use it".to_owned())
    }
}

pub(super) use rules::{restrict, version};

/// The gaps in the rules of a version.
pub(super) fn gaps(version: u32, network: bool) -> Vec<String> {
    let mut gaps = vec![
        ".git can be written (changes to its hooks, settings and references are reported)",
        "the temporary directory is shared with other programs",
        "modes, owners and times of files elsewhere can be changed",
    ];
    if version < 3 {
        gaps.push("files elsewhere can be truncated");
    }
    if version < 6 {
        gaps.push("other programs can be sent signals");
    }
    if !network {
        gaps.push("the loopback interface is withheld, too");
    }
    gaps.into_iter().map(str::to_owned).collect()
}

//! Attempts of commands to do something outside of their workspace.

/// How much Landlock keeps commands from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Landlock {
    /// It holds.
    Holds,
    /// The change is in the report's warnings.
    Reports,
    /// The report says beforehand that this is not confined.
    Says(&'static str),
}

use Landlock::{Holds, Reports, Says};

/// The warning about modes, owners and times of files.
const ABOUT: Landlock = Says("modes, owners and times");

/// A script for `sh`. `$OUT` is a directory outside, `$PARENT` the process that runs commands, and `$NAP`
/// a time for `sleep` by which the test recognises processes. What cannot be seen from outside is told
/// by making a file named `escaped`.
pub(super) const ATTEMPTS: &[(&str, &str, Landlock)] = &[
    // Paths.
    ("a new file", "echo x > $OUT/new", Holds),
    ("an existing file", "echo x > $OUT/victim", Holds),
    ("appending", "echo x >> $OUT/victim", Holds),
    ("truncating", "truncate -s 0 $OUT/victim", Holds),
    ("dot dot", "echo x > ../outside/new", Holds),
    (
        "dot dot from below",
        "mkdir -p a/b; cd a/b; echo x > ../../../outside/new",
        Holds,
    ),
    ("a directory", "mkdir $OUT/new", Holds),
    ("removing", "rm -f $OUT/victim", Holds),
    ("removing a directory", "rm -rf $OUT/empty", Holds),
    ("moving out", "echo x > f; mv f $OUT/new", Holds),
    ("moving in", "mv $OUT/victim stolen", Holds),
    ("copying with its mode", "cp -p /bin/sh $OUT/new", Holds),
    (
        "through the working directory",
        "echo x > /proc/self/cwd/../outside/new",
        Holds,
    ),
    ("through the root", "echo x > /proc/self/root$OUT/new", Holds),
    (
        "through the first process",
        "echo x > /proc/1/root$OUT/new",
        Holds,
    ),
    (
        "through the parent's root",
        "echo x > /proc/$PARENT/root$OUT/new",
        Holds,
    ),
    (
        "through the parent's directory",
        "echo x > /proc/$PARENT/cwd/escaped-here && touch escaped; rm -f /proc/$PARENT/cwd/escaped-here",
        Holds,
    ),
    (
        "through a descriptor",
        "exec 3<$OUT; echo x > /proc/self/fd/3/new",
        Holds,
    ),
    (
        "a file without a name",
        "python3 -c 'import os; f = os.open(os.environ[\"OUT\"], os.O_TMPFILE | os.O_WRONLY); os.link(f\"/proc/self/fd/{f}\", os.environ[\"OUT\"] + \"/new\", follow_symlinks=True)'",
        Holds,
    ),
    (
        "exchanging",
        "echo x > f; python3 -c 'import ctypes, os; c = ctypes.CDLL(None); c.renameat2(-100, b\"f\", -100, os.environb[b\"OUT\"] + b\"/victim\", 2)'",
        Holds,
    ),
    // Links.
    (
        "a link to a directory",
        "ln -s $OUT link; echo x > link/new",
        Holds,
    ),
    ("a link to a file", "ln -s $OUT/victim link; echo x > link", Holds),
    (
        "a chain of links",
        "ln -s $OUT a; ln -s a/. b; ln -s b/new c; echo x > c",
        Holds,
    ),
    (
        "a link that is swapped",
        "i=0; while [ $i -lt 200 ]; do mkdir -p d; (echo x > d/new) & rm -rf d; ln -sfn $OUT d; (echo x > d/new) & rm -f d; i=$((i+1)); done; wait",
        Holds,
    ),
    ("a hard link", "ln $OUT/victim hard && echo x > hard", Holds),
    ("a hard link into", "echo x > f; ln f $OUT/new", Holds),
    // The repository.
    ("a hook", "echo x > .git/hooks/pre-commit", Reports),
    (
        "the settings",
        "printf '[core]\\nhooksPath = /x\\n' >> .git/config",
        Reports,
    ),
    ("the settings by git", "git config core.fsmonitor x", Reports),
    ("the head", "echo 'ref: refs/heads/other' > .git/HEAD", Reports),
    (
        "a reference",
        "echo 0123456789012345678901234567890123456789 > .git/refs/heads/new",
        Reports,
    ),
    ("the repository moved away", "mv .git away && mkdir .git", Reports),
    ("the repository removed", "rm -rf .git", Reports),
    (
        "a link for a hook",
        "ln -s $OUT/victim .git/hooks/post-checkout",
        Reports,
    ),
    (
        "through a link to the repository",
        "ln -s .git git; echo x > git/hooks/post-merge",
        Reports,
    ),
    (
        "through the working directory to a hook",
        "echo x > /proc/self/cwd/.git/hooks/pre-push",
        Reports,
    ),
    (
        "the repository in capitals",
        "mkdir -p .GIT/hooks; echo x > .GIT/hooks/pre-commit",
        Holds,
    ),
    (
        "the repository with an invisible letter",
        "mkdir -p $(printf '.g\\342\\200\\214it/hooks'); echo x > $(printf '.g\\342\\200\\214it/hooks/pre-commit')",
        Holds,
    ),
    (
        "this program's own settings",
        "echo '[sandbox]' > unbreak.toml; echo 'mode = \"off\"' >> unbreak.toml",
        Reports,
    ),
    // What the system says of files.
    ("a mode", "chmod 777 $OUT/victim", ABOUT),
    ("an owner", "chown 12345 $OUT/victim", ABOUT),
    ("a time", "touch -d 2001-01-01 $OUT/victim", ABOUT),
    // Special files.
    ("a pipe outside", "mkfifo $OUT/new", Holds),
    (
        "a socket outside",
        "cd $OUT && python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"new\")'",
        Holds,
    ),
    (
        "a device in the workspace",
        "mknod device b 8 0 && touch escaped; mknod null c 1 3 && touch escaped",
        Holds,
    ),
    (
        "the disks",
        "python3 - <<'E'\nimport os, stat\nfor root, _, names in os.walk('/dev'):\n    for name in names:\n        path = os.path.join(root, name)\n        try:\n            if stat.S_ISBLK(os.stat(path).st_mode):\n                os.open(path, os.O_WRONLY)\n                open('escaped', 'w')\n        except OSError:\n            pass\nE",
        Holds,
    ),
    (
        "the kernel's settings",
        "python3 - <<'E'\nimport os\nfor path in ['/proc/sys/kernel/core_pattern', '/proc/sysrq-trigger', '/sys/kernel/mm/ksm/run']:\n    try:\n        os.open(path, os.O_WRONLY)\n        open('escaped', 'w')\n    except OSError:\n        pass\nE",
        Holds,
    ),
    // Mounts.
    (
        "mounting anew",
        "mount -o remount,rw / ; mount -o remount,rw,bind $OUT; echo x > $OUT/new",
        Holds,
    ),
    (
        "mounting elsewhere",
        "mkdir m; mount --bind $OUT m; echo x > m/new",
        Holds,
    ),
    (
        "a namespace of one's own",
        "unshare -m sh -c 'mount -o remount,rw /; echo x > $OUT/new'",
        Holds,
    ),
    (
        "a user of one's own",
        "unshare -Urm sh -c 'mount -o remount,rw,bind /; umount -l .git; echo x > $OUT/new'",
        Holds,
    ),
    (
        "another's namespaces",
        "nsenter -a -t $PARENT sh -c 'echo x > $OUT/new'; nsenter -a -t 1 sh -c 'echo x > $OUT/new'",
        Holds,
    ),
    (
        "another root",
        "chroot /proc/$PARENT/root sh -c 'echo x > $OUT/new'",
        Holds,
    ),
    // Processes.
    (
        "a signal to the parent",
        "kill -0 $PARENT && touch escaped",
        Holds,
    ),
    (
        "tracing the parent",
        "python3 -c 'import ctypes, os; c = ctypes.CDLL(None); c.ptrace(16, int(os.environ[\"PARENT\"]), 0, 0) == 0 and open(\"escaped\", \"w\")'",
        Holds,
    ),
    (
        "the parent's memory",
        "python3 -c 'import os; os.open(\"/proc/\" + os.environ[\"PARENT\"] + \"/mem\", os.O_RDWR); open(\"escaped\", \"w\")'",
        Holds,
    ),
    (
        "a process in the background",
        "sleep $NAP >/dev/null 2>&1 &",
        Holds,
    ),
    (
        "a process in its own session",
        "setsid sleep $NAP >/dev/null 2>&1 &",
        Holds,
    ),
    (
        "a process without an environment",
        "env -i setsid sleep $NAP >/dev/null 2>&1 &",
        Holds,
    ),
    (
        "a process without parents",
        "(env -i setsid sh -c \"sleep $NAP >/dev/null 2>&1 & exit\" &)",
        Holds,
    ),
    (
        "a process that ignores signals",
        "(trap '' TERM HUP INT; setsid sleep $NAP >/dev/null 2>&1 &)",
        Holds,
    ),
];

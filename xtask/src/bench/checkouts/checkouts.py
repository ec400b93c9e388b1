"""Old releases of real projects under today's Python, Node and packages, and what unbreak makes of them.

    python3 checkouts.py PROGRAM LIST PLACE ONLY [FLAGS]

LIST has a line for each project: its name, its version, how the run ends (`passes`, `fails`), and a digest of the edits
that are kept (`-` for none), which somebody has read and found right. Edits with another digest have to be read: they
lie in PLACE as NAME.diff. PLACE keeps what was fetched and the environment. The last line is the score as JSON.

A line that begins with `npm:` is a package of npm. Behind the digest are the packages that it declares, with the
versions to which they are raised; `npm test` is its command.

A version `1.2+1.3` is the release 1.2 with the tests of 1.3, and `1.2>1.3` is 1.3 with the tests of 1.2, each as a commit
on top of 1.2: mostly nothing can be repaired there, and what is kept has to be what the authors did.

A line that begins with `debian:` is a package of Debian, and behind its version one of the patches that its maintainers
needed (`1.2-3/python3.12.patch`). All others are applied, and the rest of the line is the command that this one mends.
DEBIAN_MIRROR in the environment names another mirror.
"""

import hashlib
import io
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import urllib.error
import urllib.request
import zipfile
from collections import Counter
from urllib.parse import urljoin

PROGRAM, LIST, PLACE, ONLY = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]), sys.argv[4]
FLAGS = sys.argv[5:]
DEBIAN = os.environ.get("DEBIAN_MIRROR", "http://deb.debian.org/debian")
# Seconds that one run may take.
PATIENCE = 300
TESTS = {"test", "tests", "testing"}
# Files that are no module of the project.
TOOLS = {"setup", "conftest", "tasks", "ez_setup", "distribute_setup", "bootstrap", "run_tests", "runtests", "fabfile", "noxfile", "versioneer", "test", "tests"}
GIT = ["git", "-c", "user.name=bench", "-c", "user.email=bench@localhost"]


def registry():
    said = subprocess.run(["npm", "config", "get", "registry"], capture_output=True, text=True, check=True)
    return said.stdout.strip()


def index():
    said = subprocess.run([sys.executable, "-m", "pip", "config", "get", "global.index-url"], capture_output=True, text=True)
    return said.stdout.strip() or "https://pypi.org/simple"


def answer(url, accept="*/*"):
    request = urllib.request.Request(url, headers={"Accept": accept})
    with urllib.request.urlopen(request, timeout=60) as response:
        return response.read()


def unpacked(content, directory, is_zip=False):
    """Unpacks whole or not at all."""
    begun = directory.with_name(f"{directory.name}.begun")
    shutil.rmtree(begun, ignore_errors=True)
    begun.mkdir(parents=True)
    if is_zip:
        zipfile.ZipFile(content).extractall(begun)
    else:
        tarfile.open(fileobj=content).extractall(begun, filter="data")
    begun.rename(directory)


def top(directory):
    """The only directory within another, or that other one."""
    inner = [entry for entry in directory.iterdir() if entry.is_dir()]
    return inner[0] if len(inner) == 1 else directory


def fetched(name, version):
    """The release as its authors made it; pip would run its old setup.py."""
    directory = PLACE / "src" / f"{name}-{version}"
    if not directory.is_dir():
        base = f"{index().rstrip('/')}/{re.sub(r'[-_.]+', '-', name).lower()}/"
        files = json.loads(answer(base, "application/vnd.pypi.simple.v1+json"))["files"]
        names = {f"{name}-{version}{ending}".lower() for ending in (".tar.gz", ".zip")}
        file = next(file for file in files if file["filename"].lower() in names)
        content = io.BytesIO(answer(urljoin(base, file["url"])))
        unpacked(content, directory, file["filename"].endswith(".zip"))
    return top(directory)


def fetched_from_npm(name, version):
    directory = PLACE / "src" / f"npm-{name}-{version}"
    if not directory.is_dir():
        release = json.loads(answer(f"{registry()}{name}/{version}"))
        unpacked(io.BytesIO(answer(release["dist"]["tarball"])), directory)
    return top(directory)


def fetched_from_debian(name, version):
    """The upstream release, and what Debian's maintainers add to it."""
    directory = PLACE / "src" / f"debian-{name}-{version}"
    section = name[:4] if name.startswith("lib") else name[0]
    upstream = re.sub(r"-[^-]*$", "", version)
    base = f"{DEBIAN}/pool/main/{section}/{name}/{name}"
    for part, file in (("added", f"_{version}.debian"), ("upstream", f"_{upstream}.orig")):
        if not (directory / part).is_dir():
            unpacked(io.BytesIO(first_answer(f"{base}{file}.tar.{ending}" for ending in ("xz", "gz", "bz2"))), directory / part)
    return directory / "added/debian/patches", top(directory / "upstream")


def first_answer(urls):
    for url in urls:
        try:
            return answer(url)
        except urllib.error.HTTPError:
            continue
    sys.exit(f"there is no {url}")


def mended(name, version, left_out):
    """A package without one of its patches."""
    patches, source = fetched_from_debian(name, version)
    work = checkout(f"debian-{name}-{pathlib.PurePath(left_out).stem}", source)
    lines = (line.split() for line in (patches / "series").read_text().splitlines())
    for patch in (words[0] for words in lines if words and not words[0].startswith("#")):
        apply = ["patch", "--strip=1", "--silent", "--force", "--no-backup-if-mismatch", f"--input={patches / patch}"]
        if patch != left_out and subprocess.run([*apply, "--dry-run"], cwd=work, stdout=subprocess.DEVNULL).returncode == 0:
            subprocess.run(apply, cwd=work, stdout=subprocess.DEVNULL, check=True)
    recorded(work, "--force")
    return work


def raised(work, packages):
    """The project with newer packages, installed."""
    manifest = work / "package.json"
    stated = json.loads(manifest.read_text())
    for package in packages:
        name, version = package.split("=")
        for kind in ("dependencies", "devDependencies"):
            if name in stated.get(kind, {}):
                stated[kind][name] = version
    manifest.write_text(json.dumps(stated, indent=2) + "\n")
    (work / ".gitignore").write_text("node_modules\n.tap\n")
    quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--legacy-peer-deps", "--no-package-lock", "--loglevel=error"]
    subprocess.run(["npm", "install", *quiet], cwd=work, check=True)
    return ["npm", "test"]


def environment():
    """The Python that has today's packages."""
    python, done = PLACE / "venv/bin/python", PLACE / "venv/requirements.txt"
    requirements = LIST.with_name("requirements.txt")
    if not done.exists() or done.read_text() != requirements.read_text():
        subprocess.run([sys.executable, "-m", "venv", "--clear", PLACE / "venv"], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "--requirement", requirements], check=True)
        shutil.copy(requirements, done)
    return python


def command(work, python):
    """pytest, or the import of the first module where a release has no tests."""
    tested = subprocess.run([python, "-m", "pytest", "-q", "--collect-only"], cwd=work, capture_output=True, timeout=PATIENCE)
    if tested.returncode != 5:
        return ["python", "-m", "pytest", "-q"]
    for base in (work, work / "src", work / "lib"):
        entries = sorted(base.iterdir()) if base.is_dir() else []
        modules = [e.stem for e in entries if (e / "__init__.py").exists() or e.suffix == ".py"]
        module = next((m for m in modules if m not in TOOLS), None)
        if module:
            path = "" if base == work else f"import sys; sys.path.insert(0, {base.name!r}); "
            return ["python", "-c", f"{path}import {module}"]
    sys.exit(f"{work} has no module")


def checkout(name, source):
    work = PLACE / "work" / name
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(source, work, symlinks=True)
    return work


def recorded(work, *add):
    for step in (["init", "--quiet"], ["add", "--all", *add], ["commit", "--quiet", "--message", "old"]):
        subprocess.run([*GIT, *step], cwd=work, check=True)


def is_of_tests(path):
    """Whether a file of a release belongs to its tests."""
    is_named_so = path.name.startswith("test_") or path.name.endswith("_test.py") or path.name in ("conftest.py", "tests.py")
    return not TESTS.isdisjoint(path.parts[:-1]) or path.suffix == ".py" and is_named_so


def files(directory):
    return [path.relative_to(directory) for path in directory.rglob("*") if path.is_file()]


def between(name, old, new, are_tests_new):
    """An old release, and a commit that brings the tests of the new one, or all but its tests."""
    work = checkout(f"{name}-{old}-{new}-{'tests' if are_tests_new else 'sources'}", fetched(name, old))
    recorded(work, "--force")
    source = fetched(name, new)
    for path in files(work):
        if path.parts[0] != ".git" and is_of_tests(path) == are_tests_new:
            (work / path).unlink()
    for path in files(source):
        if is_of_tests(path) == are_tests_new:
            (work / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source / path, work / path)
    recorded(work, "--force")
    return work


def found_in(work):
    return os.pathsep.join(str(work / place) for place in ("src", "lib", "."))


def prepared(name, version, packages, python):
    """The directory of a project as its authors released it, the command that fails in it, and its variables."""
    if name.startswith("npm:"):
        name = name.removeprefix("npm:")
        work = checkout(f"npm-{name}", fetched_from_npm(name, version))
        words = raised(work, packages)
        recorded(work)
        return work, words, {}
    if name.startswith("debian:"):
        version, patch = version.split("/", 1)
        work = mended(name.removeprefix("debian:"), version, patch)
        return work, packages, {"PYTHONPATH": found_in(work)}
    if pair := re.fullmatch(r"(.+)([+>])(.+)", version):
        old, how, new = pair.groups()
        work = between(name, old, new, how == "+")
        return work, ["python", "-m", "pytest", "-q", "-p", "no:cacheprovider"], {"PYTHONPATH": found_in(work)}
    work = checkout(name, fetched(name, version))
    recorded(work, "--force")
    words = command(work, python)
    subprocess.run([*GIT, "clean", "-fdxq"], cwd=work, check=True)
    return work, words, {}


def outcome(name, version, packages, python):
    """How the run ended, and the digest of its edits."""
    work, words, variables = prepared(name, version, packages, python)
    run = subprocess.run(
        [PROGRAM, "run", *FLAGS, "--", *words],
        cwd=work,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        errors="replace",
        timeout=PATIENCE,
    )
    (PLACE / f"{work.name}.log").write_text(run.stdout + run.stderr)
    diff = subprocess.run([*GIT, "diff"], cwd=work, capture_output=True, text=True, errors="replace").stdout
    (PLACE / f"{work.name}.diff").write_text(diff)
    changed = "\n".join(line for line in diff.splitlines() if line[:1] in "+-")
    digest = hashlib.sha256(changed.encode()).hexdigest()[:12] if changed else "-"
    return "passes" if run.returncode == 0 else "fails", digest


def main():
    if sys.version_info < (3, 13):
        sys.exit("the projects are to meet Python 3.13 or later: name one with --python")
    PLACE.mkdir(parents=True, exist_ok=True)
    lines = (shlex.split(line) for line in LIST.read_text().splitlines())
    projects = [line for line in lines if ONLY in line[0]]
    python = None
    if any(not line[0].startswith("npm:") for line in projects):
        python = environment()
        os.environ.update(PATH=f"{python.parent}:{os.environ['PATH']}", VIRTUAL_ENV=str(python.parent.parent), PYTHONDONTWRITEBYTECODE="1")
    score = Counter()
    for name, version, end, known, *packages in projects:
        found = outcome(name, version, packages, python)
        kept = "nothing" if found[1] == "-" else "edits as read" if found[1] == known else "other edits"
        score[f"{found[0]}, {kept}"] += 1
        mark = "" if found == (end, known) else "  <- differs"
        print(f"  {name} {version} {found[0]} {found[1]}{mark}", flush=True)
    print(json.dumps(score))


main()

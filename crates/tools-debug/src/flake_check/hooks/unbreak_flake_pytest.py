# A plug-in of pytest: runs the tests that are asked for, in that order, and writes down how each ended.
import json
import os
import random

import pytest
import unbreak_flake

_RESULTS = os.environ.get("UNBREAK_FLAKE_RESULTS")
_ORDER = os.environ.get("UNBREAK_FLAKE_ORDER")


def _is_worker(config):
    return hasattr(config, "workerinput")


@pytest.hookimpl(hookwrapper=True)
def pytest_cmdline_main(config):
    # In several processes there is no order.
    if _ORDER and getattr(config.option, "numprocesses", None):
        config.option.numprocesses = 0
        config.option.dist = "no"
    yield


@pytest.hookimpl(hookwrapper=True, trylast=True)
def pytest_collection_modifyitems(config, items):
    yield
    if _ORDER:
        _arrange(json.loads(_ORDER), config, items)


def _arrange(order, config, items):
    if "reversed" in order:
        items.reverse()
    elif "shuffled" in order:
        random.Random(order["shuffled"] + 1).shuffle(items)
    elif "exactly" in order:
        with open(order["exactly"], encoding="utf-8") as file:
            place = {name: at for at, name in enumerate(json.load(file))}
        chosen = sorted((item for item in items if item.nodeid in place), key=lambda item: place[item.nodeid])
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in place])
        items[:] = chosen


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_protocol(item):
    unbreak_flake.reset()
    yield


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_call(item):
    unbreak_flake.reset()
    yield


def pytest_collection_finish(session):
    if _RESULTS and not _is_worker(session.config):
        _write([{"test": item.nodeid, "outcome": "planned"} for item in session.items])


def pytest_runtest_logreport(report):
    # Workers hand their reports to the process that leads them, which writes them down.
    if _RESULTS and "PYTEST_XDIST_WORKER" not in os.environ and (report.when == "call" or not report.passed):
        _write([{"test": report.nodeid, "outcome": report.outcome}])


def _write(lines):
    with open(_RESULTS, "a", encoding="utf-8") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)

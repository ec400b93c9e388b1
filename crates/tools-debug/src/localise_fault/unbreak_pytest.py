# A plug-in of pytest, from a directory in PYTHONPATH. It is a module that nothing has imported before:
# pytest warns of others, and projects make errors of warnings.
import pytest
import unbreak_coverage


def pytest_configure(config):
    try:
        from _pytest.assertion import rewrite
    except ImportError:
        return
    # What an assertion that has failed calls in order to say why.
    unbreak_coverage.without(rewrite, ("_saferepr", "_call_reprcompare", "_format_assertmsg"))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item, nextitem):
    unbreak_coverage.begin(item.nodeid, str(item.fspath))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_makereport(item, call):
    # That of unittest's tests lies elsewhere until pytest's own hook has run.
    if call.excinfo is not None or getattr(item, "_excinfo", None):
        unbreak_coverage.over()


def pytest_runtest_logfinish(nodeid, location):
    unbreak_coverage.end()


def pytest_exception_interact(node, call, report):
    if getattr(report, "when", None):
        unbreak_coverage.failed(node.nodeid, call.excinfo.tb)


def pytest_runtest_logreport(report):
    if report.failed:
        unbreak_coverage.failed(report.nodeid, None)
    elif report.skipped:
        unbreak_coverage.skipped(report.nodeid)

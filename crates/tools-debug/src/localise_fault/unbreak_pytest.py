# A plug-in of pytest, from a directory in PYTHONPATH. It is a module that nothing has imported before:
# pytest warns of others, and projects make errors of warnings.
import unbreak_coverage


def pytest_runtest_logstart(nodeid, location):
    unbreak_coverage.begin(nodeid)


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

# Read by Python when it starts, from a directory in PYTHONPATH.
import os
import sys

import unbreak_coverage

unbreak_coverage.watch_unittest()

# The one that this stands before, if there is one.
_here = os.path.dirname(os.path.abspath(__file__))
_before = list(sys.path)
sys.path[:] = [entry for entry in _before if os.path.abspath(entry) != _here]
_own = sys.modules.pop("sitecustomize", None)
try:
    import sitecustomize  # noqa: F401
except ImportError:
    if _own is not None:
        sys.modules["sitecustomize"] = _own
finally:
    sys.path[:] = _before

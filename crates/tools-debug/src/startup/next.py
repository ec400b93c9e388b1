# Read by Python when it starts, from a directory in PYTHONPATH. First comes the module of this name
# that would have been read without this one; what goes wrong in it is told as Python tells it.
import importlib.machinery
import importlib.util
import os
import sys


def _read_next():
    here = os.path.dirname(os.path.abspath(__file__))
    others = [path for path in sys.path if os.path.abspath(path) != here]
    spec = importlib.machinery.PathFinder.find_spec(__name__, others)
    if spec is None or spec.loader is None:
        return
    this = sys.modules[__name__]
    sys.modules[__name__] = module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        sys.modules[__name__] = this
        text = "Error in sitecustomize; set PYTHONVERBOSE for traceback:\n%s: %s\n"
        sys.stderr.write(text % (type(error).__name__, error))


_read_next()


import importlib

import shelf

importlib.reload(shelf)

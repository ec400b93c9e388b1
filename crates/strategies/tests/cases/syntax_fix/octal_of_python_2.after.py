import os

os.chmod("file", 0o644)

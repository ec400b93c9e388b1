import os

os.chmod("file", 0644)

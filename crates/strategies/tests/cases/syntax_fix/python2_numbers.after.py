import os
os.chmod("a", 0o777)
x = 10 + 0xFF

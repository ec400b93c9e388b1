import os
os.chmod("a", 0777)
x = 10L + 0xFFL

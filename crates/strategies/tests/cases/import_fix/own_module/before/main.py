import sys

sys.stdout.write(formats.bold("x"))

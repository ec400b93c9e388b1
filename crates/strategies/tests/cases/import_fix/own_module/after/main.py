import sys

import formats

sys.stdout.write(formats.bold("x"))

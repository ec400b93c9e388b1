import jsn
import sys

sys.stdout.write(json.dumps({}))

import json
import sys

sys.stdout.write(json.dumps({}))

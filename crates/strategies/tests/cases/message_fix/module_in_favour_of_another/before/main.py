import imp

import shelf

imp.reload(shelf)

import imp

module = imp.load_source("shelf", "shelf.py")

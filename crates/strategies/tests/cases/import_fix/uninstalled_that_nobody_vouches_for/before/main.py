import pykdtree

print(pykdtree.run())

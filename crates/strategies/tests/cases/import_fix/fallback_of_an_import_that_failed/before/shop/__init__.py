try:
    from .vendor.leaves import Leaf
except ImportError:
    from leaves import Leaf

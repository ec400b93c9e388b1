from .money import cents

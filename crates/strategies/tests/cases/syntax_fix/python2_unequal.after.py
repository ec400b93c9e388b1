if a != b and c!=d:
    pass

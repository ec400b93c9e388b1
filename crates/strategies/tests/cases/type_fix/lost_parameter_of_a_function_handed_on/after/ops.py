def increment(field):
    def transform(doc):
        doc[field] += 1

    return transform


def decrement(field):
    def transform(doc):
        doc[field] -= 1

    return transform

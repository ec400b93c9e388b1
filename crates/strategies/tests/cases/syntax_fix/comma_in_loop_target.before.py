def merged(first, second):
    errors = dict(first)
    for key value in second.items():
        if key not in errors:
            errors[key] = value
    return errors

def __getattr__(name):
    if name == "Reader":
        raise ImportError(
            "cannot import name 'Reader' from 'shelf', it has been moved to `lab.readers`"
        )
    raise AttributeError(name)


class Readers:
    pass

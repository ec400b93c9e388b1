from collections.abc import Callable, MutableMapping


def delete(field: str) -> Callable[[MutableMapping], None]:
    def transform(doc: MutableMapping) -> None:
        del doc[field]

    return transform


def increment(field: str) -> Callable[[MutableMapping], None]:
    def transform(doc: MutableMapping) -> None:
        doc[field] += 1

    return transform


doc = {"a": 1, "b": 2}
increment("a")(doc)
delete("b")(doc)
print(doc)

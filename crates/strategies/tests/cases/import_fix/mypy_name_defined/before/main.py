from typing import Any


def first(items: List[Any]) -> Any:
    return items[0]

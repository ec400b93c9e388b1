from typing import Any, List


def first(items: List[Any]) -> Any:
    return items[0]

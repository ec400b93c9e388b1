from copy import copy
from typing import Iterator List


def tokens(text: str) -> Iterator[str]:
    yield from text.split()


def words(text: str) -> List[str]:
    return copy(list(tokens(text)))

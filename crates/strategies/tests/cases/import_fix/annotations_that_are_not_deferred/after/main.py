from __future__ import annotations

import typing

if typing.TYPE_CHECKING:
    from collections.abc import Sequence


def longest(words: Sequence[str]) -> str:
    return max(words, key=len)


print(longest(["a", "bcd"]))

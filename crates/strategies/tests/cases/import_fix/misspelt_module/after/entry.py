from dataclasses import dataclass, field


@dataclass
class Entry:
    """One line."""

    tags: list = field(default_factory=list)

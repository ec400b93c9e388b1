from dataclasses import dataclass, field


@dataclass
class Job:
    name: str
    tags: list = field(default_factory=list)


print(Job("build").tags)

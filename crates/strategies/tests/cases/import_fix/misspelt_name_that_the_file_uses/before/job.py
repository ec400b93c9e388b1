from dataclasses import dataclass, feild


@dataclass
class Job:
    name: str
    tags: list = field(default_factory=list)


print(Job("build").tags)

from dataclasses import dataclass


@dataclass
class Point:
    left: int
    top: int = 0


print(Point(lfet=1))

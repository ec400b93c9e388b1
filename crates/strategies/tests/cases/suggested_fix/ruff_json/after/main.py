from typing import List

names: list[str] = []

from typing import List

names: List[str] = []

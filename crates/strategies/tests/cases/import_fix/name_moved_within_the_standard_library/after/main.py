from collections.abc import Mapping

print(isinstance({}, Mapping))

from collections import Mapping

print(isinstance({}, Mapping))

from collections import (
    Counter,
    OrderedDict,
)

words = "to be or not to be".split()
counts = Counter(words)
order = OrderedDict(counts)
places = defaultdict(list)
for place, word in enumerate(words):
    places[word].append(place)
print(order, dict(places))

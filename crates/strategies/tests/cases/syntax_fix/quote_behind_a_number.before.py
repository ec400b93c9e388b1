def shift(items, k):
    return items[:k] + items[k-1':]

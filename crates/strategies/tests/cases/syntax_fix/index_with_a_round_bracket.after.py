def best(scores, name):
    if scores[name] > 3:
        return scores[name]
    return 0

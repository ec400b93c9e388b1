def kinds(items):
    class_ = {}
    for item in items:
        class_[item] = class_.get(item, 0) + 1
    return class_

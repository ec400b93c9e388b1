x = {}
items = sorted(x.items(), key=lambda (k, v): (v, k))

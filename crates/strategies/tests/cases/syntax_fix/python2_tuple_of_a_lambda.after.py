x = {}
items = sorted(x.items(), key=lambda k_v: (k_v[1], k_v[0]))

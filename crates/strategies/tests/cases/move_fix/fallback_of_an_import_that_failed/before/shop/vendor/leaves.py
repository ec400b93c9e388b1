from shop.cups import pour


class Leaf:
    pour = pour

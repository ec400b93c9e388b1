prices = {}

cents = 1

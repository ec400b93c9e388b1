f = lambda a, (b, (c, d)): a + b * c + d.b

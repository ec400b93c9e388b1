f = lambda a, b_c_d: a + b_c_d[0] * b_c_d[1][0] + b_c_d[1][1].b

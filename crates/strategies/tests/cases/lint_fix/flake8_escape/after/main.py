x = r"a\d"

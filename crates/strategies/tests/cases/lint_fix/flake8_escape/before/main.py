x = "a\d"

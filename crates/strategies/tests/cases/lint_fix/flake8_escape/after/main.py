x = "a\\d"

def sign(value):
    if value < 0:
        return -1
      else:
        return 1

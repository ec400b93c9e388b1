def round_up(minutes, step=15):
    return -(-minutes // step) * step

def wait():
    time.sleep(0)


wait()

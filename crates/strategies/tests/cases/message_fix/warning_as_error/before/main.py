import logging


class Tap:
    def __init__(self):
        self.log = logging.getLogger("tap")

    def run(self):
        self.log.warn("low")


Tap().run()

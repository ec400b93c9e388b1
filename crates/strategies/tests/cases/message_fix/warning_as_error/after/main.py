import logging


class Tap:
    def __init__(self):
        self.log = logging.getLogger("tap")

    def run(self):
        self.log.warning("low")


Tap().run()

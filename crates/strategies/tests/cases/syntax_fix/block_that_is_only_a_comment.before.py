class Base:
    def run(self):
        # to be written

    def stop(self):
        return None

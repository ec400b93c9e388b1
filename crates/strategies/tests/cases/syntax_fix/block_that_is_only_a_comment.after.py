class Base:
    def run(self):
        # to be written
        pass

    def stop(self):
        return None

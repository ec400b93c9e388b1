class Middleware:
    def __init__(self, storage):
        self.storage = storage

    def __getattr__(self, name):
        return getattr(self.__dict__["storage"])


print(Middleware([1]).count(1))

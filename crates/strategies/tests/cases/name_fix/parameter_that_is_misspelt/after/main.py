class Base:
    def __init__(self, cache):
        self.cache = cache


class Wrapper(Base):
    def __init__(self, method, cache, info):
        Base.__init__(self, cache)
        self.method, self.info = method, info


print(Wrapper(len, {}, None).cache)

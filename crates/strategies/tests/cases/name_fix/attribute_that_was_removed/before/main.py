import asyncio


@asyncio.coroutine
def wait():
    yield


print(wait)

import asyncio


async def load():
    return [1, 2]


for value in asyncio.run(load()):
    print(value)

import asyncio


async def load():
    return [1, 2]


for value in load():
    print(value)

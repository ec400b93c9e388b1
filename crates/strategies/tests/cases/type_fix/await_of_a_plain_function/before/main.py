import asyncio


def load():
    return [1, 2]


async def main():
    values = await load()
    print(values)


asyncio.run(main())

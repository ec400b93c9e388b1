import asyncio


def load():
    return [1, 2]


async def main():
    values = load()
    print(values)


asyncio.run(main())

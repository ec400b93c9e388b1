import asyncio


async def load():
    return {"name": "tea"}


async def main():
    data = load()
    print(data["name"])


asyncio.run(main())

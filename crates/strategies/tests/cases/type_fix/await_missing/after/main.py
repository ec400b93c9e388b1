import asyncio


async def load():
    return {"name": "tea"}


async def main():
    data = await load()
    print(data["name"])


asyncio.run(main())

import asyncio


class Client:
    async def fetch(self):
        return "tea"


async def main():
    client = Client()
    print((await client.fetch()).upper())


asyncio.run(main())

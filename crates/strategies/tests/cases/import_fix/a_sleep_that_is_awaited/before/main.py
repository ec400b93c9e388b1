import asyncio


async def pause():
    await sleep(0)


asyncio.run(pause())

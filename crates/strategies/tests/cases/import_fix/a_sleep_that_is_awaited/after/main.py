import asyncio
from asyncio import sleep


async def pause():
    await sleep(0)


asyncio.run(pause())

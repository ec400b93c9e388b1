async def count() -> int:
    return 1


async def twice() -> int:
    return await count() * 2

async function load(): Promise<number> {
    return 4;
}

export async function twice(): Promise<number> {
    return await load() * 2;
}

async function load(): Promise<number> {
    return 1;
}

export async function twice(): Promise<number> {
    const n: number = await load();
    return 2 * n;
}

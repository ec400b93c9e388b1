async function load(): Promise<number> {
    return 4;
}

export function twice() {
    const one = await load();
    return one * 2;
}

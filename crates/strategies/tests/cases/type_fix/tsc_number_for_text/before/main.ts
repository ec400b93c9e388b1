export function label(count: number): string {
    const text: string = count;
    return text;
}

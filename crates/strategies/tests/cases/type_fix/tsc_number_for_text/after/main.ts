export function label(count: number): string {
    const text: string = String(count);
    return text;
}

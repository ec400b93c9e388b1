function label(name: string, count: number): string {
    return `${count} x ${name}`;
}

console.log(label("tea", 3));

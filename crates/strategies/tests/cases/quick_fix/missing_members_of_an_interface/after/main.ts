interface Shape {
    area(): number;
    name: string;
}

export class Square implements Shape {
    constructor(private readonly side: number) {}
    name: string;
    area(): number {
        return this.side ** 2;
    }
}

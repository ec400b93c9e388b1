interface Shape {
  name: string;
  area(): number;
}
export class Square implements Shape {
  name = "square";
  side = 2;
  area(): number {
    return this.side ** 2;
  }
}

interface Shape {
  area(): number;
}
export class Square implements Shape {
  side = 2;
}

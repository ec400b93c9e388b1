type Shape = { kind: "circle"; radius: number } | { kind: "square"; side: number };
export function area(shape: Shape): number {
  switch (shape.kind) {
    case "circle":
      return 3 * shape.radius ** 2;
    case "square":
      return shape.side ** 2;
  }
}

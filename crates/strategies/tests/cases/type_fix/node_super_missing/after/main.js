class Shape {
  constructor(name) {
    this.name = name;
  }
}

class Square extends Shape {
  constructor(side, name) {
    super(name);
    this.side = side;
  }
}

console.log(new Square(2, "square").name);

class Shelf {
  constructor() {
    this.items = [];
  }

  add(item) {
    this.items.push(item);
    return this.count();
  }

  count() {
    return this.items.length;
  }
}

console.log(new Shelf().add(1));

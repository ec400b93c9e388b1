class Shelf {
  constructor() {
    this.items = [];
  }

  add(item) {
    this.items.push(item);
    return count();
  }

  count() {
    return this.items.length;
  }
}

console.log(new Shelf().add(1));

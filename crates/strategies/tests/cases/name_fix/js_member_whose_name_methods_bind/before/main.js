class Shop {
  constructor(limit) {
    this.limit = limit;
    this.items = [];
  }

  resize(limit) {
    this.limit = limit;
  }

  isFull() {
    return this.items.length >= limit;
  }
}

console.log(new Shop(1).isFull());
